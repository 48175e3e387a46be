// Package clients edits the configuration of other programs, so that they ask Assent:
// their MCP servers and their hooks (contract §13, §14).
//
// A Client names a program and its files. An edit changes as few bytes of a file as it
// can: comments, order and what Assent does not own stay. A Change says what would be
// different; Apply writes it, keeping the file as it was beside it; taking back restores
// these bytes where nothing else changed since.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package clients

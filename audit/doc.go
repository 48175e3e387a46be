// Package audit keeps the log of every tool call: a row that is durable before
// anything is asked or run, its outcome, and a chain of hashes over both that
// shows whether a row was changed, removed, reordered or inserted (contract §10).
//
// No argument, result or content is ever given to this package: it takes digests.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package audit

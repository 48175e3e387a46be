// Package memory keeps what an agent wants to know the next time: short texts by their
// keys, in one SQLite database of the user's, who can read and empty it with any tool.
//
// It does not open the database as Assent opens its own: with a write-ahead log even a
// reader needs a folder that it can write, and a dry run has none.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package memory

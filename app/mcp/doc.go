// Package mcp lets programs that speak the Model Context Protocol ask Assent (contract
// §13). It is a host of the engine like any other: it knows the wire and the socket, not
// the engine.
//
// Serve offers Assent's own scopes as the tools of an MCP server.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package mcp

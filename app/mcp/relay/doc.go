// Package relay puts an MCP server behind the consent (contract §13). Messages pass as
// they came, byte for byte, both ways; a call of a tool, and the reading of a resource or
// a prompt, goes on only after the engine's yes, and then as it was received.
//
// A message that could hide such a call from a careless reader does not pass.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package relay

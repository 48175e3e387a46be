// Package codingagent says what a coding agent would do with a tool of its own, for the
// person who is asked: which command, file or address, what is dangerous about it, and
// what becomes of a file (contract §14).
//
// The agent's program runs the call, not Assent; but what the person reads is Assent's
// word, made from the call's arguments on the engine's side. The program that sent them
// is not believed about anything, and neither are they: a file is looked at where it
// really is, through the executor that reads files.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package codingagent

// Package wire is every line that is spoken between a host and an engine, in both
// directions and as either side sees it (contract §2, §3, §12). Each kind of line is a
// type that can be written with Line; FromHost reads what a host said, FromEngine what
// an engine said.
//
// It alone knows that a tool call comes in two shapes, flat (001 §3) and nested (002),
// and that their denials use different words. What it reads is checked for form only;
// nothing in it is believed about who is calling but the envelope.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package wire

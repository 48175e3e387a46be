// Package ingress is how hosts reach the engine: newline-delimited JSON over a Unix
// socket, or over standard input and output (contract §2). It bounds what a host can
// make Assent hold, and tells the end of input from a hang-up.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package ingress

// Package clock is where time comes from: the machine's clocks, or a virtual one
// that a test or the demo moves. A Mark notices a wall clock that went back
// (contract §7).
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package clock

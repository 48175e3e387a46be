// Package scenario plays exchanges between hosts, Assent and a person against an engine
// of its own, in a folder and on a clock of its own, and says what differs from what
// must come: the scenarios that the program carries, and recorded sessions.
//
// scenario.go is a scenario and how it went, player.go plays one file, acts.go are the
// steps of it, settle.go waits until nothing happens any more, site.go is the web of a
// play, replay.go plays a recorded session again.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package scenario

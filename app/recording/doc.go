// Package recording keeps what passed in a session, as JSON lines: what hosts sent and
// got, what the person was asked, said and did, and when. Digests stand for arguments
// and results unless the person wants them in it (contract §10). A recording with
// arguments can be played again, see app/scenario.
//
// event.go is a line, hide.go takes the secrets out of one, recorder.go writes them,
// observer.go sees what passes between the engine and the person.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package recording

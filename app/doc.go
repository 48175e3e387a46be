// Package app is the way of one tool call, and the engine that it belongs to: it joins
// the wire, consent, the executors and the audit log, for a window or for none. It knows
// no toolkit.
//
// Engine.Connect gives a host a Session; Session.Receive takes its lines. chain.go is
// the chain of contract §4, top to bottom; its steps are in chain_steps.go, what is
// recorded and answered in chain_record.go. order.go keeps an agent's questions in the
// order of its calls, responses.go what was answered, for repeats, and history.go the
// way of each call, for the person.
//
// Its rooms: wire (the lines), ingress (how they come), folder (the data folder), script
// (an answers file as a person), recording (what passed), scenario (plays), ui.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package app

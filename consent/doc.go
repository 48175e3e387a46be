// Package consent answers one question: may this call run?
//
// A Keeper holds what the user agreed to (agents, their manifests, grants, silent
// windows, standing rules) in the database. Check judges a call against it (contract
// §4, steps 1 to 3), Decide asks a person where sensitivity demands it (step 5),
// Recheck looks again after the answer (step 6). Silence is never yes.
//
// What comes from outside is taken by Offer, Reauth and Restrict, and can only take
// away or wait for the person; what the user's hand alone does is said to be so.
// takeManifest puts a manifest in force, keep makes and writes what then holds, and
// what others are to hear of it is announced outside every lock.
//
// What gives holds once it is in the database. What takes away holds at once, and goes
// into a journal beside the database first: a ceiling over what each agent may have, by
// which the next start is bound when the database could not be written.
//
// A start reads the rows of every agent, but no manifest that was read before: an agent's is
// read when something first needs it. One that its row does not name is read at start, and
// keeps Assent from starting where it cannot be.
//
// Its rooms: ask puts one question at a time to one person, clock is where time comes
// from, manifest and canonical read what agents send, visible makes it safe to look at.
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package consent

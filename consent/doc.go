// Package consent answers one question: may this call run?
//
// A Keeper holds what the user agreed to (agents, their manifests, grants, silent
// windows, standing rules) in the database. Check judges a call against it (contract
// §4, steps 1 to 3), Decide asks a person where sensitivity demands it (step 5)
// through a Queue that shows one question at a time, Recheck looks again after the
// answer (step 6). Silence is never yes, and the zero Answer denies.
package consent

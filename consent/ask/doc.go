// Package ask puts one question at a time to one person (contract §7).
//
// A Question is plain data: what is shown and judged. A Queue takes questions of
// many agents, puts them to an Asker (the window, or an answers file) in turn,
// and returns a Decision: who decided, by which rule. Silence is never yes, and the
// zero Answer denies. Who may be asked at all is package consent's.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package ask

// Package hook answers a coding agent's hook: its program runs assentctl before it uses a
// tool of its own, Assent asks the person, and the program hears it in its own form
// (contract §14).
//
// Two ways, and each fails to its own side. In the default way the program asks Assent
// where it would ask the person itself: whatever goes wrong leaves nothing behind, and
// the program asks. As a guard it stands before every tool: whatever goes wrong blocks.
// Assent never loosens what the program has of its own.
package hook

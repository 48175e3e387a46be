// Package question is the one window that matters: it puts a question to the person and
// returns what they chose. Its rules, which everything here keeps:
//
//   - The headline is ours. Nothing in it but the caller's name is the agent's.
//   - What an agent or its author wrote is plain text with every hidden character
//     visible, set apart, and never larger than our words.
//   - Nothing is cut silently, and the buttons never scroll away.
//   - There is no default button. Enter does nothing. Escape and closing deny.
//   - Deny always works. Allow counts only after the question was wholly visible
//     and had the keyboard for 700 ms without a key, a click, a move or a resize
//     (arming.go); a repeated key, the second click of a double click, and a press
//     that began before are not a yes.
//   - Another question is another card: no press, key or answer carries over.
//   - A high question counts down from its first frame on screen, in seconds. A bar
//     that races would hurry the person.
//   - Colour never says something alone.
//
// Everything runs on the toolkit's one goroutine unless a doc comment says that it may
// be called from any. Texts of agents and their authors are hostile: they go through
// package visible and into labels, never into rich text.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package question

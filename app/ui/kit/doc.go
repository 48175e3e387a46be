// Package kit is what the question and the pages are made of: the theme with its
// colours, sizes and font, our words in the person's language, and the small parts
// (labels, rows, panels) that more than one of them uses. It knows no engine.
//
// Everything but Words belongs to the toolkit's goroutine.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package kit

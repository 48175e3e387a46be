// Package ui is everything a person sees of Assent: the main window with its pages, the
// tray, and the question, which has a room of its own (package question). It decides
// nothing: package ask asks through an Asker, package consent through a Reviewer, and
// the pages show and change what the Engine holds.
//
// Everything here runs on Fyne's one goroutine unless a doc comment says that it
// may be called from any; those hand over through the loop. Texts of agents and their
// authors are hostile: they go through package visible and into labels, never into
// rich text.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package ui

// Package ui is everything a person sees of Assent: the question, the main window
// with its pages, and the tray. It decides nothing: package consent asks through an
// Asker and a Reviewer, and the pages show and change what the Engine holds.
//
// Everything here runs on Fyne's one goroutine unless a doc comment says that it
// may be called from any; those hand over with fyne.Do. Texts of agents and their
// authors are hostile: they go through package visible and into labels, never into
// rich text.
package ui

package question

// watched hears what the window system does to the question's window and the
// toolkit does not tell. It is called on the toolkit's goroutine.
type watched interface {
	moved()       // moved or resized
	covered(bool) // not wholly in view
	focused(bool) // has the keyboard, and nothing else grabbed it
}

package ui

// reading reads what a page shows off the toolkit's goroutine, one thing at a time: of what
// is asked for meanwhile the last is read after it. A busy agent changes the log hundreds of
// times a second. It is used on the toolkit's goroutine.
type reading struct {
	later func(func())
	busy  bool
	next  func() (show func())
}

// start calls read on a goroutine, and what it returns on the toolkit's.
func (r *reading) start(read func() (show func())) {
	if r.busy {
		r.next = read
		return
	}
	r.busy = true
	go func() {
		show := read()
		r.later(func() {
			r.busy = false
			show()
			if next := r.next; next != nil {
				r.next = nil
				r.start(next)
			}
		})
	}()
}

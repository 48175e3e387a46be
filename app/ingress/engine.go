package ingress

// Engine takes hosts; S is one that is connected to it. It is package app's, which
// nothing here needs to know.
type Engine[S Session] interface {
	// Connect gives a newly connected host its session. The engine calls send with a
	// line without its newline, from any goroutine; it does not block. written is called
	// once the host has the line, or never will: the line's memory is used again then.
	Connect(send func(line []byte, written func())) S
}

// Session is a connected host, to its engine.
type Session interface {
	// From names the executables of the host and of what started it, as the kernel knows
	// them. It is called at most once, before the first line.
	From(path, parent string)
	// Receive takes one line, without its newline, in the order in which they came. A
	// begin that is not nil is to be called, once, before the next line is given; it
	// returns at once, and calls done when what answers the line was handed to send.
	Receive(line []byte) (begin func(done func()))
	// EndOfInput says that no line comes any more. It may be called more than once.
	EndOfInput()
	// HangUp says that the host is gone both ways. It may be called more than once.
	HangUp()
}

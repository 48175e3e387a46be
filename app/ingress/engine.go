package ingress

// Engine takes hosts; S is one that is connected to it. It is package app's, which
// nothing here needs to know.
type Engine[S Session] interface {
	// Connect gives a newly connected host its session. The engine calls send with a
	// line without its newline, from any goroutine; it does not block.
	Connect(send func(line []byte)) S
}

// Session is a connected host, to its engine.
type Session interface {
	// Receive takes one line, without its newline, in the order in which they came. It
	// returns when the next one may be given; done is called when what answers this one
	// was handed to send, or nothing will.
	Receive(line []byte, done func())
	// HangUp says that the host is gone both ways. It may be called more than once.
	HangUp()
}

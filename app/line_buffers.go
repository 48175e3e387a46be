package app

import "sync"

// lineBuffers are the memory of lines, which is used again once a host has its line. The
// zero value is ready to use.
type lineBuffers struct{ pool sync.Pool }

type lineBuffer struct{ bytes []byte } // empty, with room

// take returns one for a line to be appended to.
func (l *lineBuffers) take() *lineBuffer {
	if b, ok := l.pool.Get().(*lineBuffer); ok {
		return b
	}
	return &lineBuffer{}
}

// giveBack says that line, which was appended to b, is not looked at any more. What is long
// is rare, and not kept.
func (l *lineBuffers) giveBack(b *lineBuffer, line []byte) {
	if cap(line) <= 2*smallContent {
		b.bytes = line[:0]
		l.pool.Put(b)
	}
}

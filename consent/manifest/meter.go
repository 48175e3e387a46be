package manifest

import "sync"

const (
	// fuel is what one judgement may spend. A unit buys work that takes about a
	// microsecond; see the package comment.
	fuel = 40_000
	// maxValues is how many values the arguments of a call may hold: building them
	// takes time too.
	maxValues = 20_000
)

// meter counts what a judgement spends. The validator takes no context, so it is
// stopped by a panic with spent, which judge recovers. A format is the one thing
// it calls before it descends, an extension the one thing it calls after; so a
// gauge is both.
type meter struct {
	mu     sync.Mutex // held during a judgement
	left   int
	factor int // of every charge: long pointers make every error dear
	depth  int // of the validator's own stack
}

type spent struct{}

// start readies the meter for a judgement.
func (m *meter) start(longest int) {
	m.left, m.depth, m.factor = fuel, 0, 1+longest/256
}

// charge pays for units at the present depth. An error found there costs the
// square of it, because the validator spells out the whole way.
func (m *meter) charge(units int) {
	price := units * m.factor * (1 + m.depth/8 + m.depth*m.depth/512)
	if price < 0 || price > m.left {
		panic(spent{})
	}
	m.left -= price
}

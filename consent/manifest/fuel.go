package manifest

import "sync"

const (
	// maxFuel is what one judgement may burn. A unit buys work that takes about a
	// microsecond; see the package comment.
	maxFuel = 40_000
	// maxValues is how many values the arguments of a call may hold: building them
	// takes time too.
	maxValues = 20_000
)

// fuel is what is left for a judgement. The validator takes no context, so it is
// stopped by a panic with outOfFuel, which judge recovers. A format is the one thing
// it calls before it descends, an extension the one thing it calls after; so a
// cost is both.
type fuel struct {
	mu     sync.Mutex // held during a judgement
	left   int
	factor int // of every unit: long pointers make every error dear
	depth  int // of the validator's own stack
}

type outOfFuel struct{}

// fill readies the fuel for a judgement; longest is the longest pointer of it.
func (f *fuel) fill(longest int) {
	f.left, f.depth, f.factor = maxFuel, 0, 1+longest/256
}

// burn pays for units at the present depth. An error found there costs the
// square of it, because the validator spells out the whole way.
func (f *fuel) burn(units int) {
	price := units * f.factor * (1 + f.depth/8 + f.depth*f.depth/512)
	if price < 0 || price > f.left {
		panic(outOfFuel{})
	}
	f.left -= price
}

package diff

const (
	// fuel is what comparing the schemas of one tool may spend. A unit buys work that
	// takes up to a microsecond: a tool costs 0.2 s at most, and a manifest has room for
	// a few such tools.
	fuel = 200_000

	// changesLimit is how many changes of each judgement are told of one tool. What is
	// beyond makes one that is Unexamined.
	changesLimit = 100
)

// spend pays for units of work, and reports false where there is no more fuel.
func (c *comparison) spend(units int) bool {
	if c.fuel -= units; c.fuel < 0 {
		c.exhausted = true
	}
	return !c.exhausted
}

package app

import (
	"bytes"
	"hash/maphash"

	"github.com/go-json-experiment/json/jsontext"
)

// results keeps each result once, however many calls it answers: an agent that looks at
// one thing again and again mostly gets the same. The zero value is ready to use.
type results struct {
	seed maphash.Seed
	all  map[uint64]*result // by hash
}

type result struct {
	value jsontext.Value
	users int
}

// keep returns a value equal to value that is kept until let go as often as it was kept, and
// how many bytes more are kept now.
func (r *results) keep(value jsontext.Value) (kept jsontext.Value, more int) {
	if len(value) == 0 {
		return value, 0
	}
	if r.all == nil {
		r.seed, r.all = maphash.MakeSeed(), map[uint64]*result{}
	}
	hash := maphash.Bytes(r.seed, value)
	found := r.all[hash]
	switch {
	case found == nil:
		r.all[hash] = &result{value, 1}
		return value, len(value)
	case !bytes.Equal(found.value, value): // it has a place of its own
		return value, len(value)
	}
	found.users++
	return found.value, 0
}

// letGo says that a kept value is used once less, and returns how many bytes less are kept.
func (r *results) letGo(value jsontext.Value) (less int) {
	if len(value) == 0 {
		return 0
	}
	hash := maphash.Bytes(r.seed, value)
	found := r.all[hash]
	if found == nil || !bytes.Equal(found.value, value) {
		return len(value)
	}
	if found.users--; found.users > 0 {
		return 0
	}
	delete(r.all, hash)
	return len(value)
}

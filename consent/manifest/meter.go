package manifest

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// fuel is what one judgement may spend. A unit buys work that takes about a
// microsecond; see the package comment.
const fuel = 40_000

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

// gauge knows what it costs to apply one subschema to a value.
type gauge struct {
	meter        *meter
	fixed        int // whatever the value: its own keywords
	inPlace      int // schemas applied to the value itself
	each         int // schemas applied to every item or member
	names        int // schemas applied to every name
	pattern      int // steps of its pattern for each byte
	namePatterns int // and of all its patternProperties
	format       func(any) bool
	unique       bool
}

// count notes that a keyword applies n schemas.
func (g *gauge) count(k keyword, n int) {
	switch k.applies {
	case inPlace:
		g.inPlace += n
	case toNames:
		g.names += n
	case toEach:
		// At most one of the listed schemas is applied to one item or member; of
		// patternProperties all may be.
		if k.shape == byPattern {
			g.each += n
		} else {
			g.each++
		}
	}
}

// enter is called as a format, before the schemas below are applied.
func (g *gauge) enter(value any) bool {
	g.meter.depth++
	own := weight(value)
	units := 1 + g.fixed + 2*g.inPlace*(1+own)
	if g.each > 0 {
		units += g.each * below(value)
	}
	if members, ok := value.(map[string]any); ok && g.names+g.namePatterns > 0 {
		for name := range members {
			units += g.names*(1+len(name)/64) + g.namePatterns*(8+len(name))/64
		}
	}
	if s, ok := value.(string); ok {
		units += g.pattern * (8 + len(s)) / 64
		if g.format != nil {
			units += len(s) / 64
		}
	}
	if g.unique {
		units += weigh(value)
	}
	g.meter.charge(units + own)
	return g.format == nil || g.format(value)
}

// Validate is called as an extension, after the schemas below were applied.
func (g *gauge) Validate(ctx jsonschema.ValidationContext, value any) error {
	g.meter.depth--
	items, ok := value.([]any)
	if !ok || !g.unique {
		return nil
	}
	seen := make(map[string]bool, len(items))
	for _, item := range items {
		form, err := json.Marshal(item)
		if err == nil {
			form, err = canonical.Form(form)
		}
		if err != nil || seen[string(form)] {
			return ctx.Error("uniqueItems", "items must be different")
		}
		seen[string(form)] = true
	}
	return nil
}

const gaugePrefix = "gauge:"

func gaugeName(i int) string { return gaugePrefix + strconv.Itoa(i) }

// gauges are a compiler's gauges by their number.
type gauges []*gauge

// Compile finds the gauge of a subschema.
func (all gauges) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	name, _ := schema["format"].(string)
	i, err := strconv.Atoi(strings.TrimPrefix(name, gaugePrefix))
	if err != nil || i >= len(all) {
		return nil, fmt.Errorf("a subschema has no gauge")
	}
	return all[i], nil
}

// weight is what it costs to look at a value without looking into it.
func weight(value any) int {
	switch v := value.(type) {
	case string:
		return len(v) / 1024
	case []any:
		return len(v)
	case map[string]any:
		units := len(v)
		for name := range v {
			units += len(name) / 64
		}
		return units
	}
	return 0
}

// below is what it costs to look at what a value holds.
func below(value any) int {
	units := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			units += 1 + weight(item)
		}
	case map[string]any:
		for _, member := range v {
			units += 1 + weight(member)
		}
	}
	return units
}

// weigh is what it costs to look at a value all through.
func weigh(value any) int {
	units := 1
	switch v := value.(type) {
	case string:
		units += len(v) / 64
	case []any:
		for _, item := range v {
			units += weigh(item)
		}
	case map[string]any:
		for name, member := range v {
			units += len(name)/64 + weigh(member)
		}
	}
	return units
}

// nodes is how many values there are in a value.
func nodes(value any) int {
	n := 1
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			n += nodes(item)
		}
	case map[string]any:
		for _, member := range v {
			n += nodes(member)
		}
	}
	return n
}

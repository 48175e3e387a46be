package manifest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

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
			units += len(s) / 8 // an error quotes all of it
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
		form, err := formOf(item)
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

package manifest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// cost is what applying one subschema takes, by the value that it is applied to.
type cost struct {
	fuel         *fuel
	fixed        int // whatever the value: its own keywords
	inPlace      int // schemas applied to the value itself
	each         int // schemas applied to every item or member
	names        int // schemas applied to every name
	pattern      int // steps of its pattern for each byte
	namePatterns int // and of all its patternProperties
	format       func(any) bool
	regex        bool // the format
	unique       bool
}

// count notes that a keyword applies n schemas.
func (c *cost) count(k keyword, n int) {
	switch k.applies {
	case inPlace:
		c.inPlace += n
	case toNames:
		c.names += n
	case toEach:
		// At most one of the listed schemas is applied to one item or member; of
		// patternProperties all may be.
		if k.shape == byPattern {
			c.each += n
		} else {
			c.each++
		}
	}
}

// enter is called as a format, before the schemas below are applied.
func (c *cost) enter(value any) bool {
	c.fuel.depth++
	own := surfaceUnits(value)
	units := 1 + c.fixed + 2*c.inPlace*(1+own)
	if c.each > 0 {
		units += c.each * contentUnits(value)
	}
	if members, ok := value.(map[string]any); ok && c.names+c.namePatterns > 0 {
		for name := range members {
			units += c.names*(1+len(name)/64) + c.namePatterns*(8+len(name))/64
		}
	}
	if s, ok := value.(string); ok {
		units += c.pattern * (8 + len(s)) / 64
		if c.format != nil {
			units += len(s) / 8 // an error quotes all of it
		}
		if c.regex {
			units += 2*len(s) + 100*classes(s) // it is parsed
		}
	}
	if c.unique {
		units += wholeUnits(value)
	}
	c.fuel.burn(units + own)
	return c.format == nil || c.format(value)
}

// Validate is called as an extension, after the schemas below were applied.
func (c *cost) Validate(ctx jsonschema.ValidationContext, value any) error {
	c.fuel.depth--
	items, ok := value.([]any)
	if !ok || !c.unique {
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

const costPrefix = "cost:"

func costName(i int) string { return costPrefix + strconv.Itoa(i) }

// costs are a compiler's costs by their number.
type costs []*cost

// Compile finds the cost of a subschema.
func (all costs) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	name, _ := schema["format"].(string)
	i, err := strconv.Atoi(strings.TrimPrefix(name, costPrefix))
	if err != nil || i >= len(all) {
		return nil, fmt.Errorf("a subschema has no cost")
	}
	return all[i], nil
}

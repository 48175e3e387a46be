package diff

import (
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// limit is a bound for a number, or for how many there are of something.
type limit struct {
	keyword string
	sign    float64 // 1: less is let through as it grows, -1: as it falls
	strict  string  // the keyword of the bound that leaves out the number itself
	none    float64 // what it is where it is not said
}

var limits = []limit{
	{"minimum", 1, "exclusiveMinimum", math.Inf(-1)}, {"maximum", -1, "exclusiveMaximum", math.Inf(1)},
	{"minLength", 1, "", 0}, {"maxLength", -1, "", math.Inf(1)},
	{"minItems", 1, "", 0}, {"maxItems", -1, "", math.Inf(1)},
	{"minProperties", 1, "", 0}, {"maxProperties", -1, "", math.Inf(1)},
}

func (l limit) keywords() []string {
	if l.strict == "" {
		return []string{l.keyword}
	}
	return []string{l.keyword, l.strict}
}

// bounds tells of narrower limits.
func (p pair) bounds() {
	for _, l := range limits {
		before, beforeStrict := l.tightest(p.old)
		for _, n := range p.new {
			for _, keyword := range l.keywords() {
				now, ok := n.plain[keyword].(float64)
				strict := keyword == l.strict
				if !ok || l.sign*now < l.sign*before || now == before && (beforeStrict || !strict) {
					continue
				}
				p.narrowed(before != l.none, n.at.AppendToken(keyword))
			}
		}
	}
}

// tightest returns the narrowest limit among parts, and whether it leaves itself out.
func (l limit) tightest(parts []*node) (bound float64, strict bool) {
	bound = l.none
	for _, n := range parts {
		for _, keyword := range l.keywords() {
			value, ok := n.plain[keyword].(float64)
			switch {
			case !ok:
			case l.sign*value > l.sign*bound:
				bound, strict = value, keyword == l.strict
			case value == bound:
				strict = strict || keyword == l.strict
			}
		}
	}
	return bound, strict
}

// narrowed tells of a keyword that lets less through than before, when there was one.
func (p pair) narrowed(before bool, at jsontext.Pointer) {
	kind := ConstraintAdded
	if before {
		kind = ConstraintChanged
	}
	p.tell(kind, at, p.argument)
}

// strings tells of keywords that can only be the same or not.
func (p pair) strings() {
	for _, keyword := range []string{"pattern", "format", "multipleOf", "uniqueItems"} {
		var before []any
		for _, n := range p.old {
			if value, ok := n.plain[keyword]; ok && value != false {
				before = append(before, value)
			}
		}
		for _, n := range p.new {
			value, ok := n.plain[keyword]
			implied := func(old any) bool { return value == old || keyword == "multipleOf" && divides(value, old) }
			if ok && value != false && !slices.ContainsFunc(before, implied) {
				p.narrowed(len(before) > 0, n.at.AppendToken(keyword))
			}
		}
	}
}

// divides reports whether what is a multiple of old is one of value, too.
func divides(value, old any) bool {
	v, _ := value.(float64)
	o, _ := old.(float64)
	return v > 0 && v == math.Trunc(v) && o == math.Trunc(o) && math.Mod(o, v) == 0
}

package manifest

// surfaceUnits is what it costs to look at a value without looking into it.
func surfaceUnits(value any) int {
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

// contentUnits is what it costs to look at what a value holds.
func contentUnits(value any) int {
	units := 0
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			units += 1 + surfaceUnits(item)
		}
	case map[string]any:
		for _, member := range v {
			units += 1 + surfaceUnits(member)
		}
	}
	return units
}

// wholeUnits is what it costs to look at a value all through.
func wholeUnits(value any) int {
	units := 1
	switch v := value.(type) {
	case string:
		units += len(v) / 64
	case []any:
		for _, item := range v {
			units += wholeUnits(item)
		}
	case map[string]any:
		for name, member := range v {
			units += len(name)/64 + wholeUnits(member)
		}
	}
	return units
}

// countValues is how many values there are in a value.
func countValues(value any) int {
	n := 1
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			n += countValues(item)
		}
	case map[string]any:
		for _, member := range v {
			n += countValues(member)
		}
	}
	return n
}

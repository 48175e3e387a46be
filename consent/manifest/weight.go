package manifest

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

package manifest

// Sensitivity is how carefully a scope is handled (contract §7). The zero value
// is not a sensitivity a manifest can declare; it is treated as high.
type Sensitivity uint8

// The three sensitivities, in rising order.
const (
	Low Sensitivity = iota + 1
	Medium
	High
)

// ParseSensitivity reads "low", "medium" or "high".
func ParseSensitivity(s string) (Sensitivity, bool) {
	switch s {
	case "low":
		return Low, true
	case "medium":
		return Medium, true
	case "high":
		return High, true
	}
	return 0, false
}

func (s Sensitivity) String() string {
	switch s {
	case Low:
		return "low"
	case Medium:
		return "medium"
	}
	return "high"
}

// Highest returns the highest of all; with none, or a zero among them, High.
func Highest(all ...Sensitivity) Sensitivity {
	highest := Sensitivity(0)
	for _, s := range all {
		if s == 0 {
			return High
		}
		highest = max(highest, s)
	}
	if highest == 0 {
		return High
	}
	return highest
}

// Floor returns the sensitivity below which Assent never treats scope, whatever
// a manifest declares: that of the preset scopes (001 §6), of network:http and of
// project:cli. Any other scope has the floor Low.
func Floor(scope string) Sensitivity {
	switch scope {
	case "filesystem:read", "clipboard:read", "network:http", "project:cli":
		return Medium
	case "location:read":
		return High
	}
	return Low
}

// Preset reports whether scope is one of the four that every client knows (001 §6).
func Preset(scope string) bool {
	switch scope {
	case "notification:send", "filesystem:read", "clipboard:read", "location:read":
		return true
	}
	return false
}

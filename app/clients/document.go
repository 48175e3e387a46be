package clients

import (
	"encoding/json"
	"slices"
)

// document is a configuration file that is open for editing.
type document interface {
	bytes() []byte
	value() map[string]any // what it says, without comments
}

func (j *jsonc) value() (value map[string]any) {
	j.get(&value)
	return value
}

func (f *tomlFile) value() map[string]any {
	value, _ := f.decoded() // it was decoded when it was opened
	return value
}

// sameBut reports whether two files say the same, members without content aside.
func sameBut(a, b document) bool {
	x, errX := json.Marshal(filled(a.value()))
	y, errY := json.Marshal(filled(b.value()))
	return errX == nil && errY == nil && slices.Equal(x, y)
}

// filled returns value without the empty objects and lists in it.
func filled(value any) any {
	switch value := plain(value).(type) {
	case map[string]any:
		out := map[string]any{}
		for name, member := range value {
			if member = filled(member); member != nil {
				out[name] = member
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		if len(value) == 0 {
			return nil
		}
		return value
	default:
		return value
	}
}

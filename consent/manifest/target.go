package manifest

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Target returns the argument that the manifest names as what a call of the tool aims at
// (x_target, contract §12): text as it is, any other value as JSON. It is empty where
// none is named, or where arguments, a strict object, have none there.
func (t *Tool) Target(arguments jsontext.Value) string {
	if t.TargetAt == "" {
		return ""
	}
	value := arguments
	for name := range t.TargetAt.Tokens() {
		if value = within(value, name); value == nil {
			return ""
		}
	}
	var text string
	if value.Kind() == '"' && json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// within returns the member or item of a name, nil when there is none.
func within(value jsontext.Value, name string) jsontext.Value {
	switch value.Kind() {
	case '{':
		var members map[string]jsontext.Value
		if json.Unmarshal(value, &members) == nil {
			return members[name]
		}
	case '[':
		var items []jsontext.Value
		index, err := strconv.Atoi(name)
		if err == nil && json.Unmarshal(value, &items) == nil && index >= 0 && index < len(items) {
			return items[index]
		}
	}
	return nil
}

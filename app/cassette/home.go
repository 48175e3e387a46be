package cassette

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// home is where the user's files lie: when it was recorded, and now.
type home struct{ recorded, own string }

// without returns a JSON value in which no path says where the home folder is.
func without(homeFolder string, value jsontext.Value) jsontext.Value {
	return rewrite(value, func(text string) string {
		for _, folder := range []string{"~", homeFolder} {
			if rest, ok := below(text, folder); ok {
				return "$HOME" + rest
			}
		}
		return text
	})
}

// moved returns a JSON value in which the recorded home folder is the user's own.
func (h home) moved(value jsontext.Value) jsontext.Value {
	return rewrite(value, func(text string) string {
		if rest, ok := below(text, h.recorded); ok {
			return h.own + rest
		}
		return text
	})
}

// below returns what of a path follows a folder that it is, or lies in.
func below(path, folder string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(path, folder)
	return rest, ok && folder != "" && (rest == "" || strings.HasPrefix(rest, "/"))
}

// rewrite returns value with every string in it, names not, as change has it. What cannot
// be read stays as it is.
func rewrite(value jsontext.Value, change func(string) string) jsontext.Value {
	var read any
	if value == nil || json.Unmarshal(value, &read) != nil {
		return value
	}
	written, err := json.Marshal(changed(read, change), json.Deterministic(true))
	if err != nil {
		return value
	}
	return written
}

func changed(value any, change func(string) string) any {
	switch value := value.(type) {
	case string:
		return change(value)
	case []any:
		for i := range value {
			value[i] = changed(value[i], change)
		}
	case map[string]any:
		for name := range value {
			value[name] = changed(value[name], change)
		}
	}
	return value
}

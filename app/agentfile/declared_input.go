package agentfile

import (
	"maps"
	"regexp"
	"slices"

	"assent/consent/visible"
)

// Input is an input that a file declares, for asking the person for it. Its texts are the
// file's, untrusted.
type Input struct {
	Name        string
	Description string
	Default     string // empty: none
	Choices     []string
	Required    bool
	Secret      bool // what is written for it is not for onlookers
}

// maxInputs is how many inputs are asked for; a file that declares more is for the command
// line.
const maxInputs = 64

// maxInputText is how many characters of one text about an input are told.
const maxInputText = 300

// Inputs returns the inputs that a file declares, the required ones first and then by their
// names. It returns none of a text that cannot be read; Read says what is wrong with it.
func Inputs(data []byte) (inputs []Input) {
	if len(data) > MaxSize {
		return nil
	}
	text, marks, err := mark(data)
	if err != nil {
		return nil
	}
	value, err := decode(text)
	if err != nil {
		return nil
	}
	r := &reader{marks: marks}
	schema := node{r, "", value}.member("inputSchema")
	properties, _ := schema.member("properties").value.(map[string]any)
	required, _ := schema.member("required").value.([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, _ := properties[name].(map[string]any)
		inputs = append(inputs, r.inputOf(name, property, slices.Contains(required, any(name))))
	}
	slices.SortStableFunc(inputs, func(a, b Input) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return inputs[:min(len(inputs), maxInputs)]
}

func (r *reader) inputOf(name string, property map[string]any, required bool) Input {
	name = r.unmarked(name)
	in := Input{Name: name, Required: required, Secret: secretName.MatchString(name)}
	if text, ok := property["description"].(string); ok {
		in.Description, _ = visible.Short(r.unmarked(text), maxInputText)
	}
	if property["writeOnly"] == true || property["format"] == "password" {
		in.Secret = true
	}
	if value, ok := property["default"]; ok {
		in.Default, _ = visible.Short(r.unmarked(asWritten(value)), maxInputText)
	}
	choices, _ := property["enum"].([]any)
	for _, value := range choices {
		in.Choices = append(in.Choices, r.unmarked(asWritten(value)))
	}
	return in
}

// secretName is what an input is called that is a secret.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|passphrase|credential|api.?key|private.?key|^key$|[-_]key$`)

// asWritten is a value as it is written for an input: a text as it is, all else as JSON.
func asWritten(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	return string(raw(value))
}

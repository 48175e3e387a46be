package wire

// Hello asks what an engine speaks and can do.
type Hello struct{}

// Line writes the question.
func (Hello) Line() []byte { return write("hello", Hello{}) }

// protocol is the version of what is spoken.
const protocol = 1

// Greeting answers Hello.
type Greeting struct {
	Protocol int               `json:"protocol"`
	Version  string            `json:"version"`        // of the program
	Scopes   map[string]string `json:"scopes"`         // "available", or "unavailable: " and what is missing
	Fake     []string          `json:"fake,omitzero"`  // scopes whose results are made up, for tests
	Fault    []string          `json:"fault,omitzero"` // what goes wrong on order, for tests
}

// NewGreeting is the greeting of a program of the given version.
func NewGreeting(version string, scopes map[string]string) Greeting {
	return Greeting{Protocol: protocol, Version: version, Scopes: scopes}
}

// Line writes g.
func (g Greeting) Line() []byte { return write("hello", g) }

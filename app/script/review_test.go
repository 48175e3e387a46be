package script

import (
	"slices"
	"testing"

	"assent/consent"
)

func TestReviews(t *testing.T) {
	t.Parallel()
	asked := []string{"filesystem:read", "clipboard:read"}
	globs := `{"review":{"mcp.*":["clipboard:read"],"mcp.self.*":"all","mcp.self.x":"none","mcp.self.?":[],"a/b":{"scopes":["filesystem:read"],"allowed_tools":["x"]}}}`
	tests := []struct {
		name, file, agent string
		want              []string
		open              bool
	}{
		{name: "by name", file: exampleAnswers, agent: "agent-1", want: asked[:1]},
		{name: "any other", file: exampleAnswers, agent: "agent-7", want: asked},
		{name: "any other, whatever is in its id", file: exampleAnswers, agent: "a/b", want: asked},
		{name: "not named", file: `{"review":{"agent-1":"all"}}`, agent: "agent-7"},
		{name: "what is not asked", file: `{"review":{"*":["location:read"]}}`, agent: "agent-7"},
		{name: "by a glob", file: globs, agent: "mcp.other", want: asked[1:]},
		{name: "by the longest key", file: globs, agent: "mcp.self.other", want: asked},
		{name: "by the key with fewer stars", file: globs, agent: "mcp.self.x", open: true},
		{name: "only a star is special", file: globs, agent: "mcp.self.?"},
		{name: "with tools", file: globs, agent: "a/b", want: asked[:1]},
		{name: "by no key", file: globs, agent: "mcp"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answered := 0
			person := &Person{Answers: readAnswers(t, test.file)}
			person.Review(consent.Review{Agent: consent.Agent{ID: test.agent}, Scopes: asked}, func(got []string) {
				answered++
				if !slices.Equal(got, test.want) {
					t.Errorf("granted %v, want %v", got, test.want)
				}
			})
			if answered == 1 == test.open {
				t.Errorf("answered %d times", answered)
			}
		})
	}
}

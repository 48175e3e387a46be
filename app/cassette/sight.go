package cassette

import (
	"maps"
	"slices"

	"assent/app/wire"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// sight is what a call is recognized by.
type sight struct {
	agent, tool string
	arguments   string            // their digest
	members     map[string]string // and that of each, by its name
	group       bool
	runs        wire.Runs
}

// look returns what a call is recognized by. A path in its user's home folder is like one
// in another's.
func look(said wire.Call, homeFolder string) sight {
	arguments := without(homeFolder, said.Arguments)
	s := sight{agent: said.AgentID, tool: said.Tool, arguments: canonical.Digest(arguments), members: map[string]string{}, group: said.Group, runs: said.Runs}
	var members map[string]jsontext.Value
	if json.Unmarshal(arguments, &members) == nil {
		for name, value := range members {
			s.members[name] = canonical.Digest(value)
		}
	}
	return s
}

// like reports whether two calls are the same.
func (s sight) like(other sight) bool {
	return s.agent == other.agent && s.tool == other.tool && s.arguments == other.arguments && s.group == other.group && s.runs == other.runs
}

// otherMembers names the arguments in which two calls differ.
func (s sight) otherMembers(other sight) (names []string) {
	all := maps.Clone(s.members)
	maps.Copy(all, other.members)
	for name := range all {
		if s.members[name] != other.members[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

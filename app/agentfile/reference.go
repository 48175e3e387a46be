package agentfile

import (
	"regexp"
	"strings"
)

// Kind is what a reference of tools or allowedTools names.
type Kind uint8

// The kinds of references.
const (
	Native     Kind = iota // one of the agent's own tools
	AllNative              // @builtin
	ServerTool             // one tool of a server
	AllOfServer
	Agent      // another agent
	Everything // *
)

// Reference is an entry of tools or allowedTools.
type Reference struct {
	Text   string // as the file has it
	At     string // JSON Pointer
	Kind   Kind
	Server string // of ServerTool and AllOfServer
	Tool   string // of Native, with hyphens, ServerTool and Agent
}

var nativeName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// readReferences reads a list of tools. Of those that the agent may use, strictly: each
// names one thing.
func (r *reader) readReferences(n node, strictly bool) (all []Reference) {
	for _, item := range n.items() {
		text := item.text()
		reference, ok := r.parse(text)
		reference.At = string(item.at)
		switch {
		case !ok && (strictly || text == ""):
			item.report("Write a tool such as fs-read, @server, @server/tool or #agent.")
			continue
		case !ok:
			r.warn(item.at, "This names no tool: a pattern is not taken.")
			continue
		case (reference.Kind == ServerTool || reference.Kind == AllOfServer) && !r.hasServer(reference.Server):
			r.warn(item.at, "The file has no server of this name: its tools cannot be used.")
		}
		all = append(all, reference)
	}
	return all
}

func (r *reader) parse(text string) (Reference, bool) {
	reference := Reference{Text: text}
	name, native := strings.CutPrefix(text, "@native/")
	switch {
	case text == "*":
		reference.Kind = Everything
	case text == "@builtin", text == "@native", text == "@native/*":
		reference.Kind = AllNative
	case strings.HasPrefix(text, "#"):
		reference.Kind, reference.Tool = Agent, text[1:]
		return reference, agentName.MatchString(reference.Tool)
	case strings.HasPrefix(text, "@") && !native:
		reference.Server, reference.Tool = r.split(text[1:])
		reference.Kind = ServerTool
		if reference.Tool == "" || reference.Tool == "*" {
			reference.Kind, reference.Tool = AllOfServer, ""
		}
		return reference, reference.Server != "" && !strings.ContainsRune(reference.Tool, '*')
	default:
		reference.Tool = strings.ReplaceAll(name, "_", "-")
		return reference, nativeName.MatchString(name)
	}
	return reference, true
}

// split divides what follows an @: the server, and its tool after a slash or, as the
// page's complete example writes it, a dot. A server's own name may have dots in it.
func (r *reader) split(text string) (server, tool string) {
	if server, tool, ok := strings.Cut(text, "/"); ok {
		return server, tool
	}
	best := ""
	for _, s := range r.file.Servers {
		if text == s.Name {
			return text, ""
		}
		if strings.HasPrefix(text, s.Name+".") && len(s.Name) > len(best) {
			best = s.Name
		}
	}
	if best != "" {
		return best, text[len(best)+1:]
	}
	server, tool, _ = strings.Cut(text, ".")
	return server, tool
}

func (r *reader) hasServer(name string) bool {
	for _, s := range r.file.Servers {
		if s.Name == name {
			return true
		}
	}
	return false
}

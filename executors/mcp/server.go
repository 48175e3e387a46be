package mcp

import (
	"os"
	"strings"
	"time"
)

// Server is an MCP server that an agent uses (contract §16). It is at a URL, or a command
// starts it.
type Server struct {
	Name string // as the agent's file calls it, and the errors about it

	Command     string // a program's path, or its name in PATH
	Args        []string
	Environment []Setting // of the command, beside PATH, HOME and LANG

	URL     string
	Headers []Setting // of each request to the URL

	Folder  string        // where the command starts, absolute
	Touches []string      // files and folders beside it that the command may read and write, absolute
	Timeout time.Duration // how long it may take to start and to list its tools; 0: startTime

	// Silent says why nothing is started or spoken to: the file names no address, or
	// switches the server off. Empty: it can be used.
	Silent string
}

// Setting is a variable of the environment, or a header: its value is made when it is
// needed, and kept nowhere.
type Setting struct {
	Name  string
	Parts []Part
}

// Part is a piece of a setting's value.
type Part struct {
	Text     string
	Variable string // the variable of Assent's own environment that stands here; empty: Text does
}

// Variables returns the variables of Assent's environment that the setting takes.
func (s Setting) Variables() (names []string) {
	for _, part := range s.Parts {
		if part.Variable != "" {
			names = append(names, part.Variable)
		}
	}
	return names
}

// value returns the setting's value, and the variable that is not set where one is not.
func (s Setting) value() (value, unset string) {
	var b strings.Builder
	for _, part := range s.Parts {
		text := part.Text
		if part.Variable != "" {
			var set bool
			if text, set = os.LookupEnv(part.Variable); !set {
				return "", part.Variable
			}
		}
		b.WriteString(text)
	}
	return b.String(), ""
}

// Binding says which tool of which server a declared tool is.
type Binding struct {
	Declared string `json:"declared"` // its name in the manifest
	Scope    string `json:"scope"`
	Server   string `json:"server"`
	Tool     string `json:"tool"`   // its name at the server
	Digest   string `json:"digest"` // of the server's whole tool object, canonical; empty: it was never listed
}

// Written returns the setting as a file writes it: variables by their names.
func (s Setting) Written() string {
	var b strings.Builder
	for _, part := range s.Parts {
		if b.WriteString(part.Text); part.Variable != "" {
			b.WriteString("${" + part.Variable + "}")
		}
	}
	return b.String()
}

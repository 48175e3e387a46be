package clients

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// EntryName is what Assent is called among a client's MCP servers.
const EntryName = "assent"

// errOtherAssent is what a file says that has a server of this name which is not ours.
var errOtherAssent = errors.New("it has a server called assent that Assent did not put there: rename or remove it first")

// Install returns what puts Assent among the client's MCP servers; with wrap every
// other stdio server is put behind the consent too (contract §13).
func (c Client) Install(p Place, wrap bool) (Change, error) {
	return c.serversEdit(p, wrap).install()
}

// Uninstall returns what takes all of that out again, and the function that does it.
func (c Client) Uninstall(p Place) (Change, func() error, error) {
	change, files, err := c.serversEdit(p, true).uninstall()
	return change, func() error { return change.undo(files) }, err
}

func (c Client) serversEdit(p Place, wrap bool) edit {
	return edit{
		path: p.file(c.servers.path),
		open: c.servers.open,
		put: func(d document) error {
			s := c.list(d)
			if entry, ok := s.get(EntryName); ok && !entry.serves() {
				return errOtherAssent
			}
			if err := s.set(EntryName, c.entry(p)); err != nil || !wrap {
				return err
			}
			return c.each(d, func(s list, name string, e entry) error {
				command, args, wrapped := e.wrapped()
				if !wrapped {
					command, args = e.command, e.args
				}
				if e.serves() || e.remote || command == "" || wrapped && e.command == p.Ctl {
					return nil
				}
				return s.run(name, p.Ctl, slices.Concat([]string{"mcp", "wrap", wrapName(name), "--client", c.Name, "--socket", p.Socket, "--", command}, args))
			})
		},
		take: func(d document) error {
			if entry, ok := c.list(d).get(EntryName); ok && entry.serves() {
				if err := c.list(d).remove(EntryName); err != nil {
					return err
				}
			}
			return c.each(d, func(s list, name string, e entry) error {
				if command, args, ok := e.wrapped(); ok {
					return s.run(name, command, args)
				}
				return nil
			})
		},
		owned: func(d document) bool {
			owned := false
			_ = c.each(d, func(_ list, _ string, e entry) error {
				owned = owned || e.ours()
				return nil
			})
			return owned
		},
	}
}

// entry is an MCP server of a client, as far as it matters here.
type entry struct {
	command string
	args    []string
	remote  bool
}

// runs reports whether the entry is one that Assent wrote, whatever assentctl was called
// and wherever it lay then.
func (e entry) runs(command string) bool {
	return len(e.args) > 5 && slices.Equal(e.args[:2], []string{"mcp", command}) && slices.Contains(e.args, "--client") && slices.Contains(e.args, "--socket")
}

func (e entry) serves() bool { return e.runs("serve") }

func (e entry) ours() bool { return e.serves() || e.runs("wrap") }

// wrapped returns what a wrapped server ran before.
func (e entry) wrapped() (command string, args []string, ok bool) {
	at := slices.Index(e.args, "--")
	if !e.runs("wrap") || at < 0 || at+1 >= len(e.args) {
		return "", nil, false
	}
	return e.args[at+1], e.args[at+2:], true
}

// entry is Assent's own.
func (c Client) entry(p Place) []assignment {
	var all []assignment
	if c.servers.typed {
		all = append(all, assignment{"type", "stdio"})
	}
	all = append(all, assignment{"command", p.Ctl},
		assignment{"args", []string{"mcp", "serve", "--client", c.Name, "--socket", p.Socket}})
	if c.servers.limit != "" {
		all = append(all, assignment{c.servers.limit, c.servers.timeout})
	}
	return all
}

var notInName = regexp.MustCompile(`[^a-z0-9_-]+`)

// wrapName makes a server's name one that mcp wrap takes.
func wrapName(name string) string {
	name = strings.TrimLeft(notInName.ReplaceAllString(strings.ToLower(name), "-"), "-_")
	if name == "" {
		return "server"
	}
	return strings.TrimRight(name[:min(len(name), 32)], "-")
}

package clients

import (
	"fmt"
	"os/exec"
)

// Status is how a client stands to Assent.
type Status struct {
	Client    string   `json:"client"`
	File      string   `json:"file"`      // with its MCP servers; it need not be there
	Connected bool     `json:"connected"` // it has Assent among its servers
	Wrapped   []string `json:"wrapped"`   // servers behind the consent
	Missing   []string `json:"missing"`   // stdio servers that are not
	Remote    []string `json:"remote"`    // servers on the network, which install does not wrap
	Hook      string   `json:"hook"`      // "default" or "guard", empty where it has no hook of ours
	Wants     []string `json:"wants"`     // what the person still has to do there, and should know
	Broken    []string `json:"broken"`    // what of ours would not start, and how to mend it, a sentence each
	Fault     string   `json:"fault,omitempty"`
}

// Status looks at the client's file. It changes nothing.
func (c Client) Status(p Place) Status {
	s := Status{Client: c.Name, File: p.file(c.servers.path), Wrapped: []string{}, Missing: []string{}, Remote: []string{}, Wants: []string{}, Broken: []string{}}
	if err := c.look(p, &s); err != nil {
		s.Fault = err.Error()
	}
	if s.Connected || len(s.Wrapped) > 0 {
		s.Wants = append(s.Wants, c.servers.wants...)
	}
	hook, program, err := c.hook(p)
	if err != nil && s.Fault == "" {
		s.Fault = err.Error()
	}
	if s.Hook = hook; hook != "" {
		s.Wants = append(s.Wants, c.HookNotes(hook == "guard")...)
		s.starts(program, "The hook", "hook install "+c.Name+guardFlag(hook == "guard"))
	}
	return s
}

func (c Client) look(p Place, s *Status) error {
	path, err := realPath(s.File)
	if err != nil {
		return err
	}
	text, err := read(path)
	if err != nil || text == nil {
		return err
	}
	d, err := c.servers.open(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return c.each(d, func(_ list, name string, e entry) error {
		switch {
		case e.serves():
			s.Connected = true
			s.starts(e.command, "The server "+name, "mcp install "+c.Name)
		case e.ours():
			s.Wrapped = append(s.Wrapped, name)
			s.starts(e.command, "The server "+name, "mcp install "+c.Name+" --wrap")
		case e.remote || e.command == "":
			s.Remote = append(s.Remote, name)
		default:
			s.Missing = append(s.Missing, name)
		}
		return nil
	})
}

// starts notes what starts a program that is not there, and what assentctl is to do then.
func (s *Status) starts(program, what, mend string) {
	if _, err := exec.LookPath(program); err != nil {
		s.Broken = append(s.Broken, fmt.Sprintf("%s starts %s, which cannot be run: assentctl %s mends it.", what, program, mend))
	}
}

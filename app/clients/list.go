package clients

import (
	"slices"
)

// list is the MCP servers in one place of a client's file.
type list struct {
	document document
	path     []string
}

func (s servers) open(text []byte) (document, error) {
	if s.toml {
		return parseTOML(text)
	}
	return parseJSONC(text)
}

// list returns the client's own servers.
func (c Client) list(d document) list { return list{d, []string{c.servers.member}} }

// each calls f for every server of every list in the file.
func (c Client) each(d document, f func(list, string, entry) error) error {
	lists := []list{c.list(d)}
	if file, ok := d.(*jsonc); ok && c.servers.nested != "" {
		for _, name := range file.members(c.servers.nested) {
			lists = append(lists, list{d, []string{c.servers.nested, name, c.servers.member}})
		}
	}
	for _, l := range lists {
		for _, name := range l.names() {
			if e, ok := l.get(name); ok {
				if err := f(l, name, e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (l list) at(name string) []string { return append(slices.Clone(l.path), name) }

func (l list) value(name string) (value map[string]any) {
	switch d := l.document.(type) {
	case *jsonc:
		d.get(&value, l.at(name)...)
	case *tomlFile:
		value, _ = plain(d.get(l.at(name)...)).(map[string]any)
	}
	return value
}

func (l list) names() (names []string) {
	switch d := l.document.(type) {
	case *jsonc:
		return d.members(l.path...)
	case *tomlFile:
		table, _ := d.get(l.path...).(map[string]any)
		for name := range table {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (l list) get(name string) (e entry, ok bool) {
	value := l.value(name)
	if value == nil {
		return entry{}, false
	}
	e.command, _ = value["command"].(string)
	args, _ := value["args"].([]any)
	for _, arg := range args {
		text, _ := arg.(string)
		e.args = append(e.args, text)
	}
	kind, _ := value["type"].(string)
	e.remote = kind != "" && kind != "stdio"
	return e, true
}

// set writes an entry anew.
func (l list) set(name string, members []assignment) error {
	switch d := l.document.(type) {
	case *jsonc:
		return d.set(ordered(members), l.at(name)...)
	case *tomlFile:
		return d.setTable(l.at(name), members)
	}
	return nil
}

// run changes what an entry runs, and nothing else of it.
func (l list) run(name, command string, args []string) error {
	switch d := l.document.(type) {
	case *jsonc:
		if err := d.set(command, append(l.at(name), "command")...); err != nil {
			return err
		}
		return d.set(args, append(l.at(name), "args")...)
	case *tomlFile:
		return d.setTable(l.at(name), []assignment{{"command", command}, {"args", args}})
	}
	return nil
}

func (l list) remove(name string) error {
	switch d := l.document.(type) {
	case *jsonc:
		return d.remove(l.at(name)...)
	case *tomlFile:
		return d.removeTable(l.at(name)...)
	}
	return nil
}

package clients

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrOnlyGuard is the error of a hook that is no guard, of a client that never asks hooks
// where it would ask the person.
var ErrOnlyGuard = errors.New("it has no event where it would ask you itself: install the hook with --guard")

// FindHooks returns the client of this name, which runs hooks. The error names those that
// do.
func FindHooks(name string) (Client, error) {
	var names []string
	for _, c := range table {
		if _, ok := hookFiles[c.Name]; ok {
			if c.Name == name {
				return c, nil
			}
			names = append(names, c.Name)
		}
	}
	return Client{}, fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// InstallHook returns what has the client run Assent's hook (contract §14). What the
// client wants then is said by HookNotes.
func (c Client) InstallHook(p Place, guard bool) (Change, error) {
	if f := hookFiles[c.Name]; !guard && len(f.ask) == 0 {
		return Change{}, ErrOnlyGuard
	}
	return c.hookEdit(p, guard).install()
}

// UninstallHook returns what takes the hook out again, and the function that does it.
func (c Client) UninstallHook(p Place) (Change, func() error, error) {
	change, files, err := c.hookEdit(p, false).uninstall()
	return change, func() error { return change.undo(files) }, err
}

// HookNotes are what the person should know of the client's hooks, a sentence each: what
// it still wants, and where it runs on.
func (c Client) HookNotes(guard bool) []string {
	f := hookFiles[c.Name]
	if guard {
		return append(slices.Clone(f.wants), f.runsOn)
	}
	return f.wants
}

// HookStatus is how the client's hook stands: "", "default" or "guard".
func (c Client) HookStatus(p Place) (string, error) {
	way, _, err := c.hook(p)
	return way, err
}

// hook is how the client's hook stands, as HookStatus says, and the program that it starts.
func (c Client) hook(p Place) (way, program string, err error) {
	f, ok := hookFiles[c.Name]
	if !ok {
		return "", "", nil
	}
	path, err := realPath(p.file(f.path))
	if err != nil {
		return "", "", err
	}
	data, err := read(path)
	if err != nil || data == nil {
		return "", "", err
	}
	d, err := parseJSONC(data)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", path, err)
	}
	for _, of := range []struct {
		way    string
		events []string
	}{{"guard", f.guard}, {"default", f.ask}} {
		for _, event := range of.events {
			if program, ok := c.hooked(d, event); ok {
				return of.way, program, nil
			}
		}
	}
	return "", "", nil
}

func (c Client) hookEdit(p Place, guard bool) edit {
	f := hookFiles[c.Name]
	return edit{
		path: p.file(f.path),
		open: func(text []byte) (document, error) { return parseJSONC(text) },
		put: func(d document) error {
			events, others := f.ask, f.guard
			if guard {
				events, others = f.guard, f.ask
			}
			file := d.(*jsonc)
			for _, event := range others {
				if err := file.removeItems(c.oursHook, "hooks", event); err != nil {
					return err
				}
			}
			if f.version != 0 && hookless(file) {
				if err := file.set(f.version, "version"); err != nil {
					return err
				}
			}
			for _, event := range events {
				if err := c.putHook(file, event, f.entry(c.hookCommand(p, guard), event, guard)); err != nil {
					return err
				}
			}
			return nil
		},
		take: func(d document) error {
			file := d.(*jsonc)
			for _, event := range slices.Concat(f.ask, f.guard) {
				if err := file.removeItems(c.oursHook, "hooks", event); err != nil {
					return err
				}
			}
			if f.version != 0 && hookless(file) {
				return file.remove("version")
			}
			return nil
		},
		owned: func(d document) bool {
			return slices.ContainsFunc(slices.Concat(f.ask, f.guard), func(event string) bool {
				_, ok := c.hooked(d.(*jsonc), event)
				return ok
			})
		},
	}
}

// hookless reports whether a file has no hook at all.
func hookless(file *jsonc) bool {
	hooks, _ := filled(file.value()["hooks"]).(map[string]any)
	return len(hooks) == 0
}

// putHook makes an entry the only one of ours of an event.
func (c Client) putHook(file *jsonc, event string, entry ordered) error {
	wanted, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	var items []json.RawMessage
	file.get(&items, "hooks", event)
	ours := slices.DeleteFunc(items, func(item json.RawMessage) bool { return !c.oursHook(item) })
	if len(ours) == 1 && sameJSON(ours[0], wanted) {
		return nil
	}
	if err := file.removeItems(c.oursHook, "hooks", event); err != nil {
		return err
	}
	return file.add(entry, "hooks", event)
}

func sameJSON(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	left, _ := json.Marshal(x)
	right, _ := json.Marshal(y)
	return slices.Equal(left, right)
}

// hooked returns the program that our hook for an event starts; false where the file has
// none.
func (c Client) hooked(file *jsonc, event string) (program string, ok bool) {
	var items []json.RawMessage
	file.get(&items, "hooks", event)
	for _, item := range items {
		if program, ok := c.hookProgram(item); ok {
			return program, true
		}
	}
	return "", false
}

package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assent/app/agentfile"
	"assent/app/folder"
	"assent/app/mcp/declare"
	"assent/executors/filesystem"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// imported is what is kept of an agent that was imported from a file: one file in the
// data folder. No value of the environment is in it.
type imported struct {
	AgentFile
	Listed map[string][]jsontext.Value `json:"listed"` // what each server listed, as the person saw it
}

// AgentFile is an agent's file as the person gives it (contract §16).
type AgentFile struct {
	Text      string            `json:"text"`
	Workspace string            `json:"workspace"` // absolute
	Inputs    map[string]string `json:"inputs"`    // what its templates are filled in from
}

// read checks the file and fills it in. The error is an *agentfile.Invalid.
func (f AgentFile) read(home string) (*agentfile.File, error) {
	return agentfile.Read([]byte(f.Text), agentfile.Options{Inputs: f.Inputs, Workspace: f.Workspace, Home: home})
}

// declare makes the manifest of the file with what its servers listed.
func (i imported) declare(file *agentfile.File) (agentfile.Declared, error) {
	listed := map[string]agentfile.Listing{}
	for server, raw := range i.Listed {
		listing := agentfile.Listing{}
		for _, one := range raw {
			tool, err := declare.Read(one)
			if err != nil {
				return agentfile.Declared{}, fmt.Errorf("the server %q: %w", server, err)
			}
			listing.Tools = append(listing.Tools, tool)
		}
		listed[server] = listing
	}
	return file.Declare(listed)
}

// maxImported is more bytes than what is kept of one agent has.
const maxImported = 32 << 20

// imports are the agents that were imported, on the disk.
type imports struct{ places folder.Places }

func (i imports) folder() string { return filepath.Join(i.places.Data, "agents") }

// path is where an agent is kept. Only a name that an agent file may have has one.
func (i imports) path(agentID string) string { return filepath.Join(i.folder(), agentID+".json") }

func (i imports) read(agentID string) (kept imported, err error) {
	data, err := folder.ReadFile(i.path(agentID), maxImported)
	if err != nil {
		return imported{}, err
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return imported{}, fmt.Errorf("reading what is kept of an agent file: %w", err)
	}
	return kept, nil
}

func (i imports) write(agentID string, kept imported) error {
	data, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("keeping an agent file: %w", err)
	}
	if err := os.MkdirAll(i.folder(), 0o700); err != nil {
		return fmt.Errorf("keeping an agent file: %w", err)
	}
	if err := folder.WriteFile(i.path(agentID), data); err != nil {
		return fmt.Errorf("keeping an agent file: %w", err)
	}
	return nil
}

func (i imports) remove(agentID string) error {
	if strings.ContainsAny(agentID, `/\`) {
		return nil // none is kept by such a name
	}
	if err := os.Remove(i.path(agentID)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// ids returns whose files are kept.
func (i imports) ids() (ids []string) {
	entries, err := os.ReadDir(i.folder())
	if err != nil {
		return nil // there is none yet
	}
	for _, entry := range entries {
		if id, ok := strings.CutSuffix(entry.Name(), ".json"); ok && !strings.HasPrefix(id, ".") {
			ids = append(ids, id)
		}
	}
	return ids
}

// useImported has the servers of every imported agent ready to be started.
func (e *Engine) useImported() {
	for _, id := range e.imports.ids() {
		kept, err := e.imports.read(id)
		if err != nil {
			continue // its calls say that no server is known
		}
		if file, err := kept.read(e.home); err == nil && file.Name == id {
			if declared, err := kept.declare(file); err == nil {
				e.use(file, declared)
			}
		}
	}
}

// use has an agent use its servers, and its paths hold.
func (e *Engine) use(file *agentfile.File, declared agentfile.Declared) {
	e.paths.Store(file.Name, file.Paths)
	e.servers.Use(file.Name, file.Servers, declared.Bound)
}

// placesOf returns where an imported agent's file lets it read.
func (e *Engine) placesOf(agentID string) (filesystem.Places, bool) {
	kept, ok := e.paths.Load(agentID)
	if !ok {
		return filesystem.Places{}, false
	}
	return filesystem.Places(kept.(agentfile.Paths).Read), true
}

// forget ends an agent's servers, and what is kept of its file goes: nothing brings the
// agent back by itself from then on.
func (e *Engine) forget(agentID string) error {
	e.importing.Lock()
	defer e.importing.Unlock()
	e.servers.Forget(agentID)
	e.paths.Delete(agentID)
	return e.imports.remove(agentID)
}

// serverChanged has the person look at what a server lists now, before a tool of it runs
// that is not what it was.
func (e *Engine) serverChanged(agentID, server string, tools [][]byte) {
	e.running.start(func() {
		e.importing.Lock()
		defer e.importing.Unlock()
		kept, err := e.imports.read(agentID)
		if err != nil {
			return
		}
		file, err := kept.read(e.home)
		if err != nil {
			return
		}
		kept.Listed[server] = raws(tools)
		_ = e.put(file, kept, false, func(string) {}) // where it cannot be told, its tool does not run all the same
	})
}

func raws(tools [][]byte) []jsontext.Value {
	all := make([]jsontext.Value, 0, len(tools))
	for _, tool := range tools {
		all = append(all, jsontext.Value(tool))
	}
	return all
}

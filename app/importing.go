package app

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"assent/app/agentfile"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/manifest"
	"assent/executors"
	"assent/executors/contained"
	"assent/executors/filesystem"
	"assent/executors/mcp"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrServersRefused says that the person did not let an agent's servers be started.
var ErrServersRefused = errors.New("the agent's servers may not be started, so nothing was")

// Import takes an agent's file (contract §16). What is wrong with the file is an
// *agentfile.Invalid at once. Else the person reviews the servers that it names; after a yes
// each is started, listed and ended; then its tools and scopes are put to review as any
// manifest's, and told is called: with nil, or with why there is no such review. offering,
// unless nil, is called right before that review. Both are
// called from another goroutine.
func (e *Engine) Import(f AgentFile, offering func(agentID string), told func(agentID string, err error)) (*agentfile.File, error) {
	if offering == nil {
		offering = func(string) {}
	}
	if !filepath.IsAbs(f.Workspace) {
		return nil, errors.New("the workspace is not an absolute path")
	}
	file, err := f.read(e.home)
	if err != nil {
		return nil, err
	}
	e.did("import", file.Name)
	servers := file.Live()
	if len(servers) == 0 {
		e.running.start(func() { told(file.Name, e.finishImport(f, file, nil, offering)) })
		return file, nil
	}
	reviewer, ok := e.options.Reviewer.(consent.ServerReviewer)
	if !ok {
		e.running.start(func() { told(file.Name, ErrServersRefused) })
		return file, nil
	}
	reviewer.ReviewServers(e.serverReview(file, servers), func(yes bool) {
		e.running.start(func() {
			if !yes {
				told(file.Name, ErrServersRefused)
				return
			}
			told(file.Name, e.finishImport(f, file, servers, offering))
		})
	})
	return file, nil
}

// maxCareShown is how many places of the workspace are named that deserve care.
const maxCareShown = 5

// serverReview is what the person sees of the servers before anything is started.
func (e *Engine) serverReview(file *agentfile.File, servers []mcp.Server) consent.ServerReview {
	r := consent.ServerReview{AgentID: file.Name, Workspace: file.Workspace, Contained: contained.Landlock() > 0}
	if slices.ContainsFunc(servers, func(s mcp.Server) bool { return s.URL == "" }) {
		r.Care = filesystem.CareWithin(file.Workspace, e.home, e.Settings().Care, maxCareShown)
	}
	for _, s := range servers {
		shown := consent.Server{Name: s.Name, URL: s.URL, Writable: s.Touches}
		if s.URL == "" {
			shown.Command = append([]string{s.Command}, s.Args...)
		}
		for _, setting := range slices.Concat(s.Environment, s.Headers) {
			said := consent.ServerSetting{Name: setting.Name, Variables: setting.Variables()}
			if s.URL == "" {
				said.Value = setting.Written()
			}
			shown.Settings = append(shown.Settings, said)
		}
		r.Servers = append(r.Servers, shown)
	}
	return r
}

// finishImport lists the servers, and puts what they and the file declare to review.
func (e *Engine) finishImport(f AgentFile, file *agentfile.File, servers []mcp.Server, offering func(agentID string)) error {
	kept := imported{AgentFile: f, Listed: map[string][]jsontext.Value{}}
	for _, s := range servers {
		tools, err := e.servers.List(e.ctx, s)
		if err != nil {
			e.options.Notice(Notice{Key: "notice.server_not_listed", Args: map[string]any{
				"Agent": file.Name, "Server": s.Name, "Why": executors.AsError(err).Message,
			}})
			continue // of its tools those are declared that the file names
		}
		kept.Listed[s.Name] = raws(tools)
	}
	if e.ctx.Err() != nil {
		return errors.New("the engine is closing")
	}
	e.importing.Lock()
	defer e.importing.Unlock()
	return e.put(file, kept, true, offering)
}

// put offers the manifest of an imported agent. A known agent's is put to review anew,
// whole or as far as tools changed, before any of it runs. The caller holds importing.
func (e *Engine) put(file *agentfile.File, kept imported, whole bool, offering func(agentID string)) error {
	declared, err := kept.declare(file)
	if err != nil {
		return err
	}
	m, err := manifest.Parse(declared.Manifest)
	if err != nil {
		return err
	}
	offer := consent.Offer{AgentID: file.Name, AgentName: file.Name, Manifest: declared.Manifest, Asked: declared.Asked}
	agent, known := e.reviewed(file.Name)
	if known && agent.Manifest.Hash != m.Hash {
		offer.Version, offer.Hash = agent.Version+1, m.Hash
		reauth := consent.Reauth{AgentID: file.Name, Version: offer.Version, Hash: m.Hash}
		if !whole {
			reauth.Tools = changedTools(agent.Manifest, m)
		}
		if whole || len(reauth.Tools) > 0 {
			if err := e.keeper.Reauth(reauth); err != nil {
				return err
			}
		}
	}
	if err := e.imports.write(file.Name, kept); err != nil {
		return err
	}
	e.use(file, declared)
	offering(file.Name)
	return e.keeper.Offer(offer)
}

// reviewed returns an agent that was reviewed before.
func (e *Engine) reviewed(agentID string) (consent.Agent, bool) {
	for _, agent := range e.keeper.Agents() {
		if agent.ID == agentID && agent.Reviewed {
			return agent, true
		}
	}
	return consent.Agent{}, false
}

// changedTools returns the tools of new that are not in old as they are.
func changedTools(old, new *manifest.Manifest) (names []string) {
	before := old.ToolDigests()
	for name, digest := range new.ToolDigests() {
		if before[name] != digest {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// importAgent takes a file that a host brings, and tells it what became of it.
func (s *Session) importAgent(c wire.Control) {
	answer := wire.ControlAnswer{Op: c.Op, OK: true}
	told := make(chan struct{}) // the answer goes out first
	defer close(told)
	file, err := s.engine.Import(AgentFile{Text: c.File, Workspace: c.Workspace, Inputs: c.Inputs}, s.name, func(agentID string, err error) {
		<-told
		if errors.Is(err, ErrServersRefused) {
			s.send(wire.Relation{AgentID: agentID, Granted: []string{}, Warnings: []manifest.Issue{}}.Line())
			return
		}
		s.refused(agentID, err)
	})
	var wrong *agentfile.Invalid
	switch {
	case errors.As(err, &wrong):
		answer.OK, answer.Message, answer.Details = false, "the agent file is not valid", wrong.Issues
	case err != nil:
		answer.OK, answer.Message = false, err.Error()
	default:
		answer.AgentID, answer.Warnings = file.Name, file.Warnings
	}
	s.send(answer.Line())
}

// exportAgent writes an agent back as a file: the one that it was imported from, or one
// that is made of its manifest.
func (e *Engine) exportAgent(agentID string, answer *wire.ControlAnswer) error {
	if kept, err := e.imports.read(agentID); err == nil {
		answer.File = kept.Text
		return nil
	}
	agent, ok := e.reviewed(agentID)
	if !ok {
		return fmt.Errorf("%w: %s", consent.ErrUnknownAgent, cmp.Or(agentID, "no id was given"))
	}
	text, lost, err := agentfile.Write(agentID, agent.Manifest)
	answer.File, answer.Lost = string(text), lost
	return err
}

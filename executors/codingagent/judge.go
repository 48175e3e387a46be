package codingagent

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Judge looks at calls. It is safe for concurrent use.
type Judge struct {
	Home string // the user's home folder

	// Prepare makes the plan that Assent's own executors would make: what they know of a
	// file or an address is shown here, too.
	Prepare func(context.Context, executors.Request) (executors.Plan, error)
}

// Sight is what there is to see of one call.
type Sight struct {
	judge Judge
	facts executors.Facts
	edit  *edit // of a file, nil when its difference is known or there is none
}

// Facts returns what the person is shown. It changes with Hold alone.
func (s *Sight) Facts() executors.Facts { return s.facts }

// arguments are those of every tool of a coding agent (contract §14).
type arguments struct {
	Tool  string         `json:"tool"`
	Input jsontext.Value `json:"input"`
	Cwd   string         `json:"cwd"`
}

// Look judges a call of a coding agent's scope. The error is an *executors.Error, of
// what is protected from every agent. Arguments that are not understood have nothing to
// show, which is no fault: the person sees all of them anyway.
func (j Judge) Look(ctx context.Context, scope string, raw jsontext.Value) (*Sight, error) {
	s := &Sight{judge: j}
	var a arguments
	if json.Unmarshal(raw, &a) != nil {
		return s, nil
	}
	in := readInput(a.Input)
	folder := folderOf(a.Cwd, in.text("directory", "dir_path", "cwd", "workdir"))
	var err error
	switch executors.AgentKind(scope) {
	case executors.AgentShell:
		s.shell(in, folder)
	case executors.AgentWrite:
		err = s.write(ctx, a, in, folder)
	case executors.AgentRead:
		err = s.read(ctx, in, folder)
	case executors.AgentNet:
		s.net(ctx, in)
	default:
		s.facts.Target = a.Tool
	}
	return s, err
}

// folderOf is where a call works: its own folder, which may be relative to the session's.
// A folder that is not absolute is not known.
func folderOf(cwd, own string) string {
	if own != "" && !filepath.IsAbs(own) && filepath.IsAbs(cwd) {
		own = filepath.Join(cwd, own)
	}
	for _, folder := range []string{own, cwd} {
		if filepath.IsAbs(folder) {
			return filepath.Clean(folder)
		}
	}
	return ""
}

// file adds what is known of a file: where it really is, and why it must be asked about.
func (s *Sight) file(ctx context.Context, path string) (known bool, err error) {
	s.facts.Target = path
	found, err := s.prepared(ctx, "filesystem:read", "file_info", map[string]any{"path": path})
	if failure := (*executors.Error)(nil); errors.As(err, &failure) {
		if failure.Reason == executors.ProtectedPath {
			return false, failure
		}
		return false, nil
	}
	if found.Finding != nil && found.Finding.Reason == executors.ProtectedPath {
		return false, found.Finding
	}
	s.facts.Target, s.facts.Care, s.facts.Breadth = found.Target, found.Care, found.Breadth
	if found.Finding == nil {
		s.facts.Details = append(s.facts.Details, found.Details...)
	}
	return found.Finding == nil, nil
}

// prepared returns the facts of a call of ours that is not made.
func (s *Sight) prepared(ctx context.Context, scope, tool string, arguments map[string]any) (executors.Facts, error) {
	plan, err := s.plan(ctx, scope, tool, arguments)
	if err != nil {
		return executors.Facts{}, err
	}
	defer plan.Close()
	return plan.Facts(), nil
}

func (s *Sight) plan(ctx context.Context, scope, tool string, arguments map[string]any) (executors.Plan, error) {
	raw, err := json.Marshal(arguments, json.Deterministic(true))
	if err != nil {
		return nil, executors.AsError(err)
	}
	return s.judge.Prepare(ctx, executors.Request{Scope: scope, Tool: tool, Arguments: raw})
}

func text(key string, pairs ...any) i18n.Text {
	t := i18n.Text{Key: key}
	for i := 0; i+1 < len(pairs); i += 2 {
		if t.Args == nil {
			t.Args = map[string]any{}
		}
		t.Args[pairs[i].(string)] = pairs[i+1]
	}
	return t
}

// short writes the home folder at the beginning of a path as ~.
func (j Judge) short(path string) string {
	if j.Home != "" && inside(path, j.Home) {
		return "~" + strings.TrimPrefix(path, j.Home)
	}
	return path
}

// inside reports whether a path is in a folder; both are absolute and clean.
func inside(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

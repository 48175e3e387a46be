package projectcli

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"

	"assent/consent/manifest"
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// whitelistLimit is the most bytes that a white list has.
const whitelistLimit = 1 << 20

// method is an entry of a white list: what a CLI may be asked.
type method struct {
	cli          *CLI
	module, name string
	high         bool // it is asked about every time
	writes       bool
	dryRun       bool   // it can show what it would change
	hint         string // how its result is drawn, empty where the list does not say
	schema       jsontext.Value
	tool         *manifest.Tool // holds schema
}

// listed is a method as it stands in the file.
type listed struct {
	Sensitivity string         `json:"sensitivity"`
	Writes      *bool          `json:"writes"`
	DryRun      bool           `json:"dry_run"`
	Hint        string         `json:"hint"`
	InputSchema jsontext.Value `json:"input_schema"`
}

// wordName is what modules and methods are called: nothing that a program could take for
// a flag.
var wordName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)

// load reads the white lists of all CLIs. The faults are all there are.
func load(clis []CLI, dataFolder string) (methods map[string]*method, faults []error) {
	if faults = Check(clis); len(faults) > 0 {
		return nil, faults
	}
	methods = map[string]*method{}
	owner := map[string]*CLI{}
	for i := range clis {
		cli := &clis[i]
		fault := func(err error) { faults = append(faults, fmt.Errorf("the project CLI %s: %w", cli.Name, err)) }
		for _, folder := range cli.Folders {
			if dataFolder != "" && within(real(folder), real(dataFolder)) {
				fault(errors.New("folders leads to Assent's own data, which no program gets"))
			}
		}
		modules, err := readWhitelist(cli.Schemas)
		if err != nil {
			fault(fmt.Errorf("schemas cannot be used: %w", err))
			continue
		}
		for _, module := range slices.Sorted(maps.Keys(modules)) {
			if other := owner[module]; other != nil {
				fault(fmt.Errorf("the module %.40q is the CLI %s's already: one module belongs to one CLI", module, other.Name))
				continue
			}
			owner[module] = cli
			for _, name := range slices.Sorted(maps.Keys(modules[module])) {
				m, err := newMethod(cli, module, name, modules[module][name])
				if err != nil {
					fault(err)
					continue
				}
				methods[module+"."+name] = m
			}
		}
	}
	return methods, faults
}

// real returns where a folder really is, as far as it is there.
func real(folder string) string {
	if found, err := filepath.EvalSymlinks(folder); err == nil {
		return found
	}
	return filepath.Clean(folder)
}

func readWhitelist(path string) (map[string]map[string]listed, error) {
	data, err := readOwn(path, whitelistLimit)
	if err != nil {
		return nil, err
	}
	var file struct {
		Modules map[string]map[string]listed `json:"modules"`
	}
	if err := json.Unmarshal(data, &file, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("it is not as it must be: %w", err)
	}
	if len(file.Modules) == 0 {
		return nil, errors.New("it lists no module")
	}
	return file.Modules, nil
}

func newMethod(cli *CLI, module, name string, l listed) (*method, error) {
	no := func(format string, args ...any) (*method, error) {
		return nil, fmt.Errorf("%.40q: "+format, append([]any{module + "." + name}, args...)...)
	}
	sensitivity, known := manifest.ParseSensitivity(l.Sensitivity)
	switch {
	case !wordName.MatchString(module) || !wordName.MatchString(name):
		return no("modules and methods are small letters, digits and _, and begin with a letter")
	case !known:
		return no("sensitivity must be low, medium or high")
	case l.Writes == nil:
		return no("writes must say true or false")
	case l.DryRun && !*l.Writes:
		return no("dry_run is for a method that writes")
	}
	tool, err := manifest.NewTool(name, l.InputSchema)
	var invalid *manifest.Invalid
	if errors.As(err, &invalid) {
		return no("input_schema%s: %s", invalid.Issues[0].Path, invalid.Issues[0].Message)
	}
	return &method{
		cli: cli, module: module, name: name, hint: l.Hint,
		high: *l.Writes || sensitivity == manifest.High, writes: *l.Writes, dryRun: l.DryRun,
		schema: tool.InputSchema(), tool: tool,
	}, nil
}

// misfit is the error of an input that does not fit: it holds what it takes to correct it.
func (m *method) misfit(err error) *executors.Error {
	sentence := fmt.Sprintf("%s.%s input does not match method schema: %s", m.module, m.name, err)
	details, encodeErr := json.Marshal(struct {
		Code        string         `json:"code"`
		Message     string         `json:"message"`
		Module      string         `json:"module"`
		Method      string         `json:"method"`
		InputSchema jsontext.Value `json:"input_schema"`
	}{"INVALID_ACTION_INPUT", sentence, m.module, m.name, m.schema})
	return &executors.Error{Reason: executors.InvalidArguments, Message: sentence, Details: details, Err: encodeErr}
}

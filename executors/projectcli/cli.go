package projectcli

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// CLI is a program as the user's settings name it, under project_clis.
type CLI struct {
	Name       string      `json:"name"`
	Command    []string    `json:"command"`             // an absolute path, and arguments before module and method
	Schemas    string      `json:"schemas"`             // the absolute path of its white list
	Folders    []string    `json:"folders"`             // absolute; all that it may read and write
	Credential *Credential `json:"credential,omitzero"` // nil: it gets none
}

// Credential says how a CLI's credential is made.
type Credential struct {
	Command []string `json:"command"` // an absolute path, and arguments; it prints one line
	Env     string   `json:"env"`     // the variable that the CLI finds it in
	TTLS    int      `json:"ttl_s"`   // how long it lives, in seconds, 300 to 600
}

var (
	cliName      = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)
	variableName = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)
)

// Check returns what is wrong with how the settings name CLIs, everything at once, each a
// sentence for the user without its full stop. It looks at no file.
func Check(all []CLI) (faults []error) {
	seen := map[string]bool{}
	for i, c := range all {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("project_clis[%d]: "+format, append([]any{i}, args...)...))
		}
		switch {
		case !cliName.MatchString(c.Name):
			fault("name must be 1 to 32 small letters, digits, - and _, and begin with a letter")
		case seen[c.Name]:
			fault("another CLI has this name already")
		}
		seen[c.Name] = true
		if !isCommand(c.Command) {
			fault("command must begin with the absolute path of a program")
		}
		if !isPath(c.Schemas) {
			fault("schemas must be the absolute path of a file")
		}
		for _, folder := range c.Folders {
			if !isPath(folder) || filepath.Clean(folder) == string(filepath.Separator) {
				fault("folders must be absolute paths of folders, and not the whole disk")
			}
		}
		c.Credential.check(fault)
	}
	return faults
}

func (c *Credential) check(fault func(string, ...any)) {
	if c == nil {
		return
	}
	if !isCommand(c.Command) {
		fault("credential.command must begin with the absolute path of a program")
	}
	if !variableName.MatchString(c.Env) || reserved(c.Env) {
		fault("credential.env must be a name in capitals that stands for nothing else, such as PROJECT_TOKEN")
	}
	if c.TTLS < 300 || c.TTLS > 600 {
		fault("credential.ttl_s must be 300 to 600")
	}
}

// reserved reports whether a variable means something to the loader or to every program.
func reserved(variable string) bool {
	switch variable {
	case "PATH", "HOME", "LANG":
		return true
	}
	return strings.HasPrefix(variable, "LD_")
}

func isCommand(words []string) bool {
	if len(words) == 0 || !isPath(words[0]) {
		return false
	}
	for _, word := range words {
		if strings.ContainsRune(word, 0) {
			return false
		}
	}
	return true
}

func isPath(path string) bool { return filepath.IsAbs(path) && !strings.ContainsRune(path, 0) }

// within reports whether one of two folders is, or is in, the other.
func within(a, b string) bool {
	for _, pair := range [][2]string{{a, b}, {b, a}} {
		if rest, err := filepath.Rel(pair[0], pair[1]); err == nil && filepath.IsLocal(rest) {
			return true
		}
	}
	return false
}

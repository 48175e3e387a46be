package declare

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Tool is what a server says of one of its tools.
type Tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema jsontext.Value `json:"inputSchema"`
	Annotations struct {
		ReadOnly    *bool `json:"readOnlyHint"`
		Destructive *bool `json:"destructiveHint"`
	} `json:"annotations"`

	Digest string `json:"-"` // of the whole object, as its canonical form
}

// Read reads one of the objects of a tools/list result.
func Read(raw jsontext.Value) (Tool, error) {
	var t Tool
	if err := json.Unmarshal(raw, &t, jsontext.AllowDuplicateNames(false)); err != nil {
		return Tool{}, fmt.Errorf("reading a tool: %w", err)
	}
	if t.Name == "" {
		return Tool{}, errors.New("reading a tool: it has no name")
	}
	t.Digest = canonical.Digest(raw)
	return t, nil
}

var notInToolName = regexp.MustCompile(`[^a-z0-9_]+`)

// Name returns the name of a tool in the manifest: its own where the manifest's
// grammar allows it, else 25 characters of it and a digest (contract §13).
func Name(name string) string {
	clean := strings.Trim(notInToolName.ReplaceAllString(strings.ToLower(name), "_"), "_")
	if clean == name && len(name) >= 2 && len(name) <= 32 && name[0] >= 'a' && name[0] <= 'z' && name != ReaderResources && name != ReaderPrompts {
		return name
	}
	if clean == "" || clean[0] < 'a' || clean[0] > 'z' {
		clean = "t_" + clean
	}
	sum := sha256.Sum256([]byte(name))
	return strings.TrimRight(clean[:min(len(clean), 25)], "_") + "_" + hex.EncodeToString(sum[:3])
}

// kind is a tool's scope within its server: danger, read or act.
func (t Tool) kind() string {
	switch {
	case t.Annotations.Destructive != nil && *t.Annotations.Destructive && !(t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly), dangerousName(t.Name):
		return "danger"
	case t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly:
		return "read"
	}
	return "act"
}

// dangerousName reports whether a word of the name says that the tool destroys, sends,
// pays or executes.
func dangerousName(name string) bool {
	return slices.ContainsFunc(words(name), func(word string) bool { return slices.Contains(dangerWords, word) })
}

var dangerWords = []string{
	"delete", "remove", "destroy", "drop", "erase", "wipe", "purge", "truncate", "kill", "send", "post", "publish",
	"pay", "purchase", "buy", "transfer", "exec", "execute", "run", "eval", "shell", "deploy",
}

var wordBreak = regexp.MustCompile(`[^A-Za-z]+|([a-z])([A-Z])`)

// words returns the words of a name, in lower case.
func words(name string) []string {
	return strings.Fields(strings.ToLower(wordBreak.ReplaceAllString(name, "$1 $2")))
}

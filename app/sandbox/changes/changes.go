// Package changes is the server's word on what a new version of a manifest means for who
// agreed to another one (001 §2.5, 000; contract §15): breaking, notable, or not judged.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package changes

import (
	"slices"

	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/consent/manifest/diff"

	"github.com/go-json-experiment/json/jsontext"
)

// Change is one difference.
type Change struct {
	Path  string    `json:"path"` // JSON Pointer into the new manifest, into the old one for what is gone
	Kind  diff.Kind `json:"kind"`
	Scope string    `json:"scope,omitzero"` // that it is about, none for a flag
}

// Changes are those that may concern who agreed to the older manifest, by what they mean.
type Changes struct {
	Breaking  []Change `json:"breaking_changes"`
	Notable   []Change `json:"notable"`
	NotJudged []Change `json:"not_judged"`
}

// None are no changes.
func None() Changes { return Changes{[]Change{}, []Change{}, []Change{}} }

// Between returns the changes from one valid manifest to another.
func Between(old, new jsontext.Value) (Changes, error) {
	before, err := restore(old)
	if err != nil {
		return Changes{}, err
	}
	after, err := restore(new)
	if err != nil {
		return Changes{}, err
	}
	all := None()
	for _, c := range diff.Changes(before, after) {
		change := Change{c.Path, c.Kind, c.Scope}
		switch c.Kind.Judgement() {
		case diff.Breaking:
			all.Breaking = append(all.Breaking, change)
		case diff.Notable:
			all.Notable = append(all.Notable, change)
		case diff.NotJudged:
			all.NotJudged = append(all.NotJudged, change)
		}
	}
	return all, nil
}

func restore(text jsontext.Value) (*manifest.Manifest, error) {
	form, err := canonical.Form(text)
	if err != nil {
		return nil, err
	}
	return manifest.Restore(form)
}

// Scopes returns those that a breaking change is about, each once.
func (c Changes) Scopes() (scopes []string) {
	for _, change := range c.Breaking {
		scopes = append(scopes, change.Scope)
	}
	slices.Sort(scopes)
	return slices.Compact(scopes)
}

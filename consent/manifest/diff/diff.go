// Package diff says what changed between two versions of a manifest, at any depth of
// its schemas, and what of it breaks the calls of before (001 §2.5, 000, contract §15).
//
// Schemas are compared by what they say, not by how it is written: the order of members
// and of what is a set, an entry of $defs under another name, a $ref in the place of what
// it leads to, an allOf in the place of its parts make no difference.
//
// Each place of the new schema is held against the same place of the old one. All that
// holds there together, the schema itself, what it refers to and its allOf, is taken
// apart into its keywords; a keyword of the new one is fine when the old ones say as
// much already. Where that cannot be told, as below not, the change is one that is not
// judged. So a schema that refuses a call which the old one let through always has a
// change that is breaking or not judged; the reverse does not hold.
//
// Both manifests may be hostile. Recursion ends where it meets a pair of places again,
// and what is compared is bounded: see limits.go.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package diff

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

// Changes returns what changed from old to new: scopes, then tools, in declared order,
// what is gone last, then flags by name. What changed of a schema follows its
// SchemaChanged. It takes a millisecond for a changed tool of the usual size, and up to
// half a second for hostile manifests.
func Changes(old, new *manifest.Manifest) (changes []Change) {
	for _, change := range Outline(old, new) {
		if change.Kind == SchemaChanged {
			changes = append(changes, schemas(old, new, change.Name)...)
		} else {
			changes = append(changes, change)
		}
	}
	return changes
}

// Outline returns what changed without looking into schemas: one that is written
// otherwise has changed. It is quick.
func Outline(old, new *manifest.Manifest) []Change {
	return slices.Concat(scopes(old, new), tools(old, new), flags(old, new))
}

func scopes(old, new *manifest.Manifest) (changes []Change) {
	for i, now := range new.Scopes {
		add := func(kind Kind, member string, when bool) {
			if when {
				changes = append(changes, Change{Kind: kind, Path: fmt.Sprintf("/permission_scopes/%d%s", i, member), Scope: now.ID, Name: now.ID})
			}
		}
		was, known := old.Scope(now.ID)
		if !known {
			add(ScopeAdded, "", true)
			continue
		}
		add(SensitivityRaised, "/sensitivity", now.Sensitivity > was.Sensitivity)
		add(SensitivityLowered, "/sensitivity", now.Sensitivity < was.Sensitivity)
		add(ScopeWordsChanged, "", now.Label != was.Label || now.Description != was.Description)
	}
	for i, was := range old.Scopes {
		if _, still := new.Scope(was.ID); !still {
			changes = append(changes, Change{Kind: ScopeRemoved, Path: fmt.Sprintf("/permission_scopes/%d", i), Scope: was.ID, Name: was.ID})
		}
	}
	return changes
}

func tools(old, new *manifest.Manifest) (changes []Change) {
	for i, now := range new.Tools {
		at := fmt.Sprintf("/tools/%d", i)
		add := func(kind Kind, member string, when bool) {
			if when {
				changes = append(changes, Change{Kind: kind, Path: at + member, Scope: now.Scope, Name: now.Name})
			}
		}
		was := old.Tool(now.Name)
		if was == nil {
			add(ToolAdded, "", true)
			continue
		}
		add(ToolScopeChanged, "/permission_scope", now.Scope != was.Scope)
		add(SensitivityRaised, "/permission_scope", now.Scope != was.Scope && sensitivity(new, now) > sensitivity(old, was))
		add(RequiredChanged, "/required", now.Required != was.Required)
		add(TimeoutChanged, "/timeout_ms", now.Timeout != was.Timeout)
		add(ToolTargetChanged, "/x_target", now.TargetAt != was.TargetAt)
		add(ToolWordsChanged, "", now.Description != was.Description)
		add(SchemaChanged, "/input_schema", !bytes.Equal(now.InputSchema(), was.InputSchema()))
	}
	for i, was := range old.Tools {
		if new.Tool(was.Name) == nil {
			changes = append(changes, Change{Kind: ToolRemoved, Path: fmt.Sprintf("/tools/%d", i), Scope: was.Scope, Name: was.Name})
		}
	}
	return changes
}

// sensitivity is the declared one of a tool's scope.
func sensitivity(m *manifest.Manifest, tool *manifest.Tool) manifest.Sensitivity {
	scope, _ := m.Scope(tool.Scope)
	return scope.Sensitivity
}

// flags takes a flag that is not declared for one that is off.
func flags(old, new *manifest.Manifest) (changes []Change) {
	all := maps.Clone(new.Flags)
	maps.Copy(all, old.Flags)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		change := Change{Path: string(flagPath.AppendToken(name)), Name: name}
		switch {
		case new.Flags[name] && !old.Flags[name]:
			change.Kind = FlagOn
		case old.Flags[name] && !new.Flags[name]:
			change.Kind = FlagOff
		default:
			continue
		}
		changes = append(changes, change)
	}
	return changes
}

const flagPath jsontext.Pointer = "/capability_flags"

// schemas compares the schemas of a tool that both have.
func schemas(old, new *manifest.Manifest, name string) []Change {
	c := comparison{fuel: fuel, compared: map[string]bool{}, patterns: map[string]*regexp.Regexp{}, told: map[string]bool{}}
	read := func(m *manifest.Manifest) *node {
		i := slices.IndexFunc(m.Tools, func(tool *manifest.Tool) bool { return tool.Name == name })
		return c.read(jsontext.Pointer(fmt.Sprintf("/tools/%d/input_schema", i)), m.Tools[i].InputSchema())
	}
	before, after := read(old), read(new)
	c.whole(before, after)
	for i := range c.changes {
		c.changes[i].Scope, c.changes[i].Name = new.Tool(name).Scope, name
	}
	return c.changes
}

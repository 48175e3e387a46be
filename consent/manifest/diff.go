package manifest

import (
	"bytes"
	"maps"
	"slices"
)

// Kind says what changed between two manifests.
type Kind string

// The kinds of change.
const (
	ScopeAdded         Kind = "scope_added"
	ScopeRemoved       Kind = "scope_removed"
	SensitivityRaised  Kind = "sensitivity_raised"
	SensitivityLowered Kind = "sensitivity_lowered"
	ScopeWordsChanged  Kind = "scope_words_changed"
	ToolAdded          Kind = "tool_added"
	ToolRemoved        Kind = "tool_removed"
	ToolScopeChanged   Kind = "tool_scope_changed"
	SchemaChanged      Kind = "schema_changed"
	RequiredChanged    Kind = "required_changed"
	TimeoutChanged     Kind = "timeout_changed"
	ToolWordsChanged   Kind = "tool_words_changed"
	FlagOn             Kind = "flag_on"
	FlagOff            Kind = "flag_off"
)

// Change is one difference between two manifests.
type Change struct {
	Kind  Kind
	Name  string // of the tool, scope or flag
	Scope string // the scope itself, or the tool's, after the change; empty for a flag
}

// Diff returns what changed from old to new: scopes, then tools, in declared
// order, what is gone last, then flags by name.
func Diff(old, new *Manifest) []Change {
	return slices.Concat(diffScopes(old, new), diffTools(old, new), diffFlags(old, new))
}

func diffScopes(old, new *Manifest) (changes []Change) {
	for _, now := range new.Scopes {
		add := func(kind Kind, when bool) {
			if when {
				changes = append(changes, Change{kind, now.ID, now.ID})
			}
		}
		was, known := old.Scope(now.ID)
		if !known {
			add(ScopeAdded, true)
			continue
		}
		add(SensitivityRaised, now.Sensitivity > was.Sensitivity)
		add(SensitivityLowered, now.Sensitivity < was.Sensitivity)
		add(ScopeWordsChanged, now.Label != was.Label || now.Description != was.Description)
	}
	for _, was := range old.Scopes {
		if _, still := new.Scope(was.ID); !still {
			changes = append(changes, Change{ScopeRemoved, was.ID, was.ID})
		}
	}
	return changes
}

func diffTools(old, new *Manifest) (changes []Change) {
	for _, now := range new.Tools {
		add := func(kind Kind, when bool) {
			if when {
				changes = append(changes, Change{kind, now.Name, now.Scope})
			}
		}
		was := old.Tool(now.Name)
		if was == nil {
			add(ToolAdded, true)
			continue
		}
		add(ToolScopeChanged, now.Scope != was.Scope)
		add(SchemaChanged, !bytes.Equal(now.schema, was.schema))
		add(RequiredChanged, now.Required != was.Required)
		add(TimeoutChanged, now.Timeout != was.Timeout)
		add(ToolWordsChanged, now.Description != was.Description)
	}
	for _, was := range old.Tools {
		if new.Tool(was.Name) == nil {
			changes = append(changes, Change{ToolRemoved, was.Name, was.Scope})
		}
	}
	return changes
}

// diffFlags takes a flag that is not declared for one that is off.
func diffFlags(old, new *Manifest) (changes []Change) {
	all := maps.Clone(new.Flags)
	maps.Copy(all, old.Flags)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch {
		case new.Flags[name] && !old.Flags[name]:
			changes = append(changes, Change{Kind: FlagOn, Name: name})
		case old.Flags[name] && !new.Flags[name]:
			changes = append(changes, Change{Kind: FlagOff, Name: name})
		}
	}
	return changes
}

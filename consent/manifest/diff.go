package manifest

// Kind says what changed between two manifests.
type Kind string

// The kinds of change. Name is the tool, scope or flag that changed.
const (
	ToolAdded          Kind = "tool_added"
	ToolRemoved        Kind = "tool_removed"
	ToolScopeChanged   Kind = "tool_scope_changed"
	SchemaChanged      Kind = "schema_changed"
	RequiredChanged    Kind = "required_changed"
	TimeoutChanged     Kind = "timeout_changed"
	ScopeAdded         Kind = "scope_added"
	ScopeRemoved       Kind = "scope_removed"
	SensitivityRaised  Kind = "sensitivity_raised"
	SensitivityLowered Kind = "sensitivity_lowered"
	FlagOn             Kind = "flag_on"
	FlagOff            Kind = "flag_off"
	WordsChanged       Kind = "words_changed"
)

// Change is one difference between two manifests.
type Change struct {
	Kind  Kind
	Name  string // of the tool, scope or flag
	Scope string // that it concerns: its own id, a tool's scope, empty for a flag
}

// Diff returns what changed from old to new: scopes, then tools, then flags.
func Diff(old, new *Manifest) []Change { return nil }

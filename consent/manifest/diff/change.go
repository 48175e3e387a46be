package diff

// Change is one difference between two versions of a manifest.
type Change struct {
	Kind  Kind
	Path  string // JSON Pointer into the new manifest, into the old one for what is gone
	Scope string // the scope itself, or the tool's, after the change; empty for a flag
	Name  string // of the tool, scope or flag

	// Argument is what of a tool's arguments is concerned, as in "options.mode" or
	// "files[]"; empty for all of them, and for what is none of them.
	Argument string
}

// Kind says what a change is.
type Kind string

// The kinds of change.
const (
	ScopeAdded         Kind = "scope_added"
	ScopeRemoved       Kind = "scope_removed"
	SensitivityRaised  Kind = "sensitivity_raised" // of a scope, or of a tool by its new scope
	SensitivityLowered Kind = "sensitivity_lowered"
	ScopeWordsChanged  Kind = "scope_words_changed"
	ToolAdded          Kind = "tool_added"
	ToolRemoved        Kind = "tool_removed"
	ToolScopeChanged   Kind = "tool_scope_changed"
	RequiredChanged    Kind = "required_changed"
	TimeoutChanged     Kind = "timeout_changed"
	ToolWordsChanged   Kind = "tool_words_changed"
	ToolTargetChanged  Kind = "tool_target_changed"
	FlagOn             Kind = "flag_on"
	FlagOff            Kind = "flag_off"

	// SchemaChanged is a schema that says something else, be it in its texts alone.
	// Of what it says of calls, those below tell more.
	SchemaChanged Kind = "schema_changed"

	RequiredAdded              Kind = "required_added"
	TypeChanged                Kind = "type_changed" // a wider one too
	AdditionalPropertiesClosed Kind = "additional_properties_closed"
	EnumValueRemoved           Kind = "enum_value_removed"

	PropertyRemoved   Kind = "property_removed"   // what was declared may not be there any more
	ConstraintAdded   Kind = "constraint_added"   // where there was none
	ConstraintChanged Kind = "constraint_changed" // to one that lets less through, or may
	DefaultChanged    Kind = "default_changed"    // calls that leave it out mean something else
	Unexamined        Kind = "unexamined"         // too much, or too involved, to be compared
)

// Judgement is what a change means for the calls of before.
type Judgement uint8

// The judgements.
const (
	Silent    Judgement = iota // no call of before is refused for it
	Breaking                   // 001 §2.5: whoever agreed is asked again
	Notable                    // breaking by 000's list alone
	NotJudged                  // neither list has it, and a call of before may be refused for it
)

// Judgement returns what changes of a kind mean. It is a server's word: a client tells
// of changes, and never decides by itself that one breaks (001 §2.5).
func (k Kind) Judgement() Judgement {
	switch k {
	case RequiredAdded, TypeChanged, AdditionalPropertiesClosed, EnumValueRemoved, SensitivityRaised, ScopeAdded:
		return Breaking
	case ToolRemoved, SchemaChanged, ScopeRemoved, FlagOff:
		return Notable
	case PropertyRemoved, ConstraintAdded, ConstraintChanged, DefaultChanged, ToolScopeChanged, Unexamined:
		return NotJudged
	}
	return Silent
}

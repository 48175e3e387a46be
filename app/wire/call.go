package wire

import (
	"bytes"
	"errors"
	"math"
	"time"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Shape is the form of a tool call, and so of its answer (contract §3).
type Shape uint8

// The two shapes.
const (
	Flat Shape = iota
	Nested
)

// Runs says who runs a call (contract §12).
type Runs string

// Who runs a call. Anything but RunsHere counts only for what Assent cannot run itself.
const (
	RunsHere      Runs = ""
	RunsHost      Runs = "host"      // who sent it, when the engine says so
	RunsElsewhere Runs = "elsewhere" // whom its host speaks for, which cannot report back
)

// Call is one tool call, frozen as it was received.
type Call struct {
	CallKey
	Group     bool // the conversation is h2g
	Shape     Shape
	Tool      string
	Scope     string         // the one the call names, empty when it names none
	Arguments jsontext.Value // an object, unless Fault is set
	Timeout   time.Duration  // the call's own limit, 0 when it names none
	Runs      Runs
	NoWindow  bool   // no silent window is to be offered or used
	Digest    string // of the arguments as received (contract §10)

	// Fault is what is wrong with a call that can be answered but not run
	// (contract §5). Its text never holds a value.
	Fault error
}

// rawCall is a call as the wire has it: every member raw, so that one wrong type
// does not hide the others. Absent members are nil.
type rawCall struct {
	CallID          jsontext.Value `json:"call_id"`
	ToolName        jsontext.Value `json:"tool_name"`
	Arguments       jsontext.Value `json:"arguments"`
	PermissionScope jsontext.Value `json:"permission_scope"`
	TimeoutMS       jsontext.Value `json:"timeout_ms"`
}

// filled reports whether any member of a call is there.
func (w rawCall) filled() bool {
	return w.CallID != nil || w.ToolName != nil || w.Arguments != nil || w.PermissionScope != nil || w.TimeoutMS != nil
}

// rawArtifact holds both shapes.
type rawArtifact struct {
	Subtype    jsontext.Value `json:"subtype"`
	ArtifactID jsontext.Value `json:"artifact_id"`
	//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
	Flat   rawCall   `json:",embed"`
	Nested innerCall `json:"payload"`
}

// innerCall is the call in an artifact's payload. A payload that is no object is a
// member that Assent does not know.
type innerCall struct{ rawCall }

func (n *innerCall) UnmarshalJSON(raw []byte) error {
	if jsontext.Value(raw).Kind() != '{' {
		return nil
	}
	return unmarshal(raw, &n.rawCall)
}

// shaped returns the call within the artifact and its shape.
func (w rawArtifact) shaped() (rawCall, Shape, error) {
	switch {
	case !w.Nested.filled():
		return w.Flat, Flat, nil
	case !w.Flat.filled():
		return w.Nested.rawCall, Nested, nil
	}
	call := w.Flat
	if identifier(call.CallID) == "" {
		call.CallID = w.Nested.CallID
	}
	return call, Flat, errors.New("the call is given in both shapes at once")
}

// read fills c from a strict artifact. It fails when the call cannot be named, and
// notes a fault when it can be named but not run.
func (c *Call) read(w rawArtifact) error {
	raw, shape, fault := w.shaped()
	c.Shape, c.Fault = shape, fault
	if c.CallID = identifier(raw.CallID); c.CallID == "" {
		return errors.New("call_id is missing or is not 1 to 128 printable ASCII characters")
	}
	c.fault(w.ArtifactID != nil && text(w.ArtifactID) != c.CallID, "artifact_id is not the call_id")

	c.Tool, c.Scope = text(raw.ToolName), text(raw.PermissionScope)
	c.fault(c.Tool == "", "tool_name is missing or is not text")
	c.fault(raw.PermissionScope != nil && c.Scope == "", "permission_scope is not text")

	c.Arguments = raw.Arguments
	c.Digest = canonical.Digest(raw.Arguments)
	c.fault(raw.Arguments.Kind() != '{', "arguments is missing or is not an object")

	var valid bool
	c.Timeout, valid = timeout(raw.TimeoutMS)
	c.fault(!valid, "timeout_ms is not a positive integer")
	return nil
}

// fault notes message as what is wrong with the call, unless something already is.
func (c *Call) fault(wrong bool, message string) {
	if wrong && c.Fault == nil {
		c.Fault = errors.New(message)
	}
}

// text returns the string that raw, a strict value, is, or nothing.
func text(raw jsontext.Value) string {
	if raw.Kind() != '"' {
		return ""
	}
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner) // as nearly all are
	}
	unquoted, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		return ""
	}
	return string(unquoted)
}

// timeout reads timeout_ms: absent is 0, else it is a positive whole number of
// milliseconds. Numbers beyond what a Duration holds are as good as its maximum.
func timeout(raw jsontext.Value) (time.Duration, bool) {
	if raw == nil {
		return 0, true
	}
	var ms float64
	if raw.Kind() != '0' || json.Unmarshal(raw, &ms) != nil || ms < 1 || ms != math.Trunc(ms) {
		return 0, false
	}
	return time.Duration(min(ms, float64(math.MaxInt64/int64(2*time.Millisecond)))) * time.Millisecond, true
}

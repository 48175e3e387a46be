package clients

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// insert puts a value, after its name, at the end of the object or array at a depth.
func (j *jsonc) insert(at *hujson.Value, depth int, name string, value any) error {
	unit := j.indentation()
	last, comma := lastOf(at)
	if last == nil {
		inner := "\n" + strings.Repeat(unit, depth+1) + name + j.encoded(value, depth+1, false) + "\n" + strings.Repeat(unit, depth)
		if kept := bytes.TrimSpace(j.text[at.StartOffset+1 : at.EndOffset-1]); len(kept) > 0 { // a comment
			return j.splice(at.EndOffset-1, at.EndOffset-1, strings.TrimPrefix(inner, "\n"))
		}
		return j.splice(at.StartOffset+1, at.EndOffset-1, inner)
	}
	if j.oneLine(at) {
		return j.splice(last.EndOffset, last.EndOffset, ", "+name+j.encoded(value, 0, true))
	}
	text := "\n" + strings.Repeat(unit, depth+1) + name + j.encoded(value, depth+1, false)
	end := last.EndOffset
	if comma {
		end += len(last.AfterExtra) + 1
		text += ","
	}
	to := lineEnd(j.text, end, at.EndOffset-1)
	if comma {
		return j.splice(to, to, text)
	}
	return j.splice(end, to, ","+string(j.text[end:to])+text)
}

// lastOf returns the last value of an object or array, nil for none, and whether a comma
// follows it.
func lastOf(at *hujson.Value) (last *hujson.Value, comma bool) {
	switch value := at.Value.(type) {
	case *hujson.Object:
		if n := len(value.Members); n > 0 {
			last = &value.Members[n-1].Value
		}
	case *hujson.Array:
		if n := len(value.Elements); n > 0 {
			last = &value.Elements[n-1]
		}
	}
	return last, last != nil && last.AfterExtra != nil // as the parser tells it
}

// lineEnd returns where the line that from stands on ends, its comments included, but
// not beyond limit.
func lineEnd(text []byte, from, limit int) int {
	for i := from; i < limit; {
		switch rest := text[i:limit]; {
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				return limit
			}
			return i + end
		case bytes.HasPrefix(rest, []byte("/*")):
			i += bytes.Index(rest, []byte("*/")) + 2
		case rest[0] == ' ', rest[0] == '\t', rest[0] == '\r' && len(rest) > 1 && rest[1] != '\n':
			i++
		default: // the end of the line, or the end of what is open
			return len(bytes.TrimRight(text[:i], " \t"))
		}
	}
	return from
}

// cut takes out what stands from one value to another, with the white space before it
// and one comma; before is what stands before it, nil for nothing.
func (j *jsonc) cut(first, last, before *hujson.Value) error {
	from, to := first.StartOffset, last.EndOffset
	from = len(bytes.TrimRight(j.text[:from], " \t\r\n"))
	comma := to + len(last.AfterExtra)
	if comma < len(j.text) && j.text[comma] == ',' {
		return j.splice(from, comma+1, "")
	}
	if before == nil {
		return j.splice(from, to, "")
	}
	comma = before.EndOffset + len(before.AfterExtra)
	return j.splice(comma, to, string(j.text[comma+1:from]))
}

package canonical

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Scan reads what it can of an object that is not strict. It returns the values
// at the wanted pointers that come, in document order, before the first fault
// outside the opaque members; what those hold is returned as it is, whatever it
// is (contract §5).
//
// An opaque value ends where its brackets close, strings left out. Where they do
// not, the scan ends there too.
func Scan(data []byte, opaque, wanted []jsontext.Pointer) map[jsontext.Pointer]jsontext.Value {
	s := scan{data: data, opaque: slices.Clone(opaque), wanted: wanted, found: map[jsontext.Pointer]jsontext.Value{}}
	for {
		s.dec = jsontext.NewDecoder(bytes.NewBuffer(s.data))
		s.hole = ""
		s.object("", 1)
		if s.hole == "" || !s.blank() {
			return s.found
		}
	}
}

// scan is one reading of an object. When it meets an opaque member it stops,
// blanks its value and begins again.
type scan struct {
	data           []byte
	opaque, wanted []jsontext.Pointer
	found          map[jsontext.Pointer]jsontext.Value
	dec            *jsontext.Decoder
	hole           jsontext.Pointer // the opaque member it stopped at
}

// object reads the object at a pointer, depth being its own level, and reports
// whether the scan may go on.
func (s *scan) object(at jsontext.Pointer, depth int) bool {
	if token, err := s.dec.ReadToken(); err != nil || token.Kind() != '{' {
		return false
	}
	for s.dec.PeekKind() != '}' {
		name, err := s.dec.ReadToken()
		if err != nil || name.Kind() != '"' || !s.member(at.AppendToken(name.String()), depth) {
			return false
		}
	}
	_, err := s.dec.ReadToken()
	return err == nil
}

// member reads the value of the member at a pointer.
func (s *scan) member(at jsontext.Pointer, depth int) bool {
	if slices.Contains(s.opaque, at) {
		s.hole = at
		return false
	}
	if s.dec.PeekKind() == '{' && s.leads(at) {
		return depth < maxDepth && s.object(at, depth+1)
	}
	value, err := s.dec.ReadValue()
	if err != nil || overLimit(value, depth) != nil {
		return false
	}
	if slices.Contains(s.wanted, at) {
		s.found[at] = value.Clone()
	}
	return true
}

// leads reports whether something below at is looked for.
func (s *scan) leads(at jsontext.Pointer) bool {
	below := func(p jsontext.Pointer) bool { return strings.HasPrefix(string(p), string(at)+"/") }
	return slices.ContainsFunc(s.wanted, below) || slices.ContainsFunc(s.opaque, below)
}

// blank puts null in the place of the opaque value whose name was just read, and
// reports whether it found that value's end.
func (s *scan) blank() bool {
	start := int(s.dec.InputOffset())
	colon := bytes.IndexByte(s.data[start:], ':')
	if colon < 0 || len(bytes.TrimLeft(s.data[start:start+colon], " \t\r\n")) > 0 {
		return false
	}
	start += colon + 1
	end := opaqueEnd(s.data, start)
	if end < 0 {
		return false
	}
	s.found[s.hole] = bytes.TrimSpace(bytes.Clone(s.data[start:end]))
	s.data = slices.Concat(s.data[:start], []byte("null"), s.data[end:])
	s.opaque = slices.DeleteFunc(s.opaque, func(p jsontext.Pointer) bool { return p == s.hole })
	return true
}

// opaqueEnd returns the index of the comma or bracket that follows the value at
// data[i], or -1 where its brackets do not match.
func opaqueEnd(data []byte, i int) int {
	var open []byte
	for i < len(data) {
		switch c := data[i]; c {
		case '"':
			i = stringEnd(data, i)
			continue
		case '{', '[':
			open = append(open, c+2) // '}' and ']' are two after
		case '}', ']':
			if len(open) == 0 {
				return i
			}
			if open[len(open)-1] != c {
				return -1
			}
			open = open[:len(open)-1]
		case ',':
			if len(open) == 0 {
				return i
			}
		}
		i++
	}
	return -1
}

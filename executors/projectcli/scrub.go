package projectcli

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// redacted stands where a credential was.
const redacted = "[credential]"

// scrub returns what a CLI wrote, which is JSON, without the credential: each name, text
// and number in it is looked at after JSON's own escapes are undone, and what holds the
// credential, as it is or in one of the forms of a finder, loses it. What is no JSON has
// no place in an answer: that is an error. A nil secret changes nothing.
func (s *secret) scrub(out []byte) ([]byte, error) {
	if s == nil {
		return out, nil
	}
	find := newFinder(s.value)
	var clean bytes.Buffer
	in, write := jsontext.NewDecoder(bytes.NewReader(out)), jsontext.NewEncoder(&clean)
	for {
		token, err := in.ReadToken()
		switch {
		case errors.Is(err, io.EOF):
			return clean.Bytes(), nil
		case err != nil:
			return nil, errors.New("what the CLI wrote is not JSON")
		}
		if kind := token.Kind(); kind == '"' || kind == '0' {
			if text := token.String(); len(find.all(text)) > 0 {
				token = jsontext.String(find.clean(text))
			}
		}
		if err := write.WriteToken(token); err != nil {
			return nil, errors.New("what the CLI wrote has one name twice")
		}
	}
}

// finder finds a credential in a text: as it is, in other letters' case and backwards; as
// hexadecimal digits, base64 and base32, wherever in such a text it stands; each also with
// characters written as a URL, a program, HTML or quoted-printable mail writes them, and
// with lines broken.
type finder struct {
	forms  []form
	starts [256][]form // those that may begin with a byte
}

// form is one way in which a credential may be written.
type form struct {
	needle string
	hex    bool            // each byte of the needle stands as two digits
	fold   bool            // upper and lower case are the same
	broken bool            // blanks may stand between
	run    func(byte) bool // what belongs to the form's text around it; nil: nothing
}

func newFinder(credential []byte) *finder {
	reversed := bytes.Clone(credential)
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	f := &finder{forms: []form{
		{needle: string(credential), fold: true},
		{needle: string(reversed), fold: true},
		{needle: string(credential), hex: true, fold: true, broken: true, run: isHex},
	}}
	for _, core := range cores(credential, base64Encoding, 6, 3) {
		f.forms = append(f.forms, form{needle: core, broken: true, run: isBase64})
	}
	for _, core := range cores(credential, base32Encoding, 5, 5) {
		f.forms = append(f.forms, form{needle: core, fold: true, broken: true, run: isBase64})
	}
	for b := range f.starts {
		for _, form := range f.forms {
			if form.begins(byte(b)) {
				f.starts[b] = append(f.starts[b], form)
			}
		}
	}
	return f
}

// span is a part of a text.
type span struct{ from, to int }

// all returns where the credential stands, in order, none over another.
func (f *finder) all(text string) (found []span) {
	for at := 0; at < len(text); at++ {
		for _, form := range f.starts[text[at]] {
			end := form.match(text, at)
			if end == 0 {
				continue
			}
			s := span{at, end}
			for form.run != nil && s.from > 0 && form.run(text[s.from-1]) {
				s.from--
			}
			for form.run != nil && s.to < len(text) && form.run(text[s.to]) {
				s.to++
			}
			if last := len(found) - 1; last >= 0 && s.from < found[last].to {
				s.from = found[last].to
			}
			found = append(found, s)
			at = s.to - 1
			break
		}
	}
	return found
}

// clean returns a text without the credential.
func (f *finder) clean(text string) string {
	var b strings.Builder
	end := 0
	for _, s := range f.all(text) {
		b.WriteString(text[end:s.from])
		b.WriteString(redacted)
		end = s.to
	}
	b.WriteString(text[end:])
	return b.String()
}

// match returns where the form ends that begins at a place, 0 when none does. A character
// that escapes begin with may stand for itself: every way to read it is followed.
func (f form) match(text string, at int) (end int) {
	var these, those [8]int // room for what there is but for texts made to be read in many ways
	ends, next := append(these[:0], at), those[:0]
	for i := 0; i < len(f.needle); i++ {
		next = next[:0]
		for _, at := range ends {
			if i > 0 && f.broken {
				at = f.skip(text, at)
			}
			next = f.unit(next, text, at, f.needle[i])
		}
		if len(next) == 0 {
			return 0
		}
		ends, next = next, ends
	}
	return slices.Max(ends)
}

// unit adds where a byte of the needle ends that begins at a place, in each way to read it.
func (f form) unit(ends []int, text string, at int, want byte) []int {
	add := func(c byte, end int) {
		if end > 0 && f.same(alphabet(c), alphabet(want)) && !slices.Contains(ends, end) {
			ends = append(ends, end)
		}
	}
	switch {
	case at >= len(text):
	case f.hex:
		add(digits(text, at, 2))
	default:
		add(text[at], at+1)
		add(escaped(text, at))
	}
	return ends
}

// begins reports whether a text in the form may begin with a byte.
func (f form) begins(c byte) bool {
	if first := f.needle[0]; f.hex {
		digit := "0123456789abcdef"[first>>4]
		return lower(c) == digit || 'a' <= lower(first) && lower(first) <= 'z' && lower(c)^2 == digit // of the other case
	}
	return f.same(alphabet(c), alphabet(f.needle[0])) || strings.IndexByte(`%\&=`, c) >= 0
}

// same compares a byte with one of the needle's.
func (f form) same(a, b byte) bool {
	return a == b || f.fold && lower(a) == lower(b)
}

// skip passes over what may stand between two parts of a form.
func (f form) skip(text string, at int) int {
	for at < len(text) {
		switch {
		case strings.IndexByte(" \t\r\n", text[at]) >= 0, f.hex && strings.IndexByte(":,-", text[at]) >= 0:
			at++
		case f.hex && strings.HasPrefix(text[at:], "0x"):
			at += 2
		default:
			return at
		}
	}
	return at
}

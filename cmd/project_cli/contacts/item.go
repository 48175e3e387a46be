package contacts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/emersion/go-vcard"
	"golang.org/x/text/cases"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Item is a contact in an answer.
type Item struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"` // the name to show
	Emails       []Typed  `json:"emails,omitempty"`
	Phones       []Typed  `json:"phones,omitempty"`
	Addresses    []Typed  `json:"addresses,omitempty"`
	Organization string   `json:"organization,omitzero"`
	Role         string   `json:"role,omitzero"`
	Nicknames    []string `json:"nicknames,omitempty"`
	Birthday     string   `json:"birthday,omitzero"` // as the card writes it
	URL          string   `json:"url,omitzero"`
	Note         string   `json:"note,omitzero"`
	File         string   `json:"file"`
}

// Typed is a value with what it is for: "home", "work", or what its owner called it.
type Typed struct {
	Value string `json:"value"`
	Type  string `json:"type,omitzero"`
}

// newItem tells a card.
func newItem(card vcard.Card, file string) Item {
	c := Item{
		ID: card.Value(vcard.FieldUID), File: file,
		Organization: strings.Join(components(card.PreferredValue(vcard.FieldOrganization)), ", "),
		Role:         text(cmp.Or(card.PreferredValue(vcard.FieldTitle), card.PreferredValue(vcard.FieldRole))),
		Birthday:     birthday(card),
		URL:          text(card.PreferredValue(vcard.FieldURL)),
		Note:         text(card.Value(vcard.FieldNote)),
		Emails:       typed(card, vcard.FieldEmail, address),
		Phones:       typed(card, vcard.FieldTelephone, number),
		Addresses:    typed(card, vcard.FieldAddress, func(value string) string { return strings.Join(components(value), ", ") }),
	}
	for _, f := range card[vcard.FieldNickname] {
		c.Nicknames = append(c.Nicknames, text(f.Value))
	}
	c.Title = cmp.Or(text(card.PreferredValue(vcard.FieldFormattedName)), fullName(card), strings.Join(c.Nicknames, ", "), c.Organization, firstValue(c.Emails), firstValue(c.Phones))
	return c
}

// fullName puts the parts of a name in the order in which they are said.
func fullName(card vcard.Card) string {
	parts := strings.Split(card.Value(vcard.FieldName), ";")
	parts = append(parts, "", "", "", "", "")
	var said []string
	for _, at := range []int{3, 1, 2, 0, 4} { // prefix, given, additional, family, suffix
		if part := text(strings.TrimSpace(parts[at])); part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " ")
}

func firstValue(values []Typed) string {
	if len(values) == 0 {
		return ""
	}
	return values[0].Value
}

// preference is how early a value comes: PREF of 4.0 is from 1 to 100, pref of 3.0 a type.
func preference(f *vcard.Field) int {
	n, err := strconv.Atoi(f.Params.Get(vcard.ParamPreferred))
	switch {
	case err == nil:
		return n
	case f.Params.HasType("pref"):
		return 1
	}
	return 101
}

// birthday returns a card's BDAY as it is written. Apple's programs write a year of their
// own where there is none; 4.0 writes two dashes.
func birthday(card vcard.Card) string {
	f := card.Get(vcard.FieldBirthday)
	if f == nil {
		return ""
	}
	if year := f.Params.Get("X-APPLE-OMIT-YEAR"); year != "" && strings.HasPrefix(f.Value, year) {
		return "-" + strings.TrimPrefix(f.Value, year)
	}
	return f.Value
}

// typed tells the values of a field, the preferred first, each once.
func typed(card vcard.Card, name string, read func(string) string) (values []Typed) {
	fields := slices.Clone(card[name])
	slices.SortStableFunc(fields, func(a, b *vcard.Field) int { return cmp.Compare(preference(a), preference(b)) })
	for _, f := range fields {
		value := read(f.Value)
		if value == "" || slices.ContainsFunc(values, func(t Typed) bool { return t.Value == value }) {
			continue
		}
		values = append(values, Typed{value, kind(card, f)})
	}
	return values
}

// kind returns what a value is for. Apple's and Google's own names for it stand beside it,
// in the same group.
func kind(card vcard.Card, f *vcard.Field) string {
	if f.Group != "" {
		for _, label := range card["X-ABLABEL"] {
			if label.Group == f.Group {
				return strings.TrimSuffix(strings.TrimPrefix(label.Value, "_$!<"), ">!$_")
			}
		}
	}
	for _, t := range f.Params.Types() {
		for _, word := range strings.Split(t, ",") {
			switch word = strings.ToLower(word); word {
			case "", "pref", "internet", "voice", "x400":
			default:
				return word
			}
		}
	}
	return ""
}

func address(value string) string { return strings.TrimPrefix(text(value), "mailto:") }

// number reads a telephone number, which vCard 4.0 writes as a tel: URI.
func number(value string) string {
	value = strings.TrimPrefix(text(value), "tel:")
	number, extension, ok := strings.Cut(value, ";ext=")
	if ok {
		return number + " ext. " + extension
	}
	return number
}

// text reads what the library leaves escaped.
func text(value string) string {
	return strings.TrimSpace(strings.NewReplacer(`\;`, ";", `\:`, ":", `\N`, "\n").Replace(value))
}

// components returns the parts of a structured value that say something.
func components(value string) (parts []string) {
	for _, part := range strings.Split(strings.ReplaceAll(value, `\;`, "\x00"), ";") {
		if part = text(strings.ReplaceAll(part, "\x00", ";")); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// plain returns text as it is compared: without capitals and accents, in the widths of
// every day.
func plain(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return strings.ToLower(s)
	}
	out, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), cases.Fold(), norm.NFKC), s)
	if err != nil {
		return strings.ToLower(s)
	}
	return out
}

package contacts

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"assent/cmd/project_cli/router"
)

// defaultLimit is how many contacts are answered unless the input says otherwise.
const defaultLimit = 100

type readInput struct {
	Query string `json:"query"`
	Limit int    `json:"limit"`
}

func read(call router.Call) (router.Answer, error) {
	in, err := router.Decode[readInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	found, problems, err := readFolder(filepath.Join(call.Home, "contacts"))
	if err != nil {
		return router.Answer{}, err
	}
	words := strings.Fields(plain(in.Query))
	found = slices.DeleteFunc(found, func(c Item) bool { return !c.matches(words) })
	slices.SortFunc(found, func(a, b Item) int {
		return cmp.Or(strings.Compare(plain(a.Title), plain(b.Title)), strings.Compare(a.ID, b.ID), strings.Compare(a.File, b.File))
	})
	limit := cmp.Or(in.Limit, defaultLimit)
	return router.Listing(found[:min(limit, len(found))], problems, len(found) > limit), nil
}

// matches reports whether each of the words occurs in the contact.
func (c Item) matches(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !c.has(word) })
}

// has reports whether a word occurs in a text of the contact, or, of digits alone, in a
// number, however that is written.
func (c Item) has(word string) bool {
	texts := []string{c.Title, c.Organization, c.Role, c.Note, strings.Join(c.Nicknames, " ")}
	for _, e := range c.Emails {
		texts = append(texts, e.Value)
	}
	for _, a := range c.Addresses {
		texts = append(texts, a.Value)
	}
	if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(plain(text), word) }) {
		return true
	}
	number := digits(word)
	return len(number) >= minDigits && slices.ContainsFunc(c.Phones, func(p Typed) bool { return strings.Contains(digits(p.Value), number) })
}

// minDigits is how much of a number must be said to find it.
const minDigits = 3

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

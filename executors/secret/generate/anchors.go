package main

import (
	"regexp/syntax"
	"strings"
)

const (
	shortest = 2  // of a keyword
	longest  = 24 // of a keyword: more tells no more
	atMost   = 32 // literals that one place of a pattern may have
)

// anchor is a literal, in lower case, that begins lead bytes after a match does, at
// most.
type anchor struct {
	text string
	lead int
}

// anchorsOf returns anchors one of which is in every match of all, in this order, and
// false when there is no such set.
func anchorsOf(all []*syntax.Regexp) (found []anchor, ok bool) {
	lead := 0
	for i, part := range all {
		if zeroWidth(part) {
			continue
		}
		if texts := literalsOf(all[i:]); texts != nil {
			for _, text := range texts {
				found = append(found, anchor{text, lead})
			}
			return found, true
		}
		if part.Op == syntax.OpAlternate && !ends(part) {
			for _, branch := range part.Sub {
				more, ok := anchorsOf(append(parts(branch), all[i+1:]...))
				if !ok {
					return nil, false
				}
				for _, a := range more {
					found = append(found, anchor{a.text, lead + a.lead})
				}
			}
			return found, true
		}
		_, most := width(part)
		if most < 0 {
			return nil, false
		}
		lead += most
	}
	return nil, false
}

// literalsOf returns the texts with which all can begin, as long as there are few; nil
// when one of them is too short.
func literalsOf(all []*syntax.Regexp) []string {
	texts := []string{""}
	for _, part := range all {
		next, ok := literals(part)
		if !ok || len(texts)*len(next) > atMost || len(texts[0]) >= longest {
			break
		}
		var product []string
		for _, begin := range texts {
			for _, end := range next {
				product = append(product, begin+end)
			}
		}
		texts = product
	}
	for i, text := range texts {
		if len(text) < shortest {
			return nil
		}
		texts[i] = text[:min(len(text), longest)]
	}
	return texts
}

// literals returns every text that re matches, in lower case, when they are few.
func literals(re *syntax.Regexp) (texts []string, ok bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}, true
	case syntax.OpCapture:
		return literals(re.Sub[0])
	case syntax.OpCharClass:
		seen := map[string]bool{}
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i+1] > 0x7f && re.Rune[i] != 'K' && re.Rune[i] != 'ſ' || re.Rune[i+1]-re.Rune[i] > 3 {
				return nil, false
			}
			for r := re.Rune[i]; r <= re.Rune[i+1] && r < 0x80; r++ {
				if text := strings.ToLower(string(r)); !seen[text] {
					seen[text] = true
					texts = append(texts, text)
				}
			}
		}
		return texts, len(texts) > 0 && len(texts) <= 4
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpQuest:
		texts, ok = literals(re.Sub[0])
		return append(texts, ""), ok
	case syntax.OpConcat:
		texts = []string{""}
		for _, sub := range re.Sub {
			next, ok := literals(sub)
			if !ok || len(texts)*len(next) > atMost {
				return nil, false
			}
			var product []string
			for _, begin := range texts {
				for _, end := range next {
					product = append(product, begin+end)
				}
			}
			texts = product
		}
		return texts, true
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			next, ok := literals(sub)
			if !ok {
				return nil, false
			}
			texts = append(texts, next...)
		}
		return texts, len(texts) <= atMost
	}
	return nil, false
}

package secret

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// sampler makes texts that a pattern matches.
type sampler struct{ *rand.Rand }

func (s sampler) of(pattern string) string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	s.write(&b, re)
	return b.String()
}

func (s sampler) write(b *strings.Builder, re *syntax.Regexp) {
	times := func(least, most int) {
		if most < 0 {
			most = least + 3
		}
		for range least + s.IntN(most-least+1) {
			s.write(b, re.Sub[0])
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 && s.IntN(2) == 0 {
				r = unicode.ToLower(r)
			}
			b.WriteRune(r)
		}
	case syntax.OpCharClass:
		var all []rune
		for i := 0; i < len(re.Rune); i += 2 {
			for r := re.Rune[i]; r <= min(re.Rune[i+1], '~'); r++ {
				all = append(all, r)
			}
		}
		b.WriteRune(all[s.IntN(len(all))])
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte(byte('a' + s.IntN(26)))
	case syntax.OpStar:
		times(0, -1)
	case syntax.OpPlus:
		times(1, -1)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	case syntax.OpAlternate:
		sub := re.Sub[s.IntN(len(re.Sub))]
		for sub.Op == syntax.OpEndText { // the sample is in the middle of a text
			sub = re.Sub[s.IntN(len(re.Sub))]
		}
		s.write(b, sub)
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			s.write(b, sub)
		}
	}
}

// TestEveryRuleFinds takes what each pattern describes, puts it into a text and wants it
// found there, as its pattern finds it when it is tried on all of the text.
func TestEveryRuleFinds(t *testing.T) {
	t.Parallel()
	make := sampler{rand.New(rand.NewPCG(1, 2))}
	s := theScanner()
	for i, r := range s.rules {
		if r.pattern == "" {
			continue
		}
		whole, secrets := regexp.MustCompile(r.pattern), 0
		for range 40 {
			sample := make.of(r.pattern)
			text := []byte("The quick brown fox. \n" + sample + "\njumps over")
			want := slices.ContainsFunc(whole.FindAllSubmatchIndex(text, -1), func(found []int) bool { return r.secret(&s.patterns[i], text, found) })
			if got := s.finds(uint16(i), text); got != want {
				t.Errorf("%s: %q: found %v, want %v", r.id, sample, got, want)
			}
			if want {
				secrets++
			}
		}
		if secrets < 30 { // some have too little entropy
			t.Errorf("%s: %d samples are secrets", r.id, secrets)
		}
	}
}

// finds reports whether rule i finds a secret in text.
func (s *scanner) finds(i uint16, text []byte) (found bool) {
	s.keywords.find(text, func(word keyword, at int) bool {
		found = found || slices.Contains(word.rules, i) && s.rules[i].plausible(text, at, at+len(word.text)) && s.holds(i, "", text, at, at+len(word.text))
		return !found
	})
	return found
}

// TestKeywordsMissNothing compares the pass over the keywords with a search for each.
func TestKeywordsMissNothing(t *testing.T) {
	t.Parallel()
	k := theScanner().keywords
	text := append(keywordProse(16<<10), "  "...)
	lower, want, got := bytes.ToLower(text), map[string]int{}, map[string]int{}
	for _, bucket := range k.words {
		for _, word := range bucket {
			want[word.text] = overlapping(lower, word.text)
		}
	}
	k.find(text, func(word keyword, _ int) bool { got[word.text]++; return true })
	for word, n := range want {
		if got[word] != n {
			t.Errorf("%q: found %d times, not %d", word, got[word], n)
		}
	}
}

func overlapping(text []byte, word string) (n int) {
	for i := range text {
		if bytes.HasPrefix(text[i:], []byte(word)) {
			n++
		}
	}
	return n
}

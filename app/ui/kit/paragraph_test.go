package kit

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestParagraphIsBounded: whatever it says, a paragraph takes no more lines than it may,
// each no wider than there is room, and beginning, end and what decides stay.
func TestParagraphIsBounded(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	const width, size, lines = 300, TextBody, 4
	for name, c := range map[string]struct {
		runs  []Run
		keeps []string
		cut   bool
	}{
		"short":     {[]Run{{Text: "~/notes/"}, {Text: "plan.md", Keep: true}}, []string{"~/notes/plan.md"}, false},
		"long":      {[]Run{{Text: "~/" + strings.Repeat("./", 1900) + ".ssh/", Mono: true}, {Text: "id_rsa", Mono: true, Bold: true, Keep: true}}, []string{"~/./", "/.ssh/id_rsa", "…"}, true},
		"megabyte":  {[]Run{{Text: "https://"}, {Text: "evil.example", Keep: true}, {Text: "/" + strings.Repeat("A", 1<<20) + "end"}}, []string{"https://evil.example/A", "Aend", "…"}, true},
		"deciding":  {[]Run{{Text: strings.Repeat("dir/", 400)}, {Text: "begin" + strings.Repeat("N", 2000) + "end", Keep: true}}, []string{"begin", "end", "…"}, true},
		"combining": {[]Run{{Text: strings.Repeat("e\u0301\u0302\u0303\u0304\u0305\u0306", 2000)}}, []string{"…"}, true},
		"wide":      {[]Run{{Text: strings.Repeat("\uFDFD", 400)}}, []string{"…"}, true},
		"chinese":   {[]Run{{Text: strings.Repeat("读取一个文件，然后总结。", 40)}}, []string{"读取一个文件，", "然后总结。", "…"}, true},
		"hidden":    {[]Run{{Text: strings.Repeat("\u202E", 600)}}, []string{"‹U+202E ×600›"}, false},
		"prose":     {[]Run{{Text: strings.Repeat("It is sensitive, so you are asked. ", 2)}}, []string{"asked."}, false},
		"nothing":   {nil, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := NewParagraph(size, lines, c.runs...)
			p.Resize(fyne.NewSize(width, 100))
			if n := len(p.set.lines); n > lines {
				t.Errorf("%d lines", n)
			}
			for _, l := range p.set.lines {
				if l.width() > width {
					t.Errorf("a line is %g wide", l.width())
				}
			}
			said := strings.ReplaceAll(p.Text(), "\n", "")
			for _, part := range c.keeps {
				if !strings.Contains(said, part) {
					t.Errorf("%q does not say %q", said, part)
				}
			}
			if p.Cut() != c.cut {
				t.Errorf("cut %v: %q", p.Cut(), said)
			}
			if height := p.MinSize().Height; height > lines*3*size {
				t.Errorf("it is %g high", height)
			}
		})
	}
}

// TestParagraphBreaksWhereWordsEnd: a path breaks after its separators, a sentence at
// its blanks.
func TestParagraphBreaksWhereWordsEnd(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	for text, want := range map[string]string{
		"~/projects/assent/consent/manifest/read.go": "~/projects/assent/\nconsent/manifest/\nread.go",
		"Not yet allowed in this conversation":       "Not yet allowed in\nthis conversation",
	} {
		p := NewParagraph(TextBody, 4, Run{Text: text, Mono: true})
		p.Resize(fyne.NewSize(180, 100))
		if p.Text() != want {
			t.Errorf("%q, want %q", p.Text(), want)
		}
	}
}

// TestParagraphDoesNotTearWhatDecides: it begins a line where it has room on one.
func TestParagraphDoesNotTearWhatDecides(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	for n := range 40 {
		p := NewParagraph(TextBody, 4, Run{Text: strings.Repeat("a.", n), Mono: true}, Run{Text: "evil.example", Mono: true, Bold: true, Keep: true}, Run{Text: "/free/free/free", Mono: true})
		p.Resize(fyne.NewSize(180, 100))
		if !strings.Contains(p.Text(), "evil.example") {
			t.Errorf("after %d: %q", n, p.Text())
		}
	}
}

// BenchmarkParagraph lays out what costs most: a long text that has to be cut.
func BenchmarkParagraph(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(Theme{})
	runs := []Run{{Text: "https://"}, {Text: "evil.example", Keep: true}, {Text: "/" + strings.Repeat("abcdefgh/", 600)}}
	for b.Loop() {
		NewParagraph(TextBody, 4, runs...).Resize(fyne.NewSize(440, 100))
	}
}

// TestChipTearsNoWord: the room that a chip takes beside its text moves a word to the next
// line, and never tears it, whatever the width.
func TestChipTearsNoWord(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	const name, said = "Helper (checked by your administrator),…", " wants to contact a website"
	for more := range 200 {
		width := float32(400 + more)
		p := NewParagraph(TextTitle, 3, Run{Text: name, Bold: true, Chip: true}, Run{Text: said, Bold: true, Keep: true})
		p.Resize(fyne.NewSize(width, 100))
		read := strings.Fields(p.Text())
		for _, word := range strings.Fields(said) {
			if !slices.Contains(read, word) {
				t.Fatalf("at %g it reads %q", width, p.Text())
			}
		}
	}
}

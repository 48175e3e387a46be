package command

import (
	"cmp"
	"slices"
	"strings"

	"assent/executors"
	"assent/i18n"

	"mvdan.cc/sh/v3/syntax"
)

// Ground is where a command would run. Empty fields are not known.
type Ground struct {
	Home   string // the user's home folder, absolute
	Folder string // the folder it starts in, absolute; writing outside of it is named
}

// lengthLimit is how long a command may be that is read, in bytes. Reading goes as deep
// as parentheses do.
const lengthLimit = 16 << 10

// depthLimit is how deep commands within texts of commands (sh -c) are read.
const depthLimit = 4

// Read returns the parts of line that stand out, and what is dangerous about it, each
// once.
func Read(line string, ground Ground) (marks []executors.Mark, dangers []i18n.Text) {
	r := &reader{ground: ground}
	r.read(line, 0)
	slices.SortStableFunc(r.marks, func(a, b executors.Mark) int { return cmp.Compare(a.From, b.From) })
	end := 0
	for _, m := range r.marks {
		if m.From >= end && m.From < m.To {
			marks = append(marks, m)
			end = m.To
		}
	}
	return marks, r.dangers
}

// reader collects what is found.
type reader struct {
	ground  Ground
	depth   int
	marks   []executors.Mark
	dangers []i18n.Text
}

// read takes a whole text. Words of a text within a text have no place of their own.
func (r *reader) read(text string, depth int) {
	if len(text) > lengthLimit {
		r.danger(nil, "danger.too_long", nil)
		return
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		r.danger(nil, "danger.unreadable", nil)
		return
	}
	defer func(before int) { r.depth = before }(r.depth)
	r.depth = depth
	syntax.Walk(file, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.CallExpr:
			r.call(node)
		case *syntax.Redirect:
			r.redirect(node)
		case *syntax.BinaryCmd:
			r.pipe(node)
		}
		return true
	})
}

// danger names what is dangerous, once, and marks the words that say so.
func (r *reader) danger(words []*syntax.Word, key string, args map[string]any) {
	for _, word := range words {
		r.mark(word, true)
	}
	same := func(t i18n.Text) bool { return t.Key == key && t.Args["Word"] == args["Word"] }
	if !slices.ContainsFunc(r.dangers, same) && len(r.dangers) < dangersLimit {
		r.dangers = append(r.dangers, i18n.Text{Key: key, Args: args})
	}
}

// dangersLimit is how many dangers are named: who reads ten reads no eleventh.
const dangersLimit = 10

func (r *reader) mark(word *syntax.Word, danger bool) {
	if r.depth > 0 {
		return
	}
	m := executors.Mark{From: int(word.Pos().Offset()), To: int(word.End().Offset()), Danger: danger}
	at := slices.IndexFunc(r.marks, func(other executors.Mark) bool { return other.From == m.From })
	switch {
	case at < 0:
		r.marks = append(r.marks, m)
	case danger:
		r.marks[at] = m
	}
}

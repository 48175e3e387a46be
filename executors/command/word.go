package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word is a word of a command, as it will be when the command runs.
type word struct {
	text  string
	known bool // the text is all of it, whatever the machine
	node  *syntax.Word
}

// words reads all.
func (r *reader) words(nodes []*syntax.Word) (all []word) {
	for _, node := range nodes {
		text, known := r.text(node)
		all = append(all, word{text, known, node})
	}
	return all
}

// text returns what a word is without its quotes, as far as its end or the first part
// that is only known when it runs.
func (r *reader) text(w *syntax.Word) (text string, known bool) {
	var out strings.Builder
	for i, part := range w.Parts {
		said, ok := r.part(part)
		if _, bare := part.(*syntax.Lit); bare && i == 0 && r.ground.Home != "" && (said == "~" || strings.HasPrefix(said, "~/")) {
			said = r.ground.Home + said[1:]
		}
		out.WriteString(said)
		if !ok {
			return out.String(), false
		}
	}
	return out.String(), true
}

func (r *reader) part(part syntax.WordPart) (text string, known bool) {
	switch part := part.(type) {
	case *syntax.Lit:
		return bare(part.Value)
	case *syntax.SglQuoted:
		return part.Value, !part.Dollar
	case *syntax.DblQuoted:
		var out strings.Builder
		for _, inner := range part.Parts {
			if lit, ok := inner.(*syntax.Lit); ok {
				out.WriteString(unescaped(lit.Value, "\\\"$`"))
				continue
			}
			said, ok := r.part(inner)
			out.WriteString(said)
			if !ok {
				return out.String(), false
			}
		}
		return out.String(), true
	case *syntax.ParamExp:
		return r.variable(part)
	}
	return "", false
}

// variable knows those that everybody has.
func (r *reader) variable(p *syntax.ParamExp) (text string, known bool) {
	plain := p.Param != nil && !p.Excl && !p.Length && !p.Width && !p.IsSet && p.Index == nil && p.Slice == nil && p.Repl == nil && p.Names == 0 && p.Exp == nil
	switch {
	case !plain:
	case p.Param.Value == "HOME" && r.ground.Home != "":
		return r.ground.Home, true
	case p.Param.Value == "PWD" && r.ground.Folder != "":
		return r.ground.Folder, true
	}
	return "", false
}

// bare reads what stands without quotes. Braces with a comma become several words.
func bare(text string) (string, bool) {
	open := strings.IndexByte(text, '{')
	if open >= 0 && strings.ContainsAny(text[open:], ",.") && strings.Contains(text[open:], "}") {
		return text[:open], false
	}
	return unescaped(text, ""), true
}

// unescaped takes the backslashes off, in double quotes only those before some characters.
func unescaped(text, only string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (only == "" || strings.IndexByte(only, text[i+1]) >= 0) {
			i++
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// place returns where a path leads, and whether that is outside the folder. What is not
// known is not inside.
func (r *reader) place(w word) (where string, outside bool) {
	text := w.text
	switch {
	case text == "":
		return "", !w.known
	case r.ground.Folder == "":
		return text, path.IsAbs(text) || text[:1] == "~" || text == ".." || strings.HasPrefix(text, "../") || !w.known
	case !path.IsAbs(text):
		text = path.Join(r.ground.Folder, text)
	}
	where = path.Clean(text)
	inside := where == r.ground.Folder || strings.HasPrefix(where, strings.TrimSuffix(r.ground.Folder, "/")+"/")
	return where, !inside || !w.known
}

// discarded reports whether what is written to a path is kept nowhere.
func discarded(where string) bool {
	switch where {
	case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero":
		return true
	}
	return strings.HasPrefix(where, "/dev/fd/")
}

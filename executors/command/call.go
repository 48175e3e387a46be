package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// call judges one simple command.
func (r *reader) call(node *syntax.CallExpr) {
	for _, assign := range node.Assigns {
		if assign.Name != nil && slices.Contains(loaders, assign.Name.Value) {
			r.danger(nil, "danger.environment", map[string]any{"Word": assign.Name.Value})
		}
	}
	if len(node.Args) > 0 {
		words := r.words(node.Args)
		r.mark(words[0].node, false)
		r.program(words)
	}
}

// loaders are the variables that decide what programs really run.
var loaders = []string{"PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "BASH_ENV", "ENV", "IFS", "PROMPT_COMMAND", "PYTHONPATH", "PYTHONSTARTUP", "NODE_OPTIONS", "PERL5OPT", "RUBYOPT", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "PAGER", "EDITOR"}

// program judges a program with its arguments, and then what it would run itself.
func (r *reader) program(words []word) {
	first := words[0]
	if !first.known {
		r.danger([]*syntax.Word{first.node}, "danger.hidden_program", nil)
		return
	}
	name := path.Base(first.text)
	for _, d := range dangers {
		if slices.Contains(d.programs, name) {
			if found := d.found(words); found != nil {
				r.danger(nodes(found), d.key, map[string]any{"Word": said(found)})
			}
		}
	}
	r.writes(name, words)
	r.runsText(name, words)
	if name == "cd" || name == "pushd" {
		if arguments := operands(words); len(arguments) > 0 {
			r.outside("danger.leaves_folder", arguments[0])
		}
	}
	inner := wrapped(name, words)
	for i, words := range inner {
		if i == len(inner)-1 { // the others may be values of options
			r.mark(words[0].node, false)
		}
		r.program(words)
	}
}

// writes names the places outside the folder that a program writes to.
func (r *reader) writes(name string, words []word) {
	arguments := operands(words)
	switch {
	case slices.Contains(writers, name):
		if name == "chmod" || name == "chown" || name == "chgrp" {
			arguments = arguments[min(1, len(arguments)):]
		}
		if name == "sed" && !has(words, "i", "in-place") {
			return
		}
		if name == "sed" && !has(words, "ef", "expression", "file") {
			arguments = arguments[min(1, len(arguments)):]
		}
	case slices.Contains(copiers, name) && len(arguments) > 1:
		if name != "mv" { // which takes its sources away
			arguments = arguments[len(arguments)-1:]
		}
	case name == "dd":
		arguments = nil
		for _, w := range words[1:] {
			if to, ok := strings.CutPrefix(w.text, "of="); ok {
				arguments = append(arguments, word{to, w.known, w.node})
			}
		}
	default:
		return
	}
	for _, argument := range arguments {
		r.outside("danger.outside", argument)
	}
}

// writers write what each of their arguments names, copiers what the last one does.
var (
	writers = []string{"rm", "rmdir", "unlink", "touch", "mkdir", "tee", "truncate", "shred", "chmod", "chown", "chgrp", "sed", "mkfifo"}
	copiers = []string{"cp", "mv", "ln", "install", "rsync"}
)

func (r *reader) outside(key string, w word) {
	if where, outside := r.place(w); outside && !discarded(where) {
		if where == "" {
			r.danger([]*syntax.Word{w.node}, key+"_unknown", nil)
			return
		}
		r.danger([]*syntax.Word{w.node}, key, map[string]any{"Word": where})
	}
}

// redirect judges where output goes.
func (r *reader) redirect(node *syntax.Redirect) {
	switch node.Op {
	case syntax.RdrOut, syntax.AppOut, syntax.RdrInOut, syntax.RdrClob, syntax.RdrAll, syntax.AppAll:
		if node.Word != nil {
			r.outside("danger.outside", r.words([]*syntax.Word{node.Word})[0])
		}
	case syntax.DplOut:
		if node.Word != nil && strings.Trim(node.Word.Lit(), "-0123456789") != "" {
			r.outside("danger.outside", r.words([]*syntax.Word{node.Word})[0])
		}
	}
}

// runsText reads the text that a program is given to run.
func (r *reader) runsText(name string, words []word) {
	switch {
	case name == "eval":
		r.inner(words[1:])
	case slices.Contains(shells, name):
		if at := slices.IndexFunc(words[1:], func(w word) bool { return short(w.text, 'c') }); at >= 0 && at+2 < len(words) {
			r.inner(words[at+2 : at+3])
		}
		for _, w := range words[1:] {
			if downloads(w.node) {
				r.danger([]*syntax.Word{words[0].node, w.node}, "danger.download", map[string]any{"Word": name})
			}
		}
	case slices.Contains(interpreters, name):
		if slices.ContainsFunc(words[1:], func(w word) bool { return short(w.text, 'c') || short(w.text, 'e') || short(w.text, 'r') }) {
			r.danger([]*syntax.Word{words[0].node}, "danger.program_text", map[string]any{"Word": name})
		}
	}
}

// inner reads words that are run as a command of their own.
func (r *reader) inner(words []word) {
	var texts []string
	for _, w := range words {
		if downloads(w.node) {
			r.danger([]*syntax.Word{w.node}, "danger.download", map[string]any{"Word": "sh"})
			return
		}
		if !w.known {
			r.danger([]*syntax.Word{w.node}, "danger.hidden_program", nil)
			return
		}
		texts = append(texts, w.text)
	}
	if r.depth >= depthLimit {
		r.danger(nil, "danger.unreadable", nil)
		return
	}
	before := len(r.dangers)
	r.read(strings.Join(texts, " "), r.depth+1)
	if len(r.dangers) > before {
		for _, w := range words {
			r.mark(w.node, true)
		}
	}
}

// pipe judges what one program hands to another.
func (r *reader) pipe(node *syntax.BinaryCmd) {
	if node.Op != syntax.Pipe && node.Op != syntax.PipeAll {
		return
	}
	call, ok := node.Y.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	r.takesText(r.words(call.Args), downloads(node.X))
}

// takesText judges a program that a text is handed to.
func (r *reader) takesText(words []word, fromNetwork bool) {
	name := path.Base(words[0].text)
	own := slices.ContainsFunc(operands(words), func(w word) bool { return w.text != "-" }) // it reads its text from elsewhere
	runs := slices.Contains(shells, name) || slices.Contains(interpreters, name) && !own
	switch {
	case runs && fromNetwork:
		r.danger([]*syntax.Word{words[0].node}, "danger.download", map[string]any{"Word": name})
	case runs:
		r.danger([]*syntax.Word{words[0].node}, "danger.pipe", map[string]any{"Word": name})
	}
	for _, inner := range wrapped(name, words) {
		r.takesText(inner, fromNetwork)
	}
}

// downloads reports whether something in the node gets a text from the network.
func downloads(node syntax.Node) (found bool) {
	syntax.Walk(node, func(inner syntax.Node) bool {
		if call, ok := inner.(*syntax.CallExpr); ok && len(call.Args) > 0 {
			found = found || slices.Contains(downloaders, path.Base(call.Args[0].Lit()))
		}
		return !found
	})
	return found
}

package command

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var (
	shells       = []string{"sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "source", "."}
	interpreters = []string{"python", "python2", "python3", "perl", "ruby", "node", "deno", "bun", "php", "lua", "osascript", "pwsh", "powershell", "awk", "gawk"}
	downloaders  = []string{"curl", "wget", "fetch", "http", "aria2c", "nc", "ncat"}
)

// danger is what may be dangerous about some programs.
type danger struct {
	key      string // of the text that names it; its Word is what was found
	programs []string

	// found returns the words that make it so, the program's first; nil when it is not.
	found func(words []word) []word
}

var dangers = []danger{
	{"danger.admin", []string{"sudo", "doas", "su", "pkexec", "run0", "machinectl"}, always},
	{"danger.remove", []string{"rm"}, option("rR", "recursive")},
	{"danger.remove", []string{"find", "fd"}, anyOf("-delete")},
	{"danger.remove", []string{"shred", "srm", "wipefs"}, always},
	{"danger.disk", []string{"dd"}, prefixed("of=/dev/")},
	{"danger.disk", []string{"mkfs", "mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat", "fdisk", "parted", "sgdisk", "mkswap", "cryptsetup"}, always},
	{"danger.push", []string{"git"}, git("push", option("f", "force", "force-with-lease", "mirror", "delete"), operand("+"), operand(":"))},
	{"danger.discard", []string{"git"}, git("reset", anyOf("--hard"))},
	{"danger.discard", []string{"git"}, git("clean", always)},
	{"danger.discard", []string{"git"}, git("checkout", anyOf("--", ".", "-f", "--force"))},
	{"danger.discard", []string{"git"}, git("restore", always)},
	{"danger.discard", []string{"git"}, git("branch", option("D"))},
	{"danger.discard", []string{"git"}, git("stash", anyOf("drop", "clear"))},
	{"danger.history", []string{"git"}, git("filter-branch", always)},
	{"danger.history", []string{"git"}, git("filter-repo", always)},
	{"danger.git_program", []string{"git"}, git("config", anyOf("core.hooksPath", "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor"))},
	{"danger.rights", []string{"chmod"}, func(words []word) []word {
		return either(words, option("R", "recursive"), anyOf("777", "a+w", "o+w", "+s", "u+s", "a+rwx"))
	}},
	{"danger.rights", []string{"chown", "chgrp", "setfacl", "setcap"}, always},
	{"danger.later", []string{"crontab", "at", "batch", "systemd-run", "launchctl"}, always},
	{"danger.later", []string{"systemctl"}, anyOf("enable", "start", "restart", "link", "edit")},
	{"danger.machine", []string{"shutdown", "reboot", "halt", "poweroff", "init"}, always},
	{"danger.stops", []string{"kill", "pkill", "killall"}, always},
	{"danger.sends", []string{"curl"}, option("dFT", "data", "data-raw", "data-binary", "data-urlencode", "form", "upload-file", "json")},
	{"danger.sends", []string{"wget"}, option("", "post-data", "post-file", "body-data", "body-file")},
	{"danger.sends", []string{"nc", "ncat", "netcat", "socat", "scp", "sftp", "ftp", "rclone"}, always},
	{"danger.sends", []string{"rsync"}, operandWith(":")},
	{"danger.remote", []string{"ssh", "mosh", "telnet"}, always},
	{"danger.publishes", []string{"npm", "pnpm", "yarn", "cargo", "poetry", "uv", "gem", "bun"}, anyOf("publish", "push")},
	{"danger.publishes", []string{"docker", "podman"}, anyOf("push")},
	{"danger.publishes", []string{"twine"}, anyOf("upload")},
	{"danger.publishes", []string{"gh"}, anyOf("release create", "pr merge", "repo delete", "secret set")},
	{"danger.infrastructure", []string{"kubectl", "helm", "terraform", "tofu", "pulumi"}, anyOf("delete", "apply", "destroy", "uninstall", "drain", "scale", "up", "upgrade")},
	{"danger.environment", []string{"export"}, func(words []word) []word {
		return either(words, slices.Collect(func(yield func(func([]word) []word) bool) {
			for _, name := range loaders {
				if !yield(prefixed(name + "=")) {
					return
				}
			}
		})...)
	}},
	{"danger.alias", []string{"alias", "trap"}, always},
}

// always finds the program itself.
func always(words []word) []word { return words[:1] }

// either finds what the first of several finds.
func either(words []word, all ...func([]word) []word) []word {
	for _, find := range all {
		if found := find(words); found != nil {
			return found
		}
	}
	return nil
}

// option finds an option, by its letters or long names.
func option(letters string, long ...string) func([]word) []word {
	return func(words []word) []word {
		for _, w := range words[1:] {
			for _, letter := range letters {
				if short(w.text, letter) {
					return []word{words[0], w}
				}
			}
			for _, name := range long {
				if text, _, _ := strings.Cut(w.text, "="); text == "--"+name {
					return []word{words[0], w}
				}
			}
		}
		return nil
	}
}

// anyOf finds words that stand one after another.
func anyOf(texts ...string) func([]word) []word {
	return func(words []word) []word {
		for _, text := range texts {
			wanted := strings.Fields(text)
			for at := 1; at+len(wanted) <= len(words); at++ {
				if slices.EqualFunc(words[at:at+len(wanted)], wanted, func(w word, text string) bool { return w.text == text }) {
					return append([]word{words[0]}, words[at:at+len(wanted)]...)
				}
			}
		}
		return nil
	}
}

// prefixed finds a word that begins so.
func prefixed(begin string) func([]word) []word {
	return func(words []word) []word {
		for _, w := range words[1:] {
			if strings.HasPrefix(w.text, begin) {
				return []word{words[0], w}
			}
		}
		return nil
	}
}

// operand finds a word that is no option and begins so, after the first one.
func operand(begin string) func([]word) []word {
	return func(words []word) []word {
		for _, w := range operands(words) {
			if strings.HasPrefix(w.text, begin) {
				return []word{words[0], w}
			}
		}
		return nil
	}
}

// operandWith finds a word that is no option and holds it.
func operandWith(part string) func([]word) []word {
	return func(words []word) []word {
		for _, w := range operands(words) {
			if strings.Contains(w.text, part) {
				return []word{words[0], w}
			}
		}
		return nil
	}
}

// git finds something in one of git's commands.
func git(command string, find ...func([]word) []word) func([]word) []word {
	return func(words []word) []word {
		at := 1
		for at < len(words) && strings.HasPrefix(words[at].text, "-") {
			if slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree", "--namespace"}, words[at].text) {
				at++
			}
			at++
		}
		if at >= len(words) || words[at].text != command {
			return nil
		}
		if found := either(words[at:], find...); found != nil {
			return append([]word{words[0]}, found...)
		}
		return nil
	}
}

// short reports whether a word is options of one letter, this one among them.
func short(text string, letter rune) bool {
	return len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.ContainsRune(text, letter)
}

// has reports whether an option is given.
func has(words []word, letters string, long ...string) bool {
	return option(letters, long...)(words) != nil
}

// operands returns the words that are no options.
func operands(words []word) (all []word) {
	for i, w := range words[1:] {
		switch {
		case w.text == "--" && w.known:
			return append(all, words[i+2:]...)
		case strings.HasPrefix(w.text, "-") && len(w.text) > 1:
		default:
			all = append(all, w)
		}
	}
	return all
}

// wrappers run the program that their arguments name; the number is how many words of
// their own stand before it.
var wrappers = map[string]int{"sudo": 0, "doas": 0, "env": 0, "nohup": 0, "time": 0, "timeout": 1, "nice": 0, "ionice": 0, "xargs": 0, "command": 0, "builtin": 0, "exec": 0, "stdbuf": 0, "setsid": 0, "busybox": 0, "unshare": 0, "chroot": 1, "watch": 0, "parallel": 0}

// takesValue are the options of wrappers that a value may follow.
var takesValue = []string{"-u", "-g", "-n", "-I", "-P", "-L", "-d", "-s", "-k", "-C", "-h", "-p", "-c", "-i", "-o", "-e"}

// wrapped returns the programs that one may run, with their arguments: after an option
// that may have a value or not, it is either.
func wrapped(name string, words []word) (programs [][]word) {
	own, ok := wrappers[name]
	if !ok {
		for at, w := range words {
			if name == "find" && at+1 < len(words) && slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir"}, w.text) {
				programs = append(programs, words[at+1:])
			}
		}
		return programs
	}
	for at := 1; at < len(words); at++ {
		text := words[at].text
		switch {
		case strings.HasPrefix(text, "-") && words[at].known:
		case strings.Contains(text, "=") && (name == "env" || name == "sudo"):
		case slices.Contains(takesValue, words[at-1].text):
			programs = append(programs, words[at:])
		case own > 0:
			own--
		default:
			return append(programs, words[at:])
		}
	}
	return programs
}

// said writes words as the person knows them.
func said(words []word) string {
	var texts []string
	for i, w := range words {
		if i == 0 {
			texts = append(texts, path.Base(w.text))
		} else {
			texts = append(texts, w.text)
		}
	}
	return strings.Join(texts, " ")
}

func nodes(words []word) (all []*syntax.Word) {
	for _, w := range words {
		all = append(all, w.node)
	}
	return all
}

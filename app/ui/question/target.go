package question

import (
	"strings"

	"assent/app/ui/kit"
	"assent/executors"

	"golang.org/x/net/publicsuffix"
)

// targetRuns splits a target into what is muted and what decides: of a path the name at
// its end, of an address the domain that someone registered. home, which may be empty,
// is written ~.
func targetRuns(target, home string) []kit.Run {
	if scheme, rest, ok := strings.Cut(target, "://"); ok {
		return addressRuns(scheme+"://", rest)
	}
	if strings.ContainsAny(target, `/\`) {
		return pathRuns(target, home)
	}
	return []kit.Run{{Text: target, Mono: true, Keep: true}}
}

// commandRuns marks the words of a command: its programs, and what is dangerous.
func commandRuns(command string, marks []executors.Mark) (runs []kit.Run) {
	add := func(text string, r kit.Run) {
		if text != "" {
			r.Text, r.Mono = text, true
			runs = append(runs, r)
		}
	}
	end := 0
	for _, m := range marks {
		if m.From < end || m.To <= m.From || m.To > len(command) {
			continue
		}
		add(command[end:m.From], kit.Run{})
		marked := kit.Run{Bold: true, Keep: m.Danger}
		if m.Danger {
			marked.Tone = kit.ColorHigh
		}
		add(command[m.From:m.To], marked)
		end = m.To
	}
	add(command[end:], kit.Run{})
	return runs
}

func pathRuns(path, home string) []kit.Run {
	folder, name := "", path
	if cut := strings.LastIndexAny(strings.TrimRight(path, `/\`), `/\`); cut >= 0 {
		folder, name = path[:cut+1], path[cut+1:]
	}
	return []kit.Run{
		{Text: kit.ShortHome(folder, home), Mono: true, Tone: kit.ColorMuted},
		{Text: name, Mono: true, Bold: true, Keep: true},
	}
}

func addressRuns(scheme, rest string) []kit.Run {
	host, path := rest, ""
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		host, path = rest[:end], rest[end:]
	}
	above, port := "", ""
	if colon := strings.LastIndexByte(host, ':'); colon > strings.LastIndexByte(host, ']') {
		host, port = host[:colon], host[colon:]
	}
	if domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(host, ".")); err == nil {
		at := strings.LastIndex(host, domain)
		above, host = host[:at], host[at:]
	}
	return []kit.Run{
		{Text: scheme + above, Mono: true, Tone: kit.ColorMuted},
		{Text: host, Mono: true, Bold: true, Keep: true},
		{Text: port, Mono: true, Keep: true},
		{Text: path, Mono: true},
	}
}

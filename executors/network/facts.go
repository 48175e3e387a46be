package network

import (
	"maps"
	"slices"
	"strings"

	"assent/executors"
	"assent/i18n"
)

// describe says what would be sent and where to.
func (p *plan) describe(ignored []string) executors.Facts {
	f := executors.Facts{
		Target: p.url.String(), Breadth: p.site(), Ignored: ignored,
		Details: p.details(), Warn: p.warnings(), Leaves: p.leaves(),
		NoWindow: p.imitates(),
	}
	if f.Finding = p.finding(); f.Finding != nil {
		f.Leaves = i18n.Text{Key: "leaves.network_refused"}
	}
	return f
}

// finding is why the host, as it is written, cannot be reached; nil where that shows
// only when it is looked up.
func (p *plan) finding() *executors.Error {
	switch {
	case p.listed:
		return nil
	case p.local():
		return notAllowed()
	case p.address.IsValid():
		return p.judge(p.address)
	}
	return nil
}

func (p *plan) details() (details []i18n.Text) {
	add := func(when bool, key string, args map[string]any) {
		if when {
			details = append(details, i18n.Text{Key: key, Args: args})
		}
	}
	name := unicodeName(p.host)
	headers := strings.Join(slices.Sorted(maps.Keys(p.header)), ", ")
	add(true, "fact.network_method", map[string]any{"Method": p.method})
	add(name != p.host, "fact.network_host", map[string]any{"Name": name, "ASCII": p.host})
	add(p.port != defaultPort(p.url.Scheme), "fact.network_port", map[string]any{"Port": p.port})
	add(headers != "", "fact.network_headers", map[string]any{"Names": headers})
	add(p.listed, "fact.network_listed", nil)
	return details
}

func (p *plan) warnings() (warnings []i18n.Text) {
	add := func(when bool, key string) {
		if when {
			warnings = append(warnings, i18n.Text{Key: key})
		}
	}
	add(p.imitates(), "warn.network_scripts")
	add(p.address.IsValid(), "warn.network_address")
	add(p.url.Scheme == "http", "warn.network_plain")
	return warnings
}

// imitates reports whether the site's name may be made to look like another's.
func (p *plan) imitates() bool { return mixesScripts(unicodeName(p.host)) }

func (p *plan) leaves() i18n.Text {
	if len(p.header) == 0 && p.body == "" {
		return i18n.Text{Key: "leaves.network", Args: map[string]any{"Host": p.host}}
	}
	return i18n.Text{Key: "leaves.network_data", Args: map[string]any{
		"Host": p.host, "Headers": len(p.header), "Bytes": len(p.body),
	}}
}

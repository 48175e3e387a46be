package ui

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/manifest"
	"assent/consent/visible"
)

// permissionEntry is one thing that holds for an agent, and the button that ends it.
type permissionEntry struct {
	key         string // tells it from the agent's others
	sensitivity manifest.Sensitivity
	marked      bool // with its sensitivity
	headline    string
	details     string
	exactly     string // what the details say under the pointer; may be empty
	count       string // of its calls; may be empty
	action      string // the text of the button
	act         func()
}

// entries are what holds for an agent: what denies or waits at once, then its permissions,
// the most sensitive first, each with its silent windows.
func (p *permissionsPage) entries(h *heldPermissions) (all []permissionEntry) {
	w := p.ui.words
	if h.waiting > 0 {
		all = append(all, permissionEntry{key: "waiting", headline: w.Say("permissions.questions", "Count", h.waiting), details: w.Say("permissions.waiting"),
			action: "permissions.deny_all", act: func() { go p.ui.engine.DenyAll(h.agent.ID) }})
	}
	denied := map[string]consent.Rule{}
	for _, r := range h.rules {
		if r.Scope == "" {
			all = append(all, p.muted(h, r))
			continue
		}
		denied[r.Scope] = r
	}
	for _, g := range grantsOf(h) {
		if rule, ok := denied[g.Scope]; ok {
			all = append(all, p.deniedAlways(h, g, rule))
		} else if g.Granted {
			all = append(all, p.granted(h, g))
		}
		for _, window := range h.windows {
			if window.Scope == g.Scope {
				all = append(all, p.silent(h, window))
			}
		}
	}
	return all
}

// grantsOf are an agent's grants, the most sensitive first; of one that was removed what was
// denied for good.
func grantsOf(h *heldPermissions) []consent.Grant {
	grants := slices.Clone(h.agent.Grants)
	for _, r := range h.rules {
		if r.Scope != "" && !slices.ContainsFunc(grants, func(g consent.Grant) bool { return g.Scope == r.Scope }) {
			grants = append(grants, consent.Grant{Scope: r.Scope, Sensitivity: manifest.Floor(r.Scope)})
		}
	}
	slices.SortStableFunc(grants, func(a, b consent.Grant) int {
		return cmp.Or(cmp.Compare(b.Sensitivity, a.Sensitivity), cmp.Compare(a.Scope, b.Scope))
	})
	return grants
}

func (p *permissionsPage) muted(h *heldPermissions, r consent.Rule) permissionEntry {
	w := p.ui.words
	return permissionEntry{key: "muted", headline: w.Say("permissions.everything_denied"),
		details: w.Say("permissions.muted", "Left", w.Span(r.Until.Sub(p.ui.options.Now()).Round(time.Second))),
		exactly: w.Say("permissions.until", "Time", kit.Exact(r.Until)), action: "permissions.lift",
		act: func() { p.changed("undo.unmuted", h.agent, "", func() error { return p.ui.engine.Lift(r) }) }}
}

func (p *permissionsPage) deniedAlways(h *heldPermissions, g consent.Grant, r consent.Rule) permissionEntry {
	w := p.ui.words
	said := func(since string) string {
		always := w.Say("permissions.always", "Time", since)
		if h.removed {
			always += " · " + w.Say("permissions.comes_back")
		}
		return always
	}
	return permissionEntry{key: "denied " + g.Scope, sensitivity: g.Sensitivity, marked: true, headline: w.Scope(g.Scope),
		details: said(w.Moment(r.Made, p.ui.options.Now())), exactly: said(kit.Exact(r.Made)), count: p.used("permissions.denied_today", h, g.Scope, true), action: "permissions.lift",
		act: func() { p.changed("undo.lifted", h.agent, g.Scope, func() error { return p.ui.engine.Lift(r) }) }}
}

func (p *permissionsPage) granted(h *heldPermissions, g consent.Grant) permissionEntry {
	w := p.ui.words
	_, meaning := w.SensitivityParts(g.Sensitivity)
	if g.Suspended {
		meaning = w.Say("permissions.suspended")
	}
	return permissionEntry{key: "granted " + g.Scope, sensitivity: g.Sensitivity, marked: true, headline: w.Scope(g.Scope),
		details: meaning + " · " + visible.Escape(g.Scope), count: p.used("permissions.today", h, g.Scope, false), action: "permissions.revoke",
		act: func() {
			p.changed("undo.revoked", h.agent, g.Scope, func() error { return p.ui.engine.Revoke(h.agent.ID, g.Scope) })
		}}
}

// silent says how far a window reaches, how long it lasts and how it was used.
func (p *permissionsPage) silent(h *heldPermissions, window consent.Window) permissionEntry {
	w, now := p.ui.words, p.ui.options.Now()
	e := permissionEntry{key: fmt.Sprint("window ", window.ID), headline: w.Say("permissions.silent"), action: "permissions.end_now",
		act: func() {
			p.changed("undo.ended", h.agent, window.Scope, func() error { return p.ui.engine.EndWindow(window.ID) })
		}}
	if window.Breadth != "" {
		e.headline = w.Say("permissions.silent_in", "Breadth", visible.Escape(kit.ShortHome(window.Breadth, p.ui.options.Home)))
	}
	e.details = w.Say("permissions.window", "Conversation", visible.Escape(window.ConversationID), "Left", w.Span(window.Expires.Sub(now)))
	e.exactly = w.Say("permissions.until", "Time", kit.Exact(window.Expires))
	if window.Uses == 0 {
		e.details += " · " + w.Say("permissions.unused")
	} else {
		e.details += " · " + w.Say("permissions.used", "Count", window.Uses)
	}
	if !window.LastUsed.IsZero() && window.Uses > 0 {
		e.details += " · " + w.Say("permissions.last_used", "Ago", w.Ago(window.LastUsed, now))
		e.exactly += " · " + w.Say("permissions.last_used", "Ago", kit.Exact(window.LastUsed))
	}
	if !window.Cap.IsZero() {
		e.details += " · " + w.Say("permissions.cap", "Time", w.Moment(window.Cap, now))
		e.exactly += " · " + w.Say("permissions.cap", "Time", kit.Exact(window.Cap))
	}
	return e
}

// used says how many of today's calls were for a scope, or were denied it.
func (p *permissionsPage) used(key string, h *heldPermissions, scope string, denied bool) string {
	n := p.today[permissionUse{h.agent.ID, scope, denied}]
	if n == 0 {
		return ""
	}
	more := ""
	if p.capped {
		more = "+"
	}
	return p.ui.words.Say(key, "N", fmt.Sprint(n, more))
}

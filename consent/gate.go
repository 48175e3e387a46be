package consent

import (
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/i18n"
)

// circumstances is everything that step 5 depends on (contract §7).
type circumstances struct {
	declared, floor, pinned manifest.Sensitivity
	care                    bool // the plan demands a question
	whole                   bool // the arguments can be shown in full
	standing                standing
	window                  windowState
}

// standing is what the user said about one scope of one agent.
type standing struct {
	granted    bool
	suspended  bool // by a pending reauth
	alwaysDeny bool
	revoked    bool // granted once and taken back
}

// windowState is what is known of silent windows for one call.
type windowState uint8

const (
	windowNone      windowState = iota // never opened here
	windowOver                         // was open once
	windowElsewhere                    // open, but narrowed to another folder or site
	windowBarred                       // not for this call, open or not (executors.Facts.NoWindow)
	windowOpen
)

// verdict is what follows from circumstances. The zero verdict asks.
type verdict struct {
	denied      *ask.Denied // not nil: neither run nor ask
	by          ask.Decider // BySilence or ByWindow when the call may run; empty: ask
	sensitivity manifest.Sensitivity
	why         []i18n.Text // why it is asked
	window      *window     // that lets the call run, with ByWindow
}

// gate decides whether a call runs silently, runs in its window, or is asked about.
func gate(c circumstances) verdict {
	v := verdict{denied: c.standing.denied(), sensitivity: c.sensitivity()}
	switch {
	case v.denied != nil:
	case v.sensitivity == manifest.Low:
		v.by = ask.BySilence
	case v.sensitivity == manifest.Medium && c.window == windowOpen:
		v.by = ask.ByWindow
	default:
		v.why = c.why()
	}
	return v
}

// sensitivity is the effective one: the highest of all.
func (c circumstances) sensitivity() manifest.Sensitivity {
	if c.care || !c.whole {
		return manifest.High
	}
	return manifest.Highest(c.declared, c.floor, c.pinned)
}

// why says in our words why a question is asked. A plan's own words about its care
// are added by whoever has them.
func (c circumstances) why() (why []i18n.Text) {
	add := func(key string) { why = append(why, i18n.Text{Key: key}) }
	if !c.whole {
		add("why.not_whole")
	}
	switch base := manifest.Highest(c.declared, c.floor, c.pinned); {
	case base == manifest.High:
		add("why.high")
	case len(why) > 0 || c.care:
	case c.window == windowOver:
		add("why.window_over")
	case c.window == windowElsewhere:
		add("why.window_elsewhere")
	case c.window == windowBarred:
		add("why.no_window")
	default:
		add("why.first")
	}
	return why
}

// denied returns why a scope in this standing cannot be used, nil when it can
// (contract §4, step 2; §3 for the reason).
func (s standing) denied() *ask.Denied {
	switch {
	case s.suspended:
		return deny(ask.ScopeNotGranted, "rule.suspended")
	case s.alwaysDeny:
		return deny(ask.PermissionRevoked, "rule.standing_deny")
	case s.granted:
		return nil
	case s.revoked:
		return deny(ask.PermissionRevoked, "rule.revoked")
	}
	return deny(ask.ScopeNotGranted, "rule.not_granted")
}

func deny(reason ask.Reason, rule string) *ask.Denied {
	return &ask.Denied{Reason: reason, Rule: i18n.Text{Key: rule}}
}

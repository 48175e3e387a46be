package consent

import (
	"context"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/executors"
)

// shownLimit is how many bytes of arguments a person can be expected to look
// through; longer ones count as not shown in full (contract §7).
const shownLimit = 64 << 10

// Decide does step 5 of contract §4: it lets the call of p run silently or in its
// window, or asks. Of q it needs CallID, Digest, Facts and Again, of hooks Begin,
// Admitted and Hold; the rest it fills in. For a second question Facts.Care holds what
// was found. The Decision is filled in also beside an error, which is a *ask.Denied or
// an *executors.Error. The end of ctx is a hang-up.
func (k *Keeper) Decide(ctx context.Context, p Permit, q ask.Question, hooks ask.Hooks) (ask.Decision, error) {
	v, d, err := k.judge(p, q)
	switch {
	case err != nil:
		return d, err
	case v.by != "" && hooks.Begin != nil:
		if err := hooks.Begin(v.by, v.sensitivity); err != nil {
			return d, err // as of a call made before, which is no use of a window
		}
		fallthrough
	case v.by != "":
		k.use(v.window)
		return d, nil
	}
	return k.ask(ctx, p, q, v, hooks)
}

// ask asks what v has no answer to.
func (k *Keeper) ask(ctx context.Context, p Permit, q ask.Question, v verdict, hooks ask.Hooks) (ask.Decision, error) {
	q.Caller, q.Tool, q.Scope, q.Arguments = p.Caller, p.Tool.Name, p.Scope.ID, p.Arguments
	q.Description, q.ScopeLabel, q.ScopeDescription = p.Tool.Description, p.Scope.Label, p.Scope.Description
	q.Sensitivity, q.Why = v.sensitivity, append(v.why, q.Facts.Care...)
	hooks.Settled = func() (ask.Decision, bool) {
		v, d, err := k.judge(p, q)
		settled := err == nil && v.by != ""
		if settled {
			k.use(v.window)
		}
		return d, settled
	}
	hooks.Answered = func(d ask.Decision, _ error) error { return k.answered(p, q, d) }
	return k.queue.Ask(ctx, q, p.Terms.Limits, hooks)
}

// judge puts what holds now before the gate. The error is of a call that neither runs nor
// is asked about.
func (k *Keeper) judge(p Permit, q ask.Question) (verdict, ask.Decision, error) {
	muted := k.muted(p.Caller.AgentID) // before mu: the queue looks at the Keeper under its lock
	successor := k.successor(p)
	defer k.announcements.tell()
	k.mu.Lock()
	defer k.mu.Unlock()
	now := clock.Read(k.options.Clock)
	if k.windows.at(now) {
		k.soon()
		k.announcements.add(k.options.Changed)
	}
	c, open := k.circumstances(p, q, now)
	v := gate(c)
	d := ask.Decision{By: v.by, Sensitivity: v.sensitivity}
	if k.closed {
		d.By, d.Rule.Key = ask.ByRule, "rule.quit"
		return v, d, ask.ErrQuitting
	}
	denied := v.denied
	if gone := k.agents[p.Caller.AgentID].permits(p, successor); gone != nil {
		denied = gone
	} else if muted != nil {
		denied = &ask.Denied{Reason: ask.UserRefused, Rule: *muted}
	}
	if denied != nil {
		d.By, d.Rule = ask.ByRule, denied.Rule
		return v, d, denied
	}
	switch v.by {
	case ask.BySilence:
		d.Rule.Key = "rule.silent"
	case ask.ByWindow:
		if open == nil {
			open = k.openTicked(p, now)
		}
		v.window, d.Rule = open, open.rule()
		if own, ticked := k.tickedWindow(k.agents[p.Caller.AgentID], p, now); ticked && own == open {
			d.Rule.Key = "rule.ticked"
		}
	}
	return v, d, nil
}

// use counts the use of a window that lets a call run, nil for none.
func (k *Keeper) use(w *window) {
	if w == nil {
		return
	}
	defer k.announcements.tell()
	k.mu.Lock()
	defer k.mu.Unlock()
	w.slide(clock.Read(k.options.Clock))
	k.soon()
	k.announcements.add(k.options.Changed)
}

// circumstances gathers what step 5 depends on. The caller holds mu.
func (k *Keeper) circumstances(p Permit, q ask.Question, now clock.Reading) (circumstances, *window) {
	c := circumstances{
		declared: p.Scope.Sensitivity,
		floor:    manifest.Floor(p.Scope.ID),
		care:     len(q.Facts.Care) > 0 || q.Again,
		whole:    len(p.Arguments) <= shownLimit,
	}
	a := k.agents[p.Caller.AgentID]
	if a == nil {
		return c, nil
	}
	c.standing = a.standing(p.Scope.ID)
	c.pinned = a.grants[p.Scope.ID].pinned
	if scope, ok := a.manifest.read().Scope(p.Scope.ID); ok {
		c.declared = manifest.Highest(c.declared, scope.Sensitivity)
	}
	a.lower(p.Tool.Name, &c)
	if q.Facts.NoWindow {
		c.window = windowBarred
		return c, nil
	}
	var open *window
	c.window, open = k.windows.state(windowKey{a.id, p.Caller.ConversationID, p.Scope.ID, q.Facts.Breadth}, now, p.Terms.WindowCap)
	if own, ticked := k.tickedWindow(a, p, now); ticked && c.window != windowOpen {
		c.window, open = windowOpen, own
	}
	return c, open
}

// answered keeps what the person's answer says beyond the call. Its error keeps an
// allowed call from running.
func (k *Keeper) answered(p Permit, q ask.Question, d ask.Decision) error {
	switch {
	case d.Answer.Choice == ask.AlwaysDeny:
		return k.alwaysDeny(p.Caller.AgentID, p.Scope.ID)
	case opensWindow(d, q.Facts.Breadth):
		return k.openWindow(p, q, d)
	}
	return nil
}

// openWindow opens a silent window, once it is written.
func (k *Keeper) openWindow(p Permit, q ask.Question, d ask.Decision) error {
	successor := k.successor(p)
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	a := k.agent(p.Caller.AgentID)
	if a.permits(p, successor) != nil {
		return nil // taken back while it was asked: step 6 answers
	}
	now := clock.Read(k.options.Clock)
	way := k.wayBack(a.id)
	w := newWindow(windowKey{a.id, p.Caller.ConversationID, p.Scope.ID, ""}, now)
	if d.Answer.Breadth == ask.ThisTarget {
		w.key.breadth = q.Facts.Breadth
	}
	k.mu.Lock()
	k.windows.at(now)
	mark := k.windows.mark
	k.mu.Unlock()
	err := k.store.transact(func(t tx) error { return t.saveWindows([]*window{w}, mark) })
	if err != nil {
		return unavailable(err)
	}
	k.mu.Lock()
	way.opened, way.over, way.takes = w, k.windows.all[w.key], true
	k.windows.all[w.key] = w
	k.mu.Unlock()
	k.keepWay(way, a)
	k.announcements.add(k.options.Changed)
	return nil
}

// unavailable is the error of a call whose consent could not be written.
func unavailable(err error) error {
	return &executors.Error{
		Reason:  executors.AuditUnavailable,
		Message: "What you agreed to could not be saved, so nothing was done.",
		Err:     err,
	}
}

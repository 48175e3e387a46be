package consent

import (
	"errors"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
)

// ErrNothingToUndo is the error of Undo where the person did nothing with the agent of
// late, or something changed since.
var ErrNothingToUndo = errors.New("something changed meanwhile, so there is nothing to undo")

// undoTime is how long what the person did can be undone.
const undoTime = time.Minute

// undo is the way back from the last thing that the person did with an agent.
type undo struct {
	at            time.Time
	before, after *agent    // what was and is kept of it; neither is ever changed
	ended         []window  // the windows that ended, as they were before
	opened        *window   // the one that was opened; nil: none
	over          *window   // as it was before; nil: there was none
	mute          *ask.Mute // that was lifted
	takes         bool      // going back takes something from the agent: it holds before it is written
}

// wayBack begins to remember the way back from what the person does with an agent. The
// caller holds changing and calls keepWay after it changed the windows, and before it
// lets go.
func (k *Keeper) wayBack(agentID string) *undo {
	u := &undo{at: k.options.Clock.Now(), before: k.kept(agentID)}
	u.after = u.before
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, w := range k.windows.all {
		if w.key.agent == agentID && !w.ended {
			u.ended = append(u.ended, *w)
		}
	}
	return u
}

// keepWay keeps the way back from what made after of an agent.
func (k *Keeper) keepWay(u *undo, after *agent) {
	u.after = after
	k.mu.Lock()
	defer k.mu.Unlock()
	var ended []window
	for _, w := range u.ended {
		if now := k.windows.all[w.key]; now != nil && now.ended {
			ended = append(ended, w)
		}
	}
	u.ended = ended
	k.undos[after.id] = u
}

// Undo takes back the last thing that the person did with an agent: a grant taken back, a
// rule made or lifted, a window opened or ended. It all becomes exactly what it was: what
// that gives back once it is written, what it takes at once. It is only ever called by the user's hand. The error is
// ErrNothingToUndo, or says what writing failed on.
func (k *Keeper) Undo(agentID string) error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	u := k.undos[agentID]
	now := clock.Read(k.options.Clock)
	passed := time.Duration(0)
	if u != nil {
		passed = now.Wall.Sub(u.at)
	}
	if u == nil || !k.stands(u) || passed < 0 || passed > undoTime {
		return ErrNothingToUndo
	}
	delete(k.undos, agentID)
	return k.undo(u, now)
}

// stands reports whether what is kept of the agent is what u left.
func (k *Keeper) stands(u *undo) bool {
	nothing := func(a *agent) bool { return a.manifest == nil && len(a.grants) == 0 }
	now := k.kept(u.after.id)
	return now == u.after || nothing(now) && nothing(u.after)
}

func (k *Keeper) undo(u *undo, now clock.Reading) error {
	var a *agent
	if u.before != u.after {
		a = u.before.clone()
		a.updated, a.relates = now.Wall, u.after.relates
	}
	back := k.windowsBack(u)
	if u.takes {
		k.restore(u, a, back)
		return k.takeAway(u.after.id)
	}
	b := k.batch(a)
	b.windows = append(b.windows, back...)
	if err := k.write(b); err != nil {
		return err
	}
	k.restore(u, a, back)
	return nil
}

// restore makes hold what was before.
func (k *Keeper) restore(u *undo, a *agent, back []*window) {
	k.mu.Lock()
	for _, w := range back {
		w.dirty = u.takes // else it is written already
		k.windows.all[w.key] = w
	}
	k.mu.Unlock()
	if u.mute != nil {
		k.queue.GoOn(*u.mute)
		k.mutesUnwritten = true
	}
	if a != nil {
		k.replace(a)
	}
	k.announcements.add(k.options.Changed)
}

// windowsBack returns the windows as they were before, where nothing changed them since.
func (k *Keeper) windowsBack(u *undo) (back []*window) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, w := range u.ended {
		if now := k.windows.all[w.key]; now != nil && now.ended && now.opened.Equal(w.opened) {
			back = append(back, &w)
		}
	}
	if u.opened == nil {
		return back
	}
	now := k.windows.all[u.opened.key]
	if now == nil || !now.opened.Equal(u.opened.opened) {
		return back
	}
	gone := *now
	gone.ended = true
	if u.over != nil {
		gone = *u.over
	}
	return append(back, &gone)
}

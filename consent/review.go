package consent

import (
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"assent/consent/clock"
	"assent/consent/manifest"
)

// Review is what the user decides about an agent: a new one, a changed one, or
// one whose page was opened again.
type Review struct {
	Agent    Agent
	Manifest *manifest.Manifest // to be agreed to; differs from Agent.Manifest after a reauth
	Previous *manifest.Manifest // what was agreed to before, nil for a new agent
	Version  int
	Scopes   []string // those to decide: all of a new agent, of a reauth the named ones and those of the named tools

	// Asked are the tools that the agent's file asks not to ask for (contract §16): declared
	// ones, and names that it declares nothing of. Tick takes those that the person agrees
	// to, before the answer is given; without it none is.
	Asked []string
	Tick  func(tools []string)

	// Unkept, once the answer returned, says why it could not be written: the review then
	// waits on, and can be answered again. nil: it was kept, or is no longer wanted.
	Unkept func() error

	// What stays whatever is granted here, until the person lifts it (contract §2).
	AlwaysDenied []string  // scopes, of this manifest or not
	MutedUntil   time.Time // everything of the agent is denied until then; zero when it is not
	Removed      int       // the manifest's version when the person removed the agent; 0 when it is new

	serial uint64 // an answer belongs to what was shown, not to what came after it
}

// Reviewer puts a review before whoever answers. Reviews wait without limit; the
// agent has nothing of what is asked until then.
type Reviewer interface {
	// Review returns at once. answer may be called once, and again while Review.Unkept says so, at any time and from any
	// goroutine, also before Review returns; only scopes named in r.Scopes count.
	Review(r Review, answer func(granted []string))
}

// noOne answers where there is no one to ask (contract §11): never a yes, never a hang.
type noOne struct{}

func (noOne) Review(_ Review, answer func(granted []string)) { answer(nil) }

// answerReview ends a review: of its scopes those in granted are granted, the
// others not. It is only ever called by the user's hand, or by what stands in for
// it. ErrReviewChanged comes when the agent has changed, was removed, or the review
// was answered before; any other error says that nothing was written, and the
// review waits on.
func (k *Keeper) answerReview(r Review, granted []string, ticked ...string) error {
	err := k.change(r.Agent.ID, false, func(a *agent, now clock.Reading) error {
		if a.review != r.serial {
			return ErrReviewChanged
		}
		r, ok := a.pending()
		if !ok {
			return ErrReviewChanged
		}
		k.conclude(a, r, granted, now)
		a.tick(ticked)
		return nil
	})
	if err == ErrUnknownAgent {
		return ErrReviewChanged
	}
	return err
}

// conclude makes the answer of a review an agent's state.
func (k *Keeper) conclude(a *agent, r Review, granted []string, now clock.Reading) {
	k.takeManifest(a, r.Manifest, r.Version, now.Wall)
	k.endWindows(k.ofTools(a, func(scope string) bool { return slices.Contains(r.Scopes, scope) }, func(tool, scope string) bool {
		return a.reauth == nil || a.reauth.names(tool, scope) || !slices.Contains(granted, scope)
	}))
	for _, id := range r.Scopes {
		scope, declared := a.manifest.read().Scope(id)
		if declared && slices.Contains(granted, id) {
			a.give(scope, now.Wall)
		} else {
			a.take(id, now.Wall)
		}
	}
	a.agreed, a.agreedVersion = a.manifest, a.version
	if a.reauth != nil && a.reauth.Version <= a.agreedVersion {
		a.reauth = nil
	}
	a.offered, a.offeredVersion = nil, 0
	a.relates = true
	k.review(a)
}

// review marks what is to be reviewed of a as new, and puts it to the Reviewer once
// it is kept. An answer to what was shown before counts no more.
func (k *Keeper) review(a *agent) {
	k.mu.Lock()
	k.reviews++
	a.review = k.reviews
	k.mu.Unlock()
	k.present(a)
}

// present puts the review of a that waits, if any does, to the Reviewer.
func (k *Keeper) present(a *agent) {
	k.announcements.add(func() {
		k.changing.Lock() // whoever tells this may come before a is kept
		kept := k.agent(a.id)
		k.changing.Unlock()
		if kept == nil || kept.review != a.review {
			return
		}
		if r, ok := kept.pending(); ok {
			r.MutedUntil = k.mutedUntil(a.id)
			var ticked []string
			r.Tick = func(tools []string) { ticked = tools }
			var unkept atomic.Pointer[error]
			r.Unkept = func() error {
				if err := unkept.Load(); err != nil {
					return *err
				}
				return nil
			}
			k.options.Reviewer.Review(r, func(granted []string) {
				unkept.Store(nil)
				if err := k.answerReview(r, granted, ticked...); err != nil && !errors.Is(err, ErrReviewChanged) {
					unkept.Store(&err)
				}
			})
		}
	})
}

// undecided returns the agents of which the person has, or will have, something to review.
func (k *Keeper) undecided() []*agent {
	return k.inOrder(&k.agents, func(a *agent) bool { return a.agreed == nil || a.reauth != nil })
}

// pending returns the review that waits for the user, false when none does.
func (a *agent) pending() (Review, bool) {
	r := Review{
		Agent: a.public(), Manifest: a.manifest.read(), Version: a.version, Previous: a.agreed.read(),
		AlwaysDenied: a.alwaysDenied(), Asked: a.asked, serial: a.review,
	}
	switch {
	case a.agreed == nil:
		r.Scopes, r.Removed = scopeIDs(r.Manifest), a.left.Version
		return r, true
	case a.reauth == nil:
		return Review{}, false
	case a.offered != nil:
		r.Manifest, r.Version = a.offered.read(), a.offeredVersion
	case !a.reauth.fits(a.manifest.read().Hash, a.version):
		return Review{}, false // its manifest is yet to come
	}
	r.Scopes = slices.DeleteFunc(scopeIDs(r.Manifest), func(id string) bool { return !a.touched(id) })
	return r, true
}

func scopeIDs(m *manifest.Manifest) []string {
	ids := make([]string, len(m.Scopes))
	for i, scope := range m.Scopes {
		ids[i] = scope.ID
	}
	return ids
}

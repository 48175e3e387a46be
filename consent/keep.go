package consent

import (
	"errors"
	"maps"
	"slices"
	"time"

	"assent/consent/clock"
)

// flushDelay is how long the use of a silent window may wait to be written. A
// crash before makes the window shorter, never longer.
const flushDelay = time.Second

// keep makes a an agent's state: written before it holds or, when it takes, after.
// It has what waits judged anew. The caller holds changing.
func (k *Keeper) keep(a *agent, takes bool) error {
	if takes {
		k.replace(a)
		return k.save(a)
	}
	if err := k.save(a); err != nil {
		return err
	}
	k.replace(a)
	return nil
}

func (k *Keeper) replace(a *agent) {
	k.mu.Lock()
	k.agents[a.id] = a
	k.mu.Unlock()
	k.withdraw(a.id)
	if a.relates {
		k.relate(a)
	}
	k.announcements.add(k.options.Changed)
}

// flush writes the windows that were used and the clocks' mark.
func (k *Keeper) flush() error {
	k.changing.Lock()
	defer k.changing.Unlock()
	return k.save(nil)
}

// save writes a, when not nil, and the windows that changed. The caller holds
// changing.
func (k *Keeper) save(a *agent) error {
	k.mu.Lock()
	if k.unflush != nil {
		k.unflush()
		k.unflush = nil
	}
	k.windows.at(clock.Read(k.options.Clock))
	var changed []*window
	for _, w := range k.windows.unsaved() {
		w.dirty = false
		copied := *w
		changed = append(changed, &copied)
	}
	mark := k.windows.mark
	k.mu.Unlock()
	err := k.store.write(func(t tx) error {
		if a != nil {
			if err := t.saveAgent(a); err != nil {
				return err
			}
		}
		return t.saveWindows(changed, mark)
	})
	if err != nil {
		k.mu.Lock()
		defer k.mu.Unlock()
		for _, w := range changed {
			if kept := k.windows.all[w.key]; kept != nil {
				kept.dirty = true // again, with what is written next
			}
		}
	}
	return err
}

// soon has the use of windows written. The caller holds mu.
func (k *Keeper) soon() {
	if k.unflush == nil {
		k.unflush = k.options.Clock.AfterFunc(flushDelay, func() { _ = k.flush() }) // a failure leaves them as they were
	}
}

// Relocate goes on with the database at path, after the one before was set aside: it
// writes everything that is known there. On an error the Keeper stays with the
// database that it has.
func (k *Keeper) Relocate(path string) error {
	store, err := openStore(path)
	if err != nil {
		return err
	}
	k.changing.Lock()
	defer k.changing.Unlock()
	k.mu.Lock()
	agents := slices.Collect(maps.Values(k.agents))
	var windows []*window
	for _, w := range k.windows.all {
		copied := *w
		windows = append(windows, &copied)
	}
	mark, closed := k.windows.mark, k.closed
	k.mu.Unlock()
	err = store.write(func(t tx) error {
		for _, a := range agents {
			if err := t.saveAgent(a); err != nil {
				return err
			}
		}
		return t.saveWindows(windows, mark)
	})
	if err != nil {
		return errors.Join(err, store.close())
	}
	if closed {
		return store.close()
	}
	old := k.store
	k.store = store
	return old.close()
}

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

// retryDelay is how soon what could not be written is tried again.
const retryDelay = 2 * time.Second

// keep makes a an agent's state: written before it holds or, when it takes, after.
// It has what waits judged anew. The caller holds changing.
func (k *Keeper) keep(a *agent, takes bool) error {
	if takes {
		k.replace(a)
		return k.takeAway(a.id)
	}
	if err := k.save(a); err != nil {
		return err
	}
	k.replace(a)
	return nil
}

func (k *Keeper) replace(a *agent) {
	k.mu.Lock()
	k.put(a)
	k.mu.Unlock()
	k.withdraw(a.id)
	if a.relates {
		k.relate(a)
	}
	k.announcements.add(k.options.Changed)
}

// put keeps a where it belongs. The caller holds mu.
func (k *Keeper) put(a *agent) {
	delete(k.agents, a.id)
	delete(k.removed, a.id)
	switch {
	case a.manifest != nil:
		k.agents[a.id] = a
	case a.left.Version > 0 || len(a.grants) > 0:
		k.removed[a.id] = a
	}
}

// kept returns what is kept of an agent, also of a removed one; of others one of which
// nothing is. It is not to be changed.
func (k *Keeper) kept(id string) *agent {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if a := k.agents[id]; a != nil {
		return a
	}
	if a := k.removed[id]; a != nil {
		return a
	}
	return &agent{id: id, grants: map[string]grant{}}
}

// flush writes what is not written yet.
func (k *Keeper) flush() error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	if _, forgetful := k.Unwritten(); forgetful {
		return k.persist()
	}
	return k.save(nil)
}

// save writes what is not written yet and, when not nil, the agent also. The caller
// holds changing.
func (k *Keeper) save(also *agent) error { return k.write(k.batch(also)) }

// write writes b. What is unwritten is tried again when it fails. The caller holds
// changing.
func (k *Keeper) write(b batch) error {
	err := k.store.write(b)
	k.mu.Lock()
	defer k.mu.Unlock()
	behind := err != nil && (len(k.unwritten) > 0 || k.mutesUnwritten)
	if k.behind != behind {
		k.behind = behind
		k.announcements.add(k.options.Changed)
	}
	if err == nil {
		clear(k.unwritten)
		k.mutesUnwritten = false
		return nil
	}
	for _, w := range b.windows {
		if kept := k.windows.all[w.key]; kept != nil {
			kept.dirty = true // again, with what is written next
		}
	}
	k.later(retryDelay)
	return err
}

// batch gathers what save writes.
func (k *Keeper) batch(also *agent) batch {
	b := batch{journal: k.journal.number}
	for id := range k.unwritten {
		if also == nil || also.id != id {
			b.agents = append(b.agents, k.kept(id))
		}
	}
	if also != nil {
		b.agents = append(b.agents, also)
	}
	if k.mutesUnwritten {
		b.mutes = k.mutes()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.unflush != nil {
		k.unflush()
		k.unflush = nil
	}
	k.windows.at(clock.Read(k.options.Clock))
	for _, w := range k.windows.unsaved() {
		w.dirty = false
		copied := *w
		b.windows = append(b.windows, &copied)
	}
	b.mark = k.windows.mark
	return b
}

// soon has the use of windows written. The caller holds mu.
func (k *Keeper) soon() { k.later(flushDelay) }

// later has what is not written yet written after d. The caller holds mu.
func (k *Keeper) later(d time.Duration) {
	if k.unflush == nil && !k.closed {
		k.unflush = k.options.Clock.AfterFunc(d, func() { _ = k.flush() }) // which tries again by itself
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
	k.mutesUnwritten = true
	b := k.batch(nil)
	k.mu.Lock()
	b.agents = slices.Concat(slices.Collect(maps.Values(k.agents)), slices.Collect(maps.Values(k.removed)))
	b.windows = nil
	for _, w := range k.windows.all {
		copied := *w
		b.windows = append(b.windows, &copied)
	}
	closed := k.closed
	k.mu.Unlock()
	if err := store.write(b); err != nil {
		return errors.Join(err, store.close())
	}
	if closed {
		return store.close()
	}
	old := k.store
	k.store = store
	clear(k.unwritten)
	k.mutesUnwritten = false
	return old.close()
}

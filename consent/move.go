package consent

import (
	"errors"
	"maps"
	"slices"
)

// Move goes on with the database at path, after the one before was set aside: it
// writes everything that is known there. On an error the Keeper stays with the
// database that it has.
func (k *Keeper) Move(path string) error {
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

package consent

import (
	"cmp"
	"slices"

	"assent/consent/clock"
)

// Windows returns the silent windows that hold now, the last used first.
func (k *Keeper) Windows() []Window {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := clock.Read(k.options.Clock)
	if k.windows.at(now) {
		k.soon()
	}
	var all []Window
	for _, w := range k.windows.all {
		if w.holds(now, k.windows.cap) {
			all = append(all, w.public(k.windows.cap))
		}
	}
	slices.SortFunc(all, func(a, b Window) int {
		return cmp.Or(b.LastUsed.Compare(a.LastUsed), cmp.Compare(b.ID, a.ID))
	})
	return all
}

// EndWindow ends a silent window at once; one that is over already stays so. An
// error says that it was not written: it holds until Assent quits.
func (k *Keeper) EndWindow(id int64) error {
	defer k.news.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	k.endWindows(func(w *window) bool { return w.id == id })
	k.news.add(k.options.Changed)
	return k.save(nil)
}

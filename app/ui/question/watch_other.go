//go:build !linux

package question

import "fyne.io/fyne/v2"

// watcher follows a native window. This system tells nothing beyond what the toolkit
// does, so there is none.
type watcher struct{}

func watch(fyne.Window, watched, func(func())) *watcher { return nil }

func (*watcher) close() {}

func (*watcher) present(fyne.Window) {}

func (*watcher) room() (width, height float32) { return 0, 0 }

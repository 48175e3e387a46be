//go:build !linux

package question

import "fyne.io/fyne/v2"

// watch reports false: this system tells nothing beyond what the toolkit does.
func watch(fyne.Window, watched, func(func())) (screen int, stop func(), ok bool) {
	return 0, nil, false
}

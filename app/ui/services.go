package ui

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/executors"
)

// service is a scope and whether it works on this computer now.
type service struct {
	scope string
	err   error // what is missing; nil: it works
}

// lookForServices asks what works here, which may take a moment, and has found called with
// it, those of the highest sensitivity first.
func (u *UI) lookForServices(found func([]service)) {
	go func() {
		var all []service
		for scope, err := range u.engine.Availability(context.Background()) {
			all = append(all, service{scope, err})
		}
		slices.SortFunc(all, func(a, b service) int {
			return cmp.Or(cmp.Compare(manifest.Floor(b.scope), manifest.Floor(a.scope)), cmp.Compare(a.scope, b.scope))
		})
		u.later(func() { found(all) })
	}()
}

// remedy says what the person can do so that the service works, empty where it does.
func (s service) remedy(w *kit.Words) string {
	if s.err == nil {
		return ""
	}
	key := "missing." + strings.ReplaceAll(s.scope, ":", "_")
	if said := w.Say(key); said != key {
		return said
	}
	return visible.Escape(executors.AsError(s.err).Message)
}

// line is the service's name with a mark, and its remedy.
func (s service) line(w *kit.Words) fyne.CanvasObject {
	icon, name := kit.Tinted(theme.IconNameConfirm, kit.ColorLow), kit.Tight(kit.Prose(w.Scope(s.scope)))
	if s.err == nil {
		return container.NewBorder(nil, nil, widget.NewIcon(icon), nil, kit.Inset(0, 4, name))
	}
	icon = kit.Tinted(theme.IconNameWarning, kit.ColorMedium)
	text := kit.Stack(2, name, kit.Tight(kit.Quiet(s.remedy(w))))
	return container.NewBorder(nil, nil, container.NewVBox(widget.NewIcon(icon)), nil, kit.Inset(0, 4, text))
}

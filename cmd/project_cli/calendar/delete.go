package calendar

import "assent/cmd/project_cli/router"

func remove(call router.Call) (router.Answer, error) {
	in, err := router.Decode[targetInput](call)
	if err != nil {
		return router.Answer{}, err
	}
	return commit(call, func(f folder) (draft, error) { return in.deletion(f, call) })
}

// deletion takes an event, or all of a series, out of its file; of a series' occurrence it
// writes down that there is none.
func (in targetInput) deletion(f folder, call router.Call) (draft, error) {
	t, err := in.aim(f, call)
	if err != nil {
		return draft{}, err
	}
	if t.series == "" {
		for _, i := range t.file.series(t.id) {
			t.change(t.file.blocks[i], nil)
		}
		d := t.draft()
		d.after = ""
		if t.file.empty(d.new) {
			d.new = nil
		}
		return d, nil
	}
	if t.changed() {
		t.change(t.block, nil)
	}
	if m, ok := t.master(); ok {
		sheet := newSheet(t.file.bytes(m.block), t.file.lineEnd())
		gone := t.start
		if t.changed() {
			gone = t.event.occurrence
		}
		sheet.add("EXDATE", gone.property("EXDATE"))
		t.sheet = sheet
		t.stampNow(call)
		t.change(m.block, sheet.bytes())
	}
	d := t.draft()
	d.after = ""
	return d, nil
}

// empty reports whether nothing of a calendar would be left in the file: no component, and
// no name that somebody gave it.
func (f *file) empty(data []byte) bool {
	left, err := split(f.name, data)
	if err != nil {
		return false
	}
	for _, h := range left.headers {
		if h.named {
			return false
		}
	}
	for _, b := range left.blocks {
		if b.name != "VTIMEZONE" {
			return false
		}
	}
	return true
}

package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/app/ui/uitest"
	"assent/audit"
)

// asked is an engine that remembers what of the log is looked for.
type asked struct {
	Engine
	last audit.Filter
}

func (a *asked) Calls(ctx context.Context, f audit.Filter) ([]audit.Row, error) {
	a.last = f
	return a.Engine.Calls(ctx, f)
}

// TestFieldAndChipsChoose: what is typed and pressed is what the log is asked for, names of
// agents by their ids.
func TestFieldAndChipsChoose(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		log := &asked{Engine: u.engine}
		u.engine = log
		u.main.show("activity")
		settled := func() audit.Filter {
			time.Sleep(2 * typingPause) // the bubble's clock
			synctest.Wait()
			drain()
			synctest.Wait()
			drain()
			return log.last
		}
		settled()
		find := u.main.page.(*activityPage).find
		test.Type(find.field, "demo")
		if f := settled(); f.Text != "demo" || !slices.Equal(f.Named, []string{"agent-1"}) {
			t.Errorf("typed: asked for %+v", f)
		}
		find.field.SetText("show a notif")
		if f := settled(); f.Text != "show a notif" || !slices.Equal(f.Worded, []string{"notification:send"}) {
			t.Errorf("typed words: asked for %+v", f)
		}
		find.field.SetText("demo")
		test.Tap(find.endings["denied"])
		if f := settled(); f.Status != audit.Denied || f.Text != "demo" {
			t.Errorf("denied: asked for %+v", f)
		}
		test.Tap(find.endings["silent"])
		if f := settled(); f.Status != "" || !slices.Equal(f.Decided, []string{"silent", "window"}) {
			t.Errorf("not asked: asked for %+v", f)
		}
		day := find.ui.main.page.(*activityPage).chart.days[3].Start
		find.showDay(day)
		if f := settled(); !f.Since.Equal(day) || !f.Until.Equal(day.AddDate(0, 0, 1)) {
			t.Errorf("a day: asked for %+v", f)
		}
		find.showDay(day)
		test.Tap(find.endings[""])
		find.field.SetText("")
		if settled(); !find.idle() {
			t.Errorf("all: asked for %+v", log.last)
		}
	})
}

// TestEqualCallsStandTogether: under their day and not too far apart, but what is under
// way; and unfold where one of them is opened.
func TestEqualCallsStandTogether(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	row := func(seq int64, agent string, status audit.Status, ago time.Duration) audit.Row {
		return audit.Row{Seq: seq, AgentID: agent, Tool: "fetch_url", Scope: "network:http", Status: status, Timestamp: now.Add(-ago).Format(time.RFC3339)}
	}
	rows := []audit.Row{
		row(12, "a", audit.Pending, 0), row(11, "a", audit.Pending, 0),
		row(10, "a", audit.Denied, time.Minute), row(9, "b", audit.Denied, 2*time.Minute), row(8, "a", audit.Denied, 3*time.Minute),
		row(7, "a", audit.OK, 4*time.Minute), row(6, "a", audit.Denied, 5*time.Minute),
		row(5, "a", audit.Denied, 20*time.Minute),
		row(4, "a", audit.Denied, 13*time.Hour), row(3, "a", audit.Denied, 13*time.Hour),
	}
	say := func(opened map[int64]bool) string {
		var lines []string
		for _, item := range newActivityItems(kit.NewWords("en"), now, rows, opened) {
			line := item.day
			for _, r := range item.rows {
				line += fmt.Sprint(r.Seq, " ")
			}
			if item.inner {
				line = "- " + line
			}
			lines = append(lines, strings.TrimSpace(line))
		}
		return strings.Join(lines, "|")
	}
	if got, want := say(nil), "today|12|11|10 8 6|9|7|5|yesterday|4 3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := say(map[int64]bool{8: true}), "today|12|11|10 8 6|- 10|- 8|- 6|9|7|5|yesterday|4 3"; got != want {
		t.Errorf("opened: got  %s\nwant %s", got, want)
	}
}

// TestDetailLeavesRows: where there is little room, an open detail explains its call, and
// the call is still to be seen in the list.
func TestDetailLeavesRows(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.main.window.Resize(fyne.NewSize(720, 420))
		u.main.show("activity")
		synctest.Wait()
		drain()
		page := u.main.page.(*activityPage)
		page.open("3")
		drain()
		if height := page.body.Size().Height; height < 2*rowHeight {
			t.Errorf("the list is %g high", height)
		}
		if bottom := page.detail.Position().Y + page.detail.Size().Height; bottom > page.root.Size().Height {
			t.Errorf("the detail ends at %g of %g", bottom, page.root.Size().Height)
		}
		if said := said(u); !strings.Contains(said, "It was done. Nobody was asked") {
			t.Errorf("it is not explained:\n%s", said)
		}
	})
}

// TestReadingIsOneAtATime: what is asked for while something is read is read after it, the
// last of it alone.
func TestReadingIsOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []int
		toolkit := &uitest.Turnstile{}
		r := reading{later: toolkit.Later}
		for n := range 5 {
			r.start(func() func() { return func() { shown = append(shown, n) } })
		}
		for range 2 {
			synctest.Wait()
			toolkit.Drain()
		}
		if !slices.Equal(shown, []int{0, 4}) {
			t.Errorf("showed %v", shown)
		}
	})
}

// TestSmallWindow: what stands above the list, an open detail and every card of permissions
// fit a small window, and never widen it.
func TestSmallWindow(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		room := fyne.NewSize(600, 500)
		u.main.window.Resize(room)
		for _, place := range [][2]string{{"activity", ""}, {"activity", "3"}, {"permissions", ""}} {
			u.ShowPage(place[0], "")
			synctest.Wait()
			drain()
			u.ShowPage(place[0], place[1])
			drain()
			if least := u.main.window.Content().MinSize(); least.Width > room.Width || least.Height > room.Height {
				t.Errorf("%q needs %v", place, least)
			}
		}
	})
}

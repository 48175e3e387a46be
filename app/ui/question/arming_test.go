package question

import (
	"testing"
	"testing/synctest"
	"time"
)

// event is something that happens to a question, after a pause.
type event struct {
	after time.Duration
	does  func(a *arming)
}

func seen(a *arming)     { a.Visible(true, time.Now()) }
func covered(a *arming)  { a.Visible(false, time.Now()) }
func focused(a *arming)  { a.Focused(true, time.Now()) }
func left(a *arming)     { a.Focused(false, time.Now()) }
func disturb(a *arming)  { a.Disturb(time.Now()) }
func press(a *arming)    { a.Press(time.Now()) }
func another(a *arming)  { a.Disturb(time.Now()) } // another question, a move, a resize, a key
func released(a *arming) {}

func TestAllowCountsOnlyAfterQuiet(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, test := range []struct {
		name   string
		events []event // the last is followed by the release
		yes    bool
	}{
		{"left alone, then pressed", []event{{0, seen}, {0, focused}, {700 * ms, press}}, true},
		{"one millisecond early", []event{{0, seen}, {0, focused}, {699 * ms, press}}, false},
		{"held for long", []event{{0, seen}, {0, focused}, {700 * ms, press}, {5 * time.Second, released}}, true},
		{"never visible", []event{{0, focused}, {time.Minute, press}}, false},
		{"never focused", []event{{0, seen}, {time.Minute, press}}, false},
		{"click that only focuses", []event{{0, seen}, {time.Minute, focused}, {0, press}}, false},
		{"pressed blind before it shows", []event{{0, focused}, {time.Second, press}, {time.Second, seen}}, false},
		{"typing ahead", []event{{0, seen}, {0, focused}, {600 * ms, disturb}, {600 * ms, disturb}, {600 * ms, press}}, false},
		{"typing, then a pause", []event{{0, seen}, {0, focused}, {600 * ms, disturb}, {700 * ms, press}}, true},
		{"second click of a double click", []event{{0, seen}, {0, focused}, {time.Second, disturb}, {150 * ms, press}}, false},
		{"focus lost and back", []event{{0, seen}, {0, focused}, {time.Second, left}, {0, focused}, {699 * ms, press}}, false},
		{"focus back for long enough", []event{{0, seen}, {0, focused}, {time.Second, left}, {0, focused}, {700 * ms, press}}, true},
		{"covered", []event{{0, seen}, {0, focused}, {time.Second, covered}, {time.Second, press}}, false},
		{"covered and free again", []event{{0, seen}, {0, focused}, {time.Second, covered}, {0, seen}, {100 * ms, press}}, false},
		{"moved before the press", []event{{0, seen}, {0, focused}, {time.Second, another}, {10 * ms, press}}, false},
		{"changed between press and release", []event{{0, seen}, {0, focused}, {time.Second, press}, {10 * ms, another}}, false},
		{"focus lost between press and release", []event{{0, seen}, {0, focused}, {time.Second, press}, {10 * ms, left}}, false},
		{"released without a press", []event{{0, seen}, {0, focused}, {time.Second, released}}, false},
		{"two presses, one release", []event{{0, seen}, {0, focused}, {time.Second, press}, {10 * ms, press}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var a arming
				for _, e := range test.events {
					time.Sleep(e.after) // the bubble's clock
					e.does(&a)
				}
				if got := a.Release(); got != test.yes {
					t.Errorf("yes = %v, want %v", got, test.yes)
				}
				if a.Release() {
					t.Error("one press gave two answers")
				}
			})
		})
	}
}

func TestProgressFillsInSevenHundredMilliseconds(t *testing.T) {
	t.Parallel()
	var a arming
	at := time.Unix(1000, 0)
	a.Visible(true, at)
	if p := a.Progress(at.Add(time.Hour)); p != 0 {
		t.Errorf("without the keyboard: %v", p)
	}
	a.Focused(true, at)
	for after, want := range map[time.Duration]float64{0: 0, 350 * time.Millisecond: 0.5, 700 * time.Millisecond: 1, time.Hour: 1, -time.Second: 0} {
		if p := a.Progress(at.Add(after)); p != want {
			t.Errorf("after %v: %v, want %v", after, p, want)
		}
	}
}

package fault

import (
	"slices"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Order{
		"kill-after=fetch_url":         {Kind: KillAfter, Tool: "fetch_url"},
		"kill-before=fetch_url#12":     {Kind: KillBefore, Tool: "fetch_url", Number: 12},
		"paused=*":                     {Kind: Paused},
		"disk-full=*#1":                {Kind: DiskFull, Number: 1},
		"too_many_questions=@call=1#2": {Kind: TooManyQuestions, CallID: "call=1#2"},
		"slow-person:45s=read_file":    {Kind: SlowPerson, By: 45 * time.Second, Tool: "read_file"},
		"clock-jump:-2d=@a":            {Kind: ClockJump, By: -48 * time.Hour, CallID: "a"},
		"clock-jump:1d12h=*":           {Kind: ClockJump, By: 36 * time.Hour},
	} {
		got, err := Parse(text)
		want.text = text
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
	}
	for text, says := range map[string]string{
		"":                       "names no call",
		"kill-after":             "names no call",
		"fire=read_file":         "is not known; there are slow-person:TIME",
		"paused:5s=read_file":    "takes no time",
		"slow-person=read_file":  "takes a time, such as slow-person:45s",
		"slow-person:-5s=a_tool": "is not a time",
		"slow-person:0s=a_tool":  "is not a time",
		"clock-jump:soon=*":      "is not a time",
		"clock-jump:=*":          "is not a time",
		"clock-jump:--1s=*":      "is not a time",
		"paused=":                "is no call",
		"paused=Read":            "is no call",
		"paused=read_file#0":     "is no call",
		"paused=read_file#":      "is no call",
		"paused=**":              "is no call",
		"paused=@":               "behind @ comes a call_id",
		"paused=@é":              "behind @ comes a call_id",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v, want %q", text, err, says)
		}
	}
}

// TestWhoMeetsWhat: by tool, by the number of the call, and by its id.
func TestWhoMeetsWhat(t *testing.T) {
	t.Parallel()
	var orders []Order
	for _, text := range []string{"paused=read_file", "disk-full=read_file#2", "kill-after=*#3", "slow-person:1s=@c4", "slow-person:2s=paste"} {
		order, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		orders = append(orders, order)
	}
	f := New(orders)
	for _, call := range []struct {
		id, tool string
		want     []Kind
		slow     time.Duration
	}{
		{"c1", "read_file", []Kind{Paused}, 0},
		{"c2", "fetch_url", nil, 0},
		{"c3", "read_file", []Kind{Paused, DiskFull, KillAfter}, 0},
		{"c4", "paste", []Kind{SlowPerson, SlowPerson}, 3 * time.Second},
		{"c5", "read_file", []Kind{Paused}, 0},
	} {
		key := ask.CallKey{AgentID: "a", ConversationID: "c", CallID: call.id}
		var got []Kind
		for _, o := range f.Begin(key, call.tool) {
			got = append(got, o.Kind)
		}
		if !slices.Equal(got, call.want) || f.Slow(key) != call.slow {
			t.Errorf("%s: meets %v and %v, want %v and %v", call.id, got, f.Slow(key), call.want, call.slow)
		}
		f.End(key)
		if f.Slow(key) != 0 {
			t.Errorf("%s is not forgotten", call.id)
		}
	}
	none := New(nil)
	if met := none.Begin(ask.CallKey{}, "x"); met.Has(Paused) || none.Slow(ask.CallKey{}) != 0 || none.Ordered() != nil {
		t.Error("what nobody ordered goes wrong")
	}
	none.End(ask.CallKey{})
	none.Begin(ask.CallKey{}, "x").Kill(KillAfter) // nothing
}

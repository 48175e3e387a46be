package consent

import (
	"testing"

	"assent/consent/ask"
	"assent/consent/manifest"
)

var (
	everySensitivity = []manifest.Sensitivity{0, manifest.Low, manifest.Medium, manifest.High}
	bothWays         = []bool{false, true}
)

// everyCircumstance calls f with every combination there is.
func everyCircumstance(f func(circumstances)) {
	for _, s := range everyStanding() {
		for _, declared := range everySensitivity {
			for _, floor := range everySensitivity {
				for _, pinned := range everySensitivity {
					for _, care := range bothWays {
						for _, whole := range bothWays {
							for w := windowNone; w <= windowOpen; w++ {
								f(circumstances{declared, floor, pinned, care, whole, s, w})
							}
						}
					}
				}
			}
		}
	}
}

func everyStanding() (all []standing) {
	for bits := range 16 {
		all = append(all, standing{bits&1 != 0, bits&2 != 0, bits&4 != 0, bits&8 != 0})
	}
	return all
}

// TestGateInEveryCircumstance states the rules of contract §7 the other way round:
// what must be true whenever the gate lets a call run unasked.
func TestGateInEveryCircumstance(t *testing.T) {
	t.Parallel()
	count := 0
	everyCircumstance(func(c circumstances) {
		count++
		v := gate(c)
		allowed := c.standing == standing{granted: true} || c.standing == standing{granted: true, revoked: true}
		low := c.declared == manifest.Low && c.floor == manifest.Low && c.pinned == manifest.Low && !c.care && c.whole
		high := c.declared == manifest.High || c.floor == manifest.High || c.pinned == manifest.High ||
			c.declared == 0 || c.floor == 0 || c.pinned == 0 || c.care || !c.whole
		want := ask.Decider("")
		switch {
		case !allowed || high:
		case low:
			want = ask.BySilence
		case c.window == windowOpen:
			want = ask.ByWindow
		}
		asks := allowed && want == ""
		switch {
		case v.by != want:
			t.Errorf("%+v: decided by %q, want %q", c, v.by, want)
		case (v.denied == nil) != allowed:
			t.Errorf("%+v: denied %v", c, v.denied)
		case high != (v.sensitivity == manifest.High) || low != (v.sensitivity == manifest.Low):
			t.Errorf("%+v: sensitivity %v", c, v.sensitivity)
		case asks && len(v.why) == 0 && !c.care, !asks && len(v.why) > 0:
			t.Errorf("%+v: why %v", c, v.why)
		}
	})
	if count != 16*4*4*4*2*2*5 {
		t.Errorf("%d combinations", count)
	}
}

func TestStandingSaysWhy(t *testing.T) {
	t.Parallel()
	for _, s := range everyStanding() {
		want, rule := ask.ScopeNotGranted, "rule.not_granted"
		switch {
		case s.suspended:
			rule = "rule.suspended"
		case s.alwaysDeny:
			want, rule = ask.PermissionRevoked, "rule.standing_deny"
		case s.granted:
			want = ""
		case s.revoked:
			want, rule = ask.PermissionRevoked, "rule.revoked"
		}
		switch denied := s.denied(); {
		case denied == nil && want == "":
		case denied == nil || denied.Reason != want || denied.Rule.Key != rule:
			t.Errorf("%+v: %v, want %s by %s", s, denied, want, rule)
		}
	}
}

func TestWhyItAsks(t *testing.T) {
	t.Parallel()
	granted := standing{granted: true}
	medium := circumstances{declared: manifest.Medium, floor: manifest.Medium, pinned: manifest.Medium, whole: true, standing: granted}
	with := func(change func(*circumstances)) circumstances {
		c := medium
		change(&c)
		return c
	}
	for _, test := range []struct {
		name string
		c    circumstances
		want []string
	}{
		{"first time", medium, []string{"why.first"}},
		{"window over", with(func(c *circumstances) { c.window = windowOver }), []string{"why.window_over"}},
		{"another folder", with(func(c *circumstances) { c.window = windowElsewhere }), []string{"why.window_elsewhere"}},
		{"no window covers it", with(func(c *circumstances) { c.window = windowBarred }), []string{"why.no_window"}},
		{"pinned high", with(func(c *circumstances) { c.pinned = manifest.High; c.window = windowOpen }), []string{"why.high"}},
		{"too long", with(func(c *circumstances) { c.whole = false; c.window = windowOpen }), []string{"why.not_whole"}},
		{"the plan says it", with(func(c *circumstances) { c.care = true; c.window = windowOpen }), nil},
	} {
		var got []string
		for _, text := range gate(test.c).why {
			got = append(got, text.Key)
		}
		if len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

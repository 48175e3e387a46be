package ui

import "time"

// pause is when a pause ends by itself, where the person wants that.
type pause struct {
	until time.Time // zero: it does not
	timer *time.Timer
}

// forget has the pause end by the person alone.
func (p *pause) forget() {
	if p.timer != nil {
		p.timer.Stop()
	}
	*p = pause{}
}

// pauseNow denies everything until the person goes on.
func (u *UI) pauseNow() { u.setPaused(true) }

// resume goes on.
func (u *UI) resume() { u.setPaused(false) }

func (u *UI) setPaused(on bool) {
	u.pause.forget()
	u.engine.Pause(on)
	u.refresh()
}

// resumeIn has the pause end after a time. While the machine sleeps that stands still: a
// pause never ends too soon.
func (u *UI) resumeIn(d time.Duration) {
	u.pause.forget()
	until := u.options.Now().Add(d)
	u.pause = pause{until: until, timer: time.AfterFunc(d, func() {
		u.later(func() {
			if u.pause.until.Equal(until) && u.engine.Paused() {
				u.resume()
			}
		})
	})}
	u.refresh()
}

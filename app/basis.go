package app

import (
	"fmt"
	"time"

	"assent/consent"
	"assent/executors"
)

// basis is what calls are judged by: the settings, and what was made of them. It never
// changes: another takes its place. A call keeps the one that held when it came, from
// its first step to its last, so that what the person is asked about stays what it is.
type basis struct {
	settings Settings
	terms    consent.Terms
	registry *executors.Registry
}

// hold has the calls to come judged by settings, which are not changed from here on.
func (e *Engine) hold(s Settings) {
	e.basis.Store(&basis{settings: s, terms: s.terms(), registry: e.machine.registry(s)})
}

// terms are those of questions and silent windows.
func (s Settings) terms() consent.Terms {
	return consent.Terms{Limits: s.limits(), WindowCap: time.Duration(s.WindowCapDays) * 24 * time.Hour}
}

// retention is how long rows of the log are kept.
func (s Settings) retention() time.Duration { return time.Duration(s.RetentionDays) * 24 * time.Hour }

// Settings returns those by which calls are judged that come now. They are not to be
// changed: ChangeSettings does.
func (e *Engine) Settings() Settings { return e.basis.Load().settings }

// ChangeSettings has change alter the settings as the file has them, saves what comes of
// it and judges every call by it that comes from then on. A question that is open, and a
// call that runs, keep what they were judged by. When there is an error nothing has
// changed; a *WrongSetting says which setting is wrong.
func (e *Engine) ChangeSettings(change func(*Settings)) error {
	e.settling.Lock()
	defer e.settling.Unlock()
	s, err := ReadSettings(e.options.Places)
	if err != nil {
		return fmt.Errorf("the settings file was changed by another program and cannot be used: %w", err)
	}
	change(&s)
	if err := s.Save(e.options.Places); err != nil {
		return err
	}
	e.keeper.EndOver(e.basis.Load().terms.WindowCap)
	e.hold(s)
	e.subscribers.changed()
	return nil
}

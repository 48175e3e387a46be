package app

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"assent/app/folder"
	"assent/consent"
	"assent/executors"

	"github.com/go-json-experiment/json"
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

// WouldAsk judges a file's path, absolute or beginning with ~/, as a call to read it would
// be judged now. Facts.Care says why it is asked about every time. Nothing of the file is
// read. An error says that it is no such path.
func (e *Engine) WouldAsk(path string) (executors.Facts, error) {
	arguments, err := json.Marshal(map[string]string{"path": path})
	if err != nil {
		return executors.Facts{}, executors.Errorf(executors.InvalidArguments, "This is not text.")
	}
	plan, err := e.basis.Load().registry.Prepare(e.ctx, executors.Request{Scope: "filesystem:read", Tool: "read_file", Arguments: arguments})
	if err != nil {
		return executors.Facts{}, err
	}
	defer plan.Close()
	return plan.Facts(), nil
}

// Availability says of every scope what is missing for it on this machine now, as an
// *executors.Error, nil where nothing is.
func (e *Engine) Availability(ctx context.Context) map[string]error {
	return e.basis.Load().registry.Availability(ctx)
}

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
	e.take(s)
	return nil
}

// take has the calls to come judged by other settings. The caller holds settling.
func (e *Engine) take(s Settings) {
	e.keeper.EndOver(e.basis.Load().terms.WindowCap)
	e.hold(s)
	e.subscribers.changed()
}

// follow takes up what other programs write into the settings file. Where the system does
// not tell of it, that holds with the next change by ChangeSettings, or the next start.
func (e *Engine) follow() {
	if stop, err := folder.Watch(e.options.Places.Settings(), e.reread); err == nil {
		e.unfollow = stop
	}
}

// reread takes up the settings file as it is now. One that cannot be used changes nothing,
// and the person is told.
func (e *Engine) reread() {
	e.settling.Lock()
	defer e.settling.Unlock()
	s, err := ReadSettings(e.options.Places)
	switch {
	case err != nil:
		e.options.Notice(Notice{Key: "notice.settings_not_taken", Args: map[string]any{"Error": err.Error()}})
	case !reflect.DeepEqual(s, e.Settings()):
		e.take(s)
	}
}

package consent

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/executors"
)

// yes is an Asker that allows, from any goroutine.
type yes struct{}

func (yes) Ask(_ context.Context, _ ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	return ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}, nil
}

func (yes) Review(r Review, answer func([]string)) { answer(r.Scopes) }

// TestEverythingAtOnce has many calls, and everything that changes what they may
// do, come at the same time. After the last revocation nothing runs.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	k, err := Open(filepath.Join(t.TempDir(), "assent.db"), Options{Asker: yes{}, Reviewer: yes{}})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	d := &desk{Keeper: k, t: t, clock: clock.NewVirtual(start)}
	if err := d.offer("a", 1, document(scopes{files: "medium"})); err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	repeat := func(times int, f func(i int)) {
		work.Go(func() {
			for i := range times {
				f(i)
			}
		})
	}
	for range 4 {
		repeat(30, func(i int) {
			_, err := d.run(readFile.in(fmt.Sprint(i % 3)))
			var denied *ask.Denied
			var e *executors.Error
			if err != nil && !errors.As(err, &denied) && !errors.As(err, &e) {
				t.Error(err)
			}
		})
	}
	repeat(10, func(int) { _ = k.Revoke("a", files); _ = k.Grant("a", files) })
	repeat(10, func(i int) { _ = d.offer("a", i+2, document(scopes{files: "medium", fmt.Sprintf("x:y%d", i): "low"})) })
	repeat(10, func(i int) { _ = k.Reauth(Reauth{AgentID: "a", Version: i, Hash: "h"}) })
	repeat(30, func(int) {
		for _, w := range k.Windows(0) {
			_ = k.EndWindow(w.ID)
		}
		k.Agents()
		k.Rules()
		k.Waiting()
	})
	work.Wait()
	if err := k.Revoke("a", files); err != nil {
		t.Error(err)
	}
	if _, err := d.run(readFile); err == nil {
		t.Error("a call ran after the revocation")
	}
}

// TestNoReviewIsLost has somebody else make the announcements whenever there are any: a new
// agent is put to review all the same.
func TestNoReviewIsLost(t *testing.T) {
	t.Parallel()
	k, err := Open(filepath.Join(t.TempDir(), "assent.db"), Options{Asker: yes{}, Reviewer: yes{}})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				k.announcements.tell()
			}
		}
	}()
	d := &desk{Keeper: k, t: t, clock: clock.NewVirtual(start)}
	for i := range 30 {
		if err := d.offer(fmt.Sprint("agent-", i), 1, document(scopes{files: "medium"})); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-stopped
	k.announcements.tell()
	if left := k.Reviews(); len(left) > 0 {
		t.Errorf("%d of 30 agents were never put to review", len(left))
	}
}

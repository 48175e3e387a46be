package executortest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"time"
)

// holding is what a process has at one moment.
type holding struct {
	goroutines  int
	descriptors []string // "number target"; empty where /proc is missing
	temporary   []string // names in os.TempDir
}

func holdings() holding {
	return holding{runtime.NumGoroutine(), descriptors(), temporary()}
}

// leaked reports what is there beyond before, once things had time to settle:
// the runtime ends goroutines and connections some moments after they are done.
func (before holding) leaked() error {
	settled := time.NewTicker(2 * time.Millisecond)
	defer settled.Stop()
	for deadline := time.Now().Add(5 * time.Second); ; <-settled.C {
		err := before.beyond(holdings())
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

func (before holding) beyond(now holding) error {
	var problems []error
	if now.goroutines > before.goroutines {
		var stacks strings.Builder
		pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		problems = append(problems, fmt.Errorf("%d goroutines left behind:\n%s", now.goroutines-before.goroutines, stacks.String()))
	}
	if extra := missing(now.descriptors, before.descriptors); len(extra) > 0 {
		problems = append(problems, fmt.Errorf("descriptors left open: %q", extra))
	}
	if extra := missing(now.temporary, before.temporary); len(extra) > 0 {
		problems = append(problems, fmt.Errorf("temporary files left behind: %q", extra))
	}
	return errors.Join(problems...)
}

// missing returns what of all is not in known.
func missing(all, known []string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return slices.Contains(known, s) })
}

// descriptors leaves out those of the runtime's own poller, which stay.
func descriptors() (open []string) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, entry := range entries {
		target, err := os.Readlink("/proc/self/fd/" + entry.Name())
		if err != nil || target == "anon_inode:[eventpoll]" || target == "anon_inode:[eventfd]" {
			continue // closed meanwhile: the listing's own
		}
		open = append(open, entry.Name()+" "+target)
	}
	return open
}

func temporary() (names []string) {
	entries, _ := os.ReadDir(os.TempDir())
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

//go:build linux

package main_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	startsTimed = 7
	idleFor     = 10 * time.Second
	callsMade   = 10_000
	answerSize  = 4 << 10 // bytes
)

// BenchmarkWeight weighs Assent beside a program that shows a window with one word:
// from the start of the process until it listens and until its window shows something,
// memory when that is done, after many calls and a while after them, and the processor's
// time while the window is minimized and nobody calls.
func BenchmarkWeight(b *testing.B) {
	m := newBench(b)
	b.Run("assent", func(b *testing.B) { m.weigh(b, "assent", m.assentArgs...) })
	b.Run("bare window", func(b *testing.B) { m.weigh(b, "bare") })
}

func (m *bench) weigh(b *testing.B, name string, args ...string) {
	for b.Loop() {
		var listening, painted []time.Duration
		var last *exec.Cmd
		var window appearance
		for n := range startsTimed {
			began := time.Now()
			cmd, errs := m.start(b, name, args...)
			if name == "assent" {
				heard(b, errs, "listening on ")
				listening = append(listening, time.Since(began))
			}
			window = m.screen.next(b)
			painted = append(painted, window.painted.Sub(began))
			if last = cmd; n < startsTimed-1 {
				end(cmd)
				m.screen.gone(b)
			}
		}
		if name == "assent" {
			b.ReportMetric(median(listening), "listening-ms")
		}
		b.ReportMetric(median(painted), "window-ms")
		m.screen.minimize(b, window)
		b.ReportMetric(idle(b, last.Process.Pid), "idle-cpu-ms/s")
		b.ReportMetric(resident(b, last.Process.Pid), "idle-MiB")
		if name == "assent" {
			m.callOften(b)
			b.ReportMetric(resident(b, last.Process.Pid), "after-10k-calls-MiB")
			<-time.After(idleFor)
			b.ReportMetric(resident(b, last.Process.Pid), "then-idle-MiB")
		}
		end(last)
	}
	b.ReportMetric(0, "ns/op") // of all that together: it says nothing
}

// callOften makes calls that run silently, each with another answer of 4 KiB.
func (m *bench) callOften(b *testing.B) {
	host := m.connect(b)
	defer host.Close()
	words := m.words(b)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range callsMade {
		var text []byte
		for len(text) < answerSize {
			text = append(append(text, words[random.IntN(len(words))]...), ' ')
		}
		if err := os.WriteFile(m.file(), text[:answerSize], 0o600); err != nil {
			b.Fatal(err)
		}
		host.call(b, "c", 1000+n, m.file())
		host.answer(b)
	}
}

// words returns those of a text, as often as they are in it.
func (m *bench) words(b *testing.B) [][]byte {
	text, err := os.ReadFile("../../docs/contract.md")
	if err != nil {
		b.Fatal(err)
	}
	return bytes.Fields(bytes.ToValidUTF8(text, nil))
}

// idle returns the processor's milliseconds that a process uses in a second.
func idle(b *testing.B, pid int) float64 {
	<-time.After(2 * time.Second) // what its start left to do
	before := used(b, pid)
	<-time.After(idleFor)
	return milliseconds(used(b, pid)-before) / idleFor.Seconds()
}

// used returns the processor's time of all threads of a process.
func used(b *testing.B, pid int) (sum time.Duration) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		b.Fatal("no threads: ", err)
	}
	for _, thread := range threads {
		data, err := os.ReadFile(thread)
		if err != nil {
			continue // it ended
		}
		running, _, _ := strings.Cut(string(data), " ")
		ns, err := strconv.ParseInt(running, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(ns)
	}
	return sum
}

// resident returns the memory of a process, in MiB.
func resident(b *testing.B, pid int) float64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := bytes.Cut(data, []byte("VmRSS:"))
	fields := strings.Fields(string(rest))
	if len(fields) == 0 {
		b.Fatal("no VmRSS")
	}
	kib, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kib / 1024
}

func median(all []time.Duration) float64 {
	slices.Sort(all)
	return milliseconds(all[len(all)/2])
}

//go:build linux

package main_test

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// questionsAsked is how many a figure is made of.
const questionsAsked = 25

// BenchmarkQuestion times how long a question takes to be on screen: mapped and
// painted. Assent's is timed from the line written to its socket, zenity's, beside
// it, from its start, which is how a program asks with it.
func BenchmarkQuestion(b *testing.B) {
	m := newBench(b)
	b.Run("assent", func(b *testing.B) {
		app, errs := m.start(b, "assent", m.assentArgs...)
		heard(b, errs, "listening on ")
		m.screen.minimize(b, m.screen.next(b))
		n := 0
		reportAsked(b, func() (time.Duration, time.Duration) {
			n++
			host := m.connect(b)
			began := time.Now()
			host.call(b, fmt.Sprint("asked ", n), n, m.file())
			shown := m.screen.next(b)
			host.Close() // the question closes with it
			m.screen.gone(b)
			return shown.mapped.Sub(began), shown.painted.Sub(began)
		})
		b.ReportMetric(resident(b, app.Process.Pid), "after-MiB") // a question must leave none behind
	})
	b.Run("zenity", func(b *testing.B) {
		reportAsked(b, func() (time.Duration, time.Duration) {
			began := time.Now()
			zenity, _ := m.start(b, "zenity", "--question", "--text", "May DemoBot read notes.txt?")
			shown := m.screen.next(b)
			end(zenity)
			m.screen.gone(b)
			return shown.mapped.Sub(began), shown.painted.Sub(began)
		})
	})
}

// reportAsked asks and reports how long that took.
func reportAsked(b *testing.B, ask func() (mapped, painted time.Duration)) {
	var mapped, painted []time.Duration
	for b.Loop() {
		for range questionsAsked {
			m, p := ask()
			mapped, painted = append(mapped, m), append(painted, p)
		}
	}
	slices.Sort(mapped)
	slices.Sort(painted)
	b.ReportMetric(0, "ns/op") // of many questions and their ends: it says nothing
	b.ReportMetric(milliseconds(mapped[len(mapped)/2]), "p50-mapped-ms")
	b.ReportMetric(milliseconds(painted[len(painted)/2]), "p50-ms")
	b.ReportMetric(milliseconds(painted[len(painted)*95/100]), "p95-ms")
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

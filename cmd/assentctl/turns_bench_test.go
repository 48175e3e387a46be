//go:build linux

package main

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// rounds is how many turns each player has: a machine that is slow for a while is slow for
// all of them, and the median leaves out the worst.
const rounds = 7

// player is a server that takes turns with others.
type player struct {
	name      string // empty for the one that the others are compared with
	server    *server
	tool      string
	arguments string
}

// inTurns runs calls with 1, 16 and 64 in flight, of one player after the other in each
// round, and reports the medians.
func inTurns(b *testing.B, players []player) {
	for _, p := range players {
		p.server.run(b, 100, 1, p.tool, p.arguments) // warm: Assent's first opens the silent window
	}
	for _, n := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("inflight=%d", n), func(b *testing.B) {
			figures := make([]figures, len(players))
			for range rounds {
				for i, p := range players {
					figures[i].take(b, p, n, max(b.N/rounds, n))
				}
			}
			for i, p := range players {
				figures[i].report(b, p.name, figures[0])
			}
			b.ReportMetric(0, "ns/op") // of all of them together
		})
	}
}

// figures are one player's, one of a round.
type figures struct {
	perSecond []float64
	processor []float64 // µs a call
	took      []time.Duration
}

// take has the player make so many calls.
func (f *figures) take(b *testing.B, p player, inFlight, calls int) {
	before, began := p.server.processor(b), time.Now()
	took := p.server.run(b, calls, inFlight, p.tool, p.arguments)
	f.perSecond = append(f.perSecond, float64(calls)/time.Since(began).Seconds())
	f.processor = append(f.processor, float64((p.server.processor(b)-before).Microseconds())/float64(calls))
	f.took = append(f.took, took...)
}

// report reports the medians under the player's name, and which part of its speed the
// first player reaches.
func (f *figures) report(b *testing.B, name string, first figures) {
	if name != "" {
		parts := make([]float64, rounds)
		for i := range parts {
			parts[i] = first.perSecond[i] / f.perSecond[i]
		}
		b.ReportMetric(median(parts), "of-"+name)
		name += "-"
	}
	b.ReportMetric(median(f.perSecond), name+"calls/s")
	b.ReportMetric(median(f.processor), name+"cpu-µs/call")
	slices.Sort(f.took)
	b.ReportMetric(f.took[len(f.took)/2].Seconds()*1000, name+"p50-ms")
	b.ReportMetric(f.took[len(f.took)*99/100].Seconds()*1000, name+"p99-ms")
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

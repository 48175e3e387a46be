//go:build unix

package calendar

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// spent is the processor time of this process until now, which other programs do not lengthen.
func spent() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// manyHome is a home with many events, all in one file, or each in its own.
func manyHome(t testing.TB, alone bool) string {
	t.Helper()
	home := t.TempDir()
	must(t, os.Mkdir(filepath.Join(home, "calendar"), 0o700))
	zone, err := time.LoadLocation("Europe/Berlin")
	must(t, err)
	begin := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + join(zoneLines(zone, time.Date(2017, 1, 1, 0, 0, 0, 0, time.UTC)), "\r\n")
	const end = "END:VCALENDAR\r\n"
	var all strings.Builder
	for n := range many {
		lines := eventLines(n)
		if alone {
			must(t, os.WriteFile(filepath.Join(home, "calendar", fmt.Sprintf("event-%d.ics", n)), []byte(begin+lines+end), 0o600))
		}
		all.WriteString(lines)
	}
	if !alone {
		must(t, os.WriteFile(filepath.Join(home, "calendar", "all.ics"), []byte(begin+all.String()+end), 0o600))
	}
	return home
}

// BenchmarkDay reads one day of ten thousand events: contract's limit is 100 ms.
func BenchmarkDay(b *testing.B) {
	for name, alone := range map[string]bool{"one file": false, "a file each": true} {
		b.Run(name, func(b *testing.B) {
			home := manyHome(b, alone)
			b.ReportAllocs()
			began := spent()
			for b.Loop() {
				if result := call(b, home, "read", `{"mode":"day","date":"2026-04-21"}`); !result.OK {
					b.Fatal(result.Error)
				}
			}
			b.ReportMetric(float64(spent()-began)/float64(b.N)/1e6, "cpu-ms/op")
		})
	}
}

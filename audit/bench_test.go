package audit

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
)

// The limits of this machine, for what follows them.

func BenchmarkLimitFsyncAppend(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := make([]byte, 256)
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	rate(b, "fsyncs/s", 1)
}

func BenchmarkLimitSQLiteInsert(b *testing.B) {
	for _, rows := range []int{1, 100} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			db, err := sql.Open("sqlite3", "file:"+filepath.Join(b.TempDir(), "rows.db")+"?_journal_mode=WAL&_synchronous=FULL")
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			db.SetMaxOpenConns(1)
			if _, err := db.Exec(`CREATE TABLE plain (seq INTEGER PRIMARY KEY, line BLOB)`); err != nil {
				b.Fatal(err)
			}
			line := make([]byte, 256)
			for b.Loop() {
				insertRows(b, db, line, rows)
			}
			rate(b, "rows/s", rows)
		})
	}
}

func insertRows(b *testing.B, db *sql.DB, line []byte, n int) {
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.Prepare(`INSERT INTO plain (line) VALUES (?)`)
	if err != nil {
		b.Fatal(err)
	}
	for range n {
		if _, err := insert.Exec(line); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCalls records whole calls, Begin and Finish.
func BenchmarkCalls(b *testing.B) {
	for _, inFlight := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("inflight=%d", inFlight), func(b *testing.B) {
			l := openTest(b, "", Options{})
			var n atomic.Int64
			b.SetParallelism(max(1, inFlight/2)) // times GOMAXPROCS
			b.ReportAllocs()
			if inFlight == 1 {
				for b.Loop() {
					recordCall(b, l, int(n.Add(1)))
				}
			} else {
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						recordCall(b, l, int(n.Add(1)))
					}
				})
			}
			rate(b, "calls/s", 1)
		})
	}
}

func recordCall(b *testing.B, l *Log, n int) {
	seq, err := l.Begin(testCall(n))
	if err == nil {
		err = l.Finish(seq, allowed)
	}
	if err != nil {
		b.Error(err)
	}
}

// rate reports units a second, each iteration being n of them.
func rate(b *testing.B, unit string, n int) {
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), unit)
}

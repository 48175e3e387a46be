//go:build linux

package main

import (
	"database/sql"
	"fmt"
	"net"
	"path/filepath"
	"testing"

	"assent/app/wire"
	"assent/executors/desktoptest"
)

// BenchmarkScale times an engine on an empty data folder beside one that has a year behind
// it: how long it takes to listen, and whole calls while as many hosts are connected as can
// be.
func BenchmarkScale(b *testing.B) {
	desktop := desktoptest.Start(b)
	arguments := notes(b, desktop)
	for _, size := range []struct {
		name  string
		grow  func(*testing.B, string)
		hosts int
	}{{"empty", func(*testing.B, string) {}, 1}, {"full", grow, wire.MaxHosts}} {
		b.Run(size.name, func(b *testing.B) {
			e := startEngine(b, desktop)
			e.connect(b).run(b, 1, 1, "read_file", arguments) // a call and its window
			e.stop(b)
			size.grow(b, filepath.Join(e.data(), "assent.db"))
			b.Run("start", func(b *testing.B) {
				for b.Loop() {
					e.start(b)
					b.StopTimer()
					e.stop(b)
					b.StartTimer()
				}
			})
			e.start(b)
			for range size.hosts - 1 {
				host, err := net.Dial("unix", e.socket)
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { host.Close() })
			}
			host := e.dial(b)
			host.sent = 1
			host.inFlight(b, "read_file", arguments)
		})
	}
}

// grow gives a database with one agent, one call and one window 10 000 agents, a million
// calls, all seen, and 100 windows. The chain knows nothing of them, which verify alone
// would mind.
func grow(b *testing.B, path string) {
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables are a connection's
	for _, statement := range []string{
		copies(10_000, "consent_agents", "id = 'agent-' || n"),
		copies(10_000, "consent_grants", "agent_id = 'agent-' || n"),
		copies(100, "consent_windows", "id = id + n, conversation_id = 'c-' || n"),
		copies(1_000_000, "calls", "seq = seq + n, call_id = 'call-' || n, agent_id = 'agent-' || n % 10000, "+
			"conversation_id = 'c-' || n / 10, begin_link = begin_link + 2 * n, end_link = end_link + 2 * n"),
		copies(1_000_000, "seen_calls", "id = randomblob(16)"),
		`UPDATE chain SET last_seq = (SELECT max(seq) FROM calls)`,
	} {
		if _, err := db.Exec(statement); err != nil {
			b.Fatalf("%s: %v", statement, err)
		}
	}
}

// copies returns the statements that add so many copies of what a table has, with changes
// by their number n.
func copies(count int, table, changes string) string {
	return fmt.Sprintf(`CREATE TEMP TABLE more AS
		WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < %[1]d) SELECT * FROM count, %[2]s;
		UPDATE more SET %[3]s;
		ALTER TABLE more DROP COLUMN n;
		INSERT INTO %[2]s SELECT * FROM more;
		DROP TABLE more`, count, table, changes)
}

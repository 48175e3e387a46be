//go:build linux

package main

import (
	"database/sql"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"assent/app/wire"
	"assent/executors/desktoptest"
)

// BenchmarkScale times an engine that has a year behind it in turns with one on an empty
// data folder: how long it takes to listen, and whole calls while as many hosts are
// connected as can be.
func BenchmarkScale(b *testing.B) {
	desktop := desktoptest.Start(b)
	arguments := notes(b, desktop)
	full, empty := startEngine(b, desktop), startEngine(b, desktop)
	for _, e := range []*benchEngine{full, empty} {
		e.connect(b).run(b, 1, 1, "read_file", arguments) // a call and its window
		e.stop(b)
	}
	grow(b, filepath.Join(full.data(), "assent.db"))
	full.start(b) // which reads the manifests once and for all
	full.stop(b)
	b.Run("start", func(b *testing.B) {
		var took [2][]float64
		for b.Loop() {
			for i, e := range []*benchEngine{full, empty} {
				began := time.Now()
				e.start(b)
				took[i] = append(took[i], time.Since(began).Seconds()*1000)
				e.stop(b)
			}
		}
		b.ReportMetric(median(took[0]), "ms")
		b.ReportMetric(median(took[1]), "empty-ms")
		b.ReportMetric(median(took[0])/median(took[1]), "times-empty")
		b.ReportMetric(0, "ns/op") // of both together
	})
	full.start(b)
	empty.start(b)
	for range wire.MaxHosts - 1 {
		host, err := net.Dial("unix", full.socket)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { host.Close() })
	}
	players := []player{{server: full.dial(b)}, {name: "empty", server: empty.dial(b)}}
	for i := range players {
		players[i].server.sent = 1 // it was called before
		players[i].tool, players[i].arguments = "read_file", arguments
	}
	inTurns(b, players)
}

// grow gives a database with one agent, one call and one window 10 000 agents, each with a
// manifest of its own, a million calls, all seen, and 100 windows. The chain knows nothing of them, which verify alone
// would mind.
func grow(b *testing.B, path string) {
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables are a connection's
	for _, statement := range []string{
		copies(10_000, "consent_agents", "id = 'agent-' || n, manifest = replace(manifest, '1.0.0', '1.0.' || n), "+
			"agreed = replace(agreed, '1.0.0', '1.0.' || n)"),
		copies(10_000, "consent_grants", "agent_id = 'agent-' || n"),
		copies(100, "consent_windows", "id = id + n, conversation_id = 'c-' || n"),
		copies(1_000_000, "calls", "seq = seq + n, call_id = 'call-' || n, agent_id = 'agent-' || (n % 10000), "+
			"conversation_id = 'c-' || (n / 10), begin_link = begin_link + 2 * n, end_link = end_link + 2 * n, listed = 1"),
		copies(1_000_000, "seen_calls", "id = randomblob(16)"),
		`UPDATE chain SET last_seq = (SELECT max(seq) FROM calls), listed_seq = (SELECT max(seq) FROM calls)`,
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

//go:build linux

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// sqlite asks the database, as anyone can.
func (m *machine) sqlite(query string) string {
	m.t.Helper()
	return m.Run("sqlite3", "-readonly", filepath.Join(m.data, "assent.db"), query)
}

// rows checks what is recorded of every call. An outcome may come into the database a little
// after its answer.
func (m *machine) rows(want ...string) {
	m.t.Helper()
	for late := time.After(5 * time.Second); ; {
		got := m.sqlite("select tool_name, status, reason, decision from calls order by seq")
		if got == strings.Join(want, "\n") {
			return
		}
		select {
		case <-late:
			m.t.Errorf("the rows are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
			return
		default: // sqlite3 starts anew
		}
	}
}

// intact checks the chain of the log.
func (m *machine) intact() {
	m.t.Helper()
	verify := m.ctl("audit", "verify")
	if code := verify.code(m.t); code != 0 {
		m.t.Errorf("audit verify ended with %d", code)
	}
}

// keepsNothing checks that none of the secrets is in any file of the data folder.
func (m *machine) keepsNothing(secrets ...string) {
	m.t.Helper()
	entries, err := os.ReadDir(m.data)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(m.data, entry.Name()))
		if err != nil {
			m.t.Fatal(err)
		}
		for _, secret := range secrets {
			if strings.Contains(string(content), secret) {
				m.t.Errorf("%s holds %q", entry.Name(), secret)
			}
		}
	}
}

// kill ends Assent as the kernel does when there is no memory left.
func (m *machine) kill() {
	m.t.Helper()
	if err := m.app.cmd.Process.Kill(); err != nil {
		m.t.Fatal(err)
	}
	<-m.app.ended
}

// noQuestion fails when a question is on screen.
func (m *machine) noQuestion() {
	m.t.Helper()
	if len(m.windows(m.title())) > 0 {
		m.t.Fatal("a question is on screen")
	}
}

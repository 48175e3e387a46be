package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"assent/audit/database"
)

// openStore opens the database. A corrupt one is set aside and a new one begun.
func (l *Log) openStore() error {
	s, err := l.openSalvaged()
	if database.Corrupt(err) {
		if err := l.setAside(); err != nil {
			return err
		}
		s, err = l.openSalvaged()
	}
	if err != nil {
		return err
	}
	l.store = s
	if l.aside != "" {
		l.options.Notice(Notice{Event: SetAside, Path: l.aside})
		l.aside = ""
	}
	return l.Reader.reopen()
}

// openSalvaged opens the database and gives it what can still be read of one
// that was set aside.
func (l *Log) openSalvaged() (*store, error) {
	s, err := openStore(l.path, l.options)
	if err != nil || l.aside == "" {
		return s, err
	}
	s.seq = max(s.seq, l.given)
	err = s.transact(true, l.options.Now(), func(t *tx) error { return t.salvage(l.aside) })
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// replaceStore puts a new database in the place of one that became corrupt in
// use.
func (l *Log) replaceStore() error {
	l.given = l.store.seq
	l.gate.Lock()
	clear(l.running) // their rows are not in the new one
	l.gate.Unlock()
	l.store.close() // its errors are those of the corrupt file
	l.store = nil
	if err := l.setAside(); err != nil {
		return err
	}
	return l.openStore()
}

// salvage takes over what the database at path still says of calls seen, from
// both ends up to the first bad page, and goes on with the numbers of its rows. Only the new database's errors count.
func (t *tx) salvage(path string) error {
	old, err := database.OpenReader(path)
	if err != nil {
		return nil
	}
	defer old.Close()
	var seq int64
	if old.QueryRow(`SELECT last_seq FROM chain`).Scan(&seq) == nil {
		t.seq = max(t.seq, seq)
	}
	if _, err := t.conn.ExecContext(context.Background(), `UPDATE chain SET anchor_seq = ?`, t.seq); err != nil {
		return err
	}
	for _, order := range []string{"ASC", "DESC"} {
		if err := t.takeSeen(old, order); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) takeSeen(old *sql.DB, order string) error {
	rows, err := old.Query(`SELECT id, what FROM seen_calls ORDER BY id ` + order)
	if err != nil {
		return nil
	}
	defer rows.Close()
	var id, what sql.RawBytes
	for rows.Next() && rows.Scan(&id, &what) == nil {
		if _, err := t.saw(id, what); err != nil {
			return err
		}
	}
	return nil
}

// setAside renames the corrupt database with the time in its name. Nothing is
// deleted.
func (l *Log) setAside() error {
	aside, err := l.asideName()
	if err != nil {
		return err
	}
	renamed := database.Files(aside)
	for i, file := range database.Files(l.path) {
		if err := os.Rename(file, renamed[i]); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("setting the corrupt database aside: %w", err)
		}
	}
	l.aside = aside
	return nil
}

// asideName returns a free name, as assent.corrupt-20261121T064316Z.db.
func (l *Log) asideName() (string, error) {
	ext := filepath.Ext(l.path)
	stem := l.path[:len(l.path)-len(ext)] + ".corrupt-" + l.options.Now().UTC().Format("20060102T150405Z")
	for n := 1; n <= 1000; n++ {
		name := stem + ext
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		if _, err := os.Lstat(name); os.IsNotExist(err) {
			return name, nil
		}
	}
	return "", fmt.Errorf("setting the corrupt database aside: no free name like %s", filepath.Base(stem))
}

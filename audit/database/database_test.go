package database

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

//go:embed testdata/migrations/*.sql
var testdata embed.FS

// things are the tables of these tests.
func things(t testing.TB) Tables {
	t.Helper()
	files, err := fs.Sub(testdata, "testdata")
	must(t, err)
	return Tables{Versions: "thing_migrations", Migrations: files}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, path string) *DB {
	t.Helper()
	db, err := Open(path, things(t), Options{})
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestFilesArePrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	must(t, os.WriteFile(path, nil, 0o644))
	must(t, os.Chmod(path, 0o644))
	db := open(t, path)
	if _, err := db.Exec(`INSERT INTO things VALUES ('a')`); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(path + "*")
	must(t, err)
	if len(found) != len(Files(path)) {
		t.Errorf("got %s, want the database and two beside it", strings.Join(found, " "))
	}
	for _, file := range Files(path) {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want 0600", file, info.Mode(), err)
		}
	}
}

// TestOpenRefuses: what is no database of this version is refused, and what opening would
// wait for is not opened.
func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(path string) error{
		"a folder":                  func(path string) error { return os.Mkdir(path, 0o700) },
		"a link":                    func(path string) error { return os.Symlink(path+".other", path) },
		"a FIFO":                    func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a FIFO as its journal":     fifoBeside("-journal"),
		"a FIFO as its write-ahead": fifoBeside("-wal"),
		"a FIFO as its memory":      fifoBeside("-shm"),
		"no database": func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat("no database", 1000)), 0o600)
		},
		"a later version": func(path string) error {
			db, err := Open(path, things(t), Options{})
			if err != nil {
				return err
			}
			_, err = db.Exec(`INSERT INTO thing_migrations (version_id, is_applied) VALUES (9999, 1)`)
			return errors.Join(err, db.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			must(t, make(path))
			db, err := Open(path, things(t), Options{})
			if err == nil {
				db.Close()
				t.Fatal("opened")
			}
			if Corrupt(err) != (name == "no database") {
				t.Errorf("%v: corrupt %v", err, Corrupt(err))
			}
		})
	}
}

// fifoBeside makes an empty database and a FIFO where SQLite would look for a file of it.
func fifoBeside(end string) func(path string) error {
	return func(path string) error {
		return errors.Join(os.WriteFile(path, nil, 0o600), syscall.Mkfifo(path+end, 0o600))
	}
}

func TestReaderRefuses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	if _, err := OpenReader(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	must(t, syscall.Mkfifo(path, 0o600))
	if _, err := OpenReader(path); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a FIFO: %v", err)
	}
}

func TestReaderChangesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	open(t, path)
	reader, err := OpenReader(path)
	must(t, err)
	defer reader.Close()
	if _, err := reader.Exec(`INSERT INTO things VALUES ('a')`); err == nil {
		t.Error("a reader wrote")
	}
}

// TestLost: each file of an open database that is gone, or another one, is noticed, and
// that it is back.
func TestLost(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	db := open(t, path)
	must(t, db.Lost())
	for _, file := range Files(path) {
		for name, lose := range map[string]func() error{
			"removed":  func() error { return nil },
			"replaced": func() error { return os.WriteFile(file, nil, 0o600) },
			"a link":   func() error { return os.Symlink(path+".no", file) },
		} {
			must(t, os.Rename(file, file+".away"))
			must(t, lose())
			if err := db.Lost(); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), filepath.Base(file)) {
				t.Errorf("%s %s: %v", filepath.Base(file), name, err)
			}
			must(t, os.Rename(file+".away", file))
			if err := db.Lost(); err != nil {
				t.Errorf("%s back: %v", filepath.Base(file), err)
			}
		}
	}
}

// TestCut: nothing is written behind a file that somebody made smaller.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"", "-wal"} {
		path := filepath.Join(t.TempDir(), "assent.db")
		db := open(t, path)
		if _, err := db.Exec(`INSERT INTO things VALUES ('a')`); err != nil {
			t.Fatal(err)
		}
		must(t, db.Lost())
		must(t, os.Truncate(path+end, 100))
		if err := db.Lost(); !errors.Is(err, ErrLost) {
			t.Errorf("assent.db%s: %v", end, err)
		}
	}
}

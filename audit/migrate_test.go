package audit

import (
	"database/sql"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"
)

// TestMigratesFromEveryVersion: what an earlier version wrote is read by this one.
func TestMigratesFromEveryVersion(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(migrations, "migrations/*.sql")
	must(t, err)
	for version := range int64(len(files) + 1) {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			earlier(t, path, version)
			must(t, openTest(t, path, Options{}).Close())
			l := openTest(t, path, Options{}) // and from the newest on
			fill(t, l, 2)
			sound(t, path, Head{})
		})
	}
}

// earlier makes a database as an earlier version would have; 0 is an empty one.
func earlier(t *testing.T, path string, version int64) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	defer db.Close()
	files, err := fs.Sub(migrations, "migrations")
	must(t, err)
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithTableName(tables.Versions), goose.WithDisableGlobalRegistry(true))
	must(t, err)
	if version > 0 {
		_, err = provider.UpTo(t.Context(), version)
		must(t, err)
	}
}

package audit

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// TestMigratesFromEveryVersion: what an earlier version wrote is read by this one.
func TestMigratesFromEveryVersion(t *testing.T) {
	t.Parallel()
	_, target := versions(t)
	for version := range target + 1 {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			db, err := sql.Open("sqlite3", dsn(path, nil))
			must(t, err)
			provider, err := migrator(db)
			must(t, err)
			if version > 0 { // 0 is an empty database
				_, err = provider.UpTo(t.Context(), version)
				must(t, err)
			}
			must(t, db.Close())
			must(t, openTest(t, path, Options{}).Close())
			l := openTest(t, path, Options{}) // and from the newest on
			fill(t, l, 2)
			sound(t, path, Head{})
		})
	}
}

func versions(t *testing.T) (current, target int64) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(filepath.Join(t.TempDir(), "assent.db"), nil))
	must(t, err)
	defer db.Close()
	provider, err := migrator(db)
	must(t, err)
	current, target, err = provider.GetVersions(t.Context())
	must(t, err)
	return current, target
}

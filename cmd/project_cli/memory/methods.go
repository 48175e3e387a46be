package memory

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"assent/cmd/project_cli/router"
)

// maxKeys bounds what is remembered.
const maxKeys = 10_000

type keyed struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Query string `json:"query"`
}

func read(call router.Call) (router.Answer, error) {
	in, err := router.Decode[keyed](call)
	if err != nil {
		return router.Answer{}, err
	}
	db, err := openReader(call.Home)
	if err != nil || db == nil {
		return router.Listing[Item](nil, nil, false), err
	}
	defer db.Close()
	rows, err := db.Query(`SELECT key, value, updated_at FROM memory ORDER BY updated_at DESC, key`)
	if err != nil {
		return router.Answer{}, fmt.Errorf("reading the memory: %w", err)
	}
	defer rows.Close()
	var items []Item
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return router.Answer{}, fmt.Errorf("reading the memory: %w", err)
		}
		if in.means(item) {
			items = append(items, item)
		}
	}
	return router.Listing(items, nil, false), rows.Err()
}

// means reports whether an input asks for the item.
func (in keyed) means(item Item) bool {
	if begin, all := strings.CutSuffix(in.Key, "*"); all && !strings.HasPrefix(item.ID, begin) || !all && in.Key != "" && in.Key != item.ID {
		return false
	}
	query := strings.ToLower(in.Query)
	return strings.Contains(strings.ToLower(item.ID), query) || strings.Contains(strings.ToLower(item.Value), query)
}

func scan(row interface{ Scan(...any) error }) (item Item, err error) {
	err = row.Scan(&item.ID, &item.Value, &item.UpdatedAt)
	item.Title = item.ID
	return item, err
}

func update(call router.Call) (router.Answer, error) {
	in, err := router.Decode[keyed](call)
	if err != nil {
		return router.Answer{}, err
	}
	after := Item{in.Key, in.Key, in.Value, call.Now.UTC().Format(time.RFC3339)}
	return change(call, in.Key, &after, func(tx *sql.Tx, before *Item) error {
		var keys int
		if err := tx.QueryRow(`SELECT count(*) FROM memory`).Scan(&keys); err != nil {
			return err
		}
		if before == nil && keys >= maxKeys {
			return router.Fail(router.Unsupported, fmt.Sprintf("%d keys are remembered, which is the limit: forget some first.", keys))
		}
		_, err := tx.Exec(`INSERT INTO memory (key, value, updated_at) VALUES (?, ?, ?)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`, after.ID, after.Value, after.UpdatedAt)
		return err
	})
}

func forget(call router.Call) (router.Answer, error) {
	in, err := router.Decode[keyed](call)
	if err != nil {
		return router.Answer{}, err
	}
	return change(call, in.Key, nil, func(tx *sql.Tx, before *Item) error {
		if before == nil {
			return errUnknownKey()
		}
		_, err := tx.Exec(`DELETE FROM memory WHERE key = ?`, in.Key)
		return err
	})
}

func errUnknownKey() error {
	return router.Fail(router.NotFound, "Nothing is remembered by this key: read names the keys.")
}

// Outcome answers a change that was made.
type Outcome struct {
	ID      string `json:"id"`
	Deleted bool   `json:"deleted,omitzero"`
	*Item
}

// change changes one key in a transaction, or in a dry run tells what would be changed.
func change(call router.Call, key string, after *Item, write func(tx *sql.Tx, before *Item) error) (router.Answer, error) {
	if call.DryRun {
		return preview(call, key, after)
	}
	db, err := open(call.Home)
	if err != nil {
		return router.Answer{}, err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return router.Answer{}, writeFailed(err)
	}
	defer tx.Rollback()
	before, err := find(tx, key)
	if err != nil {
		return router.Answer{}, fmt.Errorf("reading the memory: %w", err)
	}
	var failure *router.Failure
	if err := write(tx, before); errors.As(err, &failure) {
		return router.Answer{}, failure
	} else if err != nil {
		return router.Answer{}, writeFailed(err)
	}
	if err := tx.Commit(); err != nil {
		return router.Answer{}, writeFailed(err)
	}
	return router.Answer{Data: Outcome{key, after == nil, after}}, nil
}

// preview answers a dry run.
func preview(call router.Call, key string, after *Item) (router.Answer, error) {
	var d router.Difference
	if after != nil {
		d.After = after
	}
	db, err := openReader(call.Home)
	if err != nil {
		return router.Answer{}, err
	}
	if db != nil {
		defer db.Close()
		before, err := find(db, key)
		if err != nil {
			return router.Answer{}, fmt.Errorf("reading the memory: %w", err)
		}
		if before != nil {
			d.Before = before
		}
	}
	if d.Before == nil && after == nil {
		return router.Answer{}, errUnknownKey()
	}
	return router.Answer{Data: d}, nil
}

// find returns what is remembered by a key, nil when nothing is.
func find(db interface {
	QueryRow(query string, args ...any) *sql.Row
}, key string) (*Item, error) {
	item, err := scan(db.QueryRow(`SELECT key, value, updated_at FROM memory WHERE key = ?`, key))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &item, err
}

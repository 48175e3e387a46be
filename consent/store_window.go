package consent

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assent/consent/clock"
)

// windowMemory is how long a window that is over is remembered, to say so.
const windowMemory = 30 * 24 * time.Hour

// saveWindows writes windows, giving new ones their id, and the clocks' mark.
func (t tx) saveWindows(all []*window, mark clock.Mark) error {
	for _, w := range all {
		row := t.QueryRow(`INSERT INTO consent_windows (agent_id, conversation_id, scope, breadth, opened, used,
			boot_id, boot_opened, boot_used, uses, ended) VALUES (?,?,?,?,?,?,?,?,?,?,?)
			ON CONFLICT (agent_id, conversation_id, scope, breadth) DO UPDATE SET opened = excluded.opened,
			used = excluded.used, boot_id = excluded.boot_id, boot_opened = excluded.boot_opened,
			boot_used = excluded.boot_used, uses = excluded.uses, ended = excluded.ended RETURNING id`,
			w.key.agent, w.key.conversation, w.key.scope, w.key.breadth, w.opened.UnixMilli(), w.used.UnixMilli(),
			w.bootID, w.bootOpened, w.bootUsed, w.uses, w.ended)
		if err := row.Scan(&w.id); err != nil {
			return err
		}
	}
	_, err := t.Exec(`INSERT INTO consent_clock (id, latest, boot_id, started) VALUES (1, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET latest = excluded.latest, boot_id = excluded.boot_id, started = excluded.started`,
		mark.Latest.UnixMilli(), mark.BootID, mark.Started.UnixMilli())
	return err
}

// windows reads the windows used since then, and the clocks' mark; older windows
// are forgotten.
func (s *store) windows(since time.Time) (ws windows, err error) {
	if ws.mark, err = s.clock(); err != nil {
		return ws, err
	}
	if _, err := s.db.Exec(`DELETE FROM consent_windows WHERE used < ?`, since.UnixMilli()); err != nil {
		return ws, fmt.Errorf("forgetting old silent windows: %w", err)
	}
	rows, err := s.db.Query(`SELECT id, agent_id, conversation_id, scope, breadth, opened, used, boot_id, boot_opened,
		boot_used, uses, ended FROM consent_windows`)
	if err != nil {
		return ws, fmt.Errorf("reading the silent windows: %w", err)
	}
	defer rows.Close()
	ws.all = map[windowKey]*window{}
	for rows.Next() {
		w := &window{}
		var opened, used int64
		err := rows.Scan(&w.id, &w.key.agent, &w.key.conversation, &w.key.scope, &w.key.breadth, &opened, &used, &w.bootID,
			&w.bootOpened, &w.bootUsed, &w.uses, &w.ended)
		if err != nil {
			return ws, fmt.Errorf("reading a silent window: %w", err)
		}
		w.opened, w.used = time.UnixMilli(opened), time.UnixMilli(used)
		ws.all[w.key] = w
	}
	return ws, rows.Err()
}

func (s *store) clock() (mark clock.Mark, err error) {
	var latest, started int64
	row := s.db.QueryRow(`SELECT latest, boot_id, started FROM consent_clock`)
	if err := row.Scan(&latest, &mark.BootID, &started); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return mark, fmt.Errorf("reading the clocks' mark: %w", err)
	}
	mark.Latest, mark.Started = time.UnixMilli(latest), time.UnixMilli(started)
	return mark, nil
}

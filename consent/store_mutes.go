package consent

import (
	"database/sql"
	"time"

	"assent/consent/ask"
)

// saveMutes makes mutes those that are kept; nil changes nothing.
func (t tx) saveMutes(mutes []ask.Mute) error {
	if mutes == nil {
		return nil
	}
	if _, err := t.Exec(`DELETE FROM consent_mutes`); err != nil {
		return err
	}
	for _, m := range mutes {
		_, err := t.Exec(`INSERT INTO consent_mutes (agent_id, since, until) VALUES (?,?,?)`, m.AgentID, m.Since.UnixMilli(), m.Until.UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}

// mutes reads who was muted, also those whose time is over.
func (s *store) mutes() (all []ask.Mute, err error) {
	err = s.each(`SELECT agent_id, since, until FROM consent_mutes`, func(rows *sql.Rows) error {
		var m ask.Mute
		var since, until int64
		err := rows.Scan(&m.AgentID, &since, &until)
		m.Since, m.Until = time.UnixMilli(since), time.UnixMilli(until)
		all = append(all, m)
		return err
	})
	return all, err
}

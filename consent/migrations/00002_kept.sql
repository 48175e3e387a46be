-- +goose Up

-- The last manifest of agents that were removed, and may be back. Their "always deny"
-- rules stay in consent_grants.
CREATE TABLE consent_removed (
	agent_id TEXT PRIMARY KEY,
	version  INTEGER NOT NULL,
	hash     TEXT NOT NULL
) STRICT;

-- Agents that are denied for a while.
CREATE TABLE consent_mutes (
	agent_id TEXT PRIMARY KEY,
	since    INTEGER NOT NULL,
	until    INTEGER NOT NULL
) STRICT;

-- The journal up to which everything is in this database.
CREATE TABLE consent_journal (
	id     INTEGER PRIMARY KEY CHECK (id = 1),
	number INTEGER NOT NULL
) STRICT;

INSERT INTO consent_journal VALUES (1, 0);

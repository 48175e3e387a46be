-- +goose Up

-- One row per call (contract §10). begin_* and end_* are its two links of the chain.
CREATE TABLE calls (
	seq              INTEGER PRIMARY KEY,
	call_id          TEXT NOT NULL,
	agent_id         TEXT NOT NULL,
	conversation_id  TEXT NOT NULL,
	tool_name        TEXT NOT NULL,
	scope            TEXT NOT NULL,
	arguments_digest TEXT NOT NULL,
	status           TEXT NOT NULL,
	reason           TEXT NOT NULL DEFAULT '',
	sensitivity      TEXT NOT NULL DEFAULT '',
	decision         TEXT NOT NULL DEFAULT '',
	shown_ms         INTEGER NOT NULL DEFAULT 0,
	duration_ms      INTEGER NOT NULL DEFAULT 0,
	timestamp        TEXT NOT NULL,
	begin_link       INTEGER NOT NULL,
	begin_hash       BLOB NOT NULL,
	end_link         INTEGER,
	end_hash         BLOB
) STRICT;

-- One per filter of the activity page.
CREATE INDEX calls_agent ON calls (agent_id);
CREATE INDEX calls_conversation ON calls (conversation_id);
CREATE INDEX calls_tool ON calls (tool_name);
CREATE INDEX calls_scope ON calls (scope);
CREATE INDEX calls_status ON calls (status);
CREATE INDEX calls_decision ON calls (decision) WHERE decision <> '';
CREATE INDEX calls_timestamp ON calls (timestamp);

-- Every call ever begun, for "runs at most once" beyond the life of its row (contract §5).
CREATE TABLE seen_calls (
	id   BLOB PRIMARY KEY, -- of agent, conversation and call_id
	what BLOB NOT NULL     -- of tool, scope and arguments
) STRICT, WITHOUT ROWID;

-- The ends of the chain: where pruning left it and the last link written.
CREATE TABLE chain (
	id          INTEGER PRIMARY KEY CHECK (id = 1),
	anchor_link INTEGER NOT NULL,
	anchor_hash BLOB NOT NULL,
	head_link   INTEGER NOT NULL,
	head_hash   BLOB NOT NULL,
	last_seq    INTEGER NOT NULL,
	commits     INTEGER NOT NULL -- counted, so that each one has a page to write and fsync
) STRICT;

INSERT INTO chain VALUES (1, 0, zeroblob(32), 0, zeroblob(32), 0, 0);

-- Ends of pruned rows that lie behind the anchor, between links of rows that remain.
CREATE TABLE chain_carried (
	link   INTEGER PRIMARY KEY,
	digest BLOB NOT NULL,
	hash   BLOB NOT NULL
) STRICT;

-- +goose Up

-- Who a token is; text only of those that are told at each start.
CREATE TABLE tokens (
	digest BLOB PRIMARY KEY,
	kind   TEXT NOT NULL,
	holder TEXT NOT NULL,
	text   TEXT
) WITHOUT ROWID;

CREATE TABLE users (
	user_id TEXT PRIMARY KEY,
	socket  TEXT NOT NULL UNIQUE
) WITHOUT ROWID;

CREATE TABLE agents (
	agent_id TEXT PRIMARY KEY,
	name     TEXT NOT NULL,
	version  INTEGER NOT NULL
) WITHOUT ROWID;

-- Every version of every agent's manifest, as it was sent.
CREATE TABLE manifests (
	agent_id TEXT NOT NULL,
	version  INTEGER NOT NULL,
	hash     TEXT NOT NULL,
	manifest BLOB NOT NULL,
	PRIMARY KEY (agent_id, version)
);

-- version is of the manifest that granted was last said of by the user's engine, 0 before.
-- revision grows with each change that the engine is to hear of; asked and restricted
-- say what else it is to hear.
CREATE TABLE relations (
	id         TEXT PRIMARY KEY,
	agent_id   TEXT NOT NULL,
	user_id    TEXT NOT NULL,
	granted    TEXT NOT NULL,
	version    INTEGER NOT NULL DEFAULT 0,
	revision   INTEGER NOT NULL,
	asked      INTEGER NOT NULL,
	restricted INTEGER NOT NULL DEFAULT 0,
	UNIQUE (user_id, agent_id)
) WITHOUT ROWID;
CREATE INDEX relations_agent ON relations (agent_id);

CREATE TABLE conversations (
	conversation_id TEXT PRIMARY KEY,
	agent_id        TEXT NOT NULL,
	user_id         TEXT NOT NULL,
	type            TEXT NOT NULL
) WITHOUT ROWID;

-- body is the event's JSON without its seq.
CREATE TABLE events (
	seq  INTEGER PRIMARY KEY AUTOINCREMENT,
	body BLOB NOT NULL
);

-- Who hears an event.
CREATE TABLE audience (
	holder TEXT NOT NULL,
	seq    INTEGER NOT NULL,
	PRIMARY KEY (holder, seq)
) WITHOUT ROWID;

-- The tool calls, each with its message and whether its response is there.
CREATE TABLE calls (
	conversation_id TEXT NOT NULL,
	call_id         TEXT NOT NULL,
	user_id         TEXT NOT NULL,
	seq             INTEGER NOT NULL,
	message_id      TEXT NOT NULL,
	digest          TEXT NOT NULL,
	payload         BLOB, -- NULL once it is answered
	PRIMARY KEY (conversation_id, call_id)
) WITHOUT ROWID;
CREATE INDEX calls_open ON calls (user_id, seq) WHERE payload IS NOT NULL;

CREATE TABLE webhooks (
	agent_id TEXT PRIMARY KEY,
	url      TEXT NOT NULL,
	secret   TEXT NOT NULL
) WITHOUT ROWID;

-- What a webhook has not taken yet; due in Unix milliseconds, NULL when it is dead.
CREATE TABLE deliveries (
	agent_id TEXT NOT NULL,
	seq      INTEGER NOT NULL,
	attempts INTEGER NOT NULL DEFAULT 0,
	due      INTEGER,
	error    TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (agent_id, seq)
) WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (due) WHERE due IS NOT NULL;

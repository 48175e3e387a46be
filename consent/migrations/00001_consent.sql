-- +goose Up

-- Times are Unix milliseconds, those of the year 1 for none; boot clocks are nanoseconds.
CREATE TABLE consent_agents (
	id             TEXT PRIMARY KEY,
	name           TEXT NOT NULL,
	version        INTEGER NOT NULL, -- of the manifest in force
	manifest       TEXT NOT NULL,    -- canonical JSON
	agreed_version INTEGER NOT NULL, -- 0 until the first review ended
	agreed         TEXT NOT NULL,    -- the manifest last reviewed, empty until then
	reauth         TEXT NOT NULL,    -- the pending reauth as JSON, empty when none
	offered        TEXT NOT NULL,    -- the manifest that the pending reauth waits with, empty when none
	offered_version INTEGER NOT NULL,
	added_at       INTEGER NOT NULL,
	updated_at     INTEGER NOT NULL
) STRICT;

-- A row stays when its scope leaves the manifest: "always deny" holds until lifted.
CREATE TABLE consent_grants (
	agent_id    TEXT NOT NULL,
	scope       TEXT NOT NULL,
	granted     INTEGER NOT NULL,
	revoked     INTEGER NOT NULL, -- granted once and taken back
	pinned      INTEGER NOT NULL, -- sensitivity when granted
	changed_at  INTEGER NOT NULL,
	always_deny INTEGER NOT NULL, -- when the rule was made
	PRIMARY KEY (agent_id, scope)
) STRICT, WITHOUT ROWID;

-- Windows stay a while after their end, to say "the window is over".
CREATE TABLE consent_windows (
	id              INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id        TEXT NOT NULL,
	conversation_id TEXT NOT NULL,
	scope           TEXT NOT NULL,
	breadth         TEXT NOT NULL,
	opened          INTEGER NOT NULL, -- the person's answer
	used            INTEGER NOT NULL,
	boot_id         TEXT NOT NULL,
	boot_opened     INTEGER NOT NULL,
	boot_used       INTEGER NOT NULL,
	uses            INTEGER NOT NULL,
	ended           INTEGER NOT NULL,
	UNIQUE (agent_id, conversation_id, scope, breadth)
) STRICT;

-- What the clocks have shown at most, to notice that they went back.
CREATE TABLE consent_clock (
	id      INTEGER PRIMARY KEY CHECK (id = 1),
	latest  INTEGER NOT NULL,
	boot_id TEXT NOT NULL,
	started INTEGER NOT NULL -- latest time at which the machine started, in wall time
) STRICT;

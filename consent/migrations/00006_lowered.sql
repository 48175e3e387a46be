-- +goose Up

-- Tools that the person lowered to medium, while their declaration is the one of this
-- digest.
CREATE TABLE consent_lowered (
	agent_id TEXT NOT NULL,
	tool     TEXT NOT NULL,
	digest   TEXT NOT NULL,
	PRIMARY KEY (agent_id, tool)
) STRICT, WITHOUT ROWID;

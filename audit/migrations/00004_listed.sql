-- +goose Up

-- Indexes are kept up for many rows at once, not for each as it is written: they have those
-- that are listed, up to the last one that chain names, and who reads looks at the few after
-- it one by one.
ALTER TABLE calls ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
ALTER TABLE chain ADD COLUMN listed_seq INTEGER NOT NULL DEFAULT 0;

UPDATE chain SET listed_seq = last_seq;

DROP INDEX calls_agent;
DROP INDEX calls_tool;
DROP INDEX calls_scope;
DROP INDEX calls_status;
DROP INDEX calls_decision;

CREATE INDEX calls_agent ON calls (agent_id) WHERE listed;
CREATE INDEX calls_tool ON calls (tool_name) WHERE listed;
CREATE INDEX calls_scope ON calls (scope) WHERE listed;
CREATE INDEX calls_status ON calls (status) WHERE listed;
CREATE INDEX calls_decision ON calls (decision) WHERE listed AND decision <> '';

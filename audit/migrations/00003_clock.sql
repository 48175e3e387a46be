-- +goose Up

-- Where a row is said to have begun before the one before it, and how far behind the
-- latest time until then: what a filter by time has to look at, too.
CREATE TABLE clock_set_back (
	seq INTEGER PRIMARY KEY,
	ms  INTEGER NOT NULL
) STRICT;

INSERT INTO clock_set_back (seq, ms)
SELECT seq, 1 + CAST(1000 * (unixepoch(latest, 'subsec') - unixepoch(timestamp, 'subsec')) AS INTEGER)
FROM (SELECT seq, timestamp, lag(timestamp) OVER rows AS previous, max(timestamp) OVER rows AS latest FROM calls
	WINDOW rows AS (ORDER BY seq))
WHERE timestamp < previous;

-- A time is found by halving the log; a conversation is rarely asked for, as a call is.
DROP INDEX calls_timestamp;
DROP INDEX calls_conversation;

-- +goose Up

-- What audit verify compares beside the links: the seq before the first row that is
-- kept, and the seen calls, counted and summed up.
ALTER TABLE chain ADD COLUMN anchor_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chain ADD COLUMN seen_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chain ADD COLUMN seen_sum   BLOB; -- NULL until what an earlier version saw is summed up

UPDATE chain SET
	anchor_seq = coalesce((SELECT min(seq) - 1 FROM calls), last_seq),
	seen_count = (SELECT count(*) FROM seen_calls),
	seen_sum   = iif(EXISTS (SELECT 1 FROM seen_calls), NULL, zeroblob(32));

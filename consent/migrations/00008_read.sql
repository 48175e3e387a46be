-- +goose Up

-- By which rules the manifests of a row were read before, and the SHA-256 of each; empty
-- where they were not.
ALTER TABLE consent_agents ADD COLUMN read_before TEXT NOT NULL DEFAULT '';

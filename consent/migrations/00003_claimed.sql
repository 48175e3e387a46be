-- +goose Up

-- The name that a host gave an agent last and that it may not have.
ALTER TABLE consent_agents ADD COLUMN claimed TEXT NOT NULL DEFAULT '';

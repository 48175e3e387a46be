-- +goose Up

-- All of an agent's name, where the name that is shown is cut.
ALTER TABLE consent_agents ADD COLUMN whole_name TEXT NOT NULL DEFAULT '';

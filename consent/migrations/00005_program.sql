-- +goose Up

-- The executable of the program that brought an agent's manifest last, and of the one
-- that started it.
ALTER TABLE consent_agents ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE consent_agents ADD COLUMN parent TEXT NOT NULL DEFAULT '';

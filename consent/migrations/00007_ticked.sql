-- +goose Up

-- Tools that an agent's file asks not to ask for, and those of them that the person
-- agreed to: JSON arrays of names.
ALTER TABLE consent_agents ADD COLUMN asked TEXT NOT NULL DEFAULT '[]';
ALTER TABLE consent_agents ADD COLUMN ticked TEXT NOT NULL DEFAULT '[]';

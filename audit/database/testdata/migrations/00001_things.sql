-- +goose Up

CREATE TABLE things (name TEXT PRIMARY KEY) STRICT;

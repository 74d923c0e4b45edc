-- The number of each change of a head, so that two that change it at once notice; and which plays have something to do
-- for a clock or a bot, so that they go on after a restart before anybody looks.
ALTER TABLE play ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

CREATE TABLE due (play TEXT PRIMARY KEY) WITHOUT ROWID;

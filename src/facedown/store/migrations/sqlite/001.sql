-- Tables, their entries (the log of inputs, which is the truth), and what people said at them.
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE play (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  circle TEXT NOT NULL,
  opened INTEGER NOT NULL,     -- milliseconds since 1970
  head BLOB NOT NULL           -- the rest, as JSON
) WITHOUT ROWID;
CREATE INDEX play_circle ON play (circle, opened);

CREATE TABLE entry (
  play TEXT NOT NULL,
  n INTEGER NOT NULL,
  at INTEGER NOT NULL,         -- milliseconds since the deal
  actor INTEGER NOT NULL,
  move BLOB NOT NULL,
  mark TEXT NOT NULL,          -- the id that the sender gave this move
  request TEXT NOT NULL,       -- the id of the request it answered
  PRIMARY KEY (play, n)
) WITHOUT ROWID;

CREATE TABLE said (
  play TEXT NOT NULL,
  k INTEGER NOT NULL,
  after INTEGER NOT NULL,      -- how many entries there were
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (play, k)
) WITHOUT ROWID;

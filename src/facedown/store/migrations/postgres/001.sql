-- Tables, their entries (the log of inputs, which is the truth), and what people said at them.
CREATE TABLE meta (name TEXT PRIMARY KEY, value BYTEA NOT NULL);

CREATE TABLE play (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  circle TEXT NOT NULL,
  opened BIGINT NOT NULL,      -- milliseconds since 1970
  head TEXT NOT NULL,          -- the rest, as JSON
  version BIGINT NOT NULL      -- how often the head was changed
);
CREATE INDEX play_circle ON play (circle, opened);

CREATE TABLE entry (
  play TEXT NOT NULL,
  n INTEGER NOT NULL,
  at BIGINT NOT NULL,          -- milliseconds since the deal
  actor INTEGER NOT NULL,
  move BYTEA NOT NULL,
  mark TEXT NOT NULL,          -- the id that the sender gave this move
  request TEXT NOT NULL,       -- the id of the request it answered
  PRIMARY KEY (play, n)
);

CREATE TABLE said (
  play TEXT NOT NULL,
  k INTEGER NOT NULL,
  after INTEGER NOT NULL,      -- how many entries there were
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (play, k)
);

CREATE TABLE due (play TEXT PRIMARY KEY);  -- a clock runs there, or a bot is waited for

CREATE TABLE care (            -- which node runs the clocks and bots of a play, and until when unless it renews
  play TEXT PRIMARY KEY,
  node TEXT NOT NULL,
  until TIMESTAMPTZ NOT NULL
);
CREATE INDEX care_node ON care (node);

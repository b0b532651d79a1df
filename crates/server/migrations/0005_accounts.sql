-- Tokens may do only so much, people have browsers that are known, and what sweeps
-- look for has an index.

-- What a token may do: words of `play`, `read` and `account`.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'play read';

-- Browsers in which a person has signed in, by the SHA-256 of a secret in a cookie.
CREATE TABLE devices (
    hash TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    seen BIGINT NOT NULL,
    PRIMARY KEY (hash, user_id)
);
CREATE INDEX devices_user ON devices (user_id, seen);
CREATE INDEX devices_seen ON devices (seen);

CREATE INDEX sessions_expires ON sessions (expires);
CREATE INDEX definitions_author ON definitions (author);
CREATE INDEX analyses_user ON analyses (user_id);
CREATE INDEX users_guests ON users (created) WHERE guest = 1;
CREATE INDEX users_banned ON users (id) WHERE banned = 1;

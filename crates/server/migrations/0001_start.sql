-- The first schema. It is read by SQLite and by PostgreSQL alike: times are
-- milliseconds since 1970 in UTC, truth values are 0 and 1, structures are JSON.

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    -- As the person writes it, and folded for looking it up.
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    guest BIGINT NOT NULL,
    -- An Argon2 hash; none for guests and deleted accounts.
    password TEXT,
    settings TEXT NOT NULL DEFAULT '{}',
    banned BIGINT NOT NULL DEFAULT 0,
    deleted BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL
);

-- Sessions of browsers and tokens of bots, by the SHA-256 of the secret.
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id),
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_user ON tokens (user_id);

-- Every text of a definition that a game was played by.
CREATE TABLE definitions (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    author TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    -- A GameRef, the text it is played by, and what lists show without compiling it.
    game TEXT NOT NULL,
    definition TEXT NOT NULL REFERENCES definitions (hash),
    title TEXT NOT NULL,
    layout_kind TEXT NOT NULL,
    start TEXT,
    -- A seat is empty, a person's, or the engine's (with its level).
    white_user TEXT REFERENCES users (id),
    white_level BIGINT,
    black_user TEXT REFERENCES users (id),
    black_level BIGINT,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL,
    -- 'open' (a seat is empty), 'active' or 'over'.
    state TEXT NOT NULL,
    -- An Outcome, once it is over.
    outcome TEXT,
    -- Moves made that stand, and the number of the last entry in `moves`.
    seq BIGINT NOT NULL,
    log BIGINT NOT NULL,
    position TEXT NOT NULL,
    last_from BIGINT,
    last_to BIGINT,
    -- The side to move: 'white' or 'black'.
    turn TEXT NOT NULL,
    white_ms BIGINT NOT NULL,
    black_ms BIGINT NOT NULL,
    -- When the running clock began to run, and when it runs out.
    running_since BIGINT,
    deadline BIGINT,
    -- Offers, conditional moves and the like.
    extra TEXT NOT NULL DEFAULT '{}',
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX games_white ON games (white_user, updated);
CREATE INDEX games_black ON games (black_user, updated);
CREATE INDEX games_state ON games (state, updated);
CREATE INDEX games_deadline ON games (deadline);

-- What happened on the board, never changed afterwards.
CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id),
    seq BIGINT NOT NULL,
    -- 'move', or 'takeback' with the number of moves that stand after it in `move`.
    kind TEXT NOT NULL,
    move TEXT NOT NULL,
    short TEXT NOT NULL,
    at BIGINT NOT NULL,
    spent_ms BIGINT NOT NULL,
    white_ms BIGINT NOT NULL,
    black_ms BIGINT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- Answers given to actions, by the keys that clients gave them.
CREATE TABLE keys (
    game TEXT NOT NULL REFERENCES games (id),
    player TEXT NOT NULL,
    key TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, player, key)
);

CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    -- A NewGame.
    wish TEXT NOT NULL,
    title TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

-- Moves that the engine is to find. A worker takes a job on a lease.
CREATE TABLE jobs (
    game TEXT PRIMARY KEY REFERENCES games (id),
    seq BIGINT NOT NULL,
    level BIGINT NOT NULL,
    lease BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL
);
CREATE INDEX jobs_lease ON jobs (lease, created);

-- Shared analyses: trees of moves, by their links.
CREATE TABLE analyses (
    id TEXT PRIMARY KEY,
    user_id TEXT REFERENCES users (id),
    tree TEXT NOT NULL,
    created BIGINT NOT NULL
);

-- What the server remembers about itself.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

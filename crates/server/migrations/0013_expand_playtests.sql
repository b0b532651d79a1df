-- Playtests: the engine plays many games of a definition against itself and measures them.
-- expand: servers of the version before run on with it

-- Those that wait are the queue. A worker takes one on a lease, plays for a few seconds, and
-- puts it back with what the games add up to.
CREATE TABLE playtests (
    id TEXT PRIMARY KEY,
    -- Who asked for it.
    person TEXT NOT NULL,
    -- The hash of the definition, its name, and a JSON object of options.
    definition TEXT NOT NULL,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    options TEXT NOT NULL,
    -- 'waiting', 'over', or 'deleted': then it only counts for the limits of its day.
    state TEXT NOT NULL,
    -- Why it is over; empty before.
    ended_by TEXT NOT NULL DEFAULT '',
    -- PlaytestSettings as JSON.
    settings TEXT NOT NULL,
    nodes BIGINT NOT NULL,
    -- The games that are played, and those that are wanted.
    games BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL,
    -- The time that it has had, and may have.
    spent_ms BIGINT NOT NULL DEFAULT 0,
    budget_ms BIGINT NOT NULL,
    -- The number of the next game, and how many numbers in a row gave none.
    next_game BIGINT NOT NULL DEFAULT 0,
    failures BIGINT NOT NULL DEFAULT 0,
    -- What the games add up to, as `hyperrook playtest` writes it; none before the first step.
    sums TEXT,
    lease BIGINT NOT NULL DEFAULT 0,
    -- When it had its last turn.
    served BIGINT NOT NULL DEFAULT 0,
    -- How often its next step was tried.
    attempts BIGINT NOT NULL DEFAULT 0,
    -- A keyed hash of the address that asked for it, while it waits.
    address TEXT NOT NULL DEFAULT '',
    created BIGINT NOT NULL,
    ended BIGINT
);
CREATE INDEX playtests_next ON playtests (state, lease, created);
CREATE INDEX playtests_person ON playtests (person, state, created);
CREATE INDEX playtests_definition ON playtests (definition, person, created);
CREATE INDEX playtests_address ON playtests (address, state);

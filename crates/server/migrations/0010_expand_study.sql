-- Reports of whole games by the engine, and the tree of openings.
-- expand: servers of the version before run on with it

-- Work that is not urgent: a report of a game, or its moves for the tree of openings. A
-- worker takes it on a lease.
CREATE TABLE study_jobs (
    -- 'report' or 'opening'.
    kind TEXT NOT NULL,
    -- A game or a shared analysis.
    subject TEXT NOT NULL,
    -- Who asked for it; empty if nobody did.
    person TEXT NOT NULL,
    -- How many positions are done, and of how many.
    done BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    lease BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX study_jobs_next ON study_jobs (kind, lease, created);
CREATE INDEX study_jobs_person ON study_jobs (person, kind, lease);

-- Reports, by their game or analysis.
CREATE TABLE reports (
    subject TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    -- A GameReport.
    report TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX reports_person ON reports (person, created);

-- What was played in positions of finished games.
CREATE TABLE openings (
    -- The identity of the rules.
    rules TEXT NOT NULL,
    -- A hash of the position without its counters.
    position TEXT NOT NULL,
    -- 'people' for games of this server, 'engine' for games between engines.
    source TEXT NOT NULL,
    move TEXT NOT NULL,
    short TEXT NOT NULL,
    -- How the games ended.
    white BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    black BIGINT NOT NULL,
    -- The last of them; empty if it is not on this server.
    game TEXT NOT NULL,
    PRIMARY KEY (rules, position, source, move)
);

-- The games that are counted, so that none is counted twice.
CREATE TABLE opening_games (
    game TEXT PRIMARY KEY
);

-- Definitions that their authors show to everybody.
CREATE TABLE published (
    definition TEXT PRIMARY KEY REFERENCES definitions (hash),
    created BIGINT NOT NULL
);
CREATE INDEX published_created ON published (created);
-- The games of a definition, the last changed first.
CREATE INDEX games_definition ON games (definition, updated);

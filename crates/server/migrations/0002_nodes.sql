-- The nodes that play the games, and what fences off one that has lost them.

CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    -- What people call it: the machine and the process.
    label TEXT NOT NULL,
    -- Raised each time the node takes its lease anew.
    epoch BIGINT NOT NULL,
    -- In the database's time.
    lease_until BIGINT NOT NULL,
    -- Its last sign of life, by its own clock: the clock of its games.
    beat BIGINT NOT NULL
);

-- The node that plays a game, and how often the game was taken. A change of a game
-- names the epoch and the version that it was worked out from, and raises the version.
ALTER TABLE games ADD COLUMN owner TEXT;
ALTER TABLE games ADD COLUMN owner_epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
-- The running clocks of a node's games.
CREATE INDEX games_owner ON games (owner) WHERE deadline IS NOT NULL;

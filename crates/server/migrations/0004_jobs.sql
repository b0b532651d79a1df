-- Jobs of the engine know the position that they are for, and whose game it is.

-- The number of the last entry in the game's log: a takeback raises it, too.
ALTER TABLE jobs ADD COLUMN log BIGINT NOT NULL DEFAULT 0;
-- Who plays against the engine.
ALTER TABLE jobs ADD COLUMN person TEXT NOT NULL DEFAULT '';
UPDATE jobs SET
    log = COALESCE((SELECT games.log FROM games WHERE games.id = jobs.game), 0),
    person = COALESCE((SELECT COALESCE(games.white_user, games.black_user)
        FROM games WHERE games.id = jobs.game), '');
CREATE INDEX jobs_person ON jobs (person, lease);

-- When the engine last began to find a move for a person: people take turns.
CREATE TABLE engine_turns (
    person TEXT PRIMARY KEY,
    served BIGINT NOT NULL
);
CREATE INDEX engine_turns_served ON engine_turns (served);

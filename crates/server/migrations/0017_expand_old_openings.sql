-- Rare moves in the tree of openings are deleted after a year.
-- expand: servers of the version before run on with it

-- When the last game with the move was counted.
ALTER TABLE openings ADD COLUMN updated BIGINT NOT NULL DEFAULT 0;
UPDATE openings SET updated = COALESCE(
    (SELECT games.updated FROM games WHERE games.id = openings.game), 0
) WHERE source = 'people';
CREATE INDEX openings_rare ON openings (updated)
    WHERE source = 'people' AND white + draws + black = 1;
-- When a game of this server was counted. 0 for games between engines, which are kept so
-- that a record that is read again is not counted again, and for games before this column.
ALTER TABLE opening_games ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;
CREATE INDEX opening_games_counted ON opening_games (counted) WHERE counted > 0;

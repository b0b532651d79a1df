-- Wins, losses and draws by person, counted when a game ends: adding them up takes too
-- long for people with many games.

CREATE TABLE totals (
    user_id TEXT PRIMARY KEY,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    draws BIGINT NOT NULL
);
INSERT INTO totals (user_id, wins, losses, draws)
SELECT person, SUM(won), SUM(lost), SUM(drawn) FROM (
    SELECT white_user AS person,
        CASE WHEN outcome LIKE '%"1-0"%' THEN 1 ELSE 0 END AS won,
        CASE WHEN outcome LIKE '%"0-1"%' THEN 1 ELSE 0 END AS lost,
        CASE WHEN outcome LIKE '%"1/2-1/2"%' THEN 1 ELSE 0 END AS drawn
    FROM games WHERE state = 'over' AND white_user IS NOT NULL
    UNION ALL
    SELECT black_user AS person,
        CASE WHEN outcome LIKE '%"0-1"%' THEN 1 ELSE 0 END AS won,
        CASE WHEN outcome LIKE '%"1-0"%' THEN 1 ELSE 0 END AS lost,
        CASE WHEN outcome LIKE '%"1/2-1/2"%' THEN 1 ELSE 0 END AS drawn
    FROM games WHERE state = 'over' AND black_user IS NOT NULL
) AS results GROUP BY person HAVING SUM(won) + SUM(lost) + SUM(drawn) > 0;

-- A person's unfinished games, without the finished ones.
CREATE INDEX games_white_unfinished ON games (white_user) WHERE state <> 'over';
CREATE INDEX games_black_unfinished ON games (black_user) WHERE state <> 'over';
-- Registered people, newest first.
CREATE INDEX users_registered ON users (created) WHERE guest = 0 AND deleted = 0;

-- The ratings of the past, and the best players of a game.
-- expand: servers of the version before run on with it

-- One row for each rated game of a person, by the number of their rated games.
CREATE TABLE rating_history (
    user_id TEXT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    games BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, games)
);
-- Those who have played before begin with where they are now.
INSERT INTO rating_history (user_id, game, games, rating, deviation, at)
SELECT user_id, game, games, rating, deviation, updated FROM ratings;

CREATE INDEX ratings_best ON ratings (game, rating) WHERE games >= 5;

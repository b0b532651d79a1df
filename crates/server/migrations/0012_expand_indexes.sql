-- The games of a definition, the last begun first: an index with `updated` is written anew
-- with each move.
-- expand: servers of the version before run on with it

DROP INDEX games_definition;
CREATE INDEX games_definition ON games (definition, created);

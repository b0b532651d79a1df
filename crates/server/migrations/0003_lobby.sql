-- The lobby: seeks are limited by person and by address, and listed from an index.

ALTER TABLE seeks RENAME COLUMN wish TO new_game;
-- Whether the game has a live clock.
ALTER TABLE seeks ADD COLUMN live BIGINT NOT NULL DEFAULT 0;
UPDATE seeks SET live = 1 WHERE new_game LIKE '%"kind":"live"%';
-- A keyed hash of the address that it was made from.
ALTER TABLE seeks ADD COLUMN address TEXT NOT NULL DEFAULT '';

CREATE INDEX seeks_user ON seeks (user_id, created);
CREATE INDEX seeks_address ON seeks (address);
CREATE INDEX seeks_expires ON seeks (expires);

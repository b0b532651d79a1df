-- Accounts that were registered lately share their turns of the engine by address, as guests do.
-- expand: servers of the version before run on with it

CREATE INDEX users_young ON users (created) WHERE guest = 0 AND network <> '';

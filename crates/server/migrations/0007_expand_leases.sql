-- Tasks that one node at a time does for all, such as deleting old data.
-- expand: servers of the version before run on with it

CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    -- The node that does it.
    node TEXT NOT NULL,
    -- In the database's time.
    until BIGINT NOT NULL
);

-- Whether a node plays games of the database beside others, which it reaches by NATS.
ALTER TABLE nodes ADD COLUMN shared BIGINT NOT NULL DEFAULT 0;

-- Wrong passwords, by a hash of the name that was given.
CREATE TABLE failed_sign_ins (
    name TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    last BIGINT NOT NULL
);
CREATE INDEX failed_sign_ins_last ON failed_sign_ins (last);

-- Games that operators have withdrawn: their authors cannot publish them again.
-- expand: servers of the version before run on without it

CREATE TABLE withdrawn (
    -- The hash of the definition, which may be deleted and stored again.
    definition TEXT PRIMARY KEY,
    created BIGINT NOT NULL
);

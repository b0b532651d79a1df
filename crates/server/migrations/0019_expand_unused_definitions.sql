-- Definitions that nobody needs are deleted, and an address can store only so much in a day.
-- expand: servers of the version before run on with it

-- What an address has stored. It counts also when the definition or its author is deleted.
CREATE TABLE definition_uploads (
    id TEXT PRIMARY KEY,
    -- A keyed hash of the address.
    address TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX definition_uploads_address ON definition_uploads (address, created);
CREATE INDEX definition_uploads_created ON definition_uploads (created);

-- The definition of an analysis: its hash, or empty for a game of the server. Not known of those
-- that are older than this column, or that a server of the version before stores.
ALTER TABLE analyses ADD COLUMN definition TEXT;
UPDATE analyses SET definition = '' WHERE tree NOT LIKE '%"definition":"%';
CREATE INDEX analyses_definition ON analyses (definition);

CREATE INDEX definitions_unowned ON definitions (created) WHERE author IS NULL;

-- Bounds on what one address can have: reports that wait, and shared analyses.
-- expand: servers of the version before run on with it

-- A keyed hash of the address that asked for it.
ALTER TABLE study_jobs ADD COLUMN address TEXT NOT NULL DEFAULT '';
CREATE INDEX study_jobs_address ON study_jobs (kind, address, created);

-- The same of whoever stored it, and how many bytes it takes.
ALTER TABLE analyses ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE analyses ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
CREATE INDEX analyses_address ON analyses (address, created);
-- Those without an owner expire.
CREATE INDEX analyses_unowned ON analyses (created) WHERE user_id IS NULL;

-- Whose definition it is, so that nobody fills the list.
ALTER TABLE published ADD COLUMN author TEXT NOT NULL DEFAULT '';
UPDATE published SET author = COALESCE((SELECT definitions.author FROM definitions
    WHERE definitions.hash = published.definition), '');
CREATE INDEX published_author ON published (author, created);

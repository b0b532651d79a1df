-- Analyses that people wait for, where several nodes share the work.
-- expand: servers of the version before run on with it

-- A row is deleted when its analysis ends. The times are the database's.
CREATE TABLE analysis_jobs (
    id TEXT PRIMARY KEY,
    -- The node whose client asks: the lines go there.
    node TEXT NOT NULL,
    -- Who asks: a person, or the socket of somebody unknown.
    person TEXT NOT NULL,
    -- A keyed hash of the address.
    address TEXT NOT NULL,
    -- The position and the number of lines, as JSON.
    wish TEXT NOT NULL,
    lease BIGINT NOT NULL DEFAULT 0,
    -- When the worker that has it began.
    begun BIGINT NOT NULL DEFAULT 0,
    attempts BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL
);
CREATE INDEX analysis_jobs_next ON analysis_jobs (lease, created);
CREATE INDEX analysis_jobs_person ON analysis_jobs (person);
CREATE INDEX analysis_jobs_address ON analysis_jobs (address, lease);
CREATE INDEX analysis_jobs_node ON analysis_jobs (node);

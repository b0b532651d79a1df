-- Analyses are served in turns by person; those who may be many share the turns of their address.
-- expand: servers of the version before run on with it

-- Whose turn it is: a person, or a keyed hash of an address. Rows of the version before have none,
-- and take the turns of their address.
ALTER TABLE analysis_jobs ADD COLUMN turns TEXT NOT NULL DEFAULT '';

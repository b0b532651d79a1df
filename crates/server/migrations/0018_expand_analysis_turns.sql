-- Analyses are served in turns by person; those who may be many share the turns of their address.
-- expand: servers of the version before run on with it

-- Whose turn it is: a person, or a keyed hash of an address. What servers of the version before
-- add has none, and takes the turns of one person.
ALTER TABLE analysis_jobs ADD COLUMN turns TEXT NOT NULL DEFAULT '';
UPDATE analysis_jobs SET turns = address;
CREATE INDEX analysis_jobs_turns ON analysis_jobs (turns, lease);

-- Whoever makes many guests gets no more turns of the engine than others.
-- expand: servers of the version before run on with it

-- Where a guest came from when it was made, as a keyed hash; empty for others.
ALTER TABLE users ADD COLUMN network TEXT NOT NULL DEFAULT '';
-- The same of the guest whom the engine plays against.
ALTER TABLE jobs ADD COLUMN network TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_network ON jobs (network, lease);

-- People whose accounts are deleted. What is kept of them is deleted a little at a time, so that
-- nobody waits, and goes on after a restart.
-- expand: servers of the version before run on without it

CREATE TABLE leavers (
    -- The ID, which may already be gone from the table `users`.
    person TEXT PRIMARY KEY
);

-- What people have done in lessons and puzzles.
-- expand: servers of the version before run on without it

CREATE TABLE progress (
    user_id TEXT NOT NULL REFERENCES users (id),
    -- `lesson/GAME/STEP` or `puzzle/GAME/ID`.
    item TEXT NOT NULL,
    -- 1 if it was solved without a mistake and without help.
    first_try BIGINT NOT NULL,
    done BIGINT NOT NULL,
    PRIMARY KEY (user_id, item)
);

//! Games in progress, independent of how they are shown.

mod game_session;
mod plain;
mod saves;

pub(crate) use game_session::{GameSession, PlayersEnd};
pub(crate) use plain::{attack_lines, run as run_plain};
pub(crate) use saves::{
    GivenGame, SaveResult, autosave, autosave_path, game_of_record, load_record, save_as,
    saved_words, set_aside_words,
};

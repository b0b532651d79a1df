//! What was measured of the shipped games: playtests of thousands of games, the values of
//! their pieces, and which pieces win endgames. The documents that people read are the data
//! (`documents`); the sums of playtests are those of `docs/reports` (`runs`), and openings are
//! those of `games/openings` (`openings`).

mod documents;
mod openings;
mod runs;

pub(crate) use openings::engine_openings;
pub(crate) use runs::report_page;

use documents::{MeasuredEndgames, MeasuredPiece};
use hyperrook_rules::Game;
use runs::MeasuredRun;
use serde::Serialize;
use utoipa::ToSchema;

/// What was measured of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeasuredGame {
    /// The name of the game.
    game: String,
    /// Its name for people.
    title: String,
    /// What games of the engine against itself show.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<MeasuredRun>,
    /// What the pieces are worth. Empty if that was not measured.
    values: Vec<MeasuredPiece>,
    /// Which pieces win.
    #[serde(skip_serializing_if = "Option::is_none")]
    endgames: Option<MeasuredEndgames>,
}

/// What was measured of a game of the server. `is_shipped` says whether the game comes with
/// the program: figures are known by names, and another game may have the name of one.
pub(crate) fn measured(game: &Game, is_shipped: bool) -> MeasuredGame {
    let definition = game.definition();
    let is_measured = is_shipped && definition.changed_options().next().is_none();
    MeasuredGame {
        game: definition.name().to_owned(),
        title: definition.title().to_owned(),
        run: is_measured.then(|| runs::run(game)).flatten(),
        values: if is_measured {
            documents::values(definition)
        } else {
            Vec::new()
        },
        endgames: is_measured
            .then(|| documents::endgames(definition))
            .flatten(),
    }
}

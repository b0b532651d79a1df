//! The state of a CECP session.

use super::clock::CecpTimeControl;
use super::edit::EditMode;
use super::thinking::Thinking;
use crate::engine::NumberedEngine;
use crate::options::EngineOptions;
use crate::output::Output;
use crate::variants::{DEFAULT_VARIANT, Variants};
use hyperrook_rules::{Game, History, Move, Side};

/// The state of a CECP session.
pub(super) struct XBoard<'w> {
    pub(super) out: Output<'w>,
    pub(super) engine_thread: NumberedEngine,
    pub(super) games: Variants,
    pub(super) options: EngineOptions,
    pub(super) game: Game,
    pub(super) history: History,
    /// The side that the engine plays; `None` in force mode.
    pub(super) plays: Option<Side>,
    pub(super) analysing: bool,
    pub(super) editing: Option<EditMode>,
    /// Whether the last position that was set up is impossible, so that no move is legal.
    pub(super) impossible: bool,
    pub(super) clock: CecpTimeControl,
    pub(super) thought: Option<Thinking>,
    /// The seed of the random choices of weak levels in this game.
    pub(super) game_seed: u64,
    /// The number of the job that prepares the engine, while it runs.
    pub(super) preparing: Option<u64>,
    /// The `ping`s that wait for the end of a job or for a move.
    pub(super) pings: Vec<String>,
    /// Whether to report lines during a search.
    pub(super) post: bool,
    /// Whether to search on the opponent's time.
    pub(super) hard: bool,
    pub(super) paused: bool,
    /// Whether the GUI accepts comments: lines that begin with `#`.
    pub(super) comments: bool,
    /// The reply that the engine expects to its last move.
    pub(super) expected: Option<Move>,
    /// The number of moves in a row at which the engine's score was lost.
    pub(super) lost_moves: u32,
    /// The engine's score at its last move, in centipawns.
    pub(super) last_score_cp: Option<i32>,
    /// The cell of the piece that the user has picked up.
    pub(super) lifted: Option<String>,
    pub(super) quitting: bool,
}

impl<'w> XBoard<'w> {
    pub(super) fn new(out: Output<'w>, engine_thread: NumberedEngine) -> XBoard<'w> {
        let games = Variants::default();
        let game = games.game(DEFAULT_VARIANT).expect("a shipped game");
        XBoard {
            out,
            engine_thread,
            games,
            options: EngineOptions::default(),
            history: History::new(game.start()),
            game,
            plays: Some(Side::Black),
            analysing: false,
            editing: None,
            impossible: false,
            clock: CecpTimeControl::default(),
            thought: None,
            game_seed: fastrand::u64(..),
            preparing: None,
            pings: Vec::new(),
            post: false,
            hard: false,
            paused: false,
            comments: false,
            expected: None,
            lost_moves: 0,
            last_score_cp: None,
            lifted: None,
            quitting: false,
        }
    }
}

//! The state of a UCI session.

use super::task::{RunningJob, WaitingCommand};
use crate::engine::NumberedEngine;
use crate::host::Host;
use crate::options::EngineOptions;
use crate::output::Output;
use crate::variants::{DEFAULT_VARIANT, Variants};
use hyperrook_rules::{Game, History};
use std::collections::VecDeque;

/// The state of a UCI session.
pub(super) struct Uci<'w> {
    pub(super) out: Output<'w>,
    pub(super) engine_thread: NumberedEngine,
    pub(super) host: Host,
    pub(super) games: Variants,
    pub(super) options: EngineOptions,
    /// The last message about the network.
    pub(super) network_message: Option<String>,
    /// The seed of the random choices of weak levels in this game.
    pub(super) game_seed: u64,
    pub(super) game: Game,
    pub(super) history: History,
    pub(super) running: Option<RunningJob>,
    pub(super) waiting: VecDeque<WaitingCommand>,
    pub(super) debug: bool,
    pub(super) quitting: bool,
}

impl<'w> Uci<'w> {
    pub(super) fn new(out: Output<'w>, engine_thread: NumberedEngine, host: Host) -> Uci<'w> {
        let games = Variants::default();
        let game = games.game(DEFAULT_VARIANT).expect("a shipped game");
        Uci {
            out,
            engine_thread,
            host,
            games,
            options: EngineOptions::default(),
            network_message: None,
            game_seed: fastrand::u64(..),
            history: History::new(game.start()),
            game,
            running: None,
            waiting: VecDeque::new(),
            debug: false,
            quitting: false,
        }
    }
}

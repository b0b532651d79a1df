//! The built-in opponent: a plain search for material, good enough to punish a
//! hanging man. Others can stand in for it behind [`Opponent`].

mod search;
mod values;

pub(crate) use search::Searcher;

use hyperrook_rules::{Game, History, Move};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Something that chooses moves.
pub(crate) trait Opponent: Send {
    /// A legal move of the present position; `None` if there is none, or if it
    /// was told to stop before it had one.
    fn choose(&self, history: &History, stop: &AtomicBool) -> Option<Move>;
}

/// The opponent of a level: plies of 1 to 3.
pub(crate) fn opponent(game: &Game, plies: u32, seed: u64) -> Box<dyn Opponent> {
    Box::new(Searcher::new(game, plies, seed))
}

/// An opponent that thinks in a thread of its own.
#[derive(Debug)]
pub(crate) struct Thinker {
    stop: Arc<AtomicBool>,
    answer: Receiver<Option<Move>>,
}

/// How far a [`Thinker`] is.
pub(crate) enum Thought {
    /// It is not done.
    Going,
    /// It has decided, or has no move.
    Done(Option<Move>),
}

impl Thinker {
    /// Starts to think about the present position of a game.
    pub(crate) fn start(history: History, plies: u32, seed: u64) -> Thinker {
        let stop = Arc::new(AtomicBool::new(false));
        let (send, answer) = channel();
        let stopped = Arc::clone(&stop);
        std::thread::spawn(move || {
            let opponent = opponent(history.position().game(), plies, seed);
            // Nobody may be left to hear it.
            let _ = send.send(opponent.choose(&history, &stopped));
        });
        Thinker { stop, answer }
    }

    /// Whether there is an answer.
    pub(crate) fn poll(&self) -> Thought {
        match self.answer.try_recv() {
            Ok(answer) => Thought::Done(answer),
            Err(TryRecvError::Empty) => Thought::Going,
            Err(TryRecvError::Disconnected) => Thought::Done(None),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

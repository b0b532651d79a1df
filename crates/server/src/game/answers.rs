//! The answers that keyed actions have got: a repeated action gets its answer again.

use super::change::KeyedAnswer;
use std::collections::{HashMap, VecDeque};

/// How many answers are kept of a player in one game. An action is repeated soon or never, and
/// a game with as many answers as somebody likes could not be loaded any more.
pub(crate) const MAX_ANSWERS: usize = 256;

/// The answers of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    players: HashMap<String, PlayerAnswers>,
}

#[derive(Clone, Debug, Default)]
struct PlayerAnswers {
    by_key: HashMap<String, i64>,
    /// The keys, the oldest first.
    keys: VecDeque<String>,
}

impl Answers {
    /// Keeps an answer, and forgets [`Answers::next_forgotten`].
    pub(super) fn add(&mut self, answer: KeyedAnswer) {
        let player = self.players.entry(answer.player).or_default();
        if player.keys.len() >= MAX_ANSWERS
            && let Some(oldest) = player.keys.pop_front()
        {
            player.by_key.remove(&oldest);
        }
        if player
            .by_key
            .insert(answer.key.clone(), answer.seq)
            .is_none()
        {
            player.keys.push_back(answer.key);
        }
    }

    /// The answer to an action.
    pub(super) fn get(&self, player: &str, key: &str) -> Option<i64> {
        self.players.get(player)?.by_key.get(key).copied()
    }

    /// The key whose answer is forgotten when the player gets the next one.
    pub(super) fn next_forgotten(&self, player: &str) -> Option<String> {
        let keys = &self.players.get(player)?.keys;
        let is_full = keys.len() >= MAX_ANSWERS;
        keys.front().filter(|_| is_full).cloned()
    }
}

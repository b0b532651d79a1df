//! A signature of the engine, so that games of different engines are not taken for those of one.

use crate::seeds::mix;
use crate::tune::{SelfPlay, random_opening};
use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, WeightsSource};

/// The number of random openings that are searched besides the start.
const OPENINGS: u64 = 2;
/// The nodes of each search.
const NODES: u64 = 1_000;

/// The version of the program, with its engine if games are played with this many nodes for each
/// move and not at random.
pub(crate) fn program_for(game: &Game, nodes: Option<u64>) -> String {
    match nodes {
        Some(_) => program_with_engine(game),
        None => env!("CARGO_PKG_VERSION").to_owned(),
    }
}

/// The version of the program with a signature of its engine for a game: `0.1.0, engine 5d2c91aa`.
///
/// The signature is a hash of what a few short searches find, like the node count of `bench` in
/// many chess programs. So it changes with the evaluation, the network and the search, but not from
/// machine to machine.
pub(crate) fn program_with_engine(game: &Game) -> String {
    program_with_weights(game, WeightsSource::Shipped)
}

/// The same with an engine that has these weights.
pub(crate) fn program_with_weights(game: &Game, weights: WeightsSource) -> String {
    let settings = EngineSettings {
        hash_mib: 1,
        weights,
        ..EngineSettings::default()
    };
    let mut engine = Engine::new(game, settings);
    let limits = SearchLimits::default().nodes(NODES);
    let openings = (0..OPENINGS).filter_map(|i| random_opening(game, &SelfPlay::default(), i));
    let mut hash = 0;
    for history in std::iter::once(History::new(game.start())).chain(openings) {
        engine.search(&history, &limits, &Control::new(), &mut |info| {
            let score = match info.score {
                Score::Centipawns(cp) => i64::from(cp),
                Score::Mate(moves) => i64::from(moves) << 32,
            };
            let moves = info.moves.iter().map(|mv| u64::from(mv.bits()));
            for number in [score as u64, info.nodes].into_iter().chain(moves) {
                hash = mix(hash ^ number);
            }
        });
    }
    format!("{}, engine {:08x}", env!("CARGO_PKG_VERSION"), hash as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_a_game_and_does_not_change() {
        let [chess, raumschach] = ["chess", "raumschach"].map(|name| {
            let game = Game::shipped(name);
            game.map_or(String::new(), |game| program_with_engine(&game))
        });
        assert!(chess.contains(", engine "), "{chess}");
        assert_ne!(chess, raumschach);
        let again = Game::shipped("chess").map(|game| program_with_engine(&game));
        assert_eq!(again, Some(chess));
    }
}

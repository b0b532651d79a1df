//! Openings of random moves.

use super::error::OpeningError;
use hyperrook_rules::{Game, History, Position};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The nodes searched to see whether an opening is even.
const EVEN_NODES: u64 = 200_000;

/// The maximum number of tries in a row to find a random opening.
const MAX_TRIES: usize = 2_000;

/// Random openings, all different, from a seed. A longer list begins with the openings of a
/// shorter one.
pub(super) fn random(
    game: &Game,
    plies: u32,
    mut is_good: impl FnMut(&History) -> bool,
    wanted: usize,
    seed: u64,
    on_try: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<History>, OpeningError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(wanted.min(1 << 16));
    while found.len() < wanted {
        let mut over = 0;
        let mut is_stopped = false;
        let next = (0..MAX_TRIES).find_map(|_| {
            is_stopped = is_stopped || on_try(found.len()).is_break();
            if is_stopped {
                return None;
            }
            let opening = random_line(game, plies, &mut rng);
            let opening = opening.filter(|opening| opening.outcome().is_none());
            let Some(opening) = opening else {
                over += 1;
                return None;
            };
            let is_new = seen.insert(opening.position().zobrist_key());
            (is_new && is_good(&opening)).then_some(opening)
        });
        match next {
            Some(opening) => found.push(opening),
            None if is_stopped => return Err(OpeningError::Stopped),
            None => {
                return Err(OpeningError::TooFew {
                    found: found.len(),
                    wanted,
                    plies,
                    too_long: over > MAX_TRIES / 2,
                });
            }
        }
    }
    Ok(found)
}

/// Plays random moves; `None` if the game ends on the way.
fn random_line(game: &Game, plies: u32, rng: &mut fastrand::Rng) -> Option<History> {
    let mut history = History::new(game.start());
    for _ in 0..plies {
        if history.outcome().is_some() {
            return None;
        }
        let mut moves = history.position().moves();
        // The choice must not depend on the order in which moves are generated.
        moves.sort_unstable();
        let mv = *rng.choice(&moves)?;
        history.play(mv).ok()?;
    }
    Some(history)
}

/// Whether the side to move is in check, can win immediately, or can take an undefended piece.
pub(super) fn is_sharp(position: &Position) -> bool {
    let other = position.turn().other();
    position.in_check()
        || position.moves().into_iter().any(|mv| {
            let takes = !position.captures(mv).is_empty();
            position.after(mv).is_ok_and(|after| {
                takes && after.attackers(mv.destination(), other).is_empty()
                    || after
                        .outcome()
                        .is_some_and(|end| end.winner == Some(position.turn()))
            })
        })
}

/// The settings of the engine that judges openings. With one thread the same seed gives the
/// same openings.
pub(super) fn judge_settings() -> EngineSettings {
    EngineSettings {
        hash_mib: 16,
        threads: 1,
        ..EngineSettings::default()
    }
}

/// Whether a search finds an advantage of at most `most_cp`. The engine is cleared first,
/// so that the result does not depend on earlier openings.
pub(super) fn is_even(engine: &mut Engine, opening: &History, most_cp: i32) -> bool {
    engine.clear();
    let limits = SearchLimits::default().nodes(EVEN_NODES);
    let report = engine.search(opening, &limits, &Control::new(), &mut |_| ());
    report.lines.first().is_some_and(|line| match line.score {
        Score::Centipawns(cp) => cp.abs() <= most_cp,
        Score::Mate(_) => false,
    })
}

//! One game between two settings of the search, and even openings.

use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Control, Engine, Score, SearchLimits};

/// Maximum length of a game; longer games are draws.
const MAX_PLIES: usize = 400;
/// A side wins when this many scores in a row, of both players, show it ahead by this much.
const WINNING_CP: i32 = 600;
const WINNING_SCORES: i32 = 6;
/// From this ply on, a game is a draw when this many scores in a row are this close to zero.
const DRAW_MIN_PLY: usize = 80;
const DRAWN_CP: i32 = 10;
const DRAWN_SCORES: u32 = 12;
/// Maximum score of an opening, in absolute value, by a search of this many nodes.
const EVEN_CP: i32 = 150;
const EVEN_NODES: u64 = 5_000;

/// The score for the side to move, in centipawns.
fn score_cp(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) => 30_000 * if moves > 0 { 1 } else { -1 },
    }
}

/// Plays a game. Returns the points of the first engine, in half points.
pub(crate) fn play(
    engines: &mut [Engine; 2],
    opening: &History,
    first_has: Side,
    nodes: u64,
) -> Result<u32, Box<dyn std::error::Error>> {
    let mut history = opening.clone();
    engines.iter_mut().for_each(Engine::clear);
    let (mut decided, mut drawn) = (0i32, 0);
    for ply in 0..MAX_PLIES {
        if let Some(outcome) = history.outcome() {
            return Ok(match outcome.winner {
                None => 1,
                Some(side) => 2 * u32::from(side == first_has),
            });
        }
        let turn = history.position().turn();
        let limits = SearchLimits::default().nodes(nodes);
        let engine = &mut engines[usize::from(turn != first_has)];
        let report = engine.search(&history, &limits, &Control::new(), &mut |_| ());
        let Some(mv) = report.best else { break };
        let cp = report.lines.first().map_or(0, |line| score_cp(line.score));
        let for_first = if turn == first_has { cp } else { -cp };
        decided = match for_first {
            WINNING_CP.. => decided.max(0) + 1,
            cp if cp <= -WINNING_CP => decided.min(0) - 1,
            _ => 0,
        };
        if decided.abs() >= WINNING_SCORES {
            return Ok(2 * u32::from(decided > 0));
        }
        drawn = if cp.abs() <= DRAWN_CP { drawn + 1 } else { 0 };
        if ply >= DRAW_MIN_PLY && drawn >= DRAWN_SCORES {
            return Ok(1);
        }
        history.play(mv)?;
    }
    Ok(1)
}

/// An opening of random moves that a search scores as even.
pub(crate) fn opening(
    game: &Game,
    referee: &mut Engine,
    plies: usize,
    random: &mut fastrand::Rng,
) -> Result<History, Box<dyn std::error::Error>> {
    loop {
        let mut opening = History::new(game.start());
        for _ in 0..plies {
            let moves = opening.position().moves();
            let Some(&mv) = random.choice(&moves) else {
                break;
            };
            opening.play(mv)?;
        }
        if opening.outcome().is_some() {
            continue;
        }
        let limits = SearchLimits::default().nodes(EVEN_NODES);
        let report = referee.search(&opening, &limits, &Control::new(), &mut |_| ());
        let score = report.lines.first().map(|line| score_cp(line.score));
        if score.is_some_and(|cp| cp.abs() <= EVEN_CP) {
            return Ok(opening);
        }
    }
}

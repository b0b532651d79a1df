//! Finds wins in positions with most pieces, from random games that prefer captures and
//! checks.

use crate::brute::{Solver, Win};
use crate::found::{Class, Found, solve};
use fastrand::Rng;
use hyperrook_rules::{Game, Position};

/// Maximum number of games.
pub(crate) const GAMES: u64 = 6_000;

/// Maximum number of positions visited for one result.
const LIMIT: u64 = 100_000;

/// Maximum number of winning first moves.
const FIRST: usize = 3;

/// Maximum number of positions of one class from one game.
const A_GAME: usize = 2;

/// After a win in one move is found: the number of earlier positions of the game in which to look
/// for a win in two.
const TRIES: usize = 8;

/// Plays games until enough positions of each class are found.
pub(crate) fn find(game: &Game, random: &mut Rng, wanted: Vec<(Class, usize)>) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    let mut solver = Solver::default();
    let pieces = pieces(&game.start());
    for number in 0..GAMES {
        let lacks = |all: &[Found], class| {
            let there = all.iter().filter(|found| found.class == class).count();
            wanted.iter().any(|&(c, n)| c == class && there < n)
        };
        if !lacks(&all, Class::Full(1)) && !lacks(&all, Class::Full(2)) {
            break;
        }
        let mut here = [0; 3];
        let mut tries = 0;
        let mut keep = |all: &mut Vec<Found>, position: &Position, win: &Win| {
            let class = Class::Full(win.moves);
            let n = win.moves as usize;
            if win.first.len() <= FIRST && here[n] < A_GAME && lacks(all, class) {
                let found = Found::new(class, number, position, win);
                if all.iter().all(|other| other.text != found.text) {
                    all.push(found);
                    here[n] += 1;
                }
            }
        };
        let mut positions = vec![game.start()];
        // For each position before the last, whether one move won.
        let mut wins: Vec<bool> = Vec::new();
        while let Some(position) = positions.last().filter(|p| goes_on(p, pieces)) {
            let win = solve(&mut solver, position, 1, LIMIT);
            wins.push(win.is_some());
            if let Some(win) = win {
                keep(&mut all, position, &win);
                // If one move wins now, two moves may have won earlier.
                for back in [2, 4] {
                    if let Some(at) = positions.len().checked_sub(1 + back)
                        && lacks(&all, Class::Full(2))
                        && tries < TRIES
                        && !wins[at]
                    {
                        tries += 1;
                        if let Some(win) = solve(&mut solver, &positions[at], 2, LIMIT) {
                            keep(&mut all, &positions[at], &win);
                        }
                    }
                }
            } else if random.u8(..100) == 0
                && lacks(&all, Class::Full(2))
                && let Some(win) = solve(&mut solver, position, 2, LIMIT)
            {
                keep(&mut all, position, &win);
            }
            positions.push(step(position, random));
        }
        if number % 100 == 99 {
            let count = |n| all.iter().filter(|f| f.class == Class::Full(n)).count();
            eprintln!("{:?} from {} games", [1, 2].map(count), number + 1);
        }
    }
    all
}

/// Whether the game is not over and most pieces are left.
fn goes_on(position: &Position, pieces: usize) -> bool {
    position.outcome().is_none() && 2 * self::pieces(position) >= pieces
}

fn pieces(position: &Position) -> usize {
    let cells = position.game().board().cells();
    cells.filter(|&cell| position.piece(cell).is_some()).count()
}

/// The position after a random move: often a capture, a check, or a move that leaves the
/// opponent few replies.
fn step(position: &Position, random: &mut Rng) -> Position {
    let moves = position.moves();
    let any = moves[random.usize(..moves.len())];
    let after = |mv| position.after(mv).expect("a legal move");
    let start = random.usize(..moves.len());
    let turned = moves[start..].iter().chain(&moves[..start]).copied();
    let picked = match random.u8(..10) {
        0 => turned.clone().find(|&mv| !position.captures(mv).is_empty()),
        1 | 2 => turned.take(40).find(|&mv| after(mv).in_check()),
        3..=6 => turned.take(16).min_by_key(|&mv| after(mv).moves().len()),
        _ => None,
    };
    after(picked.unwrap_or(any))
}

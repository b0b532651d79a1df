//! A small engine: it looks four plies ahead, counts material, and plays a game against random
//! moves: `cargo run --release --features engine --example alphabeta -- riftwalker`.

use hyperrook_rules::fast::{MoveGroup, Pos, Rules};
use hyperrook_rules::{CellSet, Game, History, Kind, Move, Position, Side, Visit};

/// The depth of the search, in plies.
const PLIES: u32 = 4;

/// The score of a win, above any material score.
const WIN: i32 = 1_000_000;

/// The values of the kinds of pieces: the number of moves from a cell of the empty board, on
/// average over all cells. Royal pieces count nothing, since each side has one.
fn values(game: &Game) -> Vec<i32> {
    let definition = game.definition();
    let value = |kind: Kind| {
        if definition.piece(kind).royal {
            return 0;
        }
        let cells = game.board().cells();
        let empty = CellSet::default();
        let moves = |cell| {
            game.destinations(kind, Side::White, cell, empty, empty)
                .quiet
                .count()
        };
        let moves: u32 = cells.map(moves).sum();
        100 * moves as i32 / game.board().len() as i32
    };
    definition.kinds().map(value).collect()
}

fn moves<const W: usize>(rules: &Rules<W>, pos: &Pos<W>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.moves(rules, MoveGroup::All, |mv| moves.push(mv));
    moves
}

/// A search of one position. All code that depends on the width of the bitboards is inside.
struct Search<'a> {
    values: &'a [i32],
    /// The keys of the positions of the game, for repetition.
    keys: &'a [u64],
}

impl Visit for Search<'_> {
    type Output = Option<Move>;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Option<Move> {
        let mut best = (-WIN - 1, None);
        for mv in moves(rules, pos) {
            let mut after = pos.clone();
            after.make(rules, mv);
            let score = if self.keys.contains(&after.zobrist_key()) {
                0
            } else {
                -self.negamax(rules, &after, PLIES - 1, -WIN, -best.0)
            };
            if score > best.0 {
                best = (score, Some(mv));
            }
        }
        best.1
    }
}

impl Search<'_> {
    fn negamax<const W: usize>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(outcome) = pos.outcome(rules) {
            return match outcome.winner {
                None => 0,
                // Prefer quicker wins.
                Some(winner) if winner == pos.turn() => WIN + depth as i32,
                Some(_) => -WIN - depth as i32,
            };
        }
        if depth == 0 {
            return self.material(pos);
        }
        for mv in moves(rules, pos) {
            let mut after = pos.clone();
            after.make(rules, mv);
            alpha = alpha.max(-self.negamax(rules, &after, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// The material of the side to move minus that of the other side.
    fn material<const W: usize>(&self, pos: &Pos<W>) -> i32 {
        let of_side = |side: Side| -> i32 {
            let pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
            pieces.map(|piece| self.values[piece.kind.index()]).sum()
        };
        of_side(pos.turn()) - of_side(pos.turn().other())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("riftwalker".into());
    let game = Game::shipped(&name).ok_or("no shipped game has this name")?;
    let values = values(&game);
    let mut history = History::new(game.start());
    let mut keys = Vec::new();
    while history.outcome().is_none() && history.moves().len() < 200 {
        let position: &Position = history.position();
        keys.push(position.zobrist_key());
        let (values, keys) = (&values, &keys);
        let mv = match position.turn() {
            Side::White => position.visit(Search { values, keys }),
            Side::Black => fastrand::choice(position.moves()),
        };
        history.play(mv.ok_or("a game that is not over has moves")?)?;
    }
    println!("{} half-moves of {name}", history.moves().len());
    match history.outcome().map(|outcome| outcome.winner) {
        Some(Some(side)) => println!("{side} has won"),
        Some(None) => println!("a draw"),
        None => println!("not over"),
    }
    Ok(())
}

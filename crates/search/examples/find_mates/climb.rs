//! Finds wins in 3 and 4 moves with few pieces, by hill climbing: it starts with a royal piece in
//! danger, takes moves back and moves pieces around, and keeps changes that make the shortest win
//! longer.

use crate::brute::Solver;
use crate::found::{Class, Found, solve};
use crate::playouts::GAMES;
use fastrand::Rng;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Game, Kind, Piece, Position, Setup, Side};

/// Maximum number of climbs.
const CLIMBS: u64 = 40_000;

/// Maximum number of changes tried without progress before a climb ends.
const CHANGES: usize = 150;

/// Limits of the search for a win, by its number of moves.
const REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(100, 2_000),
    Reach(100, 20_000),
    Reach(50, 60_000),
    Reach(40, 400_000),
];

/// The same after a win was found, to see whether other moves also win.
const SURE_REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(100, 2_000),
    Reach(100, 20_000),
    Reach(60, 200_000),
    Reach(44, 1_500_000),
];

/// The same for games whose pieces have many moves. A climb that starts with few moves does not get
/// stuck where brute force is too expensive.
const NARROW_REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(60, 2_000),
    Reach(44, 20_000),
    Reach(40, 80_000),
    Reach(40, 400_000),
];

/// Maximum number of legal moves of the winning side, and of positions visited for a result.
#[derive(Clone, Copy)]
struct Reach(usize, u64);

/// Maximum number of winning first moves.
const FIRST: usize = 3;

/// Maximum number of positions of one class from one climb.
const A_CLIMB: usize = 3;

/// A position with few pieces. A piece of several cells is listed once, by its lowest cell.
#[derive(Clone, Debug)]
struct Few {
    pieces: Vec<(Piece, Cell)>,
    turn: Side,
    holds: u8,
}

/// Climbs until enough positions of each class are found.
pub(crate) fn find(
    game: &Game,
    random: &mut Rng,
    wanted: Vec<(Class, usize)>,
    narrow: bool,
) -> Vec<Found> {
    let mut all: Vec<Found> = Vec::new();
    let mut solver = Solver::default();
    for number in 0..CLIMBS {
        let lacks = |all: &[Found], class| {
            let there = all.iter().filter(|found| found.class == class).count();
            wanted.iter().any(|&(c, n)| c == class && there < n)
        };
        // Short wins are found along the way; not all of them are needed.
        if !lacks(&all, Class::Sparse(3)) && !lacks(&all, Class::Sparse(4)) {
            break;
        }
        if number % 50 == 49 {
            let count = |n| all.iter().filter(|f| f.class == Class::Sparse(n)).count();
            eprintln!("{:?} from {} climbs", [1, 2, 3, 4].map(count), number + 1);
        }
        let Some(mut few) = Few::random(game, random) else {
            continue;
        };
        let mut height = 0;
        let mut here = [0; 5];
        let (mut at, mut since) = (0, 0);
        while since < CHANGES {
            at += 1;
            since += 1;
            let (next, back) = match at {
                1 => (few.clone(), None),
                _ => few.changed(game, random),
            };
            let Some(position) = next.position(game) else {
                continue;
            };
            // From here, one change may lead to a win in one move more.
            let most = (height + 1).min(4);
            let usual = if narrow { NARROW_REACH } else { REACH };
            let limit = usual[most as usize].1;
            let sure = most > 2
                && back.is_some_and(|back| wins_by(&mut solver, &position, back, most, limit));
            let Reach(width, limit) = if sure { SURE_REACH } else { usual }[most as usize];
            if position.moves().len() > width {
                continue;
            }
            let Some(win) = solve(&mut solver, &position, most, limit) else {
                if height == 0 && at > 40 {
                    break;
                }
                continue;
            };
            if win.moves < height && random.u8(..20) > 0 {
                continue;
            }
            if win.moves > height {
                since = 0;
            }
            height = win.moves;
            few = next;
            let class = Class::Sparse(win.moves);
            let n = win.moves as usize;
            if win.first.len() <= FIRST && here[n] < A_CLIMB && lacks(&all, class) {
                let found = Found::new(class, GAMES + number, &position, &win);
                if all.iter().all(|other| other.text != found.text) {
                    all.push(found);
                    here[n] += 1;
                }
            }
        }
    }
    all
}

impl Few {
    /// A random position: the royal pieces, two to five pieces of one side and up to two of
    /// the other.
    fn random(game: &Game, random: &mut Rng) -> Option<Few> {
        let definition = game.definition();
        let royals: Vec<Kind> = definition
            .kinds()
            .filter(|&kind| definition.piece(kind).royal)
            .collect();
        let turn = Side::BOTH[random.usize(..2)];
        let mut few = Few {
            pieces: Vec::new(),
            turn,
            holds: 0,
        };
        for side in [turn.other(), turn] {
            let kind = royals[random.usize(..royals.len())];
            few.add(game, Piece { side, kind }, random)?;
        }
        let (pieces, others) = (random.usize(2..=5), random.usize(..=2));
        for at in 0..pieces + others {
            let side = if at < pieces { turn } else { turn.other() };
            let kind = any_kind(game, random);
            few.add(game, Piece { side, kind }, random)?;
        }
        if random.u8(..6) == 0 && !definition.holds().is_empty() {
            few.holds = 1 << random.usize(..2 * definition.holds().len());
        }
        Some(few)
    }

    /// Puts a piece on empty cells, at the best of several places tried: a piece of the side to
    /// move where it attacks many cells near the enemy royal piece, that royal piece where it has
    /// few cells to go to.
    fn add(&mut self, game: &Game, piece: Piece, random: &mut Rng) -> Option<()> {
        let definition = game.definition();
        let occupied = self.occupied(game);
        let royal = definition.piece(piece.kind).royal;
        let zone = self.zone(game);
        let tries = random.usize(1..=8);
        let mut best: Option<(u32, Cell)> = None;
        for _ in 0..20 * tries {
            let cell = Cell::from_index(random.usize(..game.board().len()));
            let Some(body) = definition.body(piece.kind, cell) else {
                continue;
            };
            if occupied.intersects(body) {
                continue;
            }
            let quiet = reach(game, piece, cell, occupied);
            let rate = if piece.side == self.turn {
                (quiet & zone).count()
            } else if royal {
                1000 - quiet.count()
            } else {
                0
            };
            if best.is_none_or(|(most, _)| rate > most) {
                best = Some((rate, cell));
            }
            if random.usize(..tries) == 0 {
                break;
            }
        }
        let (_, cell) = best?;
        self.pieces.push((piece, cell));
        Some(())
    }

    /// The cells of the royal piece of the side not to move, and its possible destinations.
    fn zone(&self, game: &Game) -> CellSet {
        let definition = game.definition();
        let royal = self
            .pieces
            .iter()
            .find(|(piece, _)| piece.side != self.turn && definition.piece(piece.kind).royal);
        let Some(&(piece, cell)) = royal else {
            return CellSet::EMPTY;
        };
        let body = definition.body(piece.kind, cell).unwrap_or_default();
        body | reach(game, piece, cell, self.occupied(game) & !body)
    }

    /// Takes back a move of a piece, assuming that it moves backwards as it moves forwards, as most
    /// pieces do. Returns the origin and destination of that move.
    fn back(&mut self, game: &Game, side: Side, random: &mut Rng) -> Option<(Cell, Cell)> {
        let movers: Vec<usize> = (0..self.pieces.len())
            .filter(|&at| self.pieces[at].0.side == side)
            .collect();
        let at = movers[random.usize(..movers.len())];
        let (piece, cell) = self.pieces[at];
        let body = game.definition().body(piece.kind, cell).unwrap_or_default();
        let cells = reach(game, piece, cell, self.occupied(game) & !body);
        let from: Vec<Cell> = cells.iter().collect();
        if from.is_empty() {
            return None;
        }
        self.pieces[at].1 = from[random.usize(..from.len())];
        Some((self.pieces[at].1, cell))
    }

    fn occupied(&self, game: &Game) -> CellSet {
        let bodies = self
            .pieces
            .iter()
            .filter_map(|&(piece, cell)| game.definition().body(piece.kind, cell));
        bodies.fold(CellSet::EMPTY, |all, body| all | body)
    }

    /// A changed position: a move of each side is taken back, or a piece is moved, replaced, added
    /// or removed. Returns the move of the side to move that was taken back, if any.
    fn changed(&self, game: &Game, random: &mut Rng) -> (Few, Option<(Cell, Cell)>) {
        let mut next = self.clone();
        let at = random.usize(..next.pieces.len());
        let (piece, cell) = next.pieces[at];
        let royal = game.definition().piece(piece.kind).royal;
        match random.u8(..20) {
            6.. => {
                next.back(game, self.turn.other(), random);
                let back = next.back(game, self.turn, random);
                return (next, back);
            }
            0 if !royal => {
                next.pieces.remove(at);
            }
            1 if next.pieces.len() < 9 => {
                let side = Side::BOTH[random.usize(..2)];
                let kind = any_kind(game, random);
                // If there is no room, nothing changes.
                let _ = next.add(game, Piece { side, kind }, random);
            }
            2 | 3 if !royal => {
                let kind = any_kind(game, random);
                next.pieces[at] = (Piece { kind, ..piece }, cell);
            }
            _ => {
                next.pieces.remove(at);
                if next.add(game, piece, random).is_none() {
                    return (self.clone(), None);
                }
            }
        }
        (next, None)
    }

    /// The position, if it is valid.
    fn position(&self, game: &Game) -> Option<Position> {
        let mut setup = Setup::empty(game.board().len());
        for &(piece, cell) in &self.pieces {
            for cell in game.definition().body(piece.kind, cell)?.iter() {
                setup.pieces[cell.index()] = Some(piece);
            }
        }
        setup.turn = self.turn;
        setup.state.holds = self.holds;
        game.position(&setup).ok()
    }
}

/// Whether the move with this origin and destination wins in this many moves.
fn wins_by(
    solver: &mut Solver,
    position: &Position,
    ends: (Cell, Cell),
    most: u32,
    limit: u64,
) -> bool {
    let moves = position.moves_from(ends.0);
    let mv = moves.iter().find(|mv| mv.destination() == ends.1);
    mv.is_some_and(|&mv| solver.wins_by(position, mv, most, limit) == Ok(true))
}

/// The destinations of a piece without captures.
fn reach(game: &Game, piece: Piece, cell: Cell, occupied: CellSet) -> CellSet {
    game.destinations(piece.kind, piece.side, cell, occupied, CellSet::EMPTY)
        .quiet
}

/// A random kind that is not royal.
fn any_kind(game: &Game, random: &mut Rng) -> Kind {
    let definition = game.definition();
    let kinds: Vec<Kind> = definition
        .kinds()
        .filter(|&kind| !definition.piece(kind).royal)
        .collect();
    kinds[random.usize(..kinds.len())]
}

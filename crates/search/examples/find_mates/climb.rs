//! Wins in 3 and 4 with few men: from positions with a hunted royal man moves
//! are taken back and men moved about, and changes that make the shortest win
//! longer are kept.

use crate::brute::Solver;
use crate::found::{Class, Found, solve};
use crate::playouts::GAMES;
use fastrand::Rng;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Game, Kind, Man, Position, Setup, Side};

/// Climbs at the most.
const CLIMBS: u64 = 40_000;

/// Changes tried in a climb since it last came higher.
const CHANGES: usize = 150;

/// How far to look for a win, by the moves asked for.
const REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(100, 2_000),
    Reach(100, 20_000),
    Reach(50, 60_000),
    Reach(40, 400_000),
];

/// The same where a win in so many was found: then it is worth looking at the
/// other moves.
const SURE_REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(100, 2_000),
    Reach(100, 20_000),
    Reach(60, 200_000),
    Reach(44, 1_500_000),
];

/// The same for games whose men have many moves: a climb that begins with few
/// of them is not stuck where brute force is too dear.
const NARROW_REACH: [Reach; 5] = [
    Reach(0, 0),
    Reach(60, 2_000),
    Reach(44, 20_000),
    Reach(40, 80_000),
    Reach(40, 400_000),
];

/// Legal moves of the side that is to win, and positions looked at for an
/// answer, at the most.
#[derive(Clone, Copy)]
struct Reach(usize, u64);

/// First moves that win, at the most.
const FIRST: usize = 3;

/// Positions of one class from one climb.
const A_CLIMB: usize = 3;

/// A man of several cells is named by its lowest.
#[derive(Clone, Debug)]
struct Few {
    men: Vec<(Man, Cell)>,
    turn: Side,
    holds: u8,
}

/// Climbs until so many of each class are found.
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
        // The short ones come by themselves; not all have to be found.
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
            // From a win in so many it is a step to one more.
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
    /// Royal men, two to five men of one side and up to two of the other.
    fn random(game: &Game, random: &mut Rng) -> Option<Few> {
        let definition = game.definition();
        let royals: Vec<Kind> = definition
            .kinds()
            .filter(|&kind| definition.man(kind).royal)
            .collect();
        let turn = Side::BOTH[random.usize(..2)];
        let mut few = Few {
            men: Vec::new(),
            turn,
            holds: 0,
        };
        for side in [turn.other(), turn] {
            let kind = royals[random.usize(..royals.len())];
            few.add(game, Man { side, kind }, random)?;
        }
        let (men, others) = (random.usize(2..=5), random.usize(..=2));
        for at in 0..men + others {
            let side = if at < men { turn } else { turn.other() };
            let kind = any_kind(game, random);
            few.add(game, Man { side, kind }, random)?;
        }
        if random.u8(..6) == 0 && !definition.holds.is_empty() {
            few.holds = 1 << random.usize(..2 * definition.holds.len());
        }
        Some(few)
    }

    /// Puts a man on empty cells: one of the side to move where it sees much of
    /// the enemy royal man's surroundings, that royal man where it has little
    /// room. Tries a while.
    fn add(&mut self, game: &Game, man: Man, random: &mut Rng) -> Option<()> {
        let definition = game.definition();
        let occupied = self.occupied(game);
        let royal = definition.man(man.kind).royal;
        let zone = self.zone(game);
        let tries = random.usize(1..=8);
        let mut best: Option<(u32, Cell)> = None;
        for _ in 0..20 * tries {
            let cell = Cell::new(random.usize(..game.board().len()));
            let Some(body) = definition.body(man.kind, cell) else {
                continue;
            };
            if occupied.meets(body) {
                continue;
            }
            let quiet = reach(game, man, cell, occupied);
            let rate = match man.side == self.turn {
                true => (quiet & zone).count(),
                false if royal => 1000 - quiet.count(),
                false => 0,
            };
            if best.is_none_or(|(most, _)| rate > most) {
                best = Some((rate, cell));
            }
            if random.usize(..tries) == 0 {
                break;
            }
        }
        let (_, cell) = best?;
        self.men.push((man, cell));
        Some(())
    }

    /// The royal man of the side not to move and where it could go.
    fn zone(&self, game: &Game) -> CellSet {
        let definition = game.definition();
        let royal = self
            .men
            .iter()
            .find(|(man, _)| man.side != self.turn && definition.man(man.kind).royal);
        let Some(&(man, cell)) = royal else {
            return CellSet::EMPTY;
        };
        let body = definition.body(man.kind, cell).unwrap_or_default();
        body | reach(game, man, cell, self.occupied(game) & !body)
    }

    /// Takes a move of a man back, as if it moved backwards as forwards: most do.
    /// Gives where it went from and to.
    fn back(&mut self, game: &Game, side: Side, random: &mut Rng) -> Option<(Cell, Cell)> {
        let movers: Vec<usize> = (0..self.men.len())
            .filter(|&at| self.men[at].0.side == side)
            .collect();
        let at = movers[random.usize(..movers.len())];
        let (man, cell) = self.men[at];
        let body = game.definition().body(man.kind, cell).unwrap_or_default();
        let cells = reach(game, man, cell, self.occupied(game) & !body);
        let from: Vec<Cell> = cells.iter().collect();
        if from.is_empty() {
            return None;
        }
        self.men[at].1 = from[random.usize(..from.len())];
        Some((self.men[at].1, cell))
    }

    fn occupied(&self, game: &Game) -> CellSet {
        let bodies = self
            .men
            .iter()
            .filter_map(|&(man, cell)| game.definition().body(man.kind, cell));
        bodies.fold(CellSet::EMPTY, |all, body| all | body)
    }

    /// A move of each side taken back, one man elsewhere, another man, one more
    /// or one less; and the move of the side to move that was taken back.
    fn changed(&self, game: &Game, random: &mut Rng) -> (Few, Option<(Cell, Cell)>) {
        let mut next = self.clone();
        let at = random.usize(..next.men.len());
        let (man, cell) = next.men[at];
        let royal = game.definition().man(man.kind).royal;
        match random.u8(..20) {
            6.. => {
                next.back(game, self.turn.other(), random);
                let back = next.back(game, self.turn, random);
                return (next, back);
            }
            0 if !royal => {
                next.men.remove(at);
            }
            1 if next.men.len() < 9 => {
                let side = Side::BOTH[random.usize(..2)];
                let kind = any_kind(game, random);
                // Without room there is no change.
                let _ = next.add(game, Man { side, kind }, random);
            }
            2 | 3 if !royal => {
                let kind = any_kind(game, random);
                next.men[at] = (Man { kind, ..man }, cell);
            }
            _ => {
                next.men.remove(at);
                if next.add(game, man, random).is_none() {
                    return (self.clone(), None);
                }
            }
        }
        (next, None)
    }

    /// The position, if there can be such a one.
    fn position(&self, game: &Game) -> Option<Position> {
        let mut setup = Setup::empty(game.board().len());
        for &(man, cell) in &self.men {
            for cell in game.definition().body(man.kind, cell)?.iter() {
                setup.men[cell.index()] = Some(man);
            }
        }
        setup.turn = self.turn;
        setup.state.holds = self.holds;
        game.position(&setup).ok()
    }
}

/// Whether the move with these ends wins in so many.
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

/// Where a man could go without capturing.
fn reach(game: &Game, man: Man, cell: Cell, occupied: CellSet) -> CellSet {
    game.destinations(man.kind, man.side, cell, occupied, CellSet::EMPTY)
        .quiet
}

/// A man that is not royal.
fn any_kind(game: &Game, random: &mut Rng) -> Kind {
    let definition = game.definition();
    let kinds: Vec<Kind> = definition
        .kinds()
        .filter(|&kind| !definition.man(kind).royal)
        .collect();
    kinds[random.usize(..kinds.len())]
}

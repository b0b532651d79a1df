//! Wins in 3 and 4 with few men: from random positions men are moved about,
//! and changes that make the shortest win longer are kept.

use crate::brute::Solver;
use crate::found::{Class, Found, solve};
use crate::playouts::GAMES;
use fastrand::Rng;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Game, Kind, Man, Position, Setup, Side};

/// Climbs at the most.
const CLIMBS: u64 = 40_000;

/// Changes tried in a climb.
const CHANGES: usize = 120;

/// Positions looked at for one answer, at the most.
const LIMIT: u64 = 150_000;

/// First moves that win, at the most.
const FIRST: usize = 3;

/// Positions of one class from one climb.
const A_CLIMB: usize = 2;

/// A man of several cells is named by its lowest.
#[derive(Clone, Debug)]
struct Few {
    men: Vec<(Man, Cell)>,
    turn: Side,
    holds: u8,
}

/// Climbs until so many of each class are found.
pub(crate) fn find(game: &Game, random: &mut Rng, wanted: Vec<(Class, usize)>) -> Vec<Found> {
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
        if number % 200 == 199 {
            eprintln!("{} from {} climbs", all.len(), number + 1);
        }
        let Some(mut few) = Few::random(game, random) else {
            continue;
        };
        let mut height = 0;
        let mut here = [0; 5];
        for at in 0..CHANGES {
            let next = match at {
                0 => few.clone(),
                _ => few.changed(game, random),
            };
            let Some(position) = next.position(game) else {
                continue;
            };
            let Some(win) = solve(&mut solver, &position, 4, LIMIT) else {
                if height == 0 && at > 12 {
                    break;
                }
                continue;
            };
            if win.moves < height && random.u8(..10) > 0 {
                continue;
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
        for side in [turn, turn.other()] {
            let kind = royals[random.usize(..royals.len())];
            few.add(game, Man { side, kind }, random)?;
        }
        for (side, n) in [
            (turn, random.usize(2..=5)),
            (turn.other(), random.usize(..=2)),
        ] {
            for _ in 0..n {
                let kind = any_kind(game, random);
                few.add(game, Man { side, kind }, random)?;
            }
        }
        if random.u8(..6) == 0 && !definition.holds.is_empty() {
            few.holds = 1 << random.usize(..2 * definition.holds.len());
        }
        Some(few)
    }

    /// Puts a man on empty cells; tries a while.
    fn add(&mut self, game: &Game, man: Man, random: &mut Rng) -> Option<()> {
        for _ in 0..20 {
            let cell = Cell::new(random.usize(..game.board().len()));
            let Some(body) = game.definition().body(man.kind, cell) else {
                continue;
            };
            if !self.occupied(game).meets(body) {
                self.men.push((man, cell));
                return Some(());
            }
        }
        None
    }

    fn occupied(&self, game: &Game) -> CellSet {
        let bodies = self
            .men
            .iter()
            .filter_map(|&(man, cell)| game.definition().body(man.kind, cell));
        bodies.fold(CellSet::EMPTY, |all, body| all | body)
    }

    /// One man elsewhere, another man, one more or one less.
    fn changed(&self, game: &Game, random: &mut Rng) -> Few {
        let mut next = self.clone();
        let at = random.usize(..next.men.len());
        let (man, cell) = next.men[at];
        let royal = game.definition().man(man.kind).royal;
        match random.u8(..10) {
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
                    return self.clone();
                }
            }
        }
        next
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

/// A man that is not royal.
fn any_kind(game: &Game, random: &mut Rng) -> Kind {
    let definition = game.definition();
    let kinds: Vec<Kind> = definition
        .kinds()
        .filter(|&kind| !definition.man(kind).royal)
        .collect();
    kinds[random.usize(..kinds.len())]
}

//! Static exchange evaluation against the exchange played out on the board.

use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::{Pos, Rules, Stage, Values};
use hyperrook_rules::{
    Definition, Game, GameFile, Kind, Man, Move, MoveClass, SHIPPED, Setup, Side, Visit, reference,
};

/// Values without equals, so that the least valuable man is one kind.
fn worth(kinds: usize) -> Vec<i32> {
    (0..kinds as i32)
        .map(|k| 90 + (k * 137) % 800 + k)
        .collect()
}

/// The obvious twin: captures are made on the board, one after another.
struct Board<'b, const W: usize> {
    rules: &'b Rules<W>,
    def: &'b Definition,
    values: &'b Values,
    cell: Cell,
}

impl<const W: usize> Board<'_, W> {
    fn worth(&self, man: Option<Man>) -> i32 {
        man.map_or(0, |man| self.values.of(man.kind))
    }

    fn is_royal(&self, man: Man) -> bool {
        self.def.man(man.kind).royal
    }

    /// What a legal move wins.
    fn first(&self, setup: &Setup, mv: Move) -> i32 {
        let captured = reference::captures(self.def, setup, mv);
        let won: i32 = captured.iter().map(|&c| self.worth(setup.man(c))).sum();
        let Some(man) = setup.man(mv.origin()) else {
            panic!("a move has a man")
        };
        if self.is_royal(man) {
            // Legal, so the man cannot be recaptured.
            return won;
        }
        let mut after = setup.clone();
        for &cell in &captured {
            after.men[cell.index()] = None;
        }
        after.men[mv.origin().index()] = None;
        let kind = mv.promotion().unwrap_or(man.kind);
        after.men[self.cell.index()] = Some(Man { kind, ..man });
        won + self.values.of(kind) - self.values.of(man.kind) - self.reply(&after, man.side.other())
    }

    /// What a side wins by recapturing, with its least valuable man, or not.
    fn reply(&self, setup: &Setup, side: Side) -> i32 {
        let attackers = reference::attackers(self.def, setup, self.cell, side);
        let standing = self.worth(setup.man(self.cell));
        let man = |cell: &Cell| setup.man(*cell).expect("an attacker");
        let ordinary = attackers.iter().filter(|cell| !self.is_royal(man(cell)));
        let least = ordinary.min_by_key(|cell| (self.values.of(man(cell).kind), **cell));
        if let Some(&from) = least {
            let before = man(&from);
            let after_kind = self.promoted(before);
            let mut after = setup.clone();
            after.men[from.index()] = None;
            after.men[self.cell.index()] = Some(Man {
                kind: after_kind,
                ..before
            });
            let gain = self.values.of(after_kind) - self.values.of(before.kind);
            return (standing + gain - self.reply(&after, side.other())).max(0);
        }
        let royal = attackers.iter().find(|cell| self.is_royal(man(cell)));
        let royal = royal.map(man).or_else(|| {
            let mut men = setup.men.iter().flatten();
            men.find(|man| man.side == side && self.is_royal(**man))
                .copied()
        });
        match royal {
            Some(royal) if self.def.man(royal.kind).span.is_some() => {
                self.shift(setup, royal, standing)
            }
            Some(royal) => {
                let from = attackers.iter().find(|cell| man(cell) == royal);
                let Some(&from) = from else { return 0 };
                let mut after = setup.clone();
                after.men[from.index()] = None;
                after.men[self.cell.index()] = Some(royal);
                let safe = reference::attackers(self.def, &after, self.cell, side.other());
                if safe.is_empty() { standing } else { 0 }
            }
            None => 0,
        }
    }

    /// What the royal man of several cells wins by shifting onto the cell.
    fn shift(&self, setup: &Setup, royal: Man, standing: i32) -> i32 {
        let cells = self.def.board.cells();
        let own: Vec<Cell> = cells.filter(|&c| setup.man(c) == Some(royal)).collect();
        let mut best = 0;
        for body in self.rules.shifts_from(royal, own[0]) {
            let body: Vec<Cell> = body.iter().collect();
            if !body.contains(&self.cell) {
                continue;
            }
            let men = body.iter().filter_map(|&c| setup.man(c));
            let barred = men.clone().any(|man| {
                man.side == royal.side && man != royal
                    || man.side != royal.side
                        && self.is_royal(man)
                        && self.def.man(man.kind).span.is_some()
            });
            if barred {
                continue;
            }
            let won: i32 = men
                .filter(|man| man.side != royal.side)
                .map(|man| self.values.of(man.kind))
                .sum();
            let mut after = setup.clone();
            for cell in &own {
                after.men[cell.index()] = None;
            }
            for cell in &body {
                after.men[cell.index()] = Some(royal);
            }
            let mut attacked = body
                .iter()
                .map(|&cell| reference::attackers(self.def, &after, cell, royal.side.other()));
            if attacked.all(|attackers| attackers.is_empty()) {
                best = best.max(won);
            }
        }
        debug_assert!(best == 0 || best >= standing);
        best
    }

    /// What a man becomes on the cell: the best there is, where it promotes.
    fn promoted(&self, man: Man) -> Kind {
        let Some(promotion) = self.def.promotion(man.side, man.kind, self.cell) else {
            return man.kind;
        };
        let all = self
            .def
            .promotions
            .iter()
            .filter(|p| p.men.contains(&man.kind));
        let best = all
            .flat_map(|p| &p.to)
            .max_by_key(|to| self.values.of(**to));
        let _ = promotion;
        match best {
            Some(&best) if self.values.of(best) > self.values.of(man.kind) => best,
            _ => man.kind,
        }
    }
}

struct Compare<'c> {
    setup: &'c Setup,
}

impl Visit for Compare<'_> {
    /// How many moves were compared.
    type Output = usize;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> usize {
        let def = rules.definition();
        let values = Values::new(rules, &worth(def.men.len()));
        let mut moves = Vec::new();
        pos.moves(rules, Stage::Tactical, |mv| moves.push(mv));
        let tactical = moves.len();
        // Quiet moves are exchanges too; a few will do.
        pos.moves(rules, Stage::Quiet, |mv| {
            if moves.len() < tactical + 3 {
                moves.push(mv);
            }
        });
        for &mv in &moves {
            if matches!(mv.class(), MoveClass::Castling | MoveClass::Transformation) {
                assert_eq!(pos.exchange(rules, &values, mv), 0);
                continue;
            }
            let board = Board {
                rules,
                def,
                values: &values,
                cell: mv.destination(),
            };
            let expected = board.first(self.setup, mv);
            let found = pos.exchange(rules, &values, mv);
            assert_eq!(found, expected, "{}: {mv:?} in {:?}", def.name, self.setup);
            for threshold in [expected - 1, expected, expected + 1, 0, -200] {
                assert_eq!(
                    pos.exchange_at_least(rules, &values, mv, threshold),
                    expected >= threshold,
                    "{}: {mv:?} at least {threshold}",
                    def.name
                );
            }
        }
        let _: Bits<W> = pos.occupied();
        moves.len()
    }
}

/// Compares in so many positions of random games of each game.
fn compare(positions: usize) {
    for (name, _) in SHIPPED {
        let file = GameFile::shipped(name).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        let (mut seen, mut moves) = (0, 0);
        while seen < positions {
            let mut position = game.start();
            for ply in 0..150 {
                let legal = position.moves();
                // Captures more often than not make exchanges rare: one in four.
                let Some(&mv) = random.choice(&legal) else {
                    break;
                };
                position.play(mv).unwrap();
                if ply % 3 == 0 && seen < positions {
                    let setup = position.setup();
                    moves += position.visit(Compare { setup: &setup });
                    seen += 1;
                }
            }
        }
        assert!(moves > positions, "{name}: {moves} moves");
    }
}

#[test]
fn exchanges_are_as_on_the_board() {
    compare(150);
}

#[test]
#[ignore = "long: ten thousand positions a game"]
fn exchanges_are_as_on_the_board_in_many_positions() {
    compare(10_000);
}

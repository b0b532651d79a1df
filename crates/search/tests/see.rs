//! Static exchange evaluation against the exchange played out on the board.

use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::{MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{
    Definition, Game, GameFile, Kind, Move, MoveClass, Piece, SHIPPED, Setup, Side, Visit,
    reference,
};

/// Values that are all different, so that only one kind is the least valuable.
fn worth(kinds: usize) -> Vec<i32> {
    (0..kinds as i32)
        .map(|k| 90 + (k * 137) % 800 + k)
        .collect()
}

/// The slow twin, which makes the captures on the board one by one.
struct PlainExchange<'b, const W: usize> {
    rules: &'b Rules<W>,
    def: &'b Definition,
    values: &'b PieceValues,
    cell: Cell,
}

impl<const W: usize> PlainExchange<'_, W> {
    fn worth(&self, piece: Option<Piece>) -> i32 {
        piece.map_or(0, |piece| self.values.of(piece.kind))
    }

    fn is_royal(&self, piece: Piece) -> bool {
        self.def.piece(piece.kind).royal
    }

    /// The gain of a legal move.
    fn first(&self, setup: &Setup, mv: Move) -> i32 {
        let captured = reference::captures(self.def, setup, mv);
        let won: i32 = captured.iter().map(|&c| self.worth(setup.piece(c))).sum();
        let Some(piece) = setup.piece(mv.origin()) else {
            panic!("a move has a piece")
        };
        if self.is_royal(piece) {
            // The move is legal, so the royal piece cannot be recaptured.
            return won;
        }
        let mut after = setup.clone();
        for &cell in &captured {
            after.pieces[cell.index()] = None;
        }
        after.pieces[mv.origin().index()] = None;
        let kind = mv.promotion().unwrap_or(piece.kind);
        after.pieces[self.cell.index()] = Some(Piece { kind, ..piece });
        won + self.values.of(kind)
            - self.values.of(piece.kind)
            - self.reply(&after, piece.side.other())
    }

    /// The gain of a side that may recapture with its least valuable piece.
    fn reply(&self, setup: &Setup, side: Side) -> i32 {
        let attackers = reference::attackers(self.def, setup, self.cell, side);
        let standing = self.worth(setup.piece(self.cell));
        let piece = |cell: &Cell| setup.piece(*cell).expect("an attacker");
        let ordinary = attackers.iter().filter(|cell| !self.is_royal(piece(cell)));
        let least = ordinary.min_by_key(|cell| (self.values.of(piece(cell).kind), **cell));
        if let Some(&from) = least {
            let before = piece(&from);
            let after_kind = self.promoted(before);
            let mut after = setup.clone();
            after.pieces[from.index()] = None;
            after.pieces[self.cell.index()] = Some(Piece {
                kind: after_kind,
                ..before
            });
            let gain = self.values.of(after_kind) - self.values.of(before.kind);
            return (standing + gain - self.reply(&after, side.other())).max(0);
        }
        let royal = attackers.iter().find(|cell| self.is_royal(piece(cell)));
        let royal = royal.map(piece).or_else(|| {
            let mut pieces = setup.pieces.iter().flatten();
            pieces
                .find(|piece| piece.side == side && self.is_royal(**piece))
                .copied()
        });
        match royal {
            Some(royal) if self.def.piece(royal.kind).span.is_some() => {
                self.shift(setup, royal, standing)
            }
            Some(royal) => {
                let from = attackers.iter().find(|cell| piece(cell) == royal);
                let Some(&from) = from else { return 0 };
                let mut after = setup.clone();
                after.pieces[from.index()] = None;
                after.pieces[self.cell.index()] = Some(royal);
                let safe = reference::attackers(self.def, &after, self.cell, side.other());
                if safe.is_empty() { standing } else { 0 }
            }
            None => 0,
        }
    }

    /// The gain of the royal piece of several cells by shifting onto the cell.
    fn shift(&self, setup: &Setup, royal: Piece, standing: i32) -> i32 {
        let cells = self.def.board().cells();
        let own: Vec<Cell> = cells.filter(|&c| setup.piece(c) == Some(royal)).collect();
        let mut best = 0;
        for body in self.rules.shifts_from(royal, own[0]) {
            let body: Vec<Cell> = body.iter().collect();
            if !body.contains(&self.cell) {
                continue;
            }
            let pieces = body.iter().filter_map(|&c| setup.piece(c));
            let barred = pieces.clone().any(|piece| {
                piece.side == royal.side && piece != royal
                    || piece.side != royal.side
                        && self.is_royal(piece)
                        && self.def.piece(piece.kind).span.is_some()
            });
            if barred {
                continue;
            }
            let won: i32 = pieces
                .filter(|piece| piece.side != royal.side)
                .map(|piece| self.values.of(piece.kind))
                .sum();
            let mut after = setup.clone();
            for cell in &own {
                after.pieces[cell.index()] = None;
            }
            for cell in &body {
                after.pieces[cell.index()] = Some(royal);
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

    /// The kind of a piece after moving to the cell: the best promotion, if it promotes there.
    fn promoted(&self, piece: Piece) -> Kind {
        let Some(promotion) = self.def.promotion(piece.side, piece.kind, self.cell) else {
            return piece.kind;
        };
        let all = self
            .def
            .promotions()
            .iter()
            .filter(|p| p.pieces.contains(&piece.kind));
        let best = all
            .flat_map(|p| &p.to)
            .max_by_key(|to| self.values.of(**to));
        let _ = promotion;
        match best {
            Some(&best) if self.values.of(best) > self.values.of(piece.kind) => best,
            _ => piece.kind,
        }
    }
}

struct CompareExchanges<'c> {
    setup: &'c Setup,
}

impl Visit for CompareExchanges<'_> {
    /// The number of moves compared.
    type Output = usize;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> usize {
        let def = rules.definition();
        let values = PieceValues::new(rules, &worth(def.pieces().len()));
        let mut moves = Vec::new();
        pos.moves(rules, MoveGroup::Tactical, |mv| moves.push(mv));
        let tactical = moves.len();
        // Quiet moves can also lead to exchanges; a few are enough.
        pos.moves(rules, MoveGroup::Quiet, |mv| {
            if moves.len() < tactical + 3 {
                moves.push(mv);
            }
        });
        for &mv in &moves {
            if matches!(mv.class(), MoveClass::Castling | MoveClass::Transformation) {
                assert_eq!(pos.see(rules, &values, mv), 0);
                continue;
            }
            let board = PlainExchange {
                rules,
                def,
                values: &values,
                cell: mv.destination(),
            };
            let expected = board.first(self.setup, mv);
            let found = pos.see(rules, &values, mv);
            assert_eq!(
                found,
                expected,
                "{}: {mv:?} in {:?}",
                def.name(),
                self.setup
            );
            for threshold in [expected - 1, expected, expected + 1, 0, -200] {
                assert_eq!(
                    pos.see_ge(rules, &values, mv, threshold),
                    expected >= threshold,
                    "{}: {mv:?} at least {threshold}",
                    def.name()
                );
            }
        }
        let _: Bits<W> = pos.occupied();
        moves.len()
    }
}

/// Compares both on this many positions of random play in each game.
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
                // Preferring captures more often would make exchanges rare.
                let Some(&mv) = random.choice(&legal) else {
                    break;
                };
                position.play(mv).unwrap();
                if ply % 3 == 0 && seen < positions {
                    let setup = position.setup();
                    moves += position.visit(CompareExchanges { setup: &setup });
                    seen += 1;
                }
            }
        }
        assert!(moves > positions, "{name}: {moves} moves");
    }
}

#[test]
fn exchanges_agree_with_play_on_the_board() {
    compare(150);
}

#[test]
#[ignore = "long: ten thousand positions a game"]
fn exchanges_agree_with_play_on_the_board_in_many_positions() {
    compare(10_000);
}

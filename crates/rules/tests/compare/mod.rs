//! Comparing the two generators on one position.
#![allow(dead_code)] // not every test uses everything

use crate::common::label;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{
    Definition, Game, Kind, Move, MoveClass, Piece, Position, Setup, Side, reference,
};
use std::collections::BTreeSet;

/// Checks that both generators agree on a position, and returns its legal moves.
pub(crate) fn compare(def: &Definition, position: &Position, rng: &mut fastrand::Rng) -> Vec<Move> {
    let setup = position.setup();
    let at = || format!("{}: {setup:?}", label(def));
    let moves = reference::legal_moves(def, &setup);
    let mut fast = position.moves();
    fast.sort_by_key(|mv| order(*mv));
    assert_eq!(fast, moves, "legal moves, {}", at());

    let mut from_cells = BTreeSet::new();
    for cell in def.board().cells() {
        from_cells.extend(position.moves_from(cell).into_iter().map(order));
    }
    assert_eq!(
        from_cells,
        moves.iter().map(|&mv| order(mv)).collect(),
        "moves cell by cell, {}",
        at()
    );
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} is legal, {}", at());
        assert_eq!(
            set(position.captures(mv)),
            reference::captures(def, &setup, mv),
            "captures of {mv:?}, {}",
            at()
        );
    }
    let listed: Vec<_> = position.moves_and_positions().collect();
    let asked = position.moves().into_iter().map(|mv| {
        let after = position.after(mv).expect("a legal move");
        (mv, position.captures(mv), after)
    });
    assert!(
        listed.into_iter().eq(asked),
        "moves and positions, {}",
        at()
    );
    let legal: BTreeSet<u32> = moves.iter().map(|mv| mv.bits()).collect();
    for _ in 0..60 {
        let mv = random_move(def, &setup, &moves, rng);
        let expected = legal.contains(&mv.bits());
        assert_eq!(position.is_legal(mv), expected, "{mv:?}, {}", at());
        assert_eq!(position.after(mv).is_ok(), expected, "{mv:?}, {}", at());
    }

    // Checking all cells of all positions would take most of the time.
    let all = rng.u8(0..8) == 0;
    for cell in def.board().cells() {
        if !all && rng.usize(0..def.board().len()) > 8 {
            continue;
        }
        for side in Side::BOTH {
            assert_eq!(
                set(position.attackers(cell, side)),
                reference::attackers(def, &setup, cell, side),
                "{side} attackers of {}, {}",
                def.board().name(cell),
                at()
            );
        }
    }
    assert_eq!(
        position.in_check(),
        reference::in_check(def, &setup),
        "check, {}",
        at()
    );
    let mut checkers = BTreeSet::new();
    for cell in position.royal_cells(setup.turn) {
        checkers.extend(reference::attackers(def, &setup, cell, setup.turn.other()));
    }
    assert_eq!(set(position.checkers()), checkers, "checkers, {}", at());
    assert_eq!(
        position.outcome(),
        reference::outcome(def, &setup),
        "outcome, {}",
        at()
    );
    assert_eq!(
        position.zobrist_key(),
        position.recomputed_zobrist_key(),
        "hash, {}",
        at()
    );
    assert_eq!(
        reference::faults(def, &setup),
        Vec::<&str>::new(),
        "{}",
        at()
    );
    let again = position.game().position(&setup).expect("valid");
    assert_eq!(again.setup(), setup, "{}", at());
    assert_eq!(
        again.zobrist_key(),
        position.zobrist_key(),
        "hash of the setup, {}",
        at()
    );
    assert!(again.same(position), "{}", at());
    moves
}

/// Checks that the fast rules accept a setup exactly when the reference does; returns whether they
/// do.
pub(crate) fn compare_setup(game: &Game, setup: &Setup) -> bool {
    let def = game.definition();
    let faults = reference::faults(def, setup);
    let at = || format!("{}: {setup:?}", label(def));
    match game.position(setup) {
        Ok(position) => {
            assert!(
                faults.is_empty(),
                "accepted in spite of {faults:?}, {}",
                at()
            );
            // An en passant cell on which no piece can capture is dropped.
            let mut kept = setup.clone();
            let legal = reference::legal_moves(def, setup);
            if !legal.iter().any(|mv| mv.class() == MoveClass::EnPassant) {
                kept.state.en_passant = None;
            }
            assert_eq!(position.setup(), kept, "{}", at());
            true
        }
        Err(fast) => {
            assert!(!faults.is_empty(), "refused for {fast:?}, {}", at());
            assert!(!fast.is_empty());
            false
        }
    }
}

/// A setup with few random pieces, including the royal ones; mostly valid.
pub(crate) fn random_setup(def: &Definition, rng: &mut fastrand::Rng) -> Setup {
    let mut setup = Setup::empty(def.board().len());
    setup.turn = side(rng);
    setup.halfmove = if rng.u8(0..8) == 0 {
        rng.u32(95..105)
    } else {
        rng.u32(0..60)
    };
    setup.fullmove = rng.u32(1..200);
    let kinds: Vec<Kind> = def.kinds().collect();
    let ordinary: Vec<Kind> = kinds
        .iter()
        .copied()
        .filter(|&kind| !def.piece(kind).royal && def.piece(kind).span.is_none())
        .collect();
    let royal: Vec<Kind> = kinds
        .iter()
        .copied()
        .filter(|&kind| def.piece(kind).royal)
        .collect();
    let density = [0, 2, 4, 8, 8, def.board().len() / 5][rng.usize(0..6)];
    for _ in 0..rng.usize(0..=density) {
        if let Some(&kind) = rng.choice(&ordinary) {
            let cell = rng.usize(0..def.board().len());
            setup.pieces[cell] = Some(Piece {
                side: side(rng),
                kind,
            });
        }
    }
    for side in Side::BOTH {
        let Some(&kind) = rng.choice(&royal) else {
            continue;
        };
        for _ in 0..1_000 {
            let anchor = Cell::from_index(rng.usize(0..def.board().len()));
            let Some(cells) = def.body(kind, anchor) else {
                continue;
            };
            let taken = |cell: Cell| {
                setup
                    .piece(cell)
                    .is_some_and(|piece| def.piece(piece.kind).royal)
            };
            if cells.iter().any(taken) {
                continue;
            }
            for cell in cells {
                setup.pieces[cell.index()] = Some(Piece { side, kind });
            }
            break;
        }
    }
    for side in Side::BOTH {
        let own = |i: &usize| def.castlings()[*i].side == side;
        let rights: Vec<usize> = (0..def.castlings().len()).filter(own).collect();
        if !rights.is_empty() && rng.bool() {
            let royal = |piece: Piece| piece.side == side && def.piece(piece.kind).royal;
            for piece in &mut setup.pieces {
                *piece = piece.filter(|&piece| !royal(piece));
            }
            for &i in &rights {
                for cell in [def.castlings()[i].king_from, def.castlings()[i].rook_from] {
                    setup.pieces[cell.index()] = def.start().piece(cell);
                }
            }
            for &i in &rights {
                setup.state.castling |= u8::from(rng.bool()) << i;
            }
        }
    }
    // The state must fit the pieces: try values that make the setup valid.
    if !def.holds().is_empty() {
        for i in 0..def.holds().len() {
            if reference::faults(def, &setup)
                .iter()
                .any(|fault| fault.contains("together"))
            {
                setup.state.holds |= 1 << (2 * i + rng.usize(0..2));
                if reference::faults(def, &setup)
                    .iter()
                    .any(|fault| fault.contains("apart"))
                {
                    setup.state.holds &= !(0b11 << (2 * i));
                }
            }
        }
    }
    if let Some(transformation) = def.transformation() {
        for side in Side::BOTH {
            let kind = transformation.to;
            if rng.bool() && setup.pieces.contains(&Some(Piece { side, kind })) {
                setup.state.bound |= 1 << side.index();
            }
        }
    }
    if def.has_en_passant() && rng.bool() {
        let mut passed = Vec::new();
        for cell in def.board().cells() {
            let mut setup = setup.clone();
            setup.state.en_passant = Some(cell);
            if !reference::faults(def, &setup).contains(&NOTHING_PASSED) {
                passed.push(cell);
            }
        }
        setup.state.en_passant = rng.choice(&passed).copied();
    }
    setup
}

const NOTHING_PASSED: &str = "no piece has just passed the en passant cell";

/// Makes one random change.
pub(crate) fn mutate(def: &Definition, setup: &mut Setup, rng: &mut fastrand::Rng) {
    let cell = rng.usize(0..def.board().len());
    match rng.u8(0..10) {
        0..=2 => {
            setup.pieces[cell] = Some(Piece {
                side: side(rng),
                kind: Kind::from_index(rng.usize(0..def.pieces().len())),
            });
        }
        3 | 4 => setup.pieces[cell] = None,
        5 => {
            let other = rng.usize(0..def.board().len());
            setup.pieces.swap(cell, other);
        }
        6 => setup.turn = setup.turn.other(),
        7 => setup.state.holds ^= 1 << rng.u8(0..8),
        8 => {
            if rng.bool() {
                setup.state.bound ^= 1 << rng.u8(0..3);
            } else {
                setup.state.castling ^= 1 << rng.u8(0..8);
            }
        }
        _ => setup.state.en_passant = rng.bool().then(|| Cell::from_index(cell)),
    }
}

/// A random move: legal, almost legal or nonsense.
fn random_move(def: &Definition, setup: &Setup, moves: &[Move], rng: &mut fastrand::Rng) -> Move {
    let any_cell = |rng: &mut fastrand::Rng| Cell::from_index(rng.usize(0..def.board().len()));
    let any_kind = |rng: &mut fastrand::Rng| {
        let kind = Kind::from_index(rng.usize(0..def.pieces().len()));
        (rng.u8(0..3) == 0).then_some(kind)
    };
    let classes = [
        MoveClass::Ordinary,
        MoveClass::Ordinary,
        MoveClass::DoubleStep,
        MoveClass::EnPassant,
        MoveClass::Castling,
        MoveClass::Shift,
        MoveClass::Transformation,
    ];
    let class = classes[rng.usize(0..classes.len())];
    match rng.choice(moves) {
        Some(&mv) if rng.bool() => match rng.u8(0..4) {
            0 => Move::new(any_cell(rng), mv.destination(), mv.promotion(), mv.class()),
            1 => Move::new(mv.origin(), any_cell(rng), mv.promotion(), mv.class()),
            2 => Move::new(mv.origin(), mv.destination(), any_kind(rng), mv.class()),
            _ => Move::new(mv.origin(), mv.destination(), mv.promotion(), class),
        },
        _ => {
            let own: Vec<Cell> = def
                .board()
                .cells()
                .filter(|&cell| {
                    setup
                        .piece(cell)
                        .is_some_and(|piece| piece.side == setup.turn)
                })
                .collect();
            let origin = rng.choice(&own).copied().unwrap_or_default();
            Move::new(origin, any_cell(rng), any_kind(rng), class)
        }
    }
}

fn order(mv: Move) -> (Cell, Cell, Option<Kind>, MoveClass) {
    (mv.origin(), mv.destination(), mv.promotion(), mv.class())
}

fn set(cells: CellSet) -> BTreeSet<Cell> {
    cells.iter().collect()
}

fn side(rng: &mut fastrand::Rng) -> Side {
    if rng.bool() { Side::White } else { Side::Black }
}

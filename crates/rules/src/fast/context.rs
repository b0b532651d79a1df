//! Facts about one position that several queries share.

use super::attack::AttackerSets;
use super::check_info::CheckInfo;
use super::pos::Pos;
use crate::compile::Rules;
use crate::{Kind, MAX_KINDS, Move, MoveClass, Piece};
use hyperrook_geometry::{Bits, Cell};
use std::cell::OnceCell;

/// The attackers of both sides and the checks and pins of one position, each computed when first
/// needed. A search keeps one context per node, shared by both stages of move generation, tests of
/// single moves and exchanges.
///
/// Every method must be given the position that the context belongs to.
#[derive(Clone)]
pub struct MoveContext<'r, const W: usize> {
    pub(super) rules: &'r Rules<W>,
    /// The attackers of the side to move.
    own: OnceCell<AttackerSets<'r, W>>,
    /// The attackers of the other side.
    enemies: OnceCell<AttackerSets<'r, W>>,
    check_info: OnceCell<CheckInfo<W>>,
}

impl<'r, const W: usize> MoveContext<'r, W> {
    /// An empty context, in which nothing is computed yet.
    #[inline]
    pub fn new(rules: &'r Rules<W>) -> MoveContext<'r, W> {
        MoveContext {
            rules,
            own: OnceCell::new(),
            enemies: OnceCell::new(),
            check_info: OnceCell::new(),
        }
    }

    #[inline]
    pub(super) fn own(&self, pos: &Pos<W>) -> &AttackerSets<'r, W> {
        self.own
            .get_or_init(|| pos.attacker_sets(self.rules, pos.turn))
    }

    #[inline]
    pub(super) fn enemies(&self, pos: &Pos<W>) -> &AttackerSets<'r, W> {
        self.enemies
            .get_or_init(|| pos.attacker_sets(self.rules, pos.turn.other()))
    }

    #[inline]
    pub(super) fn check_info(&self, pos: &Pos<W>) -> &CheckInfo<W> {
        self.check_info
            .get_or_init(|| pos.check_info(self.rules, self.enemies(pos)))
    }

    /// Whether the side to move is in check: see [`Pos::is_in_check`].
    #[inline]
    pub fn is_in_check(&self, pos: &Pos<W>) -> bool {
        if self.rules.hopping {
            // Checks by hopping are not collected.
            pos.is_in_check(self.rules, pos.turn)
        } else {
            self.check_info(pos).checkers.any()
        }
    }

    /// Whether a legal move gave check. `after` is the position after it.
    pub fn gave_check(&self, pos: &Pos<W>, mv: Move, after: &Pos<W>) -> bool {
        let rules = self.rules;
        let moves_one_piece = matches!(mv.class(), MoveClass::Ordinary | MoveClass::DoubleStep);
        let Some(piece) = pos.piece(mv.origin()).filter(|_| moves_one_piece) else {
            return after.is_in_check(rules, after.turn);
        };
        if rules.hopping {
            return after.is_in_check(rules, after.turn);
        }
        let kind = mv.promotion().unwrap_or(piece.kind);
        let piece = Piece { kind, ..piece };
        let (origin, to) = (mv.origin(), mv.destination());
        let occupied = after.occupied();
        let spans = rules.spans[pos.royal(piece.side).1.index()].is_some();
        after.royal_cells(rules, after.turn).any_of(|royal| {
            rules.attacks_cell(piece, to, royal, occupied)
                || rules.between[piece.side.index()][royal.index()].contains(origin)
                    && self.own(pos).attacks_without(royal, occupied, origin)
                || spans && after.span_attacks(rules, royal, piece.side)
        })
    }
}

/// The cells from which pieces of the side to move would attack the enemy royal piece if nothing
/// stood between: a cheap first test before [`Pos::gives_direct_check`].
pub struct PossibleChecks<const W: usize>([Bits<W>; MAX_KINDS]);

impl<const W: usize> PossibleChecks<W> {
    /// Whether a piece of a kind on a cell could give check on an empty board.
    #[inline]
    pub fn contains(&self, kind: Kind, cell: Cell) -> bool {
        self.0[kind.index()].contains(cell)
    }
}

impl<const W: usize> Pos<W> {
    /// The cells from which a moved piece might give check.
    #[inline]
    pub fn possible_checks(&self, rules: &Rules<W>) -> PossibleChecks<W> {
        if rules.hopping {
            // The reverse tables do not contain hops.
            return PossibleChecks([Bits::FULL; MAX_KINDS]);
        }
        let mut by_kind = [Bits::EMPTY; MAX_KINDS];
        let royal_cells = self.royal_cells(rules, self.turn.other());
        for (kind, origins) in rules.definition().kinds().zip(&mut by_kind) {
            let side = self.turn;
            *origins = rules.attack_origins(Piece { side, kind }, royal_cells);
        }
        PossibleChecks(by_kind)
    }

    /// Whether the moved piece attacks the enemy royal piece. Discovered checks are not
    /// detected.
    #[inline]
    pub fn gives_direct_check(&self, rules: &Rules<W>, mv: Move) -> bool {
        let Some(piece) = self.piece(mv.origin()) else {
            return false;
        };
        let kind = mv.promotion().unwrap_or(piece.kind);
        let piece = Piece { kind, ..piece };
        let occupied = self.occupied().without(mv.origin());
        let royal = self.royal_cells(rules, piece.side.other());
        if rules.hopping {
            let attacked = rules.attacked_from(piece, mv.destination(), occupied);
            return attacked.intersects(royal);
        }
        royal.any_of(|royal| rules.attacks_cell(piece, mv.destination(), royal, occupied))
    }
}

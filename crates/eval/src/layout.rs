//! The terms of an evaluation, and the places of their weights.

use crate::symmetry::CellClasses;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Definition, Kind};

/// A weight in centipawns: in the middlegame and in the endgame.
pub(crate) type Weight = [f32; 2];

/// The number of mobility weights of a kind: for 0, 1, 2 … cells, the last one for more.
pub(crate) const MOBILITY_LEN: usize = 32;
/// The number of weights by the attackers of a royal zone, the last one for more.
pub(crate) const ROYAL_ATTACKERS_LEN: usize = 8;
/// The number of weights by the danger of a royal piece, the last one for more.
pub(crate) const ROYAL_DANGER_LEN: usize = 16;
/// The number of weights by the cells of safe checks, for 1, 2 … cells, the last one for more.
pub(crate) const SAFE_CHECKS_LEN: usize = 2;
/// The number of weights by the safe cells of a royal piece, the last one for more.
pub(crate) const ROYAL_MOBILITY_LEN: usize = 16;
/// The number of weights by the moves of a passed pawn to promotion, the last one for more.
pub(crate) const PASSED_PAWNS_LEN: usize = 8;

/// The term that is not tuned: few positions of self-play need it, so its weights were found in
/// another way.
const MOP_UP: &str = "mop-up";

/// The weights of the mop-up term, by their index in it.
pub(crate) mod mop_up {
    /// How close the attacker's royal piece is.
    pub(crate) const ROYAL_NEAR: usize = 0;
    /// How few cells are near the defender's royal piece, as at an edge.
    pub(crate) const EDGE: usize = 1;
    /// How few cells the defender's royal piece can reach in some moves.
    pub(crate) const CONFINED: usize = 2;
    /// How many cells near the defender's royal piece are attacked.
    pub(crate) const GUARDED: usize = 3;
    /// How close the attacker's other pieces are.
    pub(crate) const PIECES_NEAR: usize = 4;
    /// The number of weights.
    pub(crate) const LEN: usize = 5;
}

/// A named range of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// The name: `value.N` is a term of the piece with the letter N, `tempo` belongs to no piece.
    pub name: String,
    /// The index of the first weight.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
}

/// The places of the weights of a game's evaluation.
#[derive(Clone, Debug)]
pub struct WeightLayout {
    terms: Vec<EvalTerm>,
    len: usize,
    pub(crate) value: Vec<usize>,
    pub(crate) piece_square: Vec<usize>,
    pub(crate) mobility: Vec<usize>,
    pub(crate) pair: Vec<usize>,
    pub(crate) royal_zone_attacks: Vec<usize>,
    pub(crate) shield: Vec<usize>,
    pub(crate) attacked_by_lesser: Vec<usize>,
    pub(crate) hanging: Vec<usize>,
    pub(crate) safe_checks: Vec<usize>,
    pub(crate) royal_attackers: usize,
    pub(crate) royal_danger: usize,
    pub(crate) royal_mobility: usize,
    pub(crate) passed_pawns: usize,
    pub(crate) free_passed_pawns: usize,
    pub(crate) defended_pawns: usize,
    pub(crate) doubled_pawns: usize,
    pub(crate) tempo: usize,
    pub(crate) hold: usize,
    pub(crate) bound: usize,
    pub(crate) castling: usize,
    pub(crate) mop_up: usize,
}

impl WeightLayout {
    /// The layout of a game whose cells have these classes.
    pub(crate) fn new<const W: usize>(rules: &Rules<W>, classes: &CellClasses) -> WeightLayout {
        let definition = rules.definition();
        let mut builder = LayoutBuilder {
            definition,
            terms: Vec::new(),
            len: 0,
        };
        let value = builder.each_piece("value", 1);
        let piece_square = builder.each_piece("piece-square", classes.count);
        let mobility = builder.each_piece("mobility", MOBILITY_LEN);
        let pair = builder.each_piece("pair", 1);
        let royal_zone_attacks = builder.each_piece("royal-zone-attacks", 1);
        let shield = builder.each_piece("shield", 1);
        let attacked_by_lesser = builder.each_piece("attacked-by-lesser", 1);
        let hanging = builder.each_piece("hanging", 1);
        let safe_checks = builder.each_piece("safe-checks", SAFE_CHECKS_LEN);
        WeightLayout {
            value,
            piece_square,
            mobility,
            pair,
            royal_zone_attacks,
            shield,
            attacked_by_lesser,
            hanging,
            safe_checks,
            royal_attackers: builder.term("royal-attackers", ROYAL_ATTACKERS_LEN),
            royal_danger: builder.term("royal-danger", ROYAL_DANGER_LEN),
            royal_mobility: builder.term("royal-mobility", ROYAL_MOBILITY_LEN),
            passed_pawns: builder.term("passed-pawns", PASSED_PAWNS_LEN),
            free_passed_pawns: builder.term("free-passed-pawns", PASSED_PAWNS_LEN),
            defended_pawns: builder.term("defended-pawns", 1),
            doubled_pawns: builder.term("doubled-pawns", 1),
            tempo: builder.term("tempo", 1),
            hold: builder.term("hold", definition.holds().len().max(1)),
            bound: builder.term("bound", 1),
            castling: builder.term("castling", 1),
            mop_up: builder.term(MOP_UP, mop_up::LEN),
            len: builder.len,
            terms: builder.terms,
        }
    }

    /// The terms, in the order of their weights.
    pub fn terms(&self) -> &[EvalTerm] {
        &self.terms
    }

    /// The number of weights.
    #[allow(clippy::len_without_is_empty, reason = "there is always a term")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether tuning may change a term.
    pub fn is_tuned(term: &EvalTerm) -> bool {
        term.name != MOP_UP
    }

    /// The term that a weight belongs to; the last one for an index beyond the weights.
    pub fn term_of(&self, weight: usize) -> &EvalTerm {
        let after = self.terms.partition_point(|term| term.start <= weight);
        &self.terms[after - 1]
    }
}

/// Adds terms one by one.
struct LayoutBuilder<'d> {
    definition: &'d Definition,
    terms: Vec<EvalTerm>,
    len: usize,
}

impl LayoutBuilder<'_> {
    /// Adds a term; returns the index of its first weight.
    fn term(&mut self, name: &str, len: usize) -> usize {
        let start = self.len;
        let name = name.to_owned();
        self.terms.push(EvalTerm { name, start, len });
        self.len += len;
        start
    }

    /// Adds a term for each kind.
    fn each_piece(&mut self, name: &str, len: usize) -> Vec<usize> {
        let kinds: Vec<Kind> = self.definition.kinds().collect();
        let named = |kind: Kind| format!("{name}.{}", self.definition.piece(kind).letter);
        let names: Vec<String> = kinds.into_iter().map(named).collect();
        names.iter().map(|name| self.term(name, len)).collect()
    }
}

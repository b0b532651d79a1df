//! The terms of an evaluation, and where the weights of each are.

use crate::symmetry::CellClasses;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Definition, Kind};

/// A weight in centipawns: in the middle game and in the endgame.
pub(crate) type Weight = [f32; 2];

/// Mobility is counted up to this many cells less one.
pub(crate) const MOBILITY: usize = 32;
/// Attackers of the royal zone are counted up to this number less one.
pub(crate) const ATTACKERS: usize = 8;
/// Safe cells of a royal piece are counted up to this number less one.
pub(crate) const ROOM: usize = 16;
/// Distances of passed pawns to promotion are told apart up to this number of moves.
pub(crate) const DISTANCES: usize = 8;

/// The term that is not tuned: few positions of self-play need it, and its weights
/// were found by other means.
const MOP_UP: &str = "mop-up";

/// The weights of the mop-up term, by their place in it.
pub(crate) mod mop_up {
    /// How near the attacker's royal piece is.
    pub(crate) const ROYAL_NEAR: usize = 0;
    /// How few cells are near the defender's royal piece: it stands at an edge.
    pub(crate) const EDGE: usize = 1;
    /// How few cells the defender's royal piece can reach in some moves.
    pub(crate) const CONFINED: usize = 2;
    /// How many cells near the defender's royal piece are attacked.
    pub(crate) const GUARDED: usize = 3;
    /// How near the attacker's other pieces are.
    pub(crate) const PIECES_NEAR: usize = 4;
    /// The number of weights.
    pub(crate) const LEN: usize = 5;
}

/// A named run of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTerm {
    /// The name: `value.N` is a term of the piece with the letter N, `tempo` of no piece.
    pub name: String,
    /// The index of the first weight.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
}

/// Where each weight of a game's evaluation is.
#[derive(Clone, Debug)]
pub struct WeightLayout {
    terms: Vec<EvalTerm>,
    len: usize,
    pub(crate) value: Vec<usize>,
    pub(crate) piece_square: Vec<usize>,
    pub(crate) mobility: Vec<usize>,
    pub(crate) pair: Vec<usize>,
    pub(crate) onto_zone: Vec<usize>,
    pub(crate) shield: Vec<usize>,
    pub(crate) lesser: Vec<usize>,
    pub(crate) hanging: Vec<usize>,
    pub(crate) attackers: usize,
    pub(crate) room: usize,
    pub(crate) passed: usize,
    pub(crate) open: usize,
    pub(crate) linked: usize,
    pub(crate) stacked: usize,
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
        let piece_square = builder.each_piece("place", classes.count);
        let mobility = builder.each_piece("mobility", MOBILITY);
        let pair = builder.each_piece("pair", 1);
        let onto_zone = builder.each_piece("onto-zone", 1);
        let shield = builder.each_piece("shield", 1);
        let lesser = builder.each_piece("lesser", 1);
        let hanging = builder.each_piece("hanging", 1);
        WeightLayout {
            value,
            piece_square,
            mobility,
            pair,
            onto_zone,
            shield,
            lesser,
            hanging,
            attackers: builder.term("attackers", ATTACKERS),
            room: builder.term("room", ROOM),
            passed: builder.term("passed", DISTANCES),
            open: builder.term("open", DISTANCES),
            linked: builder.term("linked", 1),
            stacked: builder.term("stacked", 1),
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

    /// The term that a weight belongs to.
    pub fn term_of(&self, weight: usize) -> &EvalTerm {
        let after = self.terms.partition_point(|term| term.start <= weight);
        &self.terms[after - 1]
    }
}

/// Adds terms one after the other.
struct LayoutBuilder<'d> {
    definition: &'d Definition,
    terms: Vec<EvalTerm>,
    len: usize,
}

impl LayoutBuilder<'_> {
    /// Adds a term; gives the index of its first weight.
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

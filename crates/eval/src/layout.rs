//! What an evaluation is a sum of: its terms, each with one or more weights.

use crate::symmetry::Classes;
use hyperrook_rules::fast::Rules;
use hyperrook_rules::{Definition, Kind};

/// The most values that a term by number of cells tells apart.
pub(crate) const MOBILITY: usize = 32;
/// Values of the terms by pieces near the royal piece, and by its free cells.
pub(crate) const ATTACKERS: usize = 8;
pub(crate) const ROOM: usize = 16;
/// Values of the terms by moves to promotion.
pub(crate) const STEPS: usize = 8;

/// The term that is not tuned: positions of self-play that call for a hunt are
/// few, and what they are worth is known.
const HUNT: &str = "hunt";

/// A named run of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name: `value.N` is about the piece N, `tempo` about none.
    pub name: String,
    /// The first weight.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

/// Where each weight of a game's evaluation is.
#[derive(Clone, Debug)]
pub struct Layout {
    terms: Vec<Term>,
    len: usize,
    pub(crate) value: Vec<usize>,
    pub(crate) place: Vec<usize>,
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
    pub(crate) hunt: usize,
}

impl Layout {
    pub(crate) fn new<const W: usize>(rules: &Rules<W>, classes: &Classes) -> Layout {
        let definition = rules.definition();
        let mut make = Maker {
            definition,
            terms: Vec::new(),
            len: 0,
        };
        let value = make.each_piece("value", 1);
        let place = make.each_piece("place", classes.count);
        let mobility = make.each_piece("mobility", MOBILITY);
        let pair = make.each_piece("pair", 1);
        let onto_zone = make.each_piece("onto-zone", 1);
        let shield = make.each_piece("shield", 1);
        let lesser = make.each_piece("lesser", 1);
        let hanging = make.each_piece("hanging", 1);
        Layout {
            value,
            place,
            mobility,
            pair,
            onto_zone,
            shield,
            lesser,
            hanging,
            attackers: make.term("attackers", ATTACKERS),
            room: make.term("room", ROOM),
            passed: make.term("passed", STEPS),
            open: make.term("open", STEPS),
            linked: make.term("linked", 1),
            stacked: make.term("stacked", 1),
            tempo: make.term("tempo", 1),
            hold: make.term("hold", definition.holds().len().max(1)),
            bound: make.term("bound", 1),
            castling: make.term("castling", 1),
            hunt: make.term(HUNT, crate::hunt::PARTS),
            len: make.len,
            terms: make.terms,
        }
    }

    /// The terms, in the order of their weights.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// How many weights there are.
    #[allow(clippy::len_without_is_empty, reason = "there is always a term")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether tuning may change a term.
    pub fn is_tuned(term: &Term) -> bool {
        term.name != HUNT
    }

    /// The term that a weight belongs to.
    pub fn term_of(&self, weight: usize) -> &Term {
        let after = self.terms.partition_point(|term| term.start <= weight);
        &self.terms[after - 1]
    }
}

struct Maker<'d> {
    definition: &'d Definition,
    terms: Vec<Term>,
    len: usize,
}

impl Maker<'_> {
    fn term(&mut self, name: &str, len: usize) -> usize {
        let start = self.len;
        let name = name.to_owned();
        self.terms.push(Term { name, start, len });
        self.len += len;
        start
    }

    /// A term for each kind of piece.
    fn each_piece(&mut self, name: &str, len: usize) -> Vec<usize> {
        let kinds: Vec<Kind> = self.definition.kinds().collect();
        let named = |kind: Kind| format!("{name}.{}", self.definition.piece(kind).letter);
        let names: Vec<String> = kinds.into_iter().map(named).collect();
        names.iter().map(|name| self.term(name, len)).collect()
    }
}

//! The evaluation of a game, compiled: its weights laid out for speed.

use crate::derive::{Freedom, Weight, derive};
use crate::facts::Facts;
use crate::layout::Layout;
use crate::pair::Pair;
use crate::scale::{Balance, SCALE, enough, needed};
use crate::terms::Tally;
use crate::weights::Weights;
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::fast::{Observer, Pos, Rules};
use hyperrook_rules::{Kind, MAX_KINDS, Piece, Side, Stalemate};

/// Parts of a centipawn that weights are counted in, so that small ones of many
/// cells are not lost to rounding.
const PARTS: i32 = 16;

/// The phase of a starting position; 0 is a board without pieces.
const FULL_PHASE: i32 = 256;

/// Evaluates positions of one game.
#[derive(Clone, Debug)]
pub struct Model<const W: usize> {
    pub(crate) layout: Layout,
    pub(crate) facts: Facts<W>,
    /// In [`PARTS`] of a centipawn.
    weights: Vec<Pair>,
    /// By side, kind and cell: value and place.
    placed: [Vec<Vec<Pair>>; 2],
    /// Derived values, in centipawns: they order pieces and do not change with
    /// tuning.
    pub(crate) worth: Vec<i32>,
    /// Kinds that are not royal, by derived value.
    pub(crate) order: Vec<Kind>,
    /// Whether some kind is a pawn.
    pub(crate) has_pawns: bool,
    least: Kind,
    stalemate_decides: bool,
    breadth: i32,
    /// What each kind counts in the phase of the game, and the start's sum.
    phases: [i32; MAX_KINDS],
    pub(crate) full: i32,
    /// The lead in pieces that wins without pawns.
    pub(crate) enough: i32,
    /// The most cells near a royal piece, its own included.
    pub(crate) widest: i32,
    /// The pieces that surely win without pawns.
    pub(crate) needed: i32,
}

/// What is kept up to date as moves are made, for White less Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    placed: Pair,
    phase: i32,
}

/// Keeps sums up to date while a move is made.
pub struct Watch<'m, const W: usize> {
    model: &'m Model<W>,
    /// The sums.
    pub sums: Sums,
}

impl<const W: usize> Observer for Watch<'_, W> {
    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        self.sums.placed += self.model.placed(piece, cell);
        self.sums.phase += self.model.phases[piece.kind.index()];
    }

    #[inline]
    fn take(&mut self, piece: Piece, cell: Cell) {
        self.sums.placed -= self.model.placed(piece, cell);
        self.sums.phase -= self.model.phases[piece.kind.index()];
    }
}

impl<const W: usize> Model<W> {
    /// The evaluation of a game by the best weights there are: tuned ones that
    /// come with the program, and derived ones where there are none.
    pub fn new(rules: &Rules<W>) -> Model<W> {
        Model::with_weights(rules, Weights::shipped(rules.definition().name()))
    }

    /// The evaluation of a game by given weights, derived ones for the terms
    /// that they do not have.
    pub fn with_weights(rules: &Rules<W>, weights: Option<&Weights>) -> Model<W> {
        let facts = Facts::new(rules);
        let layout = Layout::new(rules, &facts.classes);
        let freedom = Freedom::new(rules);
        let mut chosen = derive(rules, &layout, &facts, &freedom);
        if let Some(weights) = weights {
            weights.lay_over(rules.definition(), &layout, &mut chosen);
        }
        let worth: Vec<i32> = freedom
            .values(rules)
            .into_iter()
            .map(|v| v.round() as i32)
            .collect();
        let kinds = rules.definition().kinds();
        let mut order: Vec<Kind> = kinds.filter(|&kind| !rules.is_royal(kind)).collect();
        order.sort_by_key(|kind| worth[kind.index()]);
        let zones = facts.zones[0].iter().flatten();
        let widest = zones.map(|zone| zone.count() as i32).max().unwrap_or(1);
        let mut model = Model {
            enough: enough(&order, &facts.promotes, &worth),
            needed: needed(widest),
            widest,
            least: order.first().copied().unwrap_or(Kind::new(0)),
            stalemate_decides: rules.definition().ends().stalemate != Stalemate::Draw,
            breadth: freedom.breadth(rules).round().max(8.0) as i32,
            has_pawns: facts.promotes.iter().any(|&p| p),
            layout,
            facts,
            weights: Vec::new(),
            placed: [Vec::new(), Vec::new()],
            worth,
            order,
            phases: [0; MAX_KINDS],
            full: 1,
        };
        for &kind in &model.order {
            if !model.facts.promotes[kind.index()] {
                model.phases[kind.index()] = model.worth[kind.index()];
            }
        }
        let start = rules.definition().start().pieces.iter().flatten();
        model.full = start.map(|piece| model.phases[piece.kind.index()]).sum();
        model.full = model.full.max(1);
        model.set(rules, &chosen);
        model
    }

    /// Takes other weights, in centipawns: one for each of the layout.
    pub fn set(&mut self, rules: &Rules<W>, weights: &[Weight]) {
        let parts = |w: f32| (w * PARTS as f32).round() as i32;
        let pair = |&[mg, eg]: &Weight| Pair {
            mg: parts(mg),
            eg: parts(eg),
        };
        self.weights = weights.iter().map(pair).collect();
        for side in Side::BOTH {
            let sign = if side == Side::White { 1 } else { -1 };
            let of_kind = |kind: Kind| {
                let length = rules.definition().piece(kind).span.map_or(1, |s| s.length) as i32;
                let value = self.weights[self.layout.value[kind.index()]];
                let shared = Pair {
                    mg: value.mg / length,
                    eg: value.eg / length,
                };
                let cells = rules.definition().board().cells();
                cells
                    .map(|cell| {
                        let class = self.facts.classes.of(side, cell);
                        (shared + self.weights[self.layout.place[kind.index()] + class]) * sign
                    })
                    .collect()
            };
            self.placed[side.index()] = rules.definition().kinds().map(of_kind).collect();
        }
    }

    /// Whether there is a piece with this letter that is not royal.
    pub fn is_ordinary(&self, letter: &str) -> bool {
        let name = format!("value.{letter}");
        let value = self.layout.terms().iter().find(|term| term.name == name);
        let ordinary = |term: &crate::Term| {
            let mut kinds = self.order.iter();
            kinds.any(|kind| self.layout.value[kind.index()] == term.start)
        };
        value.is_some_and(ordinary)
    }

    /// Where the weights are.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The weights in centipawns, middle game and end.
    pub fn weights(&self) -> Vec<Weight> {
        let cp = |parts: i32| parts as f32 / PARTS as f32;
        self.weights
            .iter()
            .map(|pair| [cp(pair.mg), cp(pair.eg)])
            .collect()
    }

    /// What each kind is worth in centipawns, for exchanges and the like: the
    /// mean of middle game and end.
    pub fn values(&self) -> Vec<i32> {
        let value = |&at: &usize| (self.weights[at].mg + self.weights[at].eg) / (2 * PARTS);
        self.layout.value.iter().map(value).collect()
    }

    #[inline]
    pub(crate) fn placed(&self, piece: Piece, cell: Cell) -> Pair {
        self.placed[piece.side.index()][piece.kind.index()][cell.index()]
    }

    /// The sums of a position.
    pub fn sums(&self, pos: &Pos<W>) -> Sums {
        let mut watch = self.watch(Sums::default());
        for cell in pos.occupied() {
            if let Some(piece) = pos.piece(cell) {
                watch.put(piece, cell);
            }
        }
        watch.sums
    }

    /// An observer that keeps sums up to date.
    #[inline]
    pub fn watch(&self, sums: Sums) -> Watch<'_, W> {
        Watch { model: self, sums }
    }

    /// How much middle game there is, 0 to 256.
    #[inline]
    pub(crate) fn phase(&self, sums: &Sums) -> i32 {
        (sums.phase * FULL_PHASE / self.full).clamp(0, FULL_PHASE)
    }

    /// The kind that is worth least, or the royal one where there is no other.
    #[inline]
    pub fn least(&self) -> Kind {
        self.least
    }

    /// Whether having no moves decides the game.
    #[inline]
    pub fn is_stalemate_decisive(&self) -> bool {
        self.stalemate_decides
    }

    /// How many moves a position of the game has, roughly: those of the start,
    /// at least 8.
    #[inline]
    pub fn breadth(&self) -> i32 {
        self.breadth
    }

    /// Whether the side to move has pieces enough that passing is hardly ever its
    /// best move: a piece other than a pawn, or three pieces in a game without pawns.
    #[inline]
    pub fn may_pass(&self, pos: &Pos<W>) -> bool {
        let own = pos.side(pos.turn());
        if !self.has_pawns {
            return own.count() > 3;
        }
        (own & !self.pawns_and_royal(pos, pos.turn())).any()
    }

    /// The pawns of both sides, and the royal piece of one.
    #[inline]
    pub(crate) fn pawns_and_royal(&self, pos: &Pos<W>, side: Side) -> Bits<W> {
        let mut all = pos.kind(pos.royal(side).1);
        for (k, _) in self.facts.promotes.iter().enumerate().filter(|(_, p)| **p) {
            all |= pos.kind(Kind::new(k));
        }
        all
    }

    /// The worth of a position to the side to move, in centipawns.
    pub fn evaluate(&self, rules: &Rules<W>, pos: &Pos<W>, sums: &Sums) -> i32 {
        let mut sum = Sum {
            model: self,
            total: sums.placed,
        };
        let balance = self.balance(pos);
        self.terms(rules, pos, &balance, &mut sum);
        let score = self.blend(&balance, sums, sum.total);
        if pos.turn() == Side::White {
            score
        } else {
            -score
        }
    }

    /// One number of two, in centipawns for White.
    fn blend(&self, balance: &Balance, sums: &Sums, total: Pair) -> i32 {
        let phase = self.phase(sums);
        let parts = (total.mg * phase + total.eg * (FULL_PHASE - phase)) / FULL_PHASE;
        let scaled = parts * self.scale(balance, parts) / SCALE;
        scaled / PARTS
    }
}

/// Adds terms up.
struct Sum<'m, const W: usize> {
    model: &'m Model<W>,
    total: Pair,
}

impl<const W: usize> Tally for Sum<'_, W> {
    #[inline]
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        let worth = self.model.weights[weight] * times;
        if side == Side::White {
            self.total += worth;
        } else {
            self.total -= worth;
        }
    }
}

//! The evaluation of a game, with its weights laid out for speed.

use crate::derive::derive;
use crate::facts::Facts;
use crate::kind_terms::KindTerms;
use crate::layout::{EvalTerm, Weight, WeightLayout};
use crate::material::{FULL_SCALE, MaterialFacts, PieceTotals};
use crate::mobility::MeanMobility;
use crate::sink::TermSink;
use crate::tapered::{PackedScore, TaperedScore};
use crate::terms::Terms;
use crate::weights::Weights;
use hyperrook_geometry::Cell;
use hyperrook_rules::fast::{Observer, Pos, Rules};
use hyperrook_rules::{Kind, Piece, Side, Stalemate};

/// Weights are counted in this many parts of a centipawn, so that small ones are not
/// lost to rounding.
const WEIGHT_UNITS: i32 = 16;

/// The largest weight that is used, in centipawns. Larger weights, which tuning does not find but a
/// file may contain, are limited to this, so that evaluations stay in the range of a search.
const MAX_WEIGHT_CP: f32 = 20_000.0;

/// The game phase of a starting position. A board without pieces has 0.
const MAX_PHASE: i32 = 256;

/// Evaluates positions of one game.
#[derive(Clone, Debug)]
pub struct Model<const W: usize> {
    layout: WeightLayout,
    facts: Facts<W>,
    material_facts: MaterialFacts,
    /// The kinds that are not royal, the least valuable first.
    kinds: Vec<KindTerms>,
    /// In units of [`WEIGHT_UNITS`].
    weights: Vec<TaperedScore>,
    /// The same, for the sums of an evaluation.
    packed_weights: Vec<PackedScore>,
    /// Value plus piece-square value, White minus Black, by side, kind and cell.
    piece_square: [Vec<Vec<TaperedScore>>; 2],
    /// Whether safe checks and royal danger have weights. Derived weights have none, because no gain
    /// was measured in games without tuned ones. Then they are not counted.
    has_royal_danger: bool,
    stalemate_decides: bool,
    branching_factor: i32,
}

/// The part of an evaluation that is updated as moves are made: sums over the pieces, White minus
/// Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator {
    piece_square: TaperedScore,
    material: PieceTotals,
}

/// Keeps an accumulator up to date while a move is made.
pub struct AccumulatorObserver<'m, const W: usize> {
    model: &'m Model<W>,
    /// The accumulator after the changes so far.
    pub accumulator: Accumulator,
}

impl<const W: usize> Observer for AccumulatorObserver<'_, W> {
    #[inline]
    fn put(&mut self, piece: Piece, cell: Cell) {
        self.accumulator.piece_square += self.model.piece_square(piece, cell);
        let facts = &self.model.material_facts;
        facts.add(&mut self.accumulator.material, piece, 1);
    }

    #[inline]
    fn take(&mut self, piece: Piece, cell: Cell) {
        self.accumulator.piece_square -= self.model.piece_square(piece, cell);
        let facts = &self.model.material_facts;
        facts.add(&mut self.accumulator.material, piece, -1);
    }
}

impl<const W: usize> Model<W> {
    /// The evaluation of a game by the best available weights: the tuned weights that come with the
    /// program, and derived ones where there are none.
    pub fn new(rules: &Rules<W>) -> Model<W> {
        Model::with_weights(rules, Weights::shipped(rules.definition().name()))
    }

    /// The evaluation of a game by given weights, and by derived ones for the terms that these
    /// lack.
    pub fn with_weights(rules: &Rules<W>, weights: Option<&Weights>) -> Model<W> {
        let facts = Facts::new(rules);
        let layout = WeightLayout::new(rules, &facts.classes);
        let mobility = MeanMobility::new(rules);
        let mut chosen = derive(rules, &layout, &facts, &mobility);
        if let Some(weights) = weights {
            weights.apply(rules.definition(), &layout, &mut chosen);
        }
        let material_facts = MaterialFacts::new(rules, &facts, &mobility);
        let mut model = Model {
            kinds: KindTerms::by_value(&layout, &facts, &material_facts),
            material_facts,
            stalemate_decides: rules.definition().ends().stalemate != Stalemate::Draw,
            branching_factor: mobility.branching_factor(rules).round().max(8.0) as i32,
            layout,
            facts,
            weights: Vec::new(),
            packed_weights: Vec::new(),
            piece_square: [Vec::new(), Vec::new()],
            has_royal_danger: false,
        };
        model.set_weights(rules, &chosen);
        model
    }

    /// Replaces the weights: one for each index of the layout, in centipawns.
    fn set_weights(&mut self, rules: &Rules<W>, weights: &[Weight]) {
        let bounded = |cp: f32| cp.clamp(-MAX_WEIGHT_CP, MAX_WEIGHT_CP);
        let units = |cp: f32| (bounded(cp) * WEIGHT_UNITS as f32).round() as i32;
        let tapered = |&[mg, eg]: &Weight| TaperedScore {
            mg: units(mg),
            eg: units(eg),
        };
        self.weights = weights.iter().map(tapered).collect();
        self.packed_weights = self
            .weights
            .iter()
            .map(|&score| PackedScore::new(score))
            .collect();
        let is_danger =
            |term: &&EvalTerm| term.name == "royal-danger" || term.name.starts_with("safe-checks.");
        let mut danger = self.layout.terms().iter().filter(is_danger);
        self.has_royal_danger = danger.any(|term| {
            let run = &self.weights[term.start..term.start + term.len];
            run.iter().any(|&weight| weight != TaperedScore::ZERO)
        });
        let definition = rules.definition();
        for side in Side::BOTH {
            let sign = if side == Side::White { 1 } else { -1 };
            let of_kind = |kind: Kind| {
                // The cells of a piece share its value.
                let length = definition.piece(kind).span.map_or(1, |s| s.length) as i32;
                let value = self.weights[self.layout.value[kind.index()]];
                let share = TaperedScore {
                    mg: value.mg / length,
                    eg: value.eg / length,
                };
                let of_cell = |cell: Cell| {
                    let class = self.facts.classes.of(side, cell);
                    (share + self.weights[self.layout.piece_square[kind.index()] + class]) * sign
                };
                definition.board().cells().map(of_cell).collect()
            };
            self.piece_square[side.index()] = definition.kinds().map(of_kind).collect();
        }
    }

    /// Whether there is a piece with this letter that is not royal.
    pub fn is_ordinary(&self, letter: &str) -> bool {
        let name = format!("value.{letter}");
        let value = self.layout.terms().iter().find(|term| term.name == name);
        let is_ordinary = |term: &EvalTerm| {
            let mut kinds = self.material_facts.by_value.iter();
            kinds.any(|kind| self.layout.value[kind.index()] == term.start)
        };
        value.is_some_and(is_ordinary)
    }

    /// The places of the weights of each term.
    pub fn layout(&self) -> &WeightLayout {
        &self.layout
    }

    /// The weights in centipawns, for the middlegame and the endgame.
    pub fn weights(&self) -> Vec<Weight> {
        let cp = |units: i32| units as f32 / WEIGHT_UNITS as f32;
        self.weights
            .iter()
            .map(|weight| [cp(weight.mg), cp(weight.eg)])
            .collect()
    }

    /// The value of each kind in centipawns, for exchanges: the mean of middlegame and
    /// endgame.
    pub fn values(&self) -> Vec<i32> {
        let value = |&at: &usize| (self.weights[at].mg + self.weights[at].eg) / (2 * WEIGHT_UNITS);
        self.layout.value.iter().map(value).collect()
    }

    #[inline]
    fn piece_square(&self, piece: Piece, cell: Cell) -> TaperedScore {
        self.piece_square[piece.side.index()][piece.kind.index()][cell.index()]
    }

    /// The accumulator of a position, computed from its pieces.
    pub fn accumulator(&self, pos: &Pos<W>) -> Accumulator {
        let mut observer = self.observer(Accumulator::default());
        for cell in pos.occupied() {
            if let Some(piece) = pos.piece(cell) {
                observer.put(piece, cell);
            }
        }
        observer.accumulator
    }

    /// An observer that updates an accumulator while a move is made.
    #[inline]
    pub fn observer(&self, accumulator: Accumulator) -> AccumulatorObserver<'_, W> {
        AccumulatorObserver {
            model: self,
            accumulator,
        }
    }

    /// The game phase, from 0 to [`MAX_PHASE`].
    #[inline]
    fn phase(&self, accumulator: &Accumulator) -> i32 {
        let [white, black] = accumulator.material.pieces;
        ((white + black) * MAX_PHASE / self.material_facts.start_phase).clamp(0, MAX_PHASE)
    }

    /// The game phase of a position as a fraction: 1 is the middlegame.
    pub(crate) fn phase_of(&self, pos: &Pos<W>) -> f32 {
        self.phase(&self.accumulator(pos)) as f32 / MAX_PHASE as f32
    }

    /// The least valuable kind. A royal one if there is no other.
    #[inline]
    pub fn least_valuable(&self) -> Kind {
        let kind = self.material_facts.by_value.first();
        kind.copied().unwrap_or(Kind::from_index(0))
    }

    /// Whether a side without moves wins or loses.
    #[inline]
    pub fn is_stalemate_decisive(&self) -> bool {
        self.stalemate_decides
    }

    /// The approximate branching factor of the game: the number of moves at the start, at least 8.
    #[inline]
    pub fn branching_factor(&self) -> i32 {
        self.branching_factor
    }

    /// Whether the side to move has enough pieces that zugzwang is unlikely, so that null-move
    /// pruning is safe: a piece other than a pawn, or three pieces in a game without pawns.
    #[inline]
    pub fn can_null_move(&self, pos: &Pos<W>) -> bool {
        let own = pos.side(pos.turn());
        if !self.material_facts.has_pawns {
            return own.count() > 3;
        }
        (own & !self.facts.pawns_and_royal(pos, pos.turn())).any()
    }

    /// The score of a position for the side to move, in centipawns.
    pub fn evaluate(&self, rules: &Rules<W>, pos: &Pos<W>, accumulator: &Accumulator) -> i32 {
        let mut sum = WeightedSum {
            weights: &self.packed_weights,
            totals: [PackedScore::default(); 2],
        };
        let material = &accumulator.material;
        let terms = self.terms(rules, pos, self.has_royal_danger);
        terms.add_all(material, &mut sum);
        let total = accumulator.piece_square + sum.total(Side::White) - sum.total(Side::Black);
        let score = self.taper(material, accumulator, total);
        if pos.turn() == Side::White {
            score
        } else {
            -score
        }
    }

    /// The material of a position.
    #[inline]
    pub(crate) fn material(&self, pos: &Pos<W>) -> PieceTotals {
        self.accumulator(pos).material
    }

    /// How much an advantage of White counts, or of Black if it is negative: 0 to 1.
    pub(crate) fn scale(&self, material: &PieceTotals, advantage: i32) -> f32 {
        self.material_facts.scale(material, advantage) as f32 / FULL_SCALE as f32
    }

    /// The data from which the terms of a position are computed.
    #[inline]
    pub(crate) fn terms<'a>(
        &'a self,
        rules: &'a Rules<W>,
        pos: &'a Pos<W>,
        counts_danger: bool,
    ) -> Terms<'a, W> {
        Terms {
            counts_danger,
            layout: &self.layout,
            facts: &self.facts,
            material_facts: &self.material_facts,
            kinds: &self.kinds,
            rules,
            pos,
        }
    }

    /// The class of a cell for a side.
    pub(crate) fn class_of(&self, side: Side, cell: Cell) -> usize {
        self.facts.classes.of(side, cell)
    }

    /// The score for White in centipawns, interpolated between middlegame and endgame.
    fn taper(&self, material: &PieceTotals, accumulator: &Accumulator, total: TaperedScore) -> i32 {
        let phase = self.phase(accumulator);
        let weighed = |score: i32, by: i32| i64::from(score) * i64::from(by);
        let score = weighed(total.mg, phase) + weighed(total.eg, MAX_PHASE - phase);
        let score = (score / i64::from(MAX_PHASE)) as i32;
        let scale = self.material_facts.scale(material, score);
        let scaled = (weighed(score, scale) / i64::from(FULL_SCALE)) as i32;
        scaled / WEIGHT_UNITS
    }
}

/// Adds up the weights of each side.
pub(crate) struct WeightedSum<'m> {
    weights: &'m [PackedScore],
    totals: [PackedScore; 2],
}

impl WeightedSum<'_> {
    fn total(&self, side: Side) -> TaperedScore {
        self.totals[side.index()].unpack()
    }
}

impl TermSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        self.totals[side.index()].add(self.weights[weight], times);
    }
}

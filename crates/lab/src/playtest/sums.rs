//! The sufficient statistics of a run: the sums over its games. They are small, and those of
//! several runs can be added.

use super::measures::{
    Estimator, FIRST_PLIES, MEASURES, MeasureId, MeasureScope, PLY_BINS, TENTHS, Unit,
    VARIETY_MOVES,
};
use crate::statistics::{Estimate, Histogram, RatioSums, Z95, elo, elo_slope};
use hyperrook_rules::{Game, Reason};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The reasons why games end, in the order of [`MeasureScope::Reason`].
pub const REASONS: [Reason; 8] = [
    Reason::Checkmate,
    Reason::Stalemate,
    Reason::Baring,
    Reason::BothBare,
    Reason::Repetition,
    Reason::MoveCount,
    Reason::BareRoyals,
    Reason::TooWeak,
];

/// The index of each figure of a game in a list: all figures of the first measure, then those of
/// the second measure, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureLayout {
    /// The first figure of each measure, and the end.
    starts: Vec<usize>,
}

impl FigureLayout {
    /// The layout for a game with this many kinds and cells.
    pub fn new(kinds: usize, cells: usize) -> FigureLayout {
        let mut starts = vec![0];
        for measure in MEASURES {
            let len = match (measure.estimator, measure.each) {
                // These are not ratios.
                (Estimator::Median | Estimator::Entropy | Estimator::Elo, _) => 0,
                (_, MeasureScope::Run) => 1,
                (_, MeasureScope::Reason) => REASONS.len(),
                (_, MeasureScope::Kind) => kinds,
                (_, MeasureScope::Ply) => PLY_BINS,
                (_, MeasureScope::FirstPly) => FIRST_PLIES,
                (_, MeasureScope::Tenth) => TENTHS,
                (_, MeasureScope::Cell) => cells,
            };
            starts.push(starts[starts.len() - 1] + len);
        }
        FigureLayout { starts }
    }

    /// The layout for a game.
    pub fn of(game: &Game) -> FigureLayout {
        FigureLayout::new(game.definition().pieces().len(), game.board().len())
    }

    fn range(&self, measure: MeasureId) -> std::ops::Range<usize> {
        let measure = measure as usize;
        self.starts[measure]..self.starts[measure + 1]
    }

    fn len(&self) -> usize {
        self.starts[MEASURES.len()]
    }
}

/// The contribution of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSums {
    layout: FigureLayout,
    /// x and w of each ratio; w is 0 if the game says nothing about it.
    ratios: Vec<(f64, f64)>,
    /// The plies of a finished game.
    pub(super) length: Option<u64>,
    /// The first moves after the opening.
    pub(super) first_moves: Vec<String>,
}

impl GameSums {
    /// The sums of a game before anything is added.
    pub(super) fn new(layout: &FigureLayout) -> GameSums {
        GameSums {
            layout: layout.clone(),
            ratios: vec![(0.0, 0.0); layout.len()],
            length: None,
            first_moves: Vec::new(),
        }
    }

    /// Adds `x` of `w` to the figure `at` of a measure.
    pub(super) fn add_at(&mut self, measure: MeasureId, at: usize, x: f64, w: f64) {
        let range = self.layout.range(measure);
        debug_assert!(at < range.len(), "{measure:?} has no figure {at}");
        let (sum_x, sum_w) = &mut self.ratios[range.start + at];
        *sum_x += x;
        *sum_w += w;
    }

    /// Adds `x` of `w` to a measure of one figure.
    pub(super) fn add(&mut self, measure: MeasureId, x: f64, w: f64) {
        self.add_at(measure, 0, x, w);
    }

    /// Records whether the game is one of those that a share counts.
    pub(super) fn add_share(&mut self, measure: MeasureId, counts: bool) {
        self.add(measure, f64::from(u8::from(counts)), 1.0);
    }

    /// x and w of a figure.
    pub fn ratio(&self, measure: MeasureId, at: usize) -> (f64, f64) {
        self.ratios[self.layout.range(measure).start + at]
    }
}

/// The sums of one or more runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    layout: FigureLayout,
    games: u64,
    ratios: Vec<RatioSums>,
    lengths: Histogram,
    /// The counts of the first moves after the opening.
    first_moves: Vec<BTreeMap<String, u64>>,
}

impl Sums {
    /// The sums of no games.
    pub fn new(layout: &FigureLayout) -> Sums {
        Sums {
            layout: layout.clone(),
            games: 0,
            ratios: vec![RatioSums::default(); layout.len()],
            lengths: Histogram::default(),
            first_moves: vec![BTreeMap::new(); VARIETY_MOVES],
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The lengths of the finished games, in plies.
    pub fn lengths(&self) -> &Histogram {
        &self.lengths
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameSums) {
        self.games += 1;
        for (sums, &(x, w)) in self.ratios.iter_mut().zip(&game.ratios) {
            if w > 0.0 {
                sums.add(x, w);
            }
        }
        if let Some(length) = game.length {
            self.lengths.add(length);
        }
        for (counts, mv) in self.first_moves.iter_mut().zip(&game.first_moves) {
            *counts.entry(mv.clone()).or_default() += 1;
        }
    }

    /// Adds the games of other sums of the same rules.
    pub fn merge(&mut self, other: &Sums) {
        self.games += other.games;
        for (sums, more) in self.ratios.iter_mut().zip(&other.ratios) {
            sums.merge(more);
        }
        self.lengths.merge(&other.lengths);
        for (counts, more) in self.first_moves.iter_mut().zip(&other.first_moves) {
            for (mv, count) in more {
                *counts.entry(mv.clone()).or_default() += count;
            }
        }
    }

    /// The number of figures of a measure.
    pub fn figures(&self, measure: MeasureId) -> usize {
        match measure.row().estimator {
            Estimator::Median | Estimator::Elo => 1,
            Estimator::Entropy => VARIETY_MOVES,
            Estimator::GameShare | Estimator::Ratio => self.layout.range(measure).len(),
        }
    }

    /// The sums of a figure; `None` for medians and entropies.
    pub fn ratio(&self, measure: MeasureId, at: usize) -> Option<&RatioSums> {
        self.ratios[self.layout.range(measure)].get(at)
    }

    /// The estimate of a figure; `None` if the games say nothing about it.
    pub fn estimate(&self, measure: MeasureId, at: usize) -> Option<Estimate> {
        match measure.row().estimator {
            Estimator::GameShare => self.ratio(measure, at)?.share(),
            Estimator::Ratio => Some(bounded(measure, self.ratio(measure, at)?.estimate()?)),
            Estimator::Median => self.lengths.quantile(0.5),
            Estimator::Entropy => entropy(self.first_moves.get(at)?),
            Estimator::Elo => elo_of(self.ratio(MeasureId::WhiteScore, 0)?.share()?),
        }
    }
}

/// How many times an event that no game has shown may happen in a game, on average, if it does.
const MOST_AT_ONCE: f64 = 4.0;

/// Limits the interval of an estimate to possible values: none below 0, no share above 1, and at least
/// one move where positions with none are not counted.
fn bounded(measure: MeasureId, estimate: Estimate) -> Estimate {
    let most = if is_part(measure) { 1.0 } else { f64::INFINITY };
    let least = match measure {
        MeasureId::Branching
        | MeasureId::BranchingByPly
        | MeasureId::GoodMoves
        | MeasureId::GoodMovesByPly => 1.0_f64.min(estimate.value),
        _ => 0.0,
    };
    let is_count = matches!(measure.row().unit, Unit::TimesPerGame | Unit::TimesPerPiece);
    // Where an event has been seen once, it may come several times.
    let at_once = if is_count && estimate.value == 0.0 {
        MOST_AT_ONCE
    } else {
        1.0
    };
    Estimate {
        low: estimate.low.max(least),
        high: (estimate.high * at_once).min(most).max(estimate.value),
        ..estimate
    }
}

/// Whether a measure is at most 1.
fn is_part(measure: MeasureId) -> bool {
    matches!(measure.row().unit, Unit::Share | Unit::Index)
}

/// The Elo difference of a score; `None` if a bound is infinite.
fn elo_of(score: Estimate) -> Option<Estimate> {
    let found = Estimate {
        value: elo(score.value),
        low: elo(score.low),
        high: elo(score.high),
        standard_error: elo_slope(score.value) * score.standard_error,
        games: score.games,
    };
    let bounds = [found.value, found.low, found.high];
    bounds
        .iter()
        .all(|bound| bound.is_finite())
        .then_some(found)
}

/// The entropy of counts in bits; `None` for fewer than two counts.
///
/// Counts of few games give an entropy that is too low: they lack what is rare. The estimate corrects
/// this (A. Chao and T.-J. Shen, "Nonparametric estimation of Shannon's index of diversity when there
/// are unseen species in sample", 2003), but is still too low if most moves were seen once. So the
/// interval allows for a second correction of the same size: it goes from the uncorrected entropy minus
/// the sampling error to the estimate plus the correction plus the sampling error.
fn entropy(counts: &BTreeMap<String, u64>) -> Option<Estimate> {
    let games: u64 = counts.values().sum();
    if games < 2 {
        return None;
    }
    let n = games as f64;
    let (mut seen, mut square) = (0.0, 0.0);
    for &count in counts.values() {
        let share = count as f64 / n;
        let bits = -share.log2();
        seen += share * bits;
        square += share * bits * bits;
    }
    let error = ((square - seen * seen).max(0.0) / n).sqrt();
    let once = counts.values().filter(|&&count| count == 1).count() as f64;
    // The share of all games whose move was seen (Good and Turing).
    let covered = 1.0 - once.min(n - 1.0) / n;
    let parts = counts.values().map(|&count| {
        let share = covered * count as f64 / n;
        -share * share.log2() / (1.0 - (1.0 - share).powf(n))
    });
    // Not −0.
    let value = parts.sum::<f64>().max(seen) + 0.0;
    Some(Estimate {
        value,
        low: (seen - Z95 * error).max(0.0),
        high: value + (value - seen) + Z95 * error,
        standard_error: error,
        games,
    })
}

/// Sums in the form of files: by the names of the measures, so that a later version with other
/// measures can read them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredSums {
    games: u64,
    lengths: Histogram,
    first_moves: Vec<BTreeMap<String, u64>>,
    /// For each figure of a measure, the numbers of its [`RatioSums`]; `None` if it has no games.
    measures: BTreeMap<String, Vec<Option<[f64; 10]>>>,
}

impl StoredSums {
    pub(super) fn of(sums: &Sums) -> StoredSums {
        let packed = |s: &RatioSums| {
            let numbers = [
                s.games as f64,
                s.x,
                s.w,
                s.xx,
                s.xw,
                s.ww,
                s.xxx,
                s.xxw,
                s.xww,
                s.www,
            ];
            (s.games > 0).then_some(numbers)
        };
        let mut measures = BTreeMap::new();
        for &id in MeasureId::ALL {
            let ratios = &sums.ratios[sums.layout.range(id)];
            if ratios.iter().any(|sums| sums.games > 0) {
                let list: Vec<_> = ratios.iter().map(packed).collect();
                measures.insert(id.row().id.to_owned(), list);
            }
        }
        StoredSums {
            games: sums.games,
            lengths: sums.lengths.clone(),
            first_moves: sums.first_moves.clone(),
            measures,
        }
    }

    /// The sums for a game with this layout. The error says what does not fit.
    pub(super) fn read(self, layout: &FigureLayout) -> Result<Sums, String> {
        let games = self.games;
        if games > MAX_COUNT {
            return Err(format!(
                "it has {games} games; at most {MAX_COUNT} are possible"
            ));
        }
        let is_endless = self.lengths.counts().any(|(plies, _)| plies > MAX_COUNT);
        if is_endless || !are_of_games(self.lengths.counts().map(|(_, count)| count), games) {
            return Err(
                "`lengths` has a game that is too long, or more games than there are".into(),
            );
        }
        let mut sums = Sums::new(layout);
        sums.games = games;
        sums.lengths = self.lengths;
        for (counts, stored) in sums.first_moves.iter_mut().zip(self.first_moves) {
            if !are_of_games(stored.values().copied(), games) {
                return Err("`first_moves` has more games than there are".into());
            }
            *counts = stored;
        }
        let known: HashMap<_, _> = MeasureId::ALL.iter().map(|id| (id.row().id, *id)).collect();
        for (name, list) in self.measures {
            let Some(&id) = known.get(name.as_str()) else {
                return Err(format!("there is no measure `{name}` in this version"));
            };
            let ratios = &mut sums.ratios[layout.range(id)];
            if ratios.len() != list.len() {
                return Err(format!(
                    "`{name}` has {} figures; this game has {}",
                    list.len(),
                    ratios.len()
                ));
            }
            let greatest = if is_part(id) { 1.0 } else { MAX_COUNT as f64 };
            for (ratio, numbers) in ratios.iter_mut().zip(list) {
                let Some(numbers) = numbers else { continue };
                *ratio = read_ratio(numbers, games, greatest)
                    .ok_or_else(|| format!("`{name}` has numbers that no games can have"))?;
            }
        }
        Ok(sums)
    }
}

/// The greatest number of games or plies in a file: the numbers up to it are exact as `f64`.
const MAX_COUNT: u64 = 1 << 53;

/// Whether these counts, none of them 0, are those of at most so many games.
pub(super) fn are_of_games(mut counts: impl Iterator<Item = u64>, games: u64) -> bool {
    let sum = counts.try_fold(0_u64, |sum, count| {
        sum.checked_add(count).filter(|_| count > 0)
    });
    sum.is_some_and(|sum| sum <= games)
}

/// The sums of a figure whose ratio is at most `greatest`; `None` if no games have these numbers.
fn read_ratio(numbers: [f64; 10], all_games: u64, greatest: f64) -> Option<RatioSums> {
    let [games, x, w, xx, xw, ww, xxx, xxw, xww, www] = numbers;
    // A square of a sum is at most the sum of the squares times their number; sums are rounded.
    let is_possible = |sum: f64, squares: f64| sum * sum <= games * squares * (1.0 + 1e-6);
    let are_possible = numbers.iter().all(|n| n.is_finite() && *n >= 0.0)
        && games >= 1.0
        && games.fract() == 0.0
        && games <= all_games as f64
        && w > 0.0
        && x <= greatest * w * (1.0 + 1e-6)
        && is_possible(x, xx)
        && is_possible(w, ww);
    are_possible.then_some(RatioSums {
        games: games as u64,
        x,
        w,
        xx,
        xw,
        ww,
        xxx,
        xxw,
        xww,
        www,
    })
}

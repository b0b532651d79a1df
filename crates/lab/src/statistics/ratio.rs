//! Ratios, means and shares over independent games.

use super::distributions::{Z95, poisson_low, student_quantile};
use serde::{Deserialize, Serialize};

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound of the interval.
    pub high: f64,
    /// The standard error.
    pub standard_error: f64,
    /// The number of games; if a few games decide the estimate, only as many of equal weight as would
    /// say as much.
    pub games: u64,
}

/// Sums of a ratio Σx/Σw over independent games; adding and merging commute.
///
/// A game adds `x` and `w`: the captures of a game and its plies give captures per ply. With `w =
/// 1` the ratio is the mean of `x`.
///
/// ```
/// use hyperrook_lab::statistics::RatioSums;
///
/// let mut captures = RatioSums::default();
/// for (captured, plies) in [(20.0, 80.0), (12.0, 61.0), (31.0, 140.0), (9.0, 33.0)] {
///     captures.add(captured, plies);
/// }
/// let estimate = captures.estimate().unwrap();
/// assert!((estimate.value - 72.0 / 314.0).abs() < 1e-12);
/// assert!(estimate.low < estimate.value && estimate.value < estimate.high);
/// ```
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatioSums {
    /// The number of games.
    pub games: u64,
    /// Σx.
    pub x: f64,
    /// Σw.
    pub w: f64,
    /// Σx².
    pub xx: f64,
    /// Σxw.
    pub xw: f64,
    /// Σw².
    pub ww: f64,
    /// Σx³. The sums of third powers measure the skewness of the games.
    pub xxx: f64,
    /// Σx²w.
    pub xxw: f64,
    /// Σxw².
    pub xww: f64,
    /// Σw³.
    pub www: f64,
}

/// With fewer games than this, equal ones have no interval.
const MIN_EQUAL_GAMES: u64 = 5;
/// With less weight than that of so many equal games, a few games decide a ratio.
const MIN_DECIDING_GAMES: f64 = 5.0;
/// With less than this, one game decides a ratio alone.
const ONE_DECIDES: f64 = 1.5;
/// With fewer games than this on one side, a share needs the interval of a share.
const FEW_GAMES: f64 = 50.0;
/// How many times farther from the estimate a bound may lie than by Student's test of equal weights
/// without skewness.
const MOST_WIDENED: f64 = 3.0;
/// At a bound of an interval, (1 + at / 3)³ is at least this: Hall's correction of t for the skewness a
/// is flat where that is 0.
const LEAST_STEEPNESS: f64 = 0.125;

impl RatioSums {
    /// Adds a game.
    pub fn add(&mut self, x: f64, w: f64) {
        self.games += 1;
        self.x += x;
        self.w += w;
        self.xx += x * x;
        self.xw += x * w;
        self.ww += w * w;
        self.xxx += x * x * x;
        self.xxw += x * x * w;
        self.xww += x * w * w;
        self.www += w * w * w;
    }

    /// Adds the games of other sums.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.x += other.x;
        self.w += other.w;
        self.xx += other.xx;
        self.xw += other.xw;
        self.ww += other.ww;
        self.xxx += other.xxx;
        self.xxw += other.xxw;
        self.xww += other.xww;
        self.www += other.www;
    }

    /// The ratio with its interval; `None` with fewer than two games, with fewer than five games
    /// that are all equal, or if Σw is not positive. Nor has a ratio that can be above 1 an interval if
    /// nearly all of Σw is of one game.
    ///
    /// The interval contains all ratios r for which the mean of x − rw over the games does not
    /// differ from 0 (E. C. Fieller, "Some Problems in Interval Estimation", 1954), by Student's
    /// test with the correction for skewed values of Peter Hall ("On the Removal of Skewness by
    /// Transformation", 1992). If all games are equal, the interval is that of as many other games as
    /// [`RatioSums::share`] allows for, in which x is 0, w, or up to twice as large if it is larger
    /// than w. If w is the same in all games, x is at most w, and few games
    /// decide the ratio, the interval is that of [`RatioSums::share`]: the spread of a few games says
    /// little. So it is if x is at most w and a few games have most of Σw: then it is the interval of as
    /// many games of equal weight as would say as much (Leslie Kish, "Survey Sampling", 1965). If x can
    /// be greater, so many games give the degrees of freedom of Student's test.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.games < 2 || self.w.is_nan() || self.w <= 0.0 {
            return None;
        }
        let n = self.games as f64;
        let value = self.x / self.w;
        let standard_error = (self.spread(value) / n).sqrt();
        if standard_error > 0.0
            && let Some(rare) = self.rare_share()
        {
            return Some(rare);
        }
        // A few equal games are not a constant.
        if standard_error == 0.0 && self.games < MIN_EQUAL_GAMES && self.xx > 0.0 {
            return None;
        }
        let deciding = self.deciding_games();
        if let Some(few) = deciding {
            if self.xx <= self.xw * (1.0 + 1e-12) {
                return Some(self.share_of_few(few));
            }
            if few < ONE_DECIDES {
                return None;
            }
        }
        let games = deciding.unwrap_or(n);
        let (low, high) = if standard_error == 0.0 {
            self.range_of_equal_games(value)
        } else {
            let limit = student_quantile(0.975, (games - 1.0).max(1.0));
            (
                self.bound(value, -standard_error, limit),
                self.bound(value, standard_error, limit),
            )
        };
        Some(Estimate {
            value,
            low,
            high,
            standard_error,
            games: games as u64,
        })
    }

    /// How many games of equal weight would say as much as these, (Σw)² / Σw², if a few games decide the
    /// ratio: about 1 if one game has nearly all the weight.
    fn deciding_games(&self) -> Option<f64> {
        let games = self.w * self.w / self.ww;
        (!self.has_constant_weight() && games < MIN_DECIDING_GAMES).then_some(games)
    }

    /// The ratio, of which no game has more than 1, with the interval of the share of so many games.
    fn share_of_few(&self, games: f64) -> Estimate {
        let value = self.x / self.w;
        let squares = (self.xx / self.ww).max(value * value);
        share(games, value, games * squares)
    }

    /// A share of games (x from 0 to 1, w = 1) with an interval that also holds near 0 and 1;
    /// `None` without games.
    ///
    /// The interval is that of Edwin B. Wilson ("Probable Inference, the Law of Succession, and
    /// Statistical Inference", 1927). After one to three events, or all but so many, its bound is the
    /// wider one of Lawrence D. Brown, T. Tony Cai and Anirban DasGupta ("Interval Estimation for a
    /// Binomial Proportion", 2001): Wilson's would miss a share of 0.17/n in 16 of 100 runs. Draws,
    /// which count one half, make results vary less than wins and losses would; the number of games is
    /// increased accordingly.
    pub fn share(&self) -> Option<Estimate> {
        if self.games == 0 {
            return None;
        }
        let n = self.games as f64;
        Some(share(n, self.x / n, self.xx))
    }

    /// Whether w is the same in all games.
    fn has_constant_weight(&self) -> bool {
        let n = self.games as f64;
        (n * self.ww - self.w * self.w).abs() <= 1e-9 * n * self.ww
    }

    /// The share Σx/Σw with the interval of [`RatioSums::share`], if w is the same in all games, x is
    /// never greater, and few games decide the share. The games must not be all equal.
    fn rare_share(&self) -> Option<Estimate> {
        let n = self.games as f64;
        let w = self.w / n;
        let is_part = self.xx <= self.x * w * (1.0 + 1e-12);
        let counted = self.x / w;
        let few = counted.min(n - counted) < FEW_GAMES;
        if !(self.has_constant_weight() && is_part && few) {
            return None;
        }
        let parts = RatioSums {
            games: self.games,
            x: counted,
            w: n,
            xx: self.xx / (w * w),
            ..RatioSums::default()
        };
        parts.share()
    }

    /// Whether the sums are those of a share: w = 1 and x from 0 to 1 in all games.
    pub fn is_share(&self) -> bool {
        let n = self.games as f64;
        self.w == n && self.ww == n && self.xx <= self.x && self.x <= n
    }

    /// [`RatioSums::share`] if the sums are those of a share, otherwise
    /// [`RatioSums::estimate`].
    pub fn share_or_estimate(&self) -> Option<Estimate> {
        if self.is_share() {
            self.share()
        } else {
            self.estimate()
        }
    }

    /// The variance of (x − rw) / (mean of w) over the games, with the ratio r.
    pub(super) fn spread(&self, ratio: f64) -> f64 {
        let n = self.games as f64;
        let squares = self.squares(ratio);
        let mean = (self.x - ratio * self.w) / n;
        let variance = (squares - n * mean * mean).max(0.0) / (n - 1.0);
        // Ignore differences that come only from rounding.
        let noise = 1e-14 * (self.xx + ratio * ratio * self.ww) / n;
        if variance <= noise {
            return 0.0;
        }
        variance / (self.w / n).powi(2)
    }

    /// Σ(x − rw)².
    pub(super) fn squares(&self, ratio: f64) -> f64 {
        (self.xx - 2.0 * ratio * self.xw + ratio * ratio * self.ww).max(0.0)
    }

    /// The interval of a ratio that is the same in all games.
    fn range_of_equal_games(&self, value: f64) -> (f64, f64) {
        // If w is less than 1 per game, there are fewer units than games.
        let per_unit = (self.games as f64 / self.w).max(1.0);
        let others = (self.never_seen() * per_unit).min(1.0);
        let largest = if value > 1.0 { 2.0 * value } else { 1.0 };
        (value * (1.0 - others), value + others * (largest - value))
    }

    /// The maximum share of games in which an event can happen that no game has shown.
    fn never_seen(&self) -> f64 {
        let none = RatioSums {
            games: self.games,
            ..RatioSums::default()
        };
        none.share().map_or(1.0, |share| share.high)
    }

    /// The degrees of freedom of the variance of x − rw. Fewer than those of normal games, if a few games
    /// differ so much from the others that they decide the variance: by Satterthwaite's approximation
    /// they are 2n / (κ − 1), and the kurtosis κ is at least 1 plus the squared skewness.
    pub(super) fn freedom(&self) -> f64 {
        let n = self.games as f64;
        let (_, second, third) = self.moments(self.x / self.w);
        let skewness = skewness(n, second, third);
        (n - 1.0).min(2.0 * n / (skewness * skewness)).max(1.0)
    }

    /// The mean of x − rw over the games, and the sums of its second and third central powers.
    fn moments(&self, ratio: f64) -> (f64, f64, f64) {
        let (n, r) = (self.games as f64, ratio);
        let mean = (self.x - r * self.w) / n;
        let squares = self.squares(r);
        let cubes = self.xxx - 3.0 * r * self.xxw + 3.0 * r * r * self.xww - r * r * r * self.www;
        let second = squares - n * mean * mean;
        let third = cubes - 3.0 * mean * squares + 2.0 * n * mean * mean * mean;
        (mean, second, third)
    }

    /// Student's statistic of the mean of x − rw, corrected for skewness, to be compared with
    /// `limit`. It falls with the ratio r.
    fn statistic(&self, ratio: f64, limit: f64) -> f64 {
        let n = self.games as f64;
        let (mean, second, third) = self.moments(ratio);
        if second <= 0.0 {
            return if mean == 0.0 {
                0.0
            } else {
                mean * f64::INFINITY
            };
        }
        let t = mean * n.sqrt() / (second / (n - 1.0)).sqrt();
        // Hall's cubic is flat at t = −3 / a. Where the limit lies near that height, as with the strong
        // skewness of a few games, the bound would be anywhere. With this much skewness it is at most
        // about twice as far from the estimate as without any.
        let most = 3.0 * ((limit * limit + 2.0 / 3.0 * (1.0 - LEAST_STEEPNESS)).sqrt() - limit);
        let a = (skewness(n, second, third) / n.sqrt()).clamp(-most, most);
        t + a * t * t / 3.0 + a * a * t * t * t / 27.0 + a / 6.0
    }

    /// The ratio on one side of the estimate at which the statistic reaches its limit; `step` gives
    /// the side and the scale.
    fn bound(&self, value: f64, step: f64, limit: f64) -> f64 {
        let is_inside = |ratio: f64| self.statistic(ratio, limit) * -step.signum() < limit;
        let mut outside = value + step;
        for _ in 0..12 {
            if !is_inside(outside) {
                break;
            }
            outside = value + 2.0 * (outside - value);
        }
        if is_inside(outside) {
            // The weights are too uncertain for an interval by the test.
            return value + limit * step;
        }
        // So they are if the interval would be many times as long as without their uncertainty.
        let farthest = value + MOST_WIDENED * limit * step;
        if is_inside(farthest) {
            return farthest;
        }
        let mut inside = value;
        for _ in 0..60 {
            let middle = (inside + outside) / 2.0;
            if is_inside(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        (inside + outside) / 2.0
    }
}

/// The share of `n` games, of which the sum of squares is `xx`, with its interval.
fn share(n: f64, share: f64, xx: f64) -> Estimate {
    let share = share.clamp(0.0, 1.0);
    // Two more games, one of them won, and two more games with the maximum variance: results
    // that have never been seen are not impossible.
    let smoothed = (share * n + 1.0) / (n + 2.0);
    let binary = 2.0 * smoothed * (1.0 - smoothed);
    let seen = (xx - n * share * share).max(0.0);
    let part = (seen + binary) / (n * share * (1.0 - share) + binary);
    let part = part.min(1.0);
    let games = n / part;
    let z2 = Z95 * Z95;
    let centre = (share + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = Z95 / (1.0 + z2 / games)
        * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    let low = (centre - half)
        .max(0.0)
        .min(few_events(share * games, games));
    let high = (centre + half).min(1.0);
    let high = high.max(1.0 - few_events((1.0 - share) * games, games));
    Estimate {
        value: share,
        low: if share == 0.0 { 0.0 } else { low },
        high: if share == 1.0 { 1.0 } else { high },
        standard_error: (smoothed * (1.0 - smoothed) * part / n).sqrt(),
        games: n as u64,
    }
}

/// The lower bound of a share after few events; 1 after none or many, which need no such bound.
fn few_events(events: f64, games: f64) -> f64 {
    const FEW_EVENTS: f64 = 3.0;
    if events <= 0.0 || events > FEW_EVENTS {
        return 1.0;
    }
    poisson_low(events) / games
}

/// The skewness of `n` values, corrected for their number, from the sums of their second and third
/// central powers; 0 if they are equal.
fn skewness(n: f64, second: f64, third: f64) -> f64 {
    if n <= 2.0 || second <= 0.0 {
        return 0.0;
    }
    (n * (n - 1.0)).sqrt() / (n - 2.0) * (third / n) / (second / n).powf(1.5)
}

//! Search parameters: margins in centipawns, depths in plies, reductions in parts of 1024
//! of a ply.
//!
//! [`SearchParams`] are the parameters that `hyperrook spsa` can tune by games, so each game can
//! have its own. Their table is here, `formulas` computes margins and reductions from them, and
//! `files` reads and writes files of them. The parameters that are not tuned are in `constants`.

mod constants;
mod files;
mod formulas;
#[cfg(test)]
mod tests;

pub(crate) use constants::*;
pub use files::SearchParamsFile;

use std::ops::RangeInclusive;
use std::sync::LazyLock;
use thiserror::Error;

/// A tunable number of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchParam {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its value in games that do not set their own.
    pub default: i32,
    /// The values that it can have.
    pub range: RangeInclusive<i32>,
    /// Whether it is in centipawns, and therefore scaled by `margin_percent`.
    pub is_margin: bool,
}

macro_rules! search_params {
    ($($(#[doc = $about:literal])+ $unit:ident $name:ident = $default:literal in $range:expr;)+) => {
        /// The search parameters that can be tuned, by name. Each game can have its own.
        ///
        /// ```
        /// use hyperrook_search::SearchParams;
        ///
        /// let mut params = SearchParams::default();
        /// params.set("margin_percent", 80)?;
        /// assert_eq!(params.get("margin_percent"), Some(80));
        /// assert!(params.set("margin_percent", -1).is_err());
        /// # Ok::<(), hyperrook_search::SearchParamsError>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $(pub(crate) $name: i32,)+
        }

        impl Default for SearchParams {
            fn default() -> SearchParams {
                SearchParams { $($name: $default,)+ }
            }
        }

        impl SearchParams {
            /// All parameters, in the order of the search.
            pub fn all() -> &'static [SearchParam] {
                static ALL: LazyLock<Vec<SearchParam>> = LazyLock::new(|| vec![
                    $(SearchParam {
                        name: stringify!($name),
                        about: concat!($($about),+).trim_ascii(),
                        default: $default,
                        range: $range,
                        is_margin: stringify!($unit).as_bytes()[0] == b'm',
                    },)+
                ]);
                &ALL
            }

            fn field(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

search_params! {
    /// Multiplies all numbers of centipawns below, in percent: 100 centipawns are not worth the
    /// same in all games.
    number margin_percent = 100 in 20..=400;
    /// Aspiration windows: how far the first window reaches from the last score in both directions.
    margin aspiration_delta = 14 in 4..=100;
    /// Razoring: how far below alpha the evaluation must be.
    margin razoring_base = 180 in 0..=1_000;
    /// Razoring: how much farther below alpha, times the square of the depth.
    margin razoring_factor = 140 in 0..=1_000;
    /// Reverse futility pruning: the maximum depth.
    number reverse_futility_max_depth = 8 in 0..=20;
    /// Reverse futility pruning: how far above beta the evaluation must be, per ply.
    margin reverse_futility = 75 in 10..=400;
    /// Null-move pruning: the minimum depth. A large value turns it off.
    number null_move_min_depth = 3 in 1..=240;
    /// Null-move pruning: how far above beta the static evaluation must be.
    margin null_move_base = 120 in -300..=600;
    /// Null-move pruning: how much less per ply of depth.
    margin null_move_factor = 20 in 0..=100;
    /// Null-move pruning: the basic reduction of the depth, in plies.
    number null_move_reduction = 4 in 1..=8;
    /// Null-move pruning: the distance above beta that adds one ply to the reduction.
    margin null_move_eval_per_ply = 200 in 20..=1_000;
    /// ProbCut: the minimum depth. A large value turns it off.
    number probcut_min_depth = 5 in 2..=240;
    /// ProbCut: how far above beta a capture must score.
    margin probcut = 180 in 20..=800;
    /// ProbCut: how much less when the position is improving.
    margin probcut_improving = 50 in 0..=300;
    /// The number of first evasions that are never pruned.
    number evasions_never_pruned = 4 in 1..=20;
    /// Late move pruning: the maximum depth.
    number late_move_max_depth = 8 in 0..=20;
    /// Late move pruning: the number of moves searched, in percent of the default number.
    number late_move_percent = 140 in 20..=600;
    /// Futility pruning: the maximum reduced depth.
    number futility_max_depth = 7 in 0..=20;
    /// Futility pruning: how far below alpha the static evaluation must be.
    margin futility_base = 90 in 0..=600;
    /// Futility pruning: how much farther below alpha per ply of reduced depth.
    margin futility_factor = 85 in 10..=400;
    /// Futility pruning: the history score that is worth one centipawn.
    number futility_history = 128 in 16..=4_096;
    /// SEE pruning: the maximum depth.
    number see_max_depth = 9 in 0..=20;
    /// SEE pruning: what a tactical move may lose, per ply of depth.
    margin see_tactical = 85 in 10..=400;
    /// SEE pruning: the history score of a capture that lets it lose one centipawn more. A large
    /// value turns this off.
    number see_capture_history = 32 in 4..=20_000;
    /// SEE pruning: what a quiet move may lose, times the square of the reduced depth.
    margin see_quiet = 22 in 2..=200;
    /// Singular extensions: the minimum depth. A large value turns them off.
    number singular_min_depth = 5 in 4..=240;
    /// Singular extensions: how far other moves must be below the singular one, in hundredths of a
    /// centipawn per ply.
    margin singular_percent = 200 in 20..=1_500;
    /// Singular extensions: how much farther below for a double extension.
    margin double_extension = 20 in 0..=300;
    /// Check extensions: the maximum depth. Zero turns them off.
    number check_extension_max_depth = 0 in 0..=240;
    /// Check extensions: how many of the first moves are extended outside of the principal
    /// variation.
    number check_extension_max_moves = 4 in 0..=40;
    /// Late move reductions: the reduction of every move.
    number lmr_base = 800 in -1_000..=3_000;
    /// Late move reductions: multiplied by the logarithms of the depth and of the move count.
    number lmr_factor = 430 in 50..=1_500;
    /// Late move reductions: added for tactical moves.
    number lmr_tactical = -700 in -4_000..=2_000;
    /// Late move reductions: added for quiet moves if the move of the table is tactical.
    number lmr_quiet_with_tactical_tt_move = 900 in -1_000..=4_000;
    /// Late move reductions: added for killer moves.
    number lmr_killer = -800 in -4_000..=1_000;
    /// Late move reductions: added at nodes that are expected to fail high.
    number lmr_cut_node = 1200 in -1_000..=4_000;
    /// Late move reductions: added in the principal variation.
    number lmr_pv = -1000 in -4_000..=1_000;
    /// Late move reductions: added for moves that give check.
    number lmr_check = -900 in -4_000..=1_000;
    /// Late move reductions: added if the position is not improving.
    number lmr_not_improving = 600 in -1_000..=3_000;
    /// Late move reductions: added if many children have failed high.
    number lmr_many_cutoffs = 600 in -1_000..=3_000;
    /// Late move reductions: the history score of a capture that is worth 1/1024 of a ply.
    number lmr_capture_history = 12 in 2..=200;
    /// Late move reductions: the history score of a quiet move that is worth one ply.
    number lmr_quiet_history = 9000 in 1_000..=60_000;
    /// Late move reductions: added at the root.
    number root_lmr_offset = -1000 in -4_000..=1_000;
    /// Quiescence: the number of plies in which all good captures are searched. Later plies search
    /// only recaptures.
    number all_captures_plies = 5 in 0..=20;
    /// Delta pruning: how far below alpha a capture in quiescence may leave the evaluation.
    margin delta_pruning = 120 in 0..=600;
    /// Quiescence: the number of evasions that are searched before quiet ones are pruned.
    number quiescence_evasions = 3 in 1..=40;
    /// Move ordering: the bonus of a quiet move that gives check, in units of history.
    number check_ordering_bonus = 14000 in 0..=30_000;
    /// Move ordering: the bonus of a quiet move that moves a piece away from an attack by the least
    /// valuable kind, in units of history. A move into such an attack loses the same amount.
    number escape_ordering_bonus = 8000 in 0..=30_000;
    /// Move ordering: what a quiet move that gives check may lose and still get the bonus.
    margin check_ordering_max_loss = 75 in 0..=20_000;
    /// Move ordering: the bonus of a quiet move that moves a piece away from an attack by a less
    /// valuable one, in units of history per centipawn of its value. A move into such an attack loses
    /// the same amount.
    number escape_bonus_by_value = 12 in 0..=60;
    /// Move ordering: quiet moves with a score below minus this, times the depth, come after the bad
    /// captures. Zero turns this off.
    number bad_quiet_factor = 4000 in 0..=20_000;
    /// History: the bonus of a quiet move for each centipawn by which it raises the static
    /// evaluation.
    number history_per_centipawn = 12 in 0..=100;
    /// History: the maximum bonus for a raised static evaluation.
    number history_per_centipawn_max = 1200 in 0..=4_000;
    /// History: the bonus per ply of depth.
    number history_bonus_factor = 240 in 20..=600;
    /// History: subtracted from the bonus by depth.
    number history_bonus_offset = 80 in -200..=500;
    /// History: the maximum bonus by depth.
    number history_bonus_max = 1800 in 200..=4_000;
    /// History: the bonus of the best move of a node with an exact score, in percent of that of a
    /// cut-off.
    number exact_history_percent = 100 in 0..=200;
    /// History: the bonus of a quiet move after which no reply raises alpha, in percent of that of
    /// a cut-off.
    number fail_low_history_percent = 100 in 0..=200;
}

/// Why a search parameter cannot be set or a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchParamsError {
    /// There is no search parameter with this name.
    #[error("there is no search parameter `{0}`; `hyperrook spsa --list` lists them all")]
    Unknown(String),
    /// A value is out of range.
    #[error("`{name}` is {value}; it must be from {least} to {most}")]
    OutOfRange {
        /// The name of the parameter.
        name: &'static str,
        /// The value that was given.
        value: i32,
        /// The minimum value.
        least: i32,
        /// The maximum value.
        most: i32,
    },
    /// The conversion of scores into chances has unusable numbers.
    #[error(
        "in `[chances]`, `scale_cp` must be from 0.1 to 1000000, `draw_cp` from 0 to 1000000, and \
         `draw_power` from 0 to 8"
    )]
    Chances,
    /// The text is not a file of search parameters.
    #[error("not a file of search parameters: {0}")]
    Toml(#[from] toml::de::Error),
}

impl SearchParams {
    /// The value of the parameter with this name.
    pub fn get(&self, name: &str) -> Option<i32> {
        let mut copy = *self;
        copy.field(name).map(|value| *value)
    }

    /// Changes the value of the parameter with this name.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), SearchParamsError> {
        let unknown = || SearchParamsError::Unknown(name.to_owned());
        let param = SearchParams::all().iter().find(|param| param.name == name);
        let param = param.ok_or_else(unknown)?;
        if !param.range.contains(&value) {
            return Err(SearchParamsError::OutOfRange {
                name: param.name,
                value,
                least: *param.range.start(),
                most: *param.range.end(),
            });
        }
        *self.field(name).ok_or_else(unknown)? = value;
        Ok(())
    }
}

//! Search parameters: margins in centipawns, depths in plies, reductions in parts of 1024
//! of a ply.
//!
//! [`SearchParams`] are those that `hyperrook spsa` can tune by games, so each game can have
//! its own. The others are constants.

use crate::chances::ChancesModel;
use hyperrook_rules::Definition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;
use thiserror::Error;

/// A tunable number of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchParam {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its value in games that have none of their own.
    pub default: i32,
    /// The values that it can have.
    pub range: RangeInclusive<i32>,
    /// Whether it is a number of centipawns, which `margin_percent` scales.
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
            /// All numbers, in the order of the search.
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
    /// All numbers of centipawns below are multiplied by this, in percent: 100 centipawns are
    /// not worth the same in all games.
    number margin_percent = 100 in 20..=400;
    /// The first aspiration window reaches this far from the last score in both directions.
    margin aspiration_delta = 14 in 4..=100;
    /// Razoring: how far below alpha the evaluation must be.
    margin razoring_base = 180 in 0..=1_000;
    /// Razoring: the same for each squared ply of depth.
    margin razoring_factor = 140 in 0..=1_000;
    /// Reverse futility pruning: the greatest depth.
    number reverse_futility_max_depth = 8 in 0..=20;
    /// Reverse futility pruning: how far above beta the evaluation must be, for each ply.
    margin reverse_futility = 75 in 10..=400;
    /// Null-move pruning: the least depth. A great one turns it off.
    number null_move_min_depth = 3 in 1..=240;
    /// Null-move pruning: how far above beta the static evaluation must be.
    margin null_move_base = 120 in -300..=600;
    /// Null-move pruning: how much less for each ply.
    margin null_move_factor = 20 in 0..=100;
    /// Null-move pruning: by how much depth the search is reduced.
    number null_move_reduction = 4 in 1..=8;
    /// Null-move pruning: for each such distance above beta a ply more.
    margin null_move_eval_per_ply = 200 in 20..=1_000;
    /// ProbCut: the least depth. A great one turns it off.
    number probcut_min_depth = 5 in 2..=240;
    /// ProbCut: how far above beta a capture must score.
    margin probcut = 180 in 20..=800;
    /// ProbCut: how much less when the position is improving.
    margin probcut_improving = 50 in 0..=300;
    /// The number of first evasions that are never pruned.
    number evasions_never_pruned = 4 in 1..=20;
    /// Late move pruning: the greatest depth.
    number late_move_max_depth = 8 in 0..=20;
    /// Late move pruning: how many moves are searched, in percent of the usual number.
    number late_move_percent = 100 in 20..=600;
    /// Futility pruning: the greatest reduced depth.
    number futility_max_depth = 7 in 0..=20;
    /// Futility pruning: how far below alpha the static evaluation must be.
    margin futility_base = 90 in 0..=600;
    /// Futility pruning: the same for each ply of reduced depth.
    margin futility_factor = 85 in 10..=400;
    /// Futility pruning: the history that is worth a centipawn.
    number futility_history = 128 in 16..=4_096;
    /// SEE pruning: the greatest depth.
    number see_max_depth = 9 in 0..=20;
    /// SEE pruning: what a tactical move may lose, for each ply.
    margin see_tactical = 85 in 10..=400;
    /// SEE pruning: what a quiet move may lose, for each squared ply of reduced depth.
    margin see_quiet = 22 in 2..=200;
    /// Singular extensions: the least depth. A great one turns them off.
    number singular_min_depth = 7 in 4..=240;
    /// Singular extensions: how far other moves must be below the singular one, in hundredths
    /// of a centipawn for each ply.
    margin singular_percent = 200 in 20..=1_500;
    /// Singular extensions: how much farther for a double extension.
    margin double_extension = 20 in 0..=300;
    /// Check extensions: the greatest depth. Zero turns them off.
    number check_extension_max_depth = 10 in 0..=240;
    /// Check extensions: how many of the first moves are extended outside of the principal
    /// variation.
    number check_extension_max_moves = 4 in 0..=40;
    /// Late move reductions: of every move.
    number lmr_base = 430 in -1_000..=3_000;
    /// Late move reductions: times the logarithms of depth and of move count.
    number lmr_factor = 430 in 50..=1_500;
    /// Late move reductions: of tactical moves.
    number lmr_tactical = -700 in -4_000..=2_000;
    /// Late move reductions: of quiet moves when the move of the table is tactical.
    number lmr_quiet_with_tactical_tt_move = 900 in -1_000..=4_000;
    /// Late move reductions: of killer moves.
    number lmr_killer = -800 in -4_000..=1_000;
    /// Late move reductions: at nodes that should fail high.
    number lmr_cut_node = 1200 in -1_000..=4_000;
    /// Late move reductions: in the principal variation.
    number lmr_pv = -1000 in -4_000..=1_000;
    /// Late move reductions: of checks.
    number lmr_check = -900 in -4_000..=1_000;
    /// Late move reductions: when the position is not improving.
    number lmr_not_improving = 600 in -1_000..=3_000;
    /// Late move reductions: when many children have failed high.
    number lmr_many_cutoffs = 600 in -1_000..=3_000;
    /// Late move reductions: the history of a capture that is worth 1/1024 of a ply.
    number lmr_capture_history = 12 in 2..=200;
    /// Late move reductions: the history of a quiet move that is worth a ply.
    number lmr_quiet_history = 9000 in 1_000..=60_000;
    /// Late move reductions: how much more at the root.
    number root_lmr_offset = -1000 in -4_000..=1_000;
    /// Plies of quiescence in which all good captures are searched; later ones search
    /// recaptures only.
    number all_captures_plies = 2 in 0..=20;
    /// How far below alpha a capture in quiescence may leave the evaluation.
    margin delta_pruning = 120 in 0..=600;
    /// The number of evasions in quiescence that are searched before quiet ones are pruned.
    number quiescence_evasions = 3 in 1..=40;
    /// Order of moves: how much history a quiet move that gives check is worth.
    number check_ordering_bonus = 8000 in 0..=30_000;
    /// Order of moves: how much history it is worth that a quiet move takes a piece away from an
    /// attack by the least valuable kind. A move into such an attack loses as much.
    number escape_ordering_bonus = 8000 in 0..=30_000;
    /// The bonus in history tables of a quiet move for each centipawn by which it raises the
    /// static evaluation.
    number history_per_centipawn = 12 in 0..=100;
    /// The greatest such bonus.
    number history_per_centipawn_max = 1200 in 0..=4_000;
    /// The bonus in history tables for each ply of depth.
    number history_bonus_factor = 160 in 20..=600;
    /// How much less in all.
    number history_bonus_offset = 80 in -200..=500;
    /// The greatest bonus.
    number history_bonus_max = 1800 in 200..=4_000;
    /// The bonus of the best move of a node with an exact score, in percent of that of a cut-off.
    number exact_history_percent = 100 in 0..=200;
    /// The bonus of a quiet move after which no reply raises alpha, in percent of the same.
    number fail_low_history_percent = 100 in 0..=200;
}

/// Why a number of the search cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchParamsError {
    /// There is no such number.
    #[error("there is no number `{0}` of the search; `hyperrook spsa --list` names them all")]
    Unknown(String),
    /// A number is too small or too great.
    #[error("`{name}` is {value}; it must be from {least} to {most}")]
    OutOfRange {
        /// The name of the number.
        name: &'static str,
        /// What was given.
        value: i32,
        /// The least value that it can have.
        least: i32,
        /// The greatest value that it can have.
        most: i32,
    },
    /// The text is not a file of search parameters.
    #[error("not a file of search parameters: {0}")]
    Toml(#[from] toml::de::Error),
}

impl SearchParams {
    /// The number with this name.
    pub fn get(&self, name: &str) -> Option<i32> {
        let mut copy = *self;
        copy.field(name).map(|value| *value)
    }

    /// Changes the number with this name.
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

    /// The numbers that come with the program for a game, and the usual ones for other games.
    pub fn shipped(definition: &Definition) -> SearchParams {
        shipped_file(definition).map_or_else(SearchParams::default, |file| file.params)
    }

    /// These numbers as the search uses them: `margin_percent` has been applied.
    pub(crate) fn applied(mut self) -> SearchParams {
        let percent = self.margin_percent;
        for param in SearchParams::all().iter().filter(|param| param.is_margin) {
            if let Some(value) = self.field(param.name) {
                *value = *value * percent / 100;
            }
        }
        // A window has a width, and divisors are not zero.
        self.aspiration_delta = self.aspiration_delta.max(2);
        self.null_move_eval_per_ply = self.null_move_eval_per_ply.max(1);
        self.futility_history = (self.futility_history * 100 / percent).max(1);
        self.history_per_centipawn = self.history_per_centipawn * 100 / percent;
        self
    }

    /// Razoring: how far below alpha the evaluation must be.
    pub(crate) fn razoring_margin(&self, depth: i32) -> i32 {
        self.razoring_base + self.razoring_factor * depth * depth
    }

    /// Reverse futility pruning: how far above beta the evaluation must be.
    pub(crate) fn reverse_futility_margin(&self, depth: i32, improving: bool) -> i32 {
        self.reverse_futility * (depth - i32::from(improving))
    }

    /// Null-move pruning: how far above beta the static evaluation must be.
    pub(crate) fn null_move_margin(&self, depth: i32) -> i32 {
        self.null_move_base - self.null_move_factor * depth
    }

    /// By how much depth the search after a null move is reduced, where the evaluation is
    /// `above_beta`.
    pub(crate) fn null_move_depth(&self, depth: i32, above_beta: i32) -> i32 {
        self.null_move_reduction + depth / 3 + (above_beta / self.null_move_eval_per_ply).min(3)
    }

    /// ProbCut: how far above beta a capture must score.
    pub(crate) fn probcut_margin(&self, improving: bool) -> i32 {
        self.probcut - self.probcut_improving * i32::from(improving)
    }

    /// After how many moves quiet ones are pruned, in a game of this branching factor.
    pub(crate) fn late_move_threshold(
        &self,
        depth: i32,
        branching_factor: i32,
        improving: bool,
    ) -> i32 {
        (4 + depth * depth) * branching_factor * self.late_move_percent
            / (3_200 * (2 - i32::from(improving)))
    }

    /// How far below alpha the static evaluation must be for a quiet move with this history
    /// to be pruned.
    pub(crate) fn futility_margin(&self, lmr_depth: i32, history: i32) -> i32 {
        self.futility_base + self.futility_factor * lmr_depth + history / self.futility_history
    }

    /// The least static exchange value of a tactical move that is searched.
    pub(crate) fn see_tactical_threshold(&self, depth: i32) -> i32 {
        -self.see_tactical * depth
    }

    /// The least static exchange value of a quiet move that is searched.
    pub(crate) fn see_quiet_threshold(&self, lmr_depth: i32) -> i32 {
        -self.see_quiet * lmr_depth * lmr_depth
    }

    /// How far all other moves must be below the score of a singular move.
    pub(crate) fn singular_margin(&self, depth: i32) -> i32 {
        self.singular_percent * depth / 100
    }

    /// The bonus of a quiet move that changed the static evaluation by so much.
    pub(crate) fn eval_history_bonus(&self, gain: i32) -> i32 {
        let max = self.history_per_centipawn_max;
        (gain * self.history_per_centipawn).clamp(-max, max)
    }

    /// The bonus of a move that caused a cut-off, and the malus of those tried before it.
    pub(crate) fn history_bonus(&self, depth: i32) -> i32 {
        (self.history_bonus_factor * depth - self.history_bonus_offset)
            .clamp(0, self.history_bonus_max)
    }

    /// The same at a node with an exact score.
    pub(crate) fn exact_history_bonus(&self, depth: i32) -> i32 {
        self.history_bonus(depth) * self.exact_history_percent / 100
    }

    /// The bonus of the quiet move that led to a node in which no move raised alpha.
    pub(crate) fn fail_low_history_bonus(&self, depth: i32) -> i32 {
        self.history_bonus(depth) * self.fail_low_history_percent / 100
    }
}

impl ChancesModel {
    /// The model that comes with the program for a game, or the usual one.
    pub fn shipped(definition: &Definition) -> ChancesModel {
        let file = shipped_file(definition);
        file.and_then(|file| file.chances).unwrap_or_default()
    }
}

/// The file that comes with the program for a game.
fn shipped_file(definition: &Definition) -> Option<&'static SearchParamsFile> {
    static READ: LazyLock<BTreeMap<&str, SearchParamsFile>> = LazyLock::new(|| {
        let read = |&(game, text): &(&'static str, &str)| match SearchParamsFile::read(text) {
            Ok(file) => (game, file),
            Err(error) => unreachable!("a test reads the numbers of {game}: {error}"),
        };
        SHIPPED.iter().map(read).collect()
    });
    READ.get(definition.name())
}

macro_rules! shipped {
    ($game:literal) => {
        ($game, include_str!(concat!("../params/", $game, ".toml")))
    };
}

/// The numbers that come with the program, by the name of the game.
const SHIPPED: &[(&str, &str)] = &[
    shipped!("chess"),
    shipped!("gateway"),
    shipped!("hyperchess"),
    shipped!("raumschach"),
    shipped!("riftwalker"),
    shipped!("sesqui"),
    shipped!("twoboards"),
    shipped!("walkers"),
];

/// A file of search parameters. Parameters that it does not name have their usual values.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchParamsFile {
    /// The name of the game.
    pub game: String,
    /// How they were found.
    pub made: String,
    /// The numbers.
    pub params: SearchParams,
    /// How scores become chances, if the file says so.
    pub chances: Option<ChancesModel>,
}

/// The file as written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: String,
    #[serde(default)]
    made: String,
    #[serde(default)]
    params: BTreeMap<String, i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chances: Option<ChancesModel>,
}

impl SearchParamsFile {
    /// Reads a file.
    pub fn read(text: &str) -> Result<SearchParamsFile, SearchParamsError> {
        let written: Written = toml::from_str(text)?;
        let mut params = SearchParams::default();
        for (name, &value) in &written.params {
            params.set(name, value)?;
        }
        Ok(SearchParamsFile {
            game: written.game,
            made: written.made,
            params,
            chances: written.chances,
        })
    }

    /// The text of the file, with the numbers that differ from the usual ones.
    pub fn write(&self) -> String {
        let mut params = BTreeMap::new();
        for param in SearchParams::all() {
            if let Some(value) = self.params.get(param.name)
                && value != param.default
            {
                params.insert(param.name.to_owned(), value);
            }
        }
        let written = Written {
            game: self.game.clone(),
            made: self.made.clone(),
            params,
            chances: self.chances,
        };
        // Strings and integers can always be written.
        toml::to_string(&written).unwrap_or_default()
    }
}

// Aspiration windows.

/// The iteration from which on windows are narrow.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 5;
/// From windows of this width on, a bound that the score has reached is removed.
pub(crate) const ASPIRATION_MAX_DELTA: i32 = 600;
/// The most plies by which a search that fails high repeatedly is made shallower.
pub(crate) const ASPIRATION_MAX_REDUCTION: i32 = 3;

/// The next window after a failed one.
pub(crate) fn wider_delta(delta: i32) -> i32 {
    delta + delta / 2 + 5
}

// Pruning.

pub(crate) const RAZORING_MAX_DEPTH: i32 = 3;
/// From this depth on a cut-off by a null move is verified by a search without null moves.
pub(crate) const NULL_MOVE_VERIFICATION_DEPTH: i32 = 14;

/// For how many plies null moves are off in a verification search of some depth.
pub(crate) fn null_move_verification_plies(depth: i32) -> usize {
    (3 * depth.max(1) / 4) as usize
}

pub(crate) const INTERNAL_REDUCTION_MIN_DEPTH: i32 = 4;
/// By how much depth the confirming search of ProbCut is reduced.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

// Extensions.

/// The table entry of a singular move may be this much shallower than the node.
pub(crate) const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// The most double extensions on a line.
pub(crate) const MAX_DOUBLE_EXTENSIONS: u32 = 6;

/// The depth of the search without the singular move.
pub(crate) fn singular_depth(depth: i32) -> i32 {
    (depth - 1) / 2
}

// Late move reductions, in parts of 1024 of a ply.

/// One ply.
pub(crate) const PLY: i32 = 1024;
pub(crate) const LMR_MIN_DEPTH: i32 = 2;
/// If more children than this have failed high, their cut-offs are many.
pub(crate) const LMR_CUTOFF_COUNT: u32 = 3;
pub(crate) const ROOT_LMR_MIN_DEPTH: i32 = 3;
/// The number of first root moves that are never reduced.
pub(crate) const ROOT_LMR_FULL_MOVES: i32 = 3;

// History.

/// About the sum of the static evaluations before and after a move that changes nothing, each for
/// its side to move. It is more than zero because having the move counts in both.
pub(crate) const EVALS_WITHOUT_CHANGE: i32 = 20;

// Draws.

/// Scores of the table do not take the move count into account. With this many plies or fewer
/// left until the draw they cut off no node of the main search; they still improve the static
/// evaluation there, and quiescence uses them as always.
pub(crate) const MOVE_COUNT_DRAW_NEAR: u32 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_read() {
        for (game, text) in SHIPPED {
            let file = SearchParamsFile::read(text).unwrap();
            assert_eq!(file.game, *game);
            assert!(!file.made.is_empty(), "{game}");
            assert!(file.chances.is_some(), "{game}");
        }
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let mut params = SearchParams::default();
        for param in SearchParams::all() {
            assert!(param.range.contains(&param.default), "{}", param.name);
            for value in [*param.range.start(), *param.range.end()] {
                params.set(param.name, value).unwrap();
                assert_eq!(params.get(param.name), Some(value));
            }
            let beyond = *param.range.end() + 1;
            assert!(params.set(param.name, beyond).is_err(), "{}", param.name);
        }
        let file = SearchParamsFile {
            game: "mine".into(),
            made: "by hand".into(),
            params,
            chances: Some(ChancesModel::default()),
        };
        assert_eq!(SearchParamsFile::read(&file.write()), Ok(file));
        let text = "game = 'mine'\n[params]\nmargins = 3\n";
        let unknown = SearchParamsError::Unknown("margins".into());
        assert_eq!(SearchParamsFile::read(text), Err(unknown));
    }

    #[test]
    fn margins_scale_and_the_usual_numbers_stay() {
        let usual = SearchParams::default();
        assert_eq!(usual.applied(), usual);
        let mut half = usual;
        half.set("margin_percent", 50).unwrap();
        let applied = half.applied();
        assert_eq!(applied.razoring_margin(2), usual.razoring_margin(2) / 2);
        assert_eq!(applied.see_quiet_threshold(1), -11);
        assert_eq!(applied.lmr_factor, usual.lmr_factor);
        // The least margins leave a window to search in, and divide by no zero.
        let mut least = usual;
        for param in SearchParams::all() {
            least.set(param.name, *param.range.start()).unwrap();
        }
        let applied = least.applied();
        assert!(applied.aspiration_delta >= 2 && applied.null_move_eval_per_ply > 0);
    }
}

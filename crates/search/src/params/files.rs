//! Files of search parameters, and those that come with the program.

use super::{SearchParams, SearchParamsError};
use crate::chances::ChancesModel;
use hyperrook_rules::Definition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

impl SearchParams {
    /// The shipped parameters of a game; the default ones for games without a shipped file.
    pub fn shipped(definition: &Definition) -> SearchParams {
        shipped_file(definition).map_or_else(SearchParams::default, |file| file.params)
    }
}

impl ChancesModel {
    /// The shipped model of a game, or the default one.
    pub fn shipped(definition: &Definition) -> ChancesModel {
        let file = shipped_file(definition);
        file.and_then(|file| file.chances).unwrap_or_default()
    }
}

/// The shipped file of a game.
fn shipped_file(definition: &Definition) -> Option<&'static SearchParamsFile> {
    static READ: LazyLock<BTreeMap<&str, SearchParamsFile>> = LazyLock::new(|| {
        let read = |&(game, text): &(&'static str, &str)| match SearchParamsFile::read(text) {
            Ok(file) => (game, file),
            Err(error) => unreachable!("a test reads the file of {game}: {error}"),
        };
        SHIPPED.iter().map(read).collect()
    });
    READ.get(definition.name())
}

macro_rules! shipped {
    ($game:literal) => {
        (
            $game,
            include_str!(concat!("../../params/", $game, ".toml")),
        )
    };
}

/// The shipped files, by the name of the game.
pub(super) const SHIPPED: &[(&str, &str)] = &[
    shipped!("chess"),
    shipped!("gateway"),
    shipped!("hyperchess"),
    shipped!("raumschach"),
    shipped!("riftwalker"),
    shipped!("sesqui"),
    shipped!("twoboards"),
    shipped!("walkers"),
];

/// A file of search parameters. Parameters that it does not name have their default values.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchParamsFile {
    /// The name of the game.
    pub game: String,
    /// How they were found.
    pub made: String,
    /// The search parameters.
    pub params: SearchParams,
    /// The conversion of scores into chances, if the file has one.
    pub chances: Option<ChancesModel>,
}

/// The TOML structure of the file.
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
        let is_usable = |chances: &ChancesModel| {
            let ChancesModel {
                scale_cp,
                draw_cp,
                draw_power,
            } = *chances;
            (0.1..=1e6).contains(&scale_cp)
                && (0.0..=1e6).contains(&draw_cp)
                && (0.0..=8.0).contains(&draw_power)
        };
        if !written.chances.as_ref().is_none_or(is_usable) {
            return Err(SearchParamsError::Chances);
        }
        Ok(SearchParamsFile {
            game: written.game,
            made: written.made,
            params,
            chances: written.chances,
        })
    }

    /// The text of the file, with all parameters: so it means the same when defaults change.
    pub fn write(&self) -> String {
        let all = SearchParams::all().iter();
        let params = all
            .filter_map(|param| Some((param.name.to_owned(), self.params.get(param.name)?)))
            .collect();
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

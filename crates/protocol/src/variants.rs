//! The games that can be played, with the chosen values of their options.

use crate::text::quoted;
use hyperrook_catalogue::{Catalogue, CatalogueError, GameSource};
use hyperrook_rules::{Game, OptionValue};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The game that is played until another is chosen.
pub(crate) const DEFAULT_VARIANT: &str = "chess";

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum VariantError {
    /// No game has this name.
    #[error("there is no variant `{0}`; there are {1}")]
    Unknown(String, String),
    /// The option of the game does not have this value.
    #[error("`{variant} {option}` cannot be `{value}`; it can be {allowed}")]
    Value {
        /// The game.
        variant: String,
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
    /// The file or its game cannot be used.
    #[error("{0}")]
    Game(String),
}

impl From<CatalogueError> for VariantError {
    fn from(error: CatalogueError) -> VariantError {
        VariantError::Game(error.to_string())
    }
}

/// All games with their chosen options.
#[derive(Debug, Default)]
pub(crate) struct Variants {
    catalogue: Catalogue,
    /// The options that are not at their defaults, by name of the game.
    chosen: HashMap<String, Vec<(String, String)>>,
}

/// An option of a game and its current value.
pub(crate) struct VariantOption {
    pub(crate) variant: String,
    pub(crate) option: OptionValue,
}

impl Variants {
    /// The names of all games.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.catalogue.names()
    }

    /// The options of all games.
    pub(crate) fn options(&self) -> Vec<VariantOption> {
        let mut all = Vec::new();
        for source in self.catalogue.sources() {
            for option in source.file().options() {
                let mut option = option.clone();
                if let Some(value) = self.chosen_value(source.name(), &option.name) {
                    option.value = value.to_owned();
                }
                all.push(VariantOption {
                    variant: source.name().to_owned(),
                    option,
                });
            }
        }
        all
    }

    fn chosen_value(&self, variant: &str, option: &str) -> Option<&str> {
        let mut chosen = self.chosen.get(variant)?.iter();
        let (_, value) = chosen.find(|(name, _)| name == option)?;
        Some(value)
    }

    /// The definition of a game. Upper and lower case of the name do not matter.
    fn source(&self, name: &str) -> Option<Arc<GameSource>> {
        // Names of games are in lower case.
        self.catalogue.named(&name.to_ascii_lowercase()).ok()
    }

    /// A game with its chosen options. Upper and lower case of the name do not matter.
    pub(crate) fn game(&self, name: &str) -> Result<Game, VariantError> {
        let Some(source) = self.source(name) else {
            let names = self.names().join(", ");
            return Err(VariantError::Unknown(quoted(name), names));
        };
        let chosen = self.chosen.get(source.name());
        let chosen = chosen.map_or(&[][..], Vec::as_slice);
        Ok(self.catalogue.compile(&source, chosen)?.game)
    }

    /// Sets an option of a game. `name` is the name of the game, a space, and the name of
    /// the option. Returns the name of the game, or `None` if there is no such option.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Option<String>, VariantError> {
        let Some((variant, option)) = name.split_once(char::is_whitespace) else {
            return Ok(None);
        };
        let Some(source) = self.source(variant) else {
            return Ok(None);
        };
        let option = option.trim();
        let mut options = source.file().options().iter();
        let Some(option) = options.find(|known| known.name.eq_ignore_ascii_case(option)) else {
            return Ok(None);
        };
        let variant = source.name().to_owned();
        let mut values = option.values.iter();
        let Some(value) = values.find(|known| known.eq_ignore_ascii_case(value)) else {
            return Err(VariantError::Value {
                variant,
                option: option.name.clone(),
                value: quoted(value),
                allowed: option.values.join(", "),
            });
        };
        let mut chosen = self.chosen.get(&variant).cloned().unwrap_or_default();
        chosen.retain(|(name, _)| *name != option.name);
        chosen.push((option.name.clone(), value.clone()));
        // If the combination cannot be played, nothing changes.
        self.catalogue.compile(&source, &chosen)?;
        self.chosen.insert(variant.clone(), chosen);
        Ok(Some(variant))
    }

    /// Adds the game of a definition file, or replaces a previously loaded game with this name.
    /// Returns its name.
    pub(crate) fn load(&mut self, path: &str) -> Result<String, VariantError> {
        let source = self.catalogue.add_file(Path::new(path))?;
        self.chosen.remove(source.name());
        Ok(source.name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_kept() {
        let mut games = Variants::default();
        let plain = games.game("walkers").unwrap();
        assert!(games.game("Walkers").unwrap().is(&plain));
        let set = games.set("WALKERS Kinging", "MIXED").unwrap();
        assert_eq!(set.as_deref(), Some("walkers"));
        let mixed = games.game("walkers").unwrap();
        assert_ne!(mixed.definition().identity(), plain.definition().identity());
        // Setting the same value again changes nothing.
        games.set("walkers kinging", "mixed").unwrap();
        assert!(games.game("walkers").unwrap().is(&mixed));
        assert!(games.options().iter().any(|known| {
            (known.variant.as_str(), known.option.name.as_str()) == ("walkers", "kinging")
                && known.option.value == "mixed"
        }));
    }

    #[test]
    fn unknown_games_and_options_are_rejected() {
        let mut games = Variants::default();
        let error = games.game("checkers").unwrap_err().to_string();
        assert!(error.starts_with("there is no variant `checkers`; there are walkers, sesqui"));
        assert_eq!(games.set("walkers nothing", "1").unwrap(), None);
        assert_eq!(games.set("checkers kinging", "1").unwrap(), None);
        assert_eq!(games.set("kinging", "mixed").unwrap(), None);
        let error = games.set("walkers kinging", "king").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`walkers kinging` cannot be `king`; it can be none, jumper, mixed"
        );
    }

    #[test]
    fn a_file_that_is_loaded_again_has_its_options_at_their_defaults() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mine.toml");
        let mut shipped = hyperrook_rules::SHIPPED.iter();
        let (_, text) = shipped.find(|(name, _)| *name == "walkers").unwrap();
        let text = text.replace("name = \"walkers\"", "name = \"mine\"");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let mut games = Variants::default();
        assert_eq!(games.load(path).unwrap(), "mine");
        let plain = games.game("mine").unwrap();
        games.set("mine kinging", "mixed").unwrap();
        assert!(!games.game("mine").unwrap().is(&plain));
        games.load(path).unwrap();
        assert!(games.game("mine").unwrap().is(&plain));
    }
}

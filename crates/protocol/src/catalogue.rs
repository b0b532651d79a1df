//! The games that can be played: the shipped ones and those loaded from files,
//! with the values of their options.

use crate::text::{one_line, quoted};
use hyperrook_rules::{Definition, Game, GameFile, OptionValue, SHIPPED};
use std::fs::File;
use std::io::Read;
use thiserror::Error;

/// The game that is played until another is chosen.
pub(crate) const DEFAULT: &str = "chess";

/// The most games that can be loaded beside the shipped ones: each may have
/// tables of many megabytes.
const MAX_LOADED: usize = 32;

/// The longest definition file that is read, in bytes. The reader refuses
/// shorter ones already, and says so.
const MAX_BYTES: u64 = 1 << 20;

/// Why a game cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CatalogueError {
    /// There is no such game.
    #[error("there is no variant `{0}`; there are {1}")]
    NoVariant(String, String),
    /// An option of a game has no such value.
    #[error("`{value}` is no value of `{variant} {option}`; it has {allowed}")]
    NoValue {
        /// The game.
        variant: String,
        /// Its option.
        option: String,
        /// What was asked for.
        value: String,
        /// What there is.
        allowed: String,
    },
    /// With these options the game cannot be played.
    #[error("{0}")]
    Faulty(String),
    /// A file cannot be read.
    #[error("{path}: {reason}")]
    Unread {
        /// The file.
        path: String,
        /// Why not.
        reason: String,
    },
    /// A file is faulty; each fault has its line and column.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
    /// A file's game has the name of a shipped one.
    #[error("{0}: there is a shipped game `{1}`; give this one another name")]
    Taken(String, String),
    /// There are too many games.
    #[error("{MAX_LOADED} games are loaded already; there is room for no more")]
    Full,
}

/// All games.
#[derive(Debug)]
pub(crate) struct Catalogue {
    variants: Vec<Variant>,
}

/// A game with its options.
#[derive(Debug)]
struct Variant {
    file: GameFile,
    /// Values of options that are not the defaults.
    chosen: Vec<(String, String)>,
    /// The game with these values, once it was asked for.
    compiled: Option<Game>,
}

impl Catalogue {
    /// The shipped games.
    pub(crate) fn shipped() -> Catalogue {
        let files = SHIPPED
            .iter()
            .filter_map(|&(name, _)| GameFile::shipped(name));
        Catalogue {
            variants: files.map(Variant::new).collect(),
        }
    }

    /// The names of all games.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variants.iter().map(|variant| variant.file.name())
    }

    /// The options of all games, with the names of the games and the values
    /// that they have.
    pub(crate) fn options(&self) -> impl Iterator<Item = (&str, &OptionValue, &str)> {
        self.variants.iter().flat_map(|variant| {
            let options = variant.file.options().iter();
            options.map(move |option| (variant.file.name(), option, variant.value(option)))
        })
    }

    /// A game by its name, in any case of letters, as its options say.
    pub(crate) fn game(&mut self, name: &str) -> Result<Game, CatalogueError> {
        let names: Vec<&str> = self.names().collect();
        let unknown = CatalogueError::NoVariant(quoted(name), names.join(", "));
        self.find(name).ok_or(unknown)?.game()
    }

    /// Sets an option of a game, `name` being the game's name, a space and the
    /// option's. Returns the game's name, or `None` if there is no such option.
    pub(crate) fn set(
        &mut self,
        name: &str,
        value: &str,
    ) -> Result<Option<String>, CatalogueError> {
        let Some((variant, option)) = name.split_once(char::is_whitespace) else {
            return Ok(None);
        };
        let Some(variant) = self.find(variant) else {
            return Ok(None);
        };
        let name = variant.file.name().to_owned();
        if variant.set(option.trim(), value)? {
            Ok(Some(name))
        } else {
            Ok(None)
        }
    }

    fn find(&mut self, name: &str) -> Option<&mut Variant> {
        self.variants
            .iter_mut()
            .find(|variant| variant.file.name().eq_ignore_ascii_case(name))
    }

    /// Adds the game of a definition file, or replaces one that was loaded
    /// before; returns its name.
    pub(crate) fn load(&mut self, path: &str) -> Result<String, CatalogueError> {
        let text = read(path)?;
        let listed = |faults: Vec<hyperrook_rules::Diagnostic>| {
            CatalogueError::Faults(faults.iter().map(ToString::to_string).collect())
        };
        let file = GameFile::parse(path, &text).map_err(listed)?;
        let name = file.name().to_owned();
        if SHIPPED.iter().any(|&(shipped, _)| shipped == name) {
            return Err(CatalogueError::Taken(path.to_owned(), name));
        }
        let faults = file.check();
        if !faults.is_empty() {
            return Err(listed(faults));
        }
        let loaded = Variant::new(file);
        if let Some(variant) = self.find(&name) {
            *variant = loaded;
        } else if self.variants.len() - SHIPPED.len() < MAX_LOADED {
            self.variants.push(loaded);
        } else {
            return Err(CatalogueError::Full);
        }
        Ok(name)
    }
}

impl Variant {
    fn new(file: GameFile) -> Variant {
        Variant {
            file,
            chosen: Vec::new(),
            compiled: None,
        }
    }

    /// The value of an option.
    fn value<'a>(&'a self, option: &'a OptionValue) -> &'a str {
        let chosen = self.chosen.iter().find(|(name, _)| *name == option.name);
        chosen.map_or(&option.value, |(_, value)| value)
    }

    fn game(&mut self) -> Result<Game, CatalogueError> {
        if let Some(game) = &self.compiled {
            return Ok(game.clone());
        }
        let faulty = |error: &dyn ToString| CatalogueError::Faulty(one_line(&error.to_string()));
        let definition: Definition = self
            .file
            .define(&self.chosen)
            .map_err(|error| faulty(&error))?;
        let game = Game::new(definition).map_err(|error| faulty(&error))?;
        self.compiled = Some(game.clone());
        Ok(game)
    }

    /// Sets an option; `false` if there is none of this name.
    fn set(&mut self, option: &str, value: &str) -> Result<bool, CatalogueError> {
        let mut options = self.file.options().iter();
        let Some(option) = options.find(|known| known.name.eq_ignore_ascii_case(option)) else {
            return Ok(false);
        };
        let mut values = option.values.iter();
        let Some(value) = values.find(|known| known.eq_ignore_ascii_case(value)) else {
            return Err(CatalogueError::NoValue {
                variant: self.file.name().to_owned(),
                option: option.name.clone(),
                value: quoted(value),
                allowed: option.values.join(", "),
            });
        };
        let before = (self.chosen.clone(), self.compiled.clone());
        if value != self.value(option) {
            let (name, value) = (option.name.clone(), value.clone());
            self.chosen.retain(|(chosen, _)| *chosen != name);
            self.chosen.push((name, value));
            self.compiled = None;
            // A combination that cannot be played is not kept.
            if let Err(error) = self.game() {
                (self.chosen, self.compiled) = before;
                return Err(error);
            }
        }
        Ok(true)
    }
}

/// Reads a definition file.
fn read(path: &str) -> Result<String, CatalogueError> {
    let unread = |reason: &dyn ToString| CatalogueError::Unread {
        path: quoted(path),
        reason: reason.to_string(),
    };
    // A pipe could keep us waiting for ever.
    let is_file = std::fs::metadata(path)
        .map_err(|error| unread(&error))?
        .is_file();
    if !is_file {
        return Err(unread(&"it is no file"));
    }
    let file = File::open(path).map_err(|error| unread(&error))?;
    let mut text = String::new();
    file.take(MAX_BYTES)
        .read_to_string(&mut text)
        .map_err(|error| unread(&error))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_and_kept() {
        let mut games = Catalogue::shipped();
        assert_eq!(games.names().count(), SHIPPED.len());
        let plain = games.game("walkers").unwrap();
        assert!(games.game("Walkers").unwrap().is(&plain));
        let set = games.set("WALKERS Kinging", "MIXED").unwrap();
        assert_eq!(set.as_deref(), Some("walkers"));
        let mixed = games.game("walkers").unwrap();
        assert_ne!(mixed.definition().identity(), plain.definition().identity());
        // The same again changes nothing.
        games.set("walkers kinging", "mixed").unwrap();
        assert!(games.game("walkers").unwrap().is(&mixed));
        assert!(games.options().any(|(game, option, value)| {
            (game, option.name.as_str(), value) == ("walkers", "kinging", "mixed")
        }));
    }

    #[test]
    fn what_there_is_not_is_refused() {
        let mut games = Catalogue::shipped();
        let error = games.game("checkers").unwrap_err().to_string();
        assert!(error.starts_with("there is no variant `checkers`; there are walkers, sesqui"));
        assert_eq!(games.set("walkers nothing", "1").unwrap(), None);
        assert_eq!(games.set("checkers kinging", "1").unwrap(), None);
        assert_eq!(games.set("kinging", "mixed").unwrap(), None);
        let error = games.set("walkers kinging", "king").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`king` is no value of `walkers kinging`; it has none, jumper, mixed"
        );
    }

    #[test]
    fn files_are_loaded_and_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mine.toml");
        let path_text = path.to_str().unwrap();
        let chess = SHIPPED
            .iter()
            .find(|&&(name, _)| name == "chess")
            .unwrap()
            .1;
        let mut games = Catalogue::shipped();
        assert!(matches!(
            games.load(path_text),
            Err(CatalogueError::Unread { .. })
        ));
        let directory_text = directory.path().to_str().unwrap();
        assert!(matches!(
            games.load(directory_text),
            Err(CatalogueError::Unread { .. })
        ));
        std::fs::write(&path, chess).unwrap();
        assert!(matches!(
            games.load(path_text),
            Err(CatalogueError::Taken(..))
        ));
        std::fs::write(&path, chess.replace("name = \"chess\"", "name = \"mine\"")).unwrap();
        assert_eq!(games.load(path_text).unwrap(), "mine");
        assert_eq!(games.load(path_text).unwrap(), "mine");
        assert_eq!(games.names().count(), SHIPPED.len() + 1);
        assert_eq!(games.game("mine").unwrap().start().moves().len(), 20);
        std::fs::write(&path, "format = 1\nname = \"mine\"\nranks = 8\n").unwrap();
        let Err(CatalogueError::Faults(faults)) = games.load(path_text) else {
            panic!("there are faults");
        };
        assert!(faults.len() > 1);
        assert!(faults.iter().all(|fault| fault.contains("mine.toml:")));
        // The game as it was is still there.
        assert!(games.game("mine").is_ok());
    }
}

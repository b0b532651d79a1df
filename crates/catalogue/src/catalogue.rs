//! The games that a program knows, and the compiled ones that it keeps.

use crate::check::check_within;
use crate::limits::MAX_ADDED;
use crate::regular_file::open_regular;
use crate::{CatalogueError, CatalogueLimits, GameSource};
use hyperrook_rules::{DefineError, Diagnostic, FaultList, Game, SHIPPED};
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A compiled game, and the definition that it was compiled from.
#[derive(Clone, Debug)]
pub struct CompiledGame {
    /// The game with its options.
    pub game: Game,
    /// The definition.
    pub source: Arc<GameSource>,
}

/// The approximate memory of a parsed definition and its text, in bytes per byte of text.
const TEXT_WEIGHT: usize = 8;

impl CompiledGame {
    /// The game's name.
    pub fn name(&self) -> &str {
        self.source.name()
    }
}

/// A file of a folder that was left out.
#[derive(Debug)]
pub struct SkippedFile {
    /// The file.
    pub path: PathBuf,
    /// Why it was left out.
    pub error: CatalogueError,
}

/// The text of a definition by its hash, and options by name.
type Key = (String, BTreeMap<String, String>);

/// Games by name, file or text.
///
/// Looking up is cheap, and needs no `&mut`: a catalogue can be shared by
/// threads. Two threads that ask for the same game at once compile it once.
#[derive(Debug)]
pub struct Catalogue {
    /// The shipped definitions, parsed on first use; in the order of [`SHIPPED`].
    shipped: Vec<OnceLock<Arc<GameSource>>>,
    /// The added definitions, which take precedence over the shipped games.
    added: Vec<Arc<GameSource>>,
    compiled: Cache<Key, CompiledGame>,
    limits: CatalogueLimits,
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

impl Catalogue {
    /// A catalogue of the shipped games.
    pub fn new() -> Catalogue {
        Catalogue::with_limits(CatalogueLimits::default())
    }

    /// A catalogue of the shipped games, with other limits.
    pub fn with_limits(limits: CatalogueLimits) -> Catalogue {
        // A game weighs at least its share of the memory, so that both limits hold.
        let share = limits.table_bytes / limits.games.max(1);
        let weight = move |_: &Key, compiled: &CompiledGame| {
            let text = TEXT_WEIGHT * compiled.source.text().len();
            let bytes = ((compiled.game.table_bytes() + text) as u64).max(share);
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Catalogue {
            shipped: SHIPPED.iter().map(|_| OnceLock::new()).collect(),
            added: Vec::new(),
            compiled: Cache::builder()
                .max_capacity(limits.table_bytes)
                .eviction_policy(EvictionPolicy::lru())
                .weigher(weight)
                .build(),
            limits,
        }
    }

    /// Adds the definitions (`*.toml`) of a folder. They take precedence over shipped games with
    /// the same name. Returns the files that were left out, and why.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn add_folder(&mut self, folder: &Path) -> io::Result<Vec<SkippedFile>> {
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "toml") {
                paths.push(path);
            }
        }
        paths.sort();
        let mut skipped = Vec::new();
        for path in paths {
            match self.read_checked(&path) {
                Ok(source) => self.put(source),
                Err(error) => skipped.push(SkippedFile { path, error }),
            }
        }
        Ok(skipped)
    }

    fn read_checked(&self, path: &Path) -> Result<GameSource, CatalogueError> {
        let source = read_regular(path)?;
        let file_name = path.display().to_string();
        check_within(&file_name, source.text(), self.limits.check_time)
            .map_err(|faults| faulty(&source, faults))?;
        Ok(source)
    }

    /// Adds the game of a definition file, or replaces one that was added before.
    /// Returns its definition.
    ///
    /// # Errors
    /// If the file cannot be read or has faults with some options, if a shipped game has its name,
    /// or if 32 games have been added already.
    pub fn add_file(&mut self, path: &Path) -> Result<Arc<GameSource>, CatalogueError> {
        let source = read_regular(path)?;
        let name = source.name().to_owned();
        if SHIPPED.iter().any(|(shipped, _)| *shipped == name) {
            let path = path.to_owned();
            return Err(CatalogueError::NameTaken { path, name });
        }
        let faults = source.file().check();
        if !faults.is_empty() {
            return Err(faulty(&source, faults.into()));
        }
        let replaces = self.added.iter().any(|known| known.name() == name);
        if !replaces && self.added.len() >= MAX_ADDED {
            return Err(CatalogueError::TooManyGames);
        }
        self.put(source);
        self.named(&name)
    }

    fn put(&mut self, source: GameSource) {
        let source = Arc::new(source);
        let mut added = self.added.iter_mut();
        match added.find(|known| known.name() == source.name()) {
            Some(known) => *known = source,
            None => self.added.push(source),
        }
    }

    /// The names of all games: the shipped ones, then the added ones.
    pub fn names(&self) -> Vec<&str> {
        let shipped = SHIPPED.iter().map(|(name, _)| *name);
        let mut names: Vec<&str> = shipped.collect();
        for source in &self.added {
            if !names.contains(&source.name()) {
                names.push(source.name());
            }
        }
        names
    }

    /// The definitions of all games, in the order of [`Catalogue::names`].
    pub fn sources(&self) -> Vec<Arc<GameSource>> {
        let names = self.names();
        names.iter().filter_map(|name| self.find(name)).collect()
    }

    fn find(&self, name: &str) -> Option<Arc<GameSource>> {
        let mut added = self.added.iter();
        if let Some(source) = added.find(|source| source.name() == name) {
            return Some(Arc::clone(source));
        }
        let index = SHIPPED.iter().position(|(shipped, _)| *shipped == name)?;
        let cell = &self.shipped[index];
        if let Some(source) = cell.get() {
            return Some(Arc::clone(source));
        }
        let source = Arc::new(GameSource::shipped(name)?);
        Some(Arc::clone(cell.get_or_init(|| source)))
    }

    /// The definition of a game by its name.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownGame`].
    pub fn named(&self, name: &str) -> Result<Arc<GameSource>, CatalogueError> {
        self.find(name).ok_or_else(|| self.unknown(name))
    }

    /// The definition with this hash of its text, among the games with a name.
    pub fn by_hash(&self, hash: &str) -> Option<Arc<GameSource>> {
        let mut sources = self.sources().into_iter();
        sources.find(|source| source.hash() == hash)
    }

    fn unknown(&self, name: &str) -> CatalogueError {
        /// Longer names are shortened: they come from strangers and go into messages.
        const SHOWN: usize = 40;
        let shown: String = name.chars().take(SHOWN).collect();
        let near = self
            .names()
            .into_iter()
            .map(|known| (strsim::damerau_levenshtein(known, &shown), known))
            .filter(|&(distance, _)| distance <= 3)
            .min();
        CatalogueError::UnknownGame {
            suggestion: near.map(|(_, name)| name.to_owned()),
            known: self.names().into_iter().map(str::to_owned).collect(),
            name: shown,
        }
    }

    /// The definition that a name or a path stands for.
    ///
    /// A known name takes precedence. Anything else is a path if it contains a slash, ends in
    /// `.toml`, or is the name of an existing file.
    ///
    /// # Errors
    /// If there is no such game, or the file cannot be read or has faults.
    pub fn open(&self, name_or_path: &str) -> Result<Arc<GameSource>, CatalogueError> {
        if let Some(source) = self.find(name_or_path) {
            return Ok(source);
        }
        let path = Path::new(name_or_path);
        let is_path =
            name_or_path.contains(['/', '\\']) || name_or_path.ends_with(".toml") || path.is_file();
        if !is_path {
            return Err(self.unknown(name_or_path));
        }
        GameSource::read(path).map(Arc::new)
    }

    /// The game that a name or a path stands for, with options (`(name, value)`).
    ///
    /// # Errors
    /// Those of [`Catalogue::open`] and [`Catalogue::compile`].
    pub fn game(
        &self,
        name_or_path: &str,
        options: &[(String, String)],
    ) -> Result<CompiledGame, CatalogueError> {
        self.compile(&self.open(name_or_path)?, options)
    }

    /// The compiled game for the text with this hash, if it is cached. Never blocks.
    ///
    /// # Errors
    /// [`CatalogueError::TooManyOptions`].
    pub fn cached(
        &self,
        hash: &str,
        options: &[(String, String)],
    ) -> Result<Option<CompiledGame>, CatalogueError> {
        Ok(self.compiled.get(&self.key(hash, options)?))
    }

    /// The key of a game in the cache. The number of options is checked first, because strangers
    /// ask with as many as they like.
    fn key(&self, hash: &str, options: &[(String, String)]) -> Result<Key, CatalogueError> {
        self.check_option_count(options.len())?;
        // If an option is given twice, the last value counts, as in a definition.
        Ok((hash.to_owned(), options.iter().cloned().collect()))
    }

    /// Whether this many options may be given with a game.
    ///
    /// # Errors
    /// [`CatalogueError::TooManyOptions`].
    pub fn check_option_count(&self, given: usize) -> Result<(), CatalogueError> {
        let limit = self.limits.options;
        if given > limit {
            return Err(CatalogueError::TooManyOptions { given, limit });
        }
        Ok(())
    }

    /// Compiles a definition with options, unless the game is cached. This may take seconds.
    ///
    /// Giving an option its default makes no difference: the result is the same game, in the sense
    /// of [`Game::is`].
    ///
    /// # Errors
    /// If the options are not the game's, or the game cannot be compiled.
    pub fn compile(
        &self,
        source: &Arc<GameSource>,
        options: &[(String, String)],
    ) -> Result<CompiledGame, CatalogueError> {
        let asked = self.key(source.hash(), options)?;
        if let Some(compiled) = self.compiled.get(&asked) {
            return Ok(compiled);
        }
        let options: Vec<(&str, &str)> = options
            .iter()
            .map(|(option, value)| (option.as_str(), value.as_str()))
            .collect();
        let defined = source.file().define(&options);
        let definition = defined.map_err(|error| match error {
            DefineError::Faults(faults) => faulty(source, faults),
            other => CatalogueError::Option(other),
        })?;
        let changed: Vec<(String, String)> = definition
            .changed_options()
            .map(|option| (option.name.clone(), option.value.clone()))
            .collect();
        let canonical = self.key(source.hash(), &changed)?;
        let compile = || {
            let game = Game::new(definition).map_err(|error| CatalogueError::Compile {
                name: source.name().to_owned(),
                error,
            })?;
            let source = Arc::clone(source);
            Ok(CompiledGame { game, source })
        };
        let compiled = self
            .compiled
            .try_get_with(canonical.clone(), compile)
            .map_err(|error: Arc<CatalogueError>| (*error).clone())?;
        if asked != canonical {
            self.compiled.insert(asked, compiled.clone());
        }
        Ok(compiled)
    }
}

fn faulty(source: &GameSource, faults: FaultList<Diagnostic>) -> CatalogueError {
    CatalogueError::Faults {
        text: source.shared_text(),
        faults,
    }
}

/// Reads a definition file. Rejects everything that is not a regular file, because a pipe could
/// block the reader forever.
fn read_regular(path: &Path) -> Result<GameSource, CatalogueError> {
    let file = open_regular(path).map_err(|error| CatalogueError::read(path, error))?;
    GameSource::read_opened(path, file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceOrigin;

    fn options(options: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        options.iter().map(owned).collect()
    }

    fn chess() -> &'static str {
        SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap().1
    }

    #[test]
    fn a_game_is_compiled_once_however_its_options_are_written() {
        let catalogue = Catalogue::new();
        let plain = catalogue.game("walkers", &[]).unwrap();
        let again = catalogue.game("walkers", &[]).unwrap();
        let spelt = catalogue
            .game("walkers", &options(&[("kinging", "none")]))
            .unwrap();
        assert!(plain.game.is(&again.game) && plain.game.is(&spelt.game));
        let mixed = catalogue
            .game("walkers", &options(&[("kinging", "mixed")]))
            .unwrap();
        assert!(!mixed.game.is(&plain.game));
        let last_counts = options(&[("kinging", "none"), ("kinging", "mixed")]);
        let same = catalogue.game("walkers", &last_counts).unwrap();
        assert!(same.game.is(&mixed.game));
        let hash = plain.source.hash();
        let cached = catalogue.cached(hash, &[]).unwrap();
        assert!(cached.unwrap().game.is(&plain.game));
        assert!(catalogue.cached("no such hash", &[]).unwrap().is_none());
        assert!(crate::is_shipped(hash) && !crate::is_shipped("no such hash"));
        assert_eq!(catalogue.by_hash(hash).unwrap().name(), "walkers");
    }

    #[test]
    fn unknown_games_and_options_are_rejected() {
        let catalogue = Catalogue::new();
        let error = catalogue.game("walkres", &[]).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "There is no game `walkres`. Did you mean `walkers`? The games are walkers"
            ),
            "{error}"
        );
        let error = catalogue.game("walkers", &options(&[("kinging", "king")]));
        assert!(matches!(error, Err(CatalogueError::Option(_))));
        let many: Vec<(String, String)> = (0..40_000)
            .map(|option| (format!("option {option}"), "none".to_owned()))
            .collect();
        for given in [65, 40_000] {
            let (many, limit) = (&many[..given], 64);
            let wanted = CatalogueError::TooManyOptions { given, limit }.to_string();
            let error = catalogue.game("walkers", many).unwrap_err();
            assert_eq!(error.to_string(), wanted);
            // Whoever looks into the cache learns it too: no key is made of so many.
            let error = catalogue.cached("no such hash", many).unwrap_err();
            assert_eq!(error.to_string(), wanted);
        }
        assert!(catalogue.cached("no such hash", &many[..64]).is_ok());
        let error = catalogue.open("no/such/file.toml").unwrap_err();
        assert!(matches!(error, CatalogueError::Read { .. }));
    }

    #[test]
    fn the_number_of_cached_games_is_limited() {
        let limits = CatalogueLimits {
            games: 2,
            table_bytes: 2 << 30,
            ..CatalogueLimits::default()
        };
        let catalogue = Catalogue::with_limits(limits);
        for kinging in ["none", "jumper", "mixed"] {
            catalogue
                .game("walkers", &options(&[("kinging", kinging)]))
                .unwrap();
        }
        catalogue.compiled.run_pending_tasks();
        assert_eq!(catalogue.compiled.entry_count(), 2);
    }

    #[test]
    fn two_threads_that_ask_for_a_game_compile_it_once() {
        let catalogue = Catalogue::new();
        let games: Vec<CompiledGame> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| scope.spawn(|| catalogue.game("hyperchess", &[]).unwrap()))
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join().unwrap());
            joined.collect()
        });
        assert!(games.iter().all(|game| game.game.is(&games[0].game)));
    }

    #[test]
    fn files_are_added_and_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("mine.toml");
        let mut catalogue = Catalogue::new();
        for not_a_file in [&path, &directory.path().to_owned()] {
            let error = catalogue.add_file(not_a_file).unwrap_err();
            assert!(matches!(error, CatalogueError::Read { .. }));
        }
        std::fs::write(&path, chess()).unwrap();
        let error = catalogue.add_file(&path).unwrap_err();
        assert!(matches!(error, CatalogueError::NameTaken { .. }));
        std::fs::write(
            &path,
            chess().replace("name = \"chess\"", "name = \"mine\""),
        )
        .unwrap();
        for _ in 0..2 {
            assert_eq!(catalogue.add_file(&path).unwrap().name(), "mine");
        }
        assert_eq!(catalogue.names().len(), SHIPPED.len() + 1);
        let mine = catalogue.game("mine", &[]).unwrap();
        assert_eq!(mine.game.start().moves().len(), 20);
        assert_eq!(mine.source.path(), Some(path.as_path()));
        std::fs::write(&path, "format = 1\nname = \"mine\"\nranks = 8\n").unwrap();
        let Err(CatalogueError::Faults { faults, text }) = catalogue.add_file(&path) else {
            panic!("there are faults");
        };
        assert!(faults.len() > 1 && text.contains("ranks"));
        assert!(faults.iter().all(|fault| fault.file.ends_with("mine.toml")));
        // The previous version of the game is still there.
        assert!(catalogue.game("mine", &[]).is_ok());
        // A path means the current content of the file.
        assert!(catalogue.game(path.to_str().unwrap(), &[]).is_err());
    }

    #[test]
    fn games_of_a_folder_take_precedence_over_shipped_ones() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text);
        let own = chess().replace("title = \"", "title = \"Our ");
        write("chess.toml", &own).unwrap();
        write("faulty.toml", "format = 1\n").unwrap();
        write("notes.txt", "nothing").unwrap();
        let mut catalogue = Catalogue::new();
        // A pipe that nobody writes to.
        #[cfg(unix)]
        {
            let pipe = directory.path().join("pipe.toml");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status();
            assert!(made.unwrap().success());
            let skipped = catalogue.add_folder(directory.path()).unwrap();
            assert!(skipped[1].error.to_string().contains("a pipe"));
            std::fs::remove_file(pipe).unwrap();
        }
        let skipped = catalogue.add_folder(directory.path()).unwrap();
        assert_eq!(skipped.len(), 1);
        assert!(skipped[0].path.ends_with("faulty.toml"));
        assert_eq!(catalogue.names().len(), SHIPPED.len());
        let chess = catalogue.game("chess", &[]).unwrap();
        assert!(chess.game.definition().title().starts_with("Our "));
        assert!(!crate::is_shipped(chess.source.hash()));
        assert!(
            catalogue
                .add_folder(&directory.path().join("none"))
                .is_err()
        );
    }

    #[test]
    fn texts_are_compiled_without_a_name() {
        let catalogue = Catalogue::new();
        let text = chess().replace("name = \"chess\"", "name = \"other\"");
        let source = Arc::new(GameSource::parse("given.toml", &text).unwrap());
        assert_eq!(source.origin(), &SourceOrigin::Text);
        let compiled = catalogue.compile(&source, &[]).unwrap();
        assert_eq!(compiled.name(), "other");
        assert!(catalogue.cached(source.hash(), &[]).unwrap().is_some());
        assert!(catalogue.open("other").is_err());
    }
}

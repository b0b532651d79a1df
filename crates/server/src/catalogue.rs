//! The games that can be played on this server: those with a name, and those that
//! people have posted, by the hash of their text.

use crate::game::rules::RulesRef;
use crate::security::allowance::{Allowance, AllowanceTerms};
use crate::security::work_queue::{OWN_WORK, QueueFull, WorkError, WorkQueue, WorkQueueLimits};
use crate::store::{Store, StoreError, StoredDefinition};
use hyperrook_catalogue::{
    Catalogue, CatalogueError, CompiledGame, GameSource, SourceOrigin, check_within, is_shipped,
};
use hyperrook_explain::words::rules::special_rules;
use hyperrook_rules::{Diagnostic, Game, GameFile};
use hyperrook_view::types::{FaultInfo, GameInfo, GameRef, ListedGame};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use thiserror::Error;

pub use hyperrook_catalogue::hash_of_text;

/// How long all combinations of options of a posted definition may take to compile.
const CHECK_TIME: Duration = Duration::from_secs(5);
/// How long games may be compiled for an address that nobody has asked for lately.
const COMPILING: AllowanceTerms = AllowanceTerms {
    most: Duration::MAX,
    free: Duration::from_secs(30),
    least: Duration::ZERO,
    forgiven_in: 10,
};
/// The most combinations of options of a posted definition.
const MAX_COMBINATIONS: usize = 256;
/// The name of a posted definition in messages about it.
const POSTED_FILE: &str = "definition.toml";
/// How many games keep their description in memory.
const KEPT_INFOS: u64 = 128;

/// Why a game cannot be served.
#[derive(Debug, Error)]
pub enum ServedGameError {
    /// There is no such game.
    #[error("{0}")]
    Unknown(String),
    /// The game has no such options, or cannot be compiled with them.
    #[error("{0}")]
    Options(String),
    /// The definition is faulty.
    #[error("the definition has errors")]
    Faults(Vec<FaultInfo>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many games wait to be compiled.
    #[error("too many games are being compiled")]
    BusyCompiling,
    /// The client has asked for too many games that were not compiled. It may ask for another
    /// after this many seconds.
    #[error("too many games were compiled for one address")]
    TooManyCompiled(u64),
    /// Too many definitions wait to be checked.
    #[error("too many definitions are being checked")]
    Busy,
    /// The person has posted too many definitions.
    #[error("too many definitions of one person")]
    TooMany,
    /// The compiler was interrupted.
    #[error("the game could not be compiled: the compiler was interrupted")]
    Interrupted,
}

impl From<CatalogueError> for ServedGameError {
    fn from(error: CatalogueError) -> ServedGameError {
        match error {
            CatalogueError::UnknownGame { .. } => ServedGameError::Unknown(error.to_string()),
            CatalogueError::Faults { text, faults } => {
                ServedGameError::Faults(hyperrook_view::faults(&text, &faults))
            }
            other => ServedGameError::Options(other.to_string()),
        }
    }
}

/// A compiled game, and what clients know of it.
#[derive(Clone, Debug)]
pub struct ServedGame {
    /// The compiled game.
    pub game: Game,
    /// What it is called, with the options that are not at their defaults.
    pub game_ref: GameRef,
    /// The hash of the definition's text.
    pub hash: String,
    /// The description for clients, once somebody has asked for it.
    info: Arc<OnceLock<GameInfo>>,
}

impl ServedGame {
    /// The description for clients. Making it takes a while the first time.
    pub fn info(&self) -> &GameInfo {
        self.info.get_or_init(|| {
            let mut info = hyperrook_view::info(&self.game);
            info.game = self.game_ref.clone();
            // The notes of shipped games say it in their own words. Inventors may have written none.
            if info.game.definition.is_some() {
                info.rules = special_rules(self.game.definition());
            }
            info
        })
    }
}

/// All games of the server.
#[derive(Debug)]
pub struct ServerCatalogue {
    store: Store,
    games: Arc<Catalogue>,
    summaries: Vec<ListedGame>,
    infos: moka::sync::Cache<GameRef, Arc<OnceLock<GameInfo>>>,
    /// Compiling takes memory and a core, so only a few games are compiled at once, in turns.
    compiling: WorkQueue,
    /// The time that compiling has taken, by address: games with other options are other games.
    compiled_for: Allowance,
    /// Posted definitions are checked one at a time, in turns, and never in the way of
    /// games that somebody wants to play.
    checking: WorkQueue,
}

impl ServerCatalogue {
    /// The games that come with the program and those of a folder. Faulty files in the
    /// folder are left out with a warning.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn new(store: Store, folder: Option<&Path>) -> std::io::Result<ServerCatalogue> {
        let mut games = Catalogue::new();
        if let Some(folder) = folder {
            for skipped in games.add_folder(folder)? {
                let (path, error) = (skipped.path.display(), skipped.error);
                tracing::warn!(%path, %error, "a definition is left out");
            }
        }
        let summaries = games
            .sources()
            .iter()
            .filter_map(|source| hyperrook_view::summary(source.file()).ok())
            .collect();
        Ok(ServerCatalogue {
            store,
            games: Arc::new(games),
            summaries,
            infos: moka::sync::Cache::new(KEPT_INFOS),
            compiling: WorkQueue::new(WorkQueueLimits {
                at_once: 2,
                of_address: 32,
                in_all: 512,
            }),
            compiled_for: Allowance::new(COMPILING),
            checking: WorkQueue::new(WorkQueueLimits {
                at_once: 1,
                of_address: 2,
                in_all: 32,
            }),
        })
    }

    /// Whether a text, by its hash, comes with the program.
    pub fn is_shipped(&self, hash: &str) -> bool {
        is_shipped(hash)
    }

    /// Whether a text, by its hash, is one of the server's own games.
    pub(crate) fn has(&self, hash: &str) -> bool {
        is_shipped(hash) || self.games.by_hash(hash).is_some()
    }

    /// Forgets what was compiled for addresses long ago.
    pub(crate) fn forget(&self) {
        self.compiled_for.forget(Instant::now());
    }

    /// The games with a name.
    pub fn summaries(&self) -> &[ListedGame] {
        &self.summaries
    }

    /// The game that is asked for, compiled. For the server's own work.
    pub async fn get(&self, wanted: &GameRef) -> Result<ServedGame, ServedGameError> {
        self.get_for(wanted, OWN_WORK).await
    }

    /// The game that somebody at an address asks for, compiled. Whoever asks for many that
    /// nobody has compiled lately waits for them, and others do not.
    pub async fn get_for(
        &self,
        wanted: &GameRef,
        address: IpAddr,
    ) -> Result<ServedGame, ServedGameError> {
        let options = self.options(&wanted.options)?;
        let Some(hash) = &wanted.definition else {
            let source = self.games.named(&wanted.name)?;
            return self.compile(source, options, false, address).await;
        };
        if let Some(compiled) = self.games.cached(hash, &options)? {
            return Ok(self.serve(compiled, true));
        }
        let source = self.stored(hash, &wanted.name).await?;
        self.compile(source, options, true, address).await
    }

    /// The game of a text that is stored, whatever goes by its name today, for somebody at an
    /// address.
    pub async fn get_stored(
        &self,
        wanted: &RulesRef,
        hash: &str,
        address: IpAddr,
    ) -> Result<ServedGame, ServedGameError> {
        let options = self.options(&wanted.options)?;
        let own = wanted.definition.is_some();
        if let Some(compiled) = self.games.cached(hash, &options)? {
            return Ok(self.serve(compiled, own));
        }
        let source = match self.games.by_hash(hash) {
            Some(source) => source,
            None => self.stored(hash, &wanted.name).await?,
        };
        self.compile(source, options, own, address).await
    }

    /// The options that are asked for. They are counted before anything is made of them, because
    /// anybody may send as many as fit into a request.
    fn options(
        &self,
        wanted: &BTreeMap<String, String>,
    ) -> Result<Vec<(String, String)>, CatalogueError> {
        self.games.check_option_count(wanted.len())?;
        Ok(wanted.clone().into_iter().collect())
    }

    /// A definition in the store. Texts of earlier versions are upgraded; the hash stays
    /// that of the text as it is stored.
    async fn stored(&self, hash: &str, name: &str) -> Result<Arc<GameSource>, ServedGameError> {
        let row = self.store.definition(hash).await?.ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            let hash: String = hash.chars().take(64).collect();
            ServedGameError::Unknown(format!("no definition of `{name}` has the hash {hash}"))
        })?;
        let text = GameFile::upgrade_text(&row.text);
        let file = GameFile::parse_legacy(&format!("{}.toml", row.name), &text)
            .map_err(|faults| ServedGameError::Faults(hyperrook_view::faults(&text, &faults)))?;
        let source = GameSource::new(file, &row.text, SourceOrigin::Text);
        Ok(Arc::new(source))
    }

    /// Compiles a game on a thread that may block, unless it is in the cache.
    async fn compile(
        &self,
        source: Arc<GameSource>,
        options: Vec<(String, String)>,
        own: bool,
        address: IpAddr,
    ) -> Result<ServedGame, ServedGameError> {
        if let Some(compiled) = self.games.cached(source.hash(), &options)? {
            return Ok(self.serve(compiled, own));
        }
        let games = Arc::clone(&self.games);
        let (spent, here) = (self.compiled_for.clone(), address.to_string());
        if address != OWN_WORK {
            spent
                .may_spend(&[&here])
                .map_err(|refused| ServedGameError::TooManyCompiled(refused.retry_s))?;
        }
        let compiled = self.compiling.run(address, move || {
            let begun = time_on_core();
            // An earlier request may have had the same game compiled meanwhile.
            let compiled = games.compile(&source, &options);
            if let Ok(compiled) = &compiled {
                // It is computed when it is first asked for, and that takes about as long as
                // compiling. Later, somebody would ask for it on a thread that must not block.
                compiled.game.definition().identity();
            }
            spent.add(&here, time_on_core().saturating_sub(begun));
            compiled
        });
        let compiled = compiled.await.map_err(|error| match error {
            WorkError::Full(QueueFull) => ServedGameError::BusyCompiling,
            WorkError::Interrupted => ServedGameError::Interrupted,
        })?;
        Ok(self.serve(compiled?, own))
    }

    fn serve(&self, compiled: CompiledGame, own: bool) -> ServedGame {
        let mut game_ref = hyperrook_view::game_ref(compiled.game.definition());
        let hash = compiled.source.hash().to_owned();
        if own {
            game_ref.definition = Some(hash.clone());
        }
        ServedGame {
            info: self.infos.get_with(game_ref.clone(), Arc::default),
            game: compiled.game,
            game_ref,
            hash,
        }
    }

    /// Stores the text of a game that comes with the program or from the folder, since
    /// games refer to it.
    pub async fn store_text(&self, served: &ServedGame) -> Result<(), ServedGameError> {
        if let Some(source) = self.games.by_hash(&served.hash) {
            self.store
                .add_definition(StoredDefinition {
                    hash: source.hash().to_owned(),
                    name: source.name().to_owned(),
                    text: source.text().to_owned(),
                    author: None,
                })
                .await?;
        }
        Ok(())
    }

    /// The text of a game with a name.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn text_of(&self, name: &str) -> Result<String, ServedGameError> {
        Ok(self.games.named(name)?.text().to_owned())
    }

    /// Checks a definition that somebody is writing. It is compiled and not stored.
    pub(crate) async fn draft(
        &self,
        text: String,
        who: String,
        address: IpAddr,
        spent: &Allowance,
    ) -> Result<(ServedGame, Vec<FaultInfo>), ServedGameError> {
        let ((_, warnings), text) = self.check_in_turn(text, &who, address, spent).await?;
        Ok((self.compile_posted(&text, address).await?, warnings))
    }

    /// Compiles a posted text that has been checked, and checks that the game does not pass for
    /// another one.
    async fn compile_posted(
        &self,
        text: &str,
        address: IpAddr,
    ) -> Result<ServedGame, ServedGameError> {
        let faults =
            |faults: &[Diagnostic]| ServedGameError::Faults(hyperrook_view::faults(text, faults));
        let file = GameFile::parse(POSTED_FILE, text).map_err(|found| faults(&found))?;
        let source = Arc::new(GameSource::new(file, text, SourceOrigin::Text));
        let posted = self.compile(source, Vec::new(), true, address).await?;
        match self.false_name(&posted, text).await? {
            Some(fault) => Err(faults(&[fault])),
            None => Ok(posted),
        }
    }

    /// What is wrong with the name or the title of a posted game, if it is that of one of the
    /// server's own games with other rules: lists show it by that.
    async fn false_name(
        &self,
        posted: &ServedGame,
        text: &str,
    ) -> Result<Option<Diagnostic>, ServedGameError> {
        let definition = posted.game.definition();
        for own in &self.summaries {
            let key = if looks_like(definition.title(), &own.title) {
                "title"
            } else if looks_like(definition.name(), &own.name) {
                "name"
            } else {
                continue;
            };
            let wanted = GameRef {
                name: own.name.clone(),
                ..GameRef::default()
            };
            let served = self.get(&wanted).await?;
            if served.game.definition().identity() == definition.identity() {
                continue;
            }
            let title = &own.title;
            let message = format!("this is the {key} of {title}, which has other rules");
            let line = text
                .lines()
                .position(|line| line.trim_start().starts_with(key));
            let mut fault = Diagnostic::of_file(POSTED_FILE, message);
            fault.line = line.map_or(1, |line| line + 1);
            fault.help = Some(format!("choose another {key}"));
            return Ok(Some(fault));
        }
        Ok(None)
    }

    /// Checks a text when it is its turn. Gives the name of the game, the warnings and the
    /// text. The time that this takes goes to `spent`, whatever comes of it.
    async fn check_in_turn(
        &self,
        text: String,
        who: &str,
        address: IpAddr,
        spent: &Allowance,
    ) -> Result<((String, Vec<FaultInfo>), String), ServedGameError> {
        let (who, spent) = (who.to_owned(), spent.clone());
        let checked = self.checking.run(address, move || {
            let begun = time_on_core();
            let checked = check(&text);
            // Noted here: the check goes on when its client has gone.
            let took = time_on_core().saturating_sub(begun);
            spent.add(&who, took);
            spent.add(&address.to_string(), took);
            checked.map(|checked| (checked, text))
        });
        checked.await.map_err(|error| match error {
            WorkError::Full(QueueFull) => ServedGameError::Busy,
            WorkError::Interrupted => ServedGameError::Interrupted,
        })?
    }

    /// Checks a posted definition with all values of its options, and stores it. The
    /// warnings come with the game. The time that this takes goes to `spent`, whatever
    /// comes of it.
    pub(crate) async fn add(
        &self,
        text: String,
        author: DefinitionAuthor,
        spent: &Allowance,
    ) -> Result<(ServedGame, Vec<FaultInfo>), ServedGameError> {
        let checked = self.check_in_turn(text, &author.id, author.address, spent);
        let ((name, warnings), text) = checked.await?;
        let game = self.compile_posted(&text, author.address).await?;
        let hash = hash_of_text(&text);
        let definition = StoredDefinition {
            hash: hash.clone(),
            name,
            text,
            // Nobody becomes the author of a game that comes with the server.
            author: (!self.has(&hash)).then_some(author.id),
        };
        let store = &self.store;
        if !store.add_definition_of(definition, author.most).await? {
            return Err(ServedGameError::TooMany);
        }
        Ok((game, warnings))
    }
}

/// Whether people could take one title or name for another: case, spaces and signs do not count.
fn looks_like(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> String {
        let lower = text.to_lowercase();
        lower.chars().filter(|c| c.is_alphanumeric()).collect()
    };
    letters(one) == letters(other)
}

/// Who posts a definition.
#[derive(Clone, Debug)]
pub(crate) struct DefinitionAuthor {
    pub(crate) id: String,
    pub(crate) address: IpAddr,
    /// How many definitions the person may have stored.
    pub(crate) most: usize,
}

/// Checks the text of a definition; returns the game's name and the warnings. Options
/// that explode are refused before anything is compiled.
fn check(text: &str) -> Result<(String, Vec<FaultInfo>), ServedGameError> {
    let faulty =
        |faults: &[Diagnostic]| ServedGameError::Faults(hyperrook_view::faults(text, faults));
    let file = GameFile::parse(POSTED_FILE, text).map_err(|faults| faulty(&faults))?;
    let combinations = file.combinations().len();
    if combinations > MAX_COMBINATIONS {
        let message = format!(
            "the options have {combinations} combinations; a posted definition may have \
             {MAX_COMBINATIONS}"
        );
        let mut fault = Diagnostic::of_file(POSTED_FILE, message);
        fault.help = Some("use fewer options".to_owned());
        return Err(faulty(&[fault]));
    }
    let file = check_within(POSTED_FILE, text, CHECK_TIME).map_err(|faults| faulty(&faults))?;
    let warnings = hyperrook_view::faults(text, &file.warnings());
    Ok((file.name().to_owned(), warnings))
}

/// The time that this thread has had on a core.
fn time_on_core() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(array: Option<&str>) -> GameRef {
        let options = array.map(|value| ("array".to_owned(), value.to_owned()));
        GameRef {
            name: "sesqui".to_owned(),
            options: options.into_iter().collect(),
            definition: None,
        }
    }

    /// Looking for a game takes no longer with more options than a game may have.
    #[tokio::test]
    async fn too_many_options_are_refused_first() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let catalogue = ServerCatalogue::new(store, None).unwrap();
        let option = |number: i32| (format!("option {number}"), "on".to_owned());
        let options: BTreeMap<String, String> = (0..40_000).map(option).collect();
        for definition in [None, Some("0".repeat(64))] {
            let wanted = GameRef {
                options: options.clone(),
                definition,
                ..game(None)
            };
            let refused = catalogue.get(&wanted).await.unwrap_err().to_string();
            assert!(refused.contains("40000"), "{refused}");
            let stored = RulesRef::from(wanted);
            let refused = catalogue.get_stored(&stored, "no hash", OWN_WORK).await;
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("40000"), "{refused}");
        }
    }

    /// Whoever writes a record asks for the identity, on any thread.
    #[tokio::test]
    async fn a_compiled_game_has_its_identity() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let catalogue = ServerCatalogue::new(store, None).unwrap();
        let served = catalogue.get(&game(None)).await.unwrap();
        let computed = format!("{:?}", served.game.definition());
        assert!(computed.contains(served.game.definition().identity()));
    }

    /// Each combination of options is another game, so a client that asks for many of them uses
    /// up the time that an address has for compiling.
    #[tokio::test]
    async fn an_address_has_few_games_compiled() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_folder(folder.path()).await.unwrap();
        let catalogue = ServerCatalogue::new(store, None).unwrap();
        let [eve, ann] = [66, 1].map(|last| IpAddr::from([192, 0, 2, last]));
        catalogue.get_for(&game(None), eve).await.unwrap();
        let spent = catalogue.compiled_for.spent(&eve.to_string());
        assert!(spent > Duration::ZERO);
        catalogue.compiled_for.add(&eve.to_string(), COMPILING.free);
        let other = game(Some("court"));
        let refused = catalogue.get_for(&other, eve).await;
        assert!(
            matches!(refused, Err(ServedGameError::TooManyCompiled(1..))),
            "{refused:?}"
        );
        // What is compiled already costs nothing, and others and the server are served.
        catalogue.get_for(&game(None), eve).await.unwrap();
        assert_eq!(
            catalogue.compiled_for.spent(&ann.to_string()),
            Duration::ZERO
        );
        catalogue.get_for(&other, ann).await.unwrap();
        catalogue.get_for(&other, eve).await.unwrap();
        catalogue.get(&game(None)).await.unwrap();
    }
}

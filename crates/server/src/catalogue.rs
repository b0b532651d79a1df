//! The games that can be played on this server: those with a name, and those that
//! people have posted, by the hash of their text.

use crate::store::{Store, StoreError, StoredDefinition};
use hyperrook_catalogue::{
    Catalogue, CatalogueError, CompiledGame, GameSource, SourceOrigin, check_within, is_shipped,
};
use hyperrook_rules::{Game, GameFile};
use hyperrook_view::types::{FaultInfo, GameInfo, GameRef, Summary};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use thiserror::Error;
use tokio::sync::Semaphore;

pub use hyperrook_catalogue::hash_of_text;

/// How long all combinations of options of a posted definition may take to compile.
const CHECK_TIME: Duration = Duration::from_secs(10);
/// How many games have their description kept for later.
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
    #[error("the definition has faults")]
    Faults(Vec<FaultInfo>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
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
            info
        })
    }
}

/// All games of the server.
#[derive(Debug)]
pub struct ServerCatalogue {
    store: Store,
    games: Arc<Catalogue>,
    summaries: Vec<Summary>,
    infos: moka::sync::Cache<GameRef, Arc<OnceLock<GameInfo>>>,
    /// Compiling takes memory and a core: few at once.
    compiling: Arc<Semaphore>,
    /// Posted definitions are checked one at a time, and never in the way of games that
    /// somebody wants to play.
    checking: Arc<Semaphore>,
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
            compiling: Arc::new(Semaphore::new(2)),
            checking: Arc::new(Semaphore::new(1)),
        })
    }

    /// Whether a text, by its hash, comes with the program.
    pub fn is_shipped(&self, hash: &str) -> bool {
        is_shipped(hash)
    }

    /// The games with a name.
    pub fn summaries(&self) -> &[Summary] {
        &self.summaries
    }

    /// The game that is asked for, compiled.
    pub async fn get(&self, wanted: &GameRef) -> Result<ServedGame, ServedGameError> {
        let options = options(wanted);
        let Some(hash) = &wanted.definition else {
            let source = self.games.named(&wanted.name)?;
            return self.compile(source, options, false).await;
        };
        if let Some(compiled) = self.games.cached(hash, &options) {
            return Ok(self.serve(compiled, true));
        }
        let source = self.stored(hash, &wanted.name).await?;
        self.compile(source, options, true).await
    }

    /// The game of a text that is stored, whatever goes by its name today.
    pub async fn get_stored(
        &self,
        wanted: &GameRef,
        hash: &str,
    ) -> Result<ServedGame, ServedGameError> {
        let options = options(wanted);
        let own = wanted.definition.is_some();
        if let Some(compiled) = self.games.cached(hash, &options) {
            return Ok(self.serve(compiled, own));
        }
        let source = match self.games.by_hash(hash) {
            Some(source) => source,
            None => self.stored(hash, &wanted.name).await?,
        };
        self.compile(source, options, own).await
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
        let file = GameFile::parse(&format!("{}.toml", row.name), &text)
            .map_err(|faults| ServedGameError::Faults(hyperrook_view::faults(&text, &faults)))?;
        let source = GameSource::new(file, &row.text, SourceOrigin::Text);
        Ok(Arc::new(source))
    }

    /// Compiles a game on a thread that may block, unless it is kept.
    async fn compile(
        &self,
        source: Arc<GameSource>,
        options: Vec<(String, String)>,
        own: bool,
    ) -> Result<ServedGame, ServedGameError> {
        if let Some(compiled) = self.games.cached(source.hash(), &options) {
            return Ok(self.serve(compiled, own));
        }
        let games = Arc::clone(&self.games);
        let compiled = blocking(&self.compiling, move || {
            Ok(games.compile(&source, &options)?)
        })
        .await?;
        Ok(self.serve(compiled, own))
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

    /// Checks a posted definition with all values of its options, and stores it. The
    /// warnings come with the game.
    pub async fn add(
        &self,
        text: String,
        author: String,
    ) -> Result<(ServedGame, Vec<FaultInfo>), ServedGameError> {
        let (name, warnings, text) = blocking(&self.checking, move || {
            match check_within("definition.toml", &text, CHECK_TIME) {
                Ok(file) => {
                    let warnings = hyperrook_view::faults(&text, &file.warnings());
                    Ok((file.name().to_owned(), warnings, text))
                }
                Err(faults) => Err(ServedGameError::Faults(hyperrook_view::faults(
                    &text, &faults,
                ))),
            }
        })
        .await?;
        let hash = hash_of_text(&text);
        self.store
            .add_definition(StoredDefinition {
                hash: hash.clone(),
                name: name.clone(),
                text,
                author: Some(author),
            })
            .await?;
        let by_hash = GameRef {
            name,
            definition: Some(hash),
            ..GameRef::default()
        };
        let game = self.get(&by_hash).await?;
        Ok((game, warnings))
    }
}

fn options(wanted: &GameRef) -> Vec<(String, String)> {
    wanted.options.clone().into_iter().collect()
}

/// Runs something long on a thread of its own, few at a time.
async fn blocking<T: Send + 'static>(
    turns: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, ServedGameError> + Send + 'static,
) -> Result<T, ServedGameError> {
    let permit = turns.clone().acquire_owned().await;
    let permit = permit.map_err(|_| ServedGameError::Interrupted)?;
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| ServedGameError::Interrupted)?
}

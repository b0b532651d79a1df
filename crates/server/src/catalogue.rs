//! The games that can be played here: those that come with the program, those
//! of a folder, and those that people have given, by the hash of their text.

use crate::store::{Store, StoreError, StoredDefinition};
use hyperrook_rules::{DefineError, Diagnostic, FaultList, Game, GameFile, SHIPPED};
use hyperrook_view::types::{Fault, GameInfo, GameRef, Summary};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use thiserror::Error;
use tokio::sync::Semaphore;

/// How many bytes of tables of compiled games are kept for later.
const KEPT_BYTES: usize = 512 << 20;
/// How many compiled games are kept for later.
const KEPT_GAMES: usize = 128;
/// How long all combinations of options of a stranger's definition may take to
/// compile.
const CHECK_TIME: Duration = Duration::from_secs(10);
/// The most options that a request may set.
const MAX_OPTIONS: usize = 64;

/// Why there is no such game.
#[derive(Debug, Error)]
pub enum CatalogueError {
    /// Nobody knows a game of this name.
    #[error("there is no game `{0}`")]
    Unknown(String),
    /// The game has no such options.
    #[error("{0}")]
    Options(String),
    /// The definition is faulty.
    #[error("the definition has faults")]
    Faults(Vec<Fault>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The compiler was interrupted.
    #[error("the game could not be compiled")]
    Interrupted,
}

/// A game compiled to be played, and where it comes from.
#[derive(Clone, Debug)]
pub struct CompiledGame {
    /// The game, compiled.
    pub game: Game,
    /// What it is called, with the options that are not at their defaults.
    pub game_ref: GameRef,
    /// The hash of the text it comes from.
    pub hash: String,
    /// What a client needs to know of it, once somebody has asked.
    info: Arc<OnceLock<GameInfo>>,
}

impl CompiledGame {
    /// What a client needs to know of it. It takes a while for the first time.
    pub fn info(&self) -> &GameInfo {
        self.info.get_or_init(|| {
            let mut info = hyperrook_view::info(&self.game);
            info.game = self.game_ref.clone();
            info
        })
    }
}

/// A definition that everybody can ask for by name.
#[derive(Debug)]
struct NamedDefinition {
    file: GameFile,
    text: String,
    hash: String,
}

#[derive(Debug, Default)]
struct CompiledCache {
    compiled: HashMap<GameRef, (CompiledGame, u64)>,
    clock: u64,
}

/// All games.
#[derive(Debug)]
pub struct Catalogue {
    store: Store,
    named: Vec<NamedDefinition>,
    summaries: Vec<Summary>,
    kept: Mutex<CompiledCache>,
    /// Compiling takes memory and a core: few at once.
    compiling: Arc<Semaphore>,
    /// Definitions of strangers are checked one at a time, and never in the way of
    /// games that somebody wants to play.
    checking: Arc<Semaphore>,
}

/// SHA-256 in hexadecimal.
pub fn hash_of(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Catalogue {
    /// The games that come with the program and those of a folder. Faulty files
    /// in the folder are left out with a warning.
    pub fn new(store: Store, folder: Option<&Path>) -> std::io::Result<Catalogue> {
        let mut named: Vec<NamedDefinition> = Vec::new();
        for (name, text) in SHIPPED {
            if let Some(file) = GameFile::shipped(name) {
                let (text, hash) = ((*text).to_owned(), hash_of(text));
                named.push(NamedDefinition { file, text, hash });
            }
        }
        if let Some(folder) = folder {
            let mut paths: Vec<_> = std::fs::read_dir(folder)?
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|end| end == "toml"))
                .collect();
            paths.sort();
            for path in paths {
                let text = match std::fs::read_to_string(&path) {
                    Ok(text) => text,
                    Err(error) => {
                        tracing::warn!(path = %path.display(), %error, "unreadable definition");
                        continue;
                    }
                };
                match checked(&path.display().to_string(), &text) {
                    Ok(file) => {
                        // A file of one's own goes before a shipped one.
                        named.retain(|known| known.file.name() != file.name());
                        let hash = hash_of(&text);
                        named.push(NamedDefinition { file, text, hash });
                    }
                    Err(faults) => {
                        let first = faults.first().map(ToString::to_string);
                        tracing::warn!(path = %path.display(), fault = first, "faulty definition");
                    }
                }
            }
        }
        let summaries = named
            .iter()
            .filter_map(|named| hyperrook_view::summary(&named.file).ok())
            .collect();
        Ok(Catalogue {
            store,
            named,
            summaries,
            kept: Mutex::default(),
            compiling: Arc::new(Semaphore::new(2)),
            checking: Arc::new(Semaphore::new(1)),
        })
    }

    /// Whether a text, by its hash, came with this program.
    pub fn is_shipped(&self, hash: &str) -> bool {
        static HASHES: OnceLock<Vec<String>> = OnceLock::new();
        let hashes = HASHES.get_or_init(|| SHIPPED.iter().map(|(_, text)| hash_of(text)).collect());
        hashes.iter().any(|known| known == hash)
    }

    /// The games with a name.
    pub fn summaries(&self) -> &[Summary] {
        &self.summaries
    }

    /// The game that is asked for, compiled.
    pub async fn get(&self, wanted: &GameRef) -> Result<CompiledGame, CatalogueError> {
        if wanted.options.len() > MAX_OPTIONS {
            return Err(CatalogueError::Options("too many options".into()));
        }
        if let Some(compiled) = self.known(wanted) {
            return Ok(compiled);
        }
        let (file, hash, own) = self.file(wanted).await?;
        let options: Vec<(String, String)> = wanted.options.clone().into_iter().collect();
        let compiled = blocking(&self.compiling, move || {
            let definition = file.define(&options).map_err(|error| match error {
                DefineError::Faults(faults) => {
                    CatalogueError::Faults(hyperrook_view::faults("", &faults))
                }
                other => CatalogueError::Options(other.to_string()),
            })?;
            let mut game_ref = hyperrook_view::game_ref(&definition);
            if own {
                game_ref.definition = Some(hash.clone());
            }
            let game = Game::new(definition)
                .map_err(|error| CatalogueError::Options(error.to_string()))?;
            Ok(CompiledGame {
                game,
                game_ref,
                hash,
                info: Arc::default(),
            })
        })
        .await?;
        // Whoever writes defaults out, or leaves them out, gets the same game.
        let same = self.known(&compiled.game_ref);
        let compiled = same.unwrap_or(compiled);
        self.keep(wanted.clone(), &compiled);
        self.keep(compiled.game_ref.clone(), &compiled);
        Ok(compiled)
    }

    /// The game of a text that was kept, whatever goes by its name today.
    pub async fn get_stored(
        &self,
        wanted: &GameRef,
        hash: &str,
    ) -> Result<CompiledGame, CatalogueError> {
        if wanted.definition.is_some() || self.named.iter().any(|named| named.hash == hash) {
            return self.get(wanted).await;
        }
        let by_hash = GameRef {
            definition: Some(hash.to_owned()),
            ..wanted.clone()
        };
        self.get(&by_hash).await
    }

    /// The file of a game, the hash of its text, and whether it is asked for by
    /// that hash.
    async fn file(&self, wanted: &GameRef) -> Result<(GameFile, String, bool), CatalogueError> {
        let unknown = || {
            let name: String = wanted.name.chars().take(40).collect();
            CatalogueError::Unknown(name)
        };
        let Some(hash) = &wanted.definition else {
            let mut known = self.named.iter();
            let named = known
                .find(|named| named.file.name() == wanted.name)
                .ok_or_else(unknown)?;
            return Ok((named.file.clone(), named.hash.clone(), false));
        };
        let row = self.store.definition(hash).await?.ok_or_else(unknown)?;
        let file = GameFile::parse(&format!("{}.toml", row.name), &row.text)
            .map_err(|faults| CatalogueError::Faults(hyperrook_view::faults(&row.text, &faults)))?;
        Ok((file, row.hash, true))
    }

    fn known(&self, wanted: &GameRef) -> Option<CompiledGame> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let clock = kept.clock;
        let (compiled, used) = kept.compiled.get_mut(wanted)?;
        *used = clock;
        Some(compiled.clone())
    }

    fn keep(&self, key: GameRef, compiled: &CompiledGame) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let clock = kept.clock;
        kept.compiled.insert(key, (compiled.clone(), clock));
        let bytes = |kept: &CompiledCache| -> usize {
            let each = kept.compiled.values();
            each.map(|(compiled, _)| compiled.game.table_bytes()).sum()
        };
        while kept.compiled.len() > 1
            && (kept.compiled.len() > KEPT_GAMES || bytes(&kept) > KEPT_BYTES)
        {
            let oldest = kept.compiled.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            kept.compiled.remove(&oldest);
        }
    }

    /// Sees to it that the text of a game that comes with the program, or from
    /// the folder, is kept: games refer to it.
    pub async fn store_text(&self, compiled: &CompiledGame) -> Result<(), CatalogueError> {
        let mut known = self.named.iter();
        if let Some(named) = known.find(|named| named.hash == compiled.hash) {
            self.store
                .add_definition(StoredDefinition {
                    hash: named.hash.clone(),
                    name: named.file.name().to_owned(),
                    text: named.text.clone(),
                    author: None,
                })
                .await?;
        }
        Ok(())
    }

    /// Checks a stranger's definition under all its options, and keeps it.
    pub async fn add(&self, text: String, author: String) -> Result<CompiledGame, CatalogueError> {
        let (file, text) = blocking(&self.checking, move || {
            match checked("definition.toml", &text) {
                Ok(file) => Ok((file, text)),
                Err(faults) => Err(CatalogueError::Faults(hyperrook_view::faults(
                    &text, &faults,
                ))),
            }
        })
        .await?;
        let hash = hash_of(&text);
        let name = file.name().to_owned();
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
        self.get(&by_hash).await
    }
}

/// Runs something long on a thread of its own, few at a time.
async fn blocking<T: Send + 'static>(
    turns: &Arc<Semaphore>,
    work: impl FnOnce() -> Result<T, CatalogueError> + Send + 'static,
) -> Result<T, CatalogueError> {
    let permit = turns.clone().acquire_owned().await;
    let permit = permit.map_err(|_| CatalogueError::Interrupted)?;
    tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    })
    .await
    .map_err(|_| CatalogueError::Interrupted)?
}

/// The time that this thread has had on a core: a definition is not to be refused
/// because others have much to do.
fn time_on_core() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Reads a definition and checks it under all its options, in bounded time.
fn checked(name: &str, text: &str) -> Result<GameFile, FaultList<Diagnostic>> {
    checked_within(name, text, CHECK_TIME)
}

/// The same with another bound. Each combination of options is compiled in turn,
/// since one may take a thousand times as long as another; one alone is bounded
/// by the compiler.
fn checked_within(
    name: &str,
    text: &str,
    longest: Duration,
) -> Result<GameFile, FaultList<Diagnostic>> {
    let file = GameFile::parse(name, text)?;
    let begun = time_on_core();
    let mut sound = true;
    let all = file.combinations();
    for (tried, combination) in all.iter().enumerate() {
        match file.define(combination).map(Game::new) {
            Ok(Ok(_)) => {}
            _ => sound = false,
        }
        if time_on_core().saturating_sub(begun) > longest && tried + 1 < all.len() {
            let message = format!(
                "the {} combinations of options to check take longer than {} seconds to compile",
                all.len(),
                longest.as_secs()
            );
            let mut fault = Diagnostic::of_file(name, message);
            fault.help = Some("use fewer options, or a smaller game".to_owned());
            return Err(vec![fault].into());
        }
    }
    if sound {
        return Ok(file);
    }
    // As long again at most, to say what is wrong where.
    match file.check() {
        faults if faults.is_empty() => Ok(file),
        faults => Err(faults.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_checked_in_bounded_time() {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "walkers").unwrap();
        assert!(checked("walkers.toml", text).is_ok());
        let faults = checked_within("walkers.toml", text, Duration::ZERO).unwrap_err();
        assert!(faults[0].message.contains("combinations"), "{faults:?}");
        // One combination is always tried.
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap();
        assert!(checked_within("chess.toml", text, Duration::ZERO).is_ok());
    }
}

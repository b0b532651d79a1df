//! The folder of the endgame tables, and the building of small ones on first use.

use crate::args::TablesFolder;
use crate::error::{CommandError, CommandResult};
use crate::{texts, words};
use hyperrook_rules::{Game, Position, Side};
use hyperrook_search::TablesSource;
use hyperrook_tables::{BuildSettings, CountVerdict, EndgameValue, ProbeResult, Tables};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock};

/// The number of pieces of the tables that are built on first use, including royal ones.
const SMALL_TABLE_PIECES: usize = 3;

/// The memory for building these, in bytes.
const SMALL_MEMORY: u64 = 1 << 30;

/// Whether small tables are built on first use.
static BUILDS: AtomicBool = AtomicBool::new(false);

/// The folder of tables: the one that was given, or the one of this user.
pub(crate) fn folder(asked: &TablesFolder) -> CommandResult<PathBuf> {
    let own = || default_folder().map(Path::to_owned);
    asked.folder.clone().or_else(own).ok_or_else(|| {
        CommandError::Usage("you have no home folder; name a folder with --tables DIR".to_owned())
    })
}

/// The tables for an engine: those of the folder that was given, or of this user.
pub(crate) fn source(asked: &TablesFolder) -> TablesSource {
    match &asked.folder {
        Some(folder) => TablesSource::folder(folder.clone()),
        None => of_user(),
    }
}

/// The tables of this user.
pub(crate) fn of_user() -> TablesSource {
    default_folder().map_or(TablesSource::None, TablesSource::Folder)
}

/// The folder of the tables of this user, if the user has a home folder.
fn default_folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        if let Some(folder) = std::env::var_os("HYPERROOK_TABLES") {
            return Some(folder.into());
        }
        let directories = directories::ProjectDirs::from("", "", "hyperrook")?;
        Some(directories.data_local_dir().join("tables"))
    };
    FOLDER.get_or_init(find).as_deref()
}

/// The verdict of endgame tables on a position.
#[derive(Debug)]
pub(crate) struct TableVerdict {
    /// The verdict on the position: `White wins in 8 moves`.
    pub(crate) position: String,
    /// Each legal move in short notation with its verdict, the best first.
    pub(crate) moves: Vec<(String, String)>,
    /// Whether the side to move loses, so that its first move is the best defence.
    pub(crate) is_defence: bool,
}

/// Looks up a position. `None` if no table has it. A damaged table gives no verdict; `hyperrook
/// tables verify` reports it.
pub(crate) fn look_up(position: &Position, source: TablesSource) -> Option<TableVerdict> {
    let TablesSource::Folder(folder) = source else {
        return None;
    };
    let tables = folder
        .is_dir()
        .then(|| Tables::shared(position.game(), folder).ok())??;
    let found = tables.probe(position).ok()??;
    let mover = position.turn();
    let moves = tables.moves(position).ok()?.into_iter().map(|probed| {
        let words = probed.found.map_or_else(
            || "not in a table".to_owned(),
            |found| verdict(found, mover),
        );
        (texts::short(position, probed.mv), words)
    });
    Some(TableVerdict {
        position: verdict(found, mover),
        moves: moves.collect(),
        is_defence: matches!(found.value, EndgameValue::Loss(_)),
    })
}

/// The result of perfect play, in words: `White wins in 8 moves`.
fn verdict(found: ProbeResult, mover: Side) -> String {
    let winner = match found.value {
        EndgameValue::Draw => return "draw".to_owned(),
        EndgameValue::Win(_) => mover,
        EndgameValue::Loss(_) => mover.other(),
    };
    let note = count_note(found.verdict);
    let winner = words::sentence(&winner.to_string());
    match found.value.moves() {
        None | Some(0) => format!("{winner} has won"),
        Some(1) => format!("{winner} wins in 1 move{note}"),
        Some(moves) => format!("{winner} wins in {moves} moves{note}"),
    }
}

/// What follows the length of a win, if the move count may spoil it.
pub(crate) fn count_note(verdict: CountVerdict) -> &'static str {
    match verdict {
        CountVerdict::Spoiled => ", a draw by the move count",
        CountVerdict::Unknown => " (perhaps too long for the move count)",
        _ => "",
    }
}

/// From now on, [`use_small`] builds missing tables.
pub(crate) fn build_on_first_use() {
    BUILDS.store(true, Ordering::Relaxed);
}

/// Builds the missing tables of three pieces of a game in the background, once for each game. If
/// the program ends earlier, the next one builds the rest.
pub(crate) fn use_small(game: &Game) {
    static BEGUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let Some(folder) = default_folder().filter(|_| BUILDS.load(Ordering::Relaxed)) else {
        return;
    };
    let identity = game.definition().identity().to_owned();
    let is_new = BEGUN.lock().is_ok_and(|mut begun| begun.insert(identity));
    if !is_new {
        return;
    }
    // The engine looks for the folder when it starts.
    let _ = std::fs::create_dir_all(folder);
    let game = game.clone();
    let build = move || {
        // Without tables the engine searches, so a failure here does not matter.
        let Ok(tables) = Tables::shared(&game, folder) else {
            return;
        };
        let settings = BuildSettings::with(SMALL_MEMORY, 1);
        let stop = AtomicBool::new(false);
        for material in tables.builder().against_bare(SMALL_TABLE_PIECES) {
            let _ = tables.build(&[material], &settings, &stop, &mut |_| ());
        }
    };
    let _ = std::thread::Builder::new()
        .name("tables".to_owned())
        .spawn(build);
}

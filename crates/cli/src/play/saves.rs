//! Saved games: records, and the game that was left last.

use super::GameSession;
use crate::error::{CommandError, CommandResult};
use crate::load;
use crate::player_spec::PlayerSpec;
use hyperrook_catalogue::CompiledGame;
use hyperrook_lab::files::replace_file;
use hyperrook_notation::record::{GameResult, GameTags, MoveStyle, Record, RecordReader, Tags};
use hyperrook_rules::Side;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The result of saving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SaveResult {
    /// The game is saved.
    Yes,
    /// The file exists and was not replaced.
    Exists,
}

/// The tag with the path of the definition, for games that are not shipped.
const DEFINITION_TAG: &str = "Definition";

/// The path for the game in progress: `hyperrook/last.pgn` in the state directory of the
/// user, if the system has one.
pub(crate) fn autosave_path() -> Option<PathBuf> {
    let directories = directories::ProjectDirs::from("", "", "hyperrook")?;
    let directory = directories
        .state_dir()
        .unwrap_or_else(|| directories.data_local_dir());
    Some(directory.join("last.pgn"))
}

/// Saves a game for `play --resume`. When the game is over, the saved file is removed.
pub(crate) fn autosave(session: &GameSession) -> CommandResult {
    let Some(path) = autosave_path() else {
        return Ok(());
    };
    keep_at(session, &path)
}

fn keep_at(session: &GameSession, path: &Path) -> CommandResult {
    if session.is_over() {
        return match std::fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(CommandError::file(path, error))
            }
            _ => Ok(()),
        };
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|error| CommandError::file(directory, error))?;
    }
    save_record(session, path)
}

/// Replaces a file with a game, completely or not at all.
pub(crate) fn save_record(session: &GameSession, path: &Path) -> CommandResult {
    let fault = |error| CommandError::file(path, error);
    let text = record_text(session)?;
    replace_file(path, text.as_bytes()).map_err(fault)
}

/// Saves a game under a name of the player's choice. An existing file is replaced only if
/// the game was saved to it before, or if the player is `sure`: it may have other games, or
/// comments that would be lost.
pub(crate) fn save_as(
    session: &mut GameSession,
    path: &Path,
    sure: bool,
) -> CommandResult<SaveResult> {
    if !sure && session.file.as_deref() != Some(path) && path.exists() {
        return Ok(SaveResult::Exists);
    }
    save_record(session, path)?;
    session.file = Some(path.to_owned());
    Ok(SaveResult::Yes)
}

/// Reads the first game of a file.
pub(crate) fn load_record(path: &Path) -> CommandResult<GameSession> {
    let fault = |error: String| CommandError::Data(format!("{}: {error}", path.display()));
    let text = load::read(path)?;
    let record = RecordReader::new(text.as_bytes())
        .next()
        .ok_or_else(|| fault("it contains no game".to_owned()))?
        .map_err(|error| fault(error.to_string()))?;
    let loaded = game_of(&record.tags).map_err(|failure| fault(failure.to_string()))?;
    let replay = record
        .replay(|_| Ok(loaded.game.clone()))
        .map_err(|error| fault(error.to_string()))?;
    let mut session = GameSession::new(loaded, replay.start.clone());
    session.players = Side::BOTH.map(|side| {
        let name = record.tags.get(&side.to_string());
        name.and_then(|name| PlayerSpec::parse(name).ok())
            .unwrap_or(PlayerSpec::Human)
    });
    for &mv in replay.record.main_line() {
        // Games by other programs can go on after a draw by the rules.
        if !session.play(mv) {
            session.warnings.push(
                "The record continues after the end of the game; that part is ignored".to_owned(),
            );
            break;
        }
    }
    match record.result {
        GameResult::WhiteWins => session.set_resigned(Side::Black),
        GameResult::BlackWins => session.set_resigned(Side::White),
        GameResult::Draw | GameResult::Open => {}
    }
    let warnings = replay.warnings.iter().map(ToString::to_string);
    session.warnings.extend(warnings);
    session.tags = record.tags;
    Ok(session)
}

/// The game that the tags of a record name.
fn game_of(tags: &Tags) -> CommandResult<CompiledGame> {
    if let Some(path) = tags.get(DEFINITION_TAG) {
        let options = tags.get("Options").unwrap_or_default().split_whitespace();
        let options = options
            .filter_map(|word| word.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let options: Vec<(String, String)> = options.collect();
        return load::load(path, &options);
    }
    let GameTags { name, options, .. } =
        GameTags::of(tags).map_err(|error| CommandError::Data(error.to_string()))?;
    let source = load::catalogue().named(&name)?;
    Ok(load::catalogue().compile(&source, &options)?)
}

fn record_text(session: &GameSession) -> CommandResult<String> {
    let fault = |error: String| CommandError::Data(error);
    let mut tags = session.tags.clone();
    let mut set = |name: &str, value: &str| {
        tags.set(name, value)
            .map_err(|error| fault(error.to_string()))
    };
    for side in Side::BOTH {
        let player_spec = session.players[side.index()];
        set(&side.to_string(), &player_spec.to_string())?;
    }
    if session
        .tags
        .get("Date")
        .is_none_or(|date| date.starts_with('?'))
    {
        set("Date", &today())?;
    }
    if let Some(path) = session.loaded.source.path() {
        // The record may be read from another directory.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        set(DEFINITION_TAG, &path.display().to_string())?;
    }
    let result = match session.resigned() {
        Some(Side::White) => GameResult::BlackWins,
        Some(Side::Black) => GameResult::WhiteWins,
        None => GameResult::of(session.outcome()),
    };
    let record = Record::of(session.history(), tags, result, MoveStyle::default());
    hyperrook_notation::record::format_record(&record).map_err(|error| fault(error.to_string()))
}

/// Today's date in UTC, as `2026.03.07`.
fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = now.map_or(0, |now| now.as_secs() / 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970 (Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms").
fn civil(days: u64) -> (u64, u64, u64) {
    // Count from 1 March of the year 0, so that leap days come last.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(game: &str) -> GameSession {
        let loaded = load::load(game, &[]).unwrap();
        let start = loaded.game.start();
        GameSession::new(loaded, start)
    }

    #[test]
    fn days_have_their_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_454), (2026, 1, 1));
        assert_eq!(civil(20_453), (2025, 12, 31));
    }

    #[test]
    fn saved_games_are_loaded() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        for (game, _) in hyperrook_rules::SHIPPED {
            let mut session = session(game);
            session.players = [
                PlayerSpec::Computer { level: 7 },
                PlayerSpec::Simple { plies: 3 },
            ];
            for _ in 0..5 {
                let mv = session.moves()[0];
                assert!(session.play(mv));
            }
            session.resign();
            assert_eq!(save_as(&mut session, &path, true).unwrap(), SaveResult::Yes);
            assert_eq!(
                save_as(&mut session, &path, false).unwrap(),
                SaveResult::Yes
            );
            let again = load_record(&path).unwrap();
            assert_eq!(again.history().moves(), session.history().moves(), "{game}");
            assert!(again.position().same(session.position()));
            assert_eq!(again.players, session.players);
            assert_eq!(again.resigned(), session.resigned());
            let mut other = again.clone();
            assert_eq!(
                save_as(&mut other, &path, false).unwrap(),
                SaveResult::Exists
            );
            assert!(again.warnings.is_empty(), "{:?}", again.warnings);
            // No other files are left in the directory.
            assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_finished_game_is_not_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state/last.pgn");
        let mut session = session("chess");
        keep_at(&session, &path).unwrap();
        assert!(path.is_file());
        session.resign();
        keep_at(&session, &path).unwrap();
        assert!(!path.exists());
        // There is nothing to remove any more.
        keep_at(&session, &path).unwrap();
        assert!(session.undo());
        keep_at(&session, &path).unwrap();
        assert!(path.is_file());
    }

    #[test]
    fn faulty_records_are_refused_with_their_path() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        for (text, part) in [
            ("", "no game"),
            ("[Game \"nosuch\"]\n\n*\n", "nosuch"),
            ("[Game \"chess\"]\n\n1. e5 *\n", "1. e5"),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = load_record(&path).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("a.pgn"), "{error}");
        }
        let missing = directory.path().join("none.pgn");
        assert!(matches!(
            load_record(&missing),
            Err(CommandError::File { .. })
        ));
    }
}

//! Saved games: records, and the game that was left last.

use super::{GameSession, PlayersEnd};
use crate::error::{CommandError, CommandResult};
use crate::load;
use crate::player_spec::PlayerSpec;
use hyperrook_catalogue::CompiledGame;
use hyperrook_lab::files::replace_file;
use hyperrook_lab::matches::today;
use hyperrook_notation::record::{
    GameError, GameResult, GameTags, MoveStyle, Record, RecordReader, Replay, ReplayWarning, Tags,
};
use hyperrook_notation::words::shorten;
use hyperrook_rules::Side;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The maximum number of characters that messages show of a name in a record.
const MAX_SHOWN: usize = 60;

/// The tag that says why a game ended.
const TERMINATION_TAG: &str = "Termination";
/// Its value for the usual ends: by the rules, a resignation, or an agreed draw.
const NORMAL: &str = "normal";

/// The result of saving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SaveResult {
    /// The game is saved.
    Yes,
    /// The file exists and was not replaced.
    Exists,
}

/// A game that a command line names beside a record.
#[derive(Clone, Copy)]
pub(crate) struct GivenGame<'a> {
    /// Its name or the path of its definition.
    pub(crate) game: &'a str,
    /// Its options; if there are none, those of the record count.
    pub(crate) options: &'a [(String, String)],
}

/// The tag with the path of the definition, for games that are not shipped: relative to the folder
/// of the record if the definition is in this folder or in one inside it.
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

/// Saves a game for `play --resume`. When the game is over, the saved file is removed. Another
/// unfinished game that is there gets another name, which is returned.
pub(crate) fn autosave(session: &mut GameSession) -> CommandResult<Option<PathBuf>> {
    match autosave_path() {
        Some(path) => keep_at(session, &path),
        None => Ok(None),
    }
}

fn keep_at(session: &mut GameSession, path: &Path) -> CommandResult<Option<PathBuf>> {
    // Another terminal may have put its game there since.
    let there = std::fs::read_to_string(path).ok();
    let is_own = there.is_some() && there == session.kept;
    if session.is_over() {
        if is_own {
            remove(path)?;
        }
        session.kept = None;
        return Ok(None);
    }
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory).map_err(|error| CommandError::file(directory, error))?;
    }
    let other = if is_own { None } else { set_aside(path)? };
    match save_record(session, path) {
        Ok(text) => session.kept = Some(text),
        Err(failure) => {
            // The other game is found where it was.
            if let Some(other) = &other {
                let _ = std::fs::rename(other, path);
            }
            return Err(failure);
        }
    }
    Ok(other)
}

fn remove(path: &Path) -> CommandResult {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(CommandError::file(path, error)),
        _ => Ok(()),
    }
}

/// Gives the game that was left last the first free name of `unfinished-1.pgn` and so on.
fn set_aside(path: &Path) -> CommandResult<Option<PathBuf>> {
    let names = (1..).map(|number| path.with_file_name(format!("unfinished-{number}.pgn")));
    for name in names {
        // A link is never made over a file that exists, unlike a new name.
        match std::fs::hard_link(path, &name) {
            Ok(()) => {
                remove(path)?;
                return Ok(Some(name));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(_) if !name.exists() => {
                // Some file systems have no links.
                std::fs::rename(path, &name).map_err(|error| CommandError::file(path, error))?;
                return Ok(Some(name));
            }
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Says where the game that was left before is, short enough for one line of a terminal.
pub(crate) fn set_aside_words(path: &Path) -> String {
    let home = directories::BaseDirs::new();
    let home = home.as_ref().map(directories::BaseDirs::home_dir);
    format!("Earlier game: {}", from_home(path, home))
}

/// A path with `~` in place of the home folder.
fn from_home(path: &Path, home: Option<&Path>) -> String {
    let inside = home.and_then(|home| path.strip_prefix(home).ok());
    match inside {
        Some(inside) => Path::new("~").join(inside).display().to_string(),
        None => path.display().to_string(),
    }
}

/// Replaces a file with a game, completely or not at all. Returns its text.
fn save_record(session: &GameSession, path: &Path) -> CommandResult<String> {
    let fault = |error| CommandError::file(path, error);
    let text = record_text(session, path)?;
    replace_file(path, text.as_bytes()).map_err(fault)?;
    Ok(text)
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

/// Says that a game was saved, and what of the record that it was loaded from is not in the file.
pub(crate) fn saved_words(session: &GameSession, path: &str) -> String {
    let lost = if session.has_lost_notes {
        ", without the comments and variations that it was loaded with"
    } else {
        ""
    };
    format!("Saved to {path}{lost}")
}

/// Reads the first game of a file. A given game counts, not the one that the record names, but it
/// must have the rules of the record.
pub(crate) fn load_record(path: &Path, given: Option<GivenGame<'_>>) -> CommandResult<GameSession> {
    let fault = |error: String| CommandError::Data(format!("{}: {error}", path.display()));
    // The reader decodes the text: old files are in Latin-1.
    let bytes = load::read_bytes(path)?;
    let mut records = RecordReader::new(&*bytes);
    let record = records
        .next()
        .ok_or_else(|| fault("it contains no game".to_owned()))?
        .map_err(|error| fault(error.to_string()))?;
    let advice = |file: &str| {
        format!(
            "give the definition of a game of your own as well, as in \
             `hyperrook play ./{file} --load {}`",
            path.display()
        )
    };
    let loaded = match given {
        Some(given) => given_game(given, &record.tags)?,
        None => game_of_record(&record.tags, path, &advice)
            .map_err(|failure| fault(failure.to_string()))?,
    };
    let replay = record
        .replay(|_| Ok(loaded.game.clone()))
        .map_err(|error| fault(error.to_string()))?;
    if let Some(given) = given {
        check_given(given, &loaded, &replay).map_err(fault)?;
    }
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
    if let Some(end) = players_end(record.result, &record.tags) {
        session.set_players_end(end);
    }
    session.has_lost_notes = record.has_notes();
    if session.has_lost_notes {
        let warning = "Comments, glyphs and variations of the record are left out";
        session.warnings.push(warning.to_owned());
    }
    let warnings = replay.warnings.iter().map(ToString::to_string);
    session.warnings.extend(warnings);
    if records.next().is_some() {
        let warning = "The file has several games; this is the first one";
        session.warnings.push(warning.to_owned());
    }
    session.tags = record.tags;
    if autosave_path().is_some_and(|kept| kept == path) {
        session.kept = std::fs::read_to_string(path).ok();
    }
    Ok(session)
}

/// How the players ended the game of a record, if they did. The tag `Termination` tells more; its value
/// `normal` stands for a resignation or an agreed draw where the rules did not end the game.
fn players_end(result: GameResult, tags: &Tags) -> Option<PlayersEnd> {
    let winner = match result {
        GameResult::WhiteWins => Some(Side::White),
        GameResult::BlackWins => Some(Side::Black),
        GameResult::Draw => None,
        GameResult::Open => return None,
    };
    let why = tags.get(TERMINATION_TAG).filter(|why| !why.is_empty());
    let is_normal = why.is_some_and(|why| why.eq_ignore_ascii_case(NORMAL));
    Some(match winner {
        Some(winner) if is_normal => PlayersEnd::Resigned(winner.other()),
        None if is_normal => PlayersEnd::Agreed,
        winner => PlayersEnd::Recorded {
            winner,
            why: why.map(str::to_owned),
        },
    })
}

/// The options that the tags of a record name.
fn options_of(tags: &Tags) -> Vec<(String, String)> {
    let words = tags.get("Options").unwrap_or_default().split_whitespace();
    words
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The game that is given, with its own options or those of the record.
fn given_game(given: GivenGame<'_>, tags: &Tags) -> CommandResult<CompiledGame> {
    if !given.options.is_empty() {
        return load::load(given.game, given.options);
    }
    load::load(given.game, &options_of(tags)).map_err(|error| {
        // Another game may lack the options of the record, but the options are not what is wrong.
        match (tags.get("Game"), load::load(given.game, &[])) {
            (Some(name), Ok(plain)) if name != plain.name() => {
                CommandError::Data(other_game(name, &plain, given.game))
            }
            _ => error,
        }
    })
}

/// The error for a record of another game than the given one.
fn other_game(name: &str, given: &CompiledGame, source: &str) -> String {
    format!(
        "the record is of {name}, not of {}; give the definition of {name} instead of `{source}`",
        given.name()
    )
}

/// Refuses a given game that is not the one that the record names.
fn check_given(given: GivenGame<'_>, loaded: &CompiledGame, replay: &Replay) -> Result<(), String> {
    let differs = |warning: &&ReplayWarning| matches!(warning, ReplayWarning::RuleSet(_));
    if let Some(warning) = replay.warnings.iter().find(differs) {
        return Err(format!(
            "{warning}; give the definition and the options that it was played with"
        ));
    }
    let tags = &replay.record.tags;
    match tags.get("Game") {
        Some(name) if tags.get("RuleSet").is_none() && name != loaded.name() => {
            Err(other_game(name, loaded, given.game))
        }
        _ => Ok(()),
    }
}

/// The game that the tags of the record in a file name.
/// `advice` says how to name the definition file of a game that is not found.
pub(crate) fn game_of_record(
    tags: &Tags,
    record: &Path,
    advice: &dyn Fn(&str) -> String,
) -> CommandResult<CompiledGame> {
    // Records of a server have a hash instead of a path.
    let is_path = |named: &&str| named.contains(['.', '/', '\\']);
    if let Some(named) = tags.get(DEFINITION_TAG).filter(is_path) {
        let path = definition_beside(record, named).ok_or_else(|| {
            let file = Path::new(named).file_name().unwrap_or_default();
            CommandError::Data(format!(
                "its definition `{}` is not there; {}",
                shorten(named, MAX_SHOWN),
                advice(&shorten(&file.to_string_lossy(), MAX_SHOWN))
            ))
        })?;
        return load::load(&path, &options_of(tags));
    }
    let GameTags { name, options, .. } = GameTags::of(tags).map_err(|error| {
        let variant = tags.get("Variant").filter(|_| tags.get("Game").is_none());
        CommandError::Data(match (&error, variant) {
            (GameError::Unknown(_), Some(name)) => {
                let file = shorten(&name.trim().to_lowercase().replace(' ', "-"), MAX_SHOWN);
                format!("{error}; {}", advice(&format!("{file}.toml")))
            }
            _ => error.to_string(),
        })
    })?;
    let source = load::catalogue().named(&name).map_err(|_| {
        let name = shorten(&name, MAX_SHOWN);
        CommandError::Data(format!(
            "no shipped game is called `{name}`; {}",
            advice(&format!("{name}.toml"))
        ))
    })?;
    Ok(load::catalogue().compile(&source, &options)?)
}

/// The definition that a record names: relative to the folder of the record, or, if it has been
/// moved, in this folder.
fn definition_beside(record: &Path, named: &str) -> Option<String> {
    let folder = record.parent()?;
    let named = Path::new(named);
    let is_file = |path: &PathBuf| path.is_file();
    // An absolute path stays as it is.
    let found = Some(folder.join(named)).filter(is_file);
    let moved = || Some(folder.join(named.file_name()?)).filter(is_file);
    let found = found.or_else(moved)?;
    // A name without a folder could be that of a shipped game.
    let found = if found.parent() == Some(Path::new("")) {
        Path::new(".").join(found)
    } else {
        found
    };
    found.to_str().map(str::to_owned)
}

/// The path of a definition as a record in a folder names it.
fn path_in_record(definition: &Path, record: &Path) -> PathBuf {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let Some(definition) = whole(definition) else {
        return definition.to_owned();
    };
    let folder = match record.parent() {
        Some(folder) if folder != Path::new("") => whole(folder),
        _ => whole(Path::new(".")),
    };
    let inside = folder.and_then(|folder| definition.strip_prefix(folder).map(Path::to_owned).ok());
    inside.unwrap_or(definition)
}

/// The record of a game for a file.
fn record_text(session: &GameSession, record: &Path) -> CommandResult<String> {
    let fault = |error: String| CommandError::Data(error);
    let mut tags = session.tags.clone();
    let set = |tags: &mut Tags, name: &str, value: &str| {
        tags.set(name, value)
            .map_err(|error| fault(error.to_string()))
    };
    for side in Side::BOTH {
        let (name, player) = (side.to_string(), session.players[side.index()]);
        // A person in a record that was loaded keeps the name.
        let is_named = session.tags.get(&name).is_some_and(|name| {
            !name.is_empty() && name != "?" && PlayerSpec::parse(name).is_err()
        });
        if player != PlayerSpec::Human || !is_named {
            set(&mut tags, &name, &player.to_string())?;
        }
    }
    if session
        .tags
        .get("Date")
        .is_none_or(|date| date.starts_with('?'))
    {
        set(&mut tags, "Date", &today())?;
    }
    if let Some(path) = session.loaded.source.path() {
        set(
            &mut tags,
            DEFINITION_TAG,
            &path_in_record(path, record).display().to_string(),
        )?;
    }
    let result = match session.players_end() {
        Some(end) => match end.winner() {
            Some(Side::White) => GameResult::WhiteWins,
            Some(Side::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        },
        None => GameResult::of(session.outcome()),
    };
    match session.players_end() {
        Some(PlayersEnd::Resigned(_) | PlayersEnd::Agreed) => {
            set(&mut tags, TERMINATION_TAG, NORMAL)?
        }
        Some(PlayersEnd::Recorded { .. }) => {}
        // The game has gone on since, or the rules ended it.
        None => tags.remove(TERMINATION_TAG),
    }
    let record = Record::of(session.history(), tags, result, MoveStyle::default());
    hyperrook_notation::record::format_record(&record).map_err(|error| fault(error.to_string()))
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
    fn old_files_are_in_latin_1_and_may_have_several_games() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("old.pgn");
        let mut bytes = b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n".to_vec();
        std::fs::write(&path, &bytes).unwrap();
        let one = load_record(&path, None).unwrap();
        assert_eq!(one.tags.get("White"), Some("Müller"));
        assert_eq!(one.history().moves().len(), 2);
        assert!(one.warnings.is_empty(), "{:?}", one.warnings);
        bytes.extend(b"\n[White \"Another\"]\n\n1. d4 *\n");
        std::fs::write(&path, &bytes).unwrap();
        let several = load_record(&path, None).unwrap();
        assert_eq!(several.history().moves(), one.history().moves());
        assert!(several.warnings[0].contains("several games"));
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
            let again = load_record(&path, None).unwrap();
            assert_eq!(again.history().moves(), session.history().moves(), "{game}");
            assert!(again.position().same(session.position()));
            assert_eq!(again.players, session.players);
            assert_eq!(again.players_end(), session.players_end());
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
    fn the_home_folder_is_written_short() {
        let home = Some(Path::new("/home/ann"));
        let path = Path::new("/home/ann/.local/state/hyperrook/unfinished-1.pgn");
        let short = from_home(path, home);
        assert_eq!(short, "~/.local/state/hyperrook/unfinished-1.pgn");
        assert_eq!(from_home(Path::new("/tmp/a"), home), "/tmp/a");
        assert_eq!(from_home(Path::new("/tmp/a"), None), "/tmp/a");
        // A status line has 80 columns.
        assert!("Earlier game: ".len() + short.len() < 80);
    }

    #[test]
    fn a_finished_game_is_not_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state/last.pgn");
        let mut session = session("chess");
        keep_at(&mut session, &path).unwrap();
        assert!(path.is_file());
        session.resign();
        keep_at(&mut session, &path).unwrap();
        assert!(!path.exists());
        // There is nothing to remove any more.
        keep_at(&mut session, &path).unwrap();
        assert!(session.undo());
        keep_at(&mut session, &path).unwrap();
        assert!(path.is_file());
    }

    #[test]
    fn a_game_that_is_loaded_again_keeps_its_file_unless_it_is_shorter() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("last.pgn");
        let mut first = session("chess");
        let empty = first.clone();
        for _ in 0..2 {
            let mv = first.moves()[0];
            assert!(first.play(mv));
        }
        keep_at(&mut first, &path).unwrap();
        let aside = |loaded: &GameSession| {
            let mut loaded = loaded.clone();
            loaded.kept = None;
            loaded.follow(&first);
            let mv = loaded.moves()[0];
            assert!(loaded.play(mv));
            let aside = keep_at(&mut loaded, &path).unwrap();
            keep_at(&mut first.clone(), &path).unwrap();
            aside.is_some()
        };
        assert!(!aside(&first));
        assert!(aside(&empty));
        let mut shorter = first.clone();
        assert!(shorter.undo());
        assert!(aside(&shorter));
        assert!(aside(&session("walkers")));
    }

    #[test]
    fn an_unfinished_game_is_never_replaced_by_another() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("last.pgn");
        let started = |game| {
            let mut session = session(game);
            let mv = session.moves()[0];
            assert!(session.play(mv));
            session
        };
        let mut walkers = started("walkers");
        assert_eq!(keep_at(&mut walkers, &path).unwrap(), None);
        assert_eq!(keep_at(&mut walkers, &path).unwrap(), None);
        // A game that was left at another terminal meanwhile is no less safe.
        let own = std::fs::read(&path).unwrap();
        std::fs::write(&path, "another game").unwrap();
        let aside = keep_at(&mut walkers, &path).unwrap().unwrap();
        assert_eq!(std::fs::read_to_string(&aside).unwrap(), "another game");
        std::fs::remove_file(aside).unwrap();
        std::fs::write(&path, "another game").unwrap();
        walkers.resign();
        assert_eq!(keep_at(&mut walkers, &path).unwrap(), None);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "another game");
        std::fs::write(&path, own).unwrap();
        // A game that ends before it was kept does not end the one that was left.
        let mut short = started("chess");
        short.resign();
        assert_eq!(keep_at(&mut short, &path).unwrap(), None);
        for (game, number) in [("chess", 1), ("sesqui", 2)] {
            let before = std::fs::read(&path).unwrap();
            let aside = keep_at(&mut started(game), &path).unwrap().unwrap();
            assert!(aside.ends_with(format!("unfinished-{number}.pgn")));
            assert_eq!(std::fs::read(&aside).unwrap(), before);
            assert_ne!(std::fs::read(&path).unwrap(), before);
        }
    }

    #[test]
    fn faulty_records_are_refused_with_their_path() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.pgn");
        for (text, part) in [
            ("", "no game"),
            ("[Game \"nosuch\"]\n\n*\n", "nosuch"),
            ("[Game \"chess\"]\n\n1. e5 *\n", "move 1 of White, e5: "),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = load_record(&path, None).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("a.pgn"), "{error}");
        }
        let missing = directory.path().join("none.pgn");
        assert!(matches!(
            load_record(&missing, None),
            Err(CommandError::File { .. })
        ));
    }

    /// Chess under another name, in a file of a folder. Each test needs its own name, because equal
    /// texts are compiled once, with the path of the first.
    fn own_game(folder: &Path, name: &str) -> PathBuf {
        let mut shipped = hyperrook_rules::SHIPPED.iter();
        let (_, chess) = shipped.find(|(shipped, _)| *shipped == "chess").unwrap();
        let text = chess.replacen("name = \"chess\"", &format!("name = \"{name}\""), 1);
        let path = folder.join(format!("{name}.toml"));
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn a_record_names_a_definition_beside_it_without_its_folder() {
        let directory = tempfile::tempdir().unwrap();
        let definition = own_game(directory.path(), "mine");
        let mut session = session(definition.to_str().unwrap());
        let mv = session.moves()[0];
        assert!(session.play(mv));
        let record = directory.path().join("a.pgn");
        save_record(&session, &record).unwrap();
        let text = std::fs::read_to_string(&record).unwrap();
        assert!(text.contains("[Definition \"mine.toml\"]"), "{text}");
        assert_eq!(load_record(&record, None).unwrap().history().moves(), [mv]);
        // In another folder, the whole path is needed.
        let elsewhere = tempfile::tempdir().unwrap();
        let other = elsewhere.path().join("a.pgn");
        save_record(&session, &other).unwrap();
        assert_eq!(load_record(&other, None).unwrap().history().moves(), [mv]);
        // Both files were moved together, and the record has the old path.
        let moved = tempfile::tempdir().unwrap();
        std::fs::rename(&definition, moved.path().join("mine.toml")).unwrap();
        std::fs::rename(&other, moved.path().join("a.pgn")).unwrap();
        let again = load_record(&moved.path().join("a.pgn"), None).unwrap();
        assert_eq!(again.history().moves(), [mv]);
        // The definition is gone.
        let error = load_record(&record, None).unwrap_err().to_string();
        assert!(
            error.contains("hyperrook play ./mine.toml --load "),
            "{error}"
        );
    }

    #[test]
    fn a_given_definition_must_fit_the_record() {
        let directory = tempfile::tempdir().unwrap();
        let definition = own_game(directory.path(), "ours");
        let record = directory.path().join("a.pgn");
        std::fs::write(&record, "[Game \"ours\"]\n\n1. e4 *\n").unwrap();
        let error = load_record(&record, None).unwrap_err().to_string();
        assert!(
            error.contains("hyperrook play ./ours.toml --load "),
            "{error}"
        );
        let given = |game| Some(GivenGame { game, options: &[] });
        let loaded = load_record(&record, given(definition.to_str().unwrap())).unwrap();
        assert_eq!(loaded.history().moves().len(), 1);
        let error = load_record(&record, given("sesqui"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("a.pgn"), "{error}");
        let text = "[Game \"ours\"]\n[RuleSet \"2:00\"]\n\n1. e4 *\n";
        std::fs::write(&record, text).unwrap();
        let error = load_record(&record, given("chess"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("other rules"), "{error}");
    }
}

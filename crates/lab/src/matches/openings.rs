//! The positions from which games start.

use hyperrook_notation::moves::parse_move;
use hyperrook_notation::position::parse_position;
use hyperrook_notation::record::{RecordError, RecordReader, ReplayError};
use hyperrook_rules::{Game, History, Position};
use hyperrook_search::{Control, Engine, Limits, Score, Settings};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::BufRead;
use std::path::PathBuf;
use thiserror::Error;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The starting position, again and again.
    Start,
    /// Random legal moves from the starting position.
    Random {
        /// How many.
        plies: u32,
        /// Whether positions are left out in which the side to move is in check
        /// or can win at once or take an undefended piece.
        quiet: bool,
        /// Whether positions are left out in which a search of
        /// 200,000 positions finds more than so many centipawns for a side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        even_cp: Option<i32>,
    },
    /// A file of positions or records.
    File {
        /// The file.
        path: PathBuf,
        /// Whether they are shuffled.
        shuffled: bool,
        /// The most plies of a record that are played.
        plies: Option<u32>,
    },
}

/// What is wrong with openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("cannot read the openings {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A line is no opening.
    #[error("{path}:{line}: {message}")]
    Line {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A record cannot be read.
    #[error("{path}: {error}")]
    Record {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: RecordError,
    },
    /// A record cannot be played.
    #[error("{path}, record {number}: {error}")]
    Replay {
        /// The file.
        path: String,
        /// Which record, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<ReplayError>,
    },
    /// A game is over before it begins.
    #[error("{path}, opening {number}: the game is over there by {reason}")]
    Over {
        /// The file.
        path: String,
        /// Which opening, from 1.
        number: usize,
        /// How it is over.
        reason: String,
    },
    /// A file without any.
    #[error("{0} has no openings")]
    Empty(String),
    /// The game has not so many random openings.
    #[error(
        "only {found} different openings of {plies} random plies were found, and {wanted} are \
         needed; take more plies or fewer games"
    )]
    TooFew {
        /// Openings found.
        found: usize,
        /// Openings wanted.
        wanted: usize,
        /// Their plies.
        plies: u32,
    },
}

/// Positions searched to see whether an opening is even.
const EVEN_NODES: u64 = 200_000;

/// How often a random opening is tried before there seem to be no more.
const TRIES: usize = 2_000;

impl OpeningSource {
    /// The openings of `wanted` pairs of games. Those of a file are taken in
    /// turn, and from the beginning again when they are used up.
    ///
    /// # Errors
    /// If a file is faulty, or there are not enough random openings.
    pub fn openings(
        &self,
        game: &Game,
        wanted: usize,
        seed: u64,
    ) -> Result<Vec<History>, OpeningError> {
        match self {
            OpeningSource::Start => Ok(vec![History::new(game.start())]),
            &OpeningSource::Random {
                plies,
                quiet,
                even_cp,
            } => {
                let mut judge = even_cp.map(|most_cp| (Engine::new(game, judge()), most_cp));
                let is_good = |opening: &History| {
                    !(quiet && is_sharp(opening.position()))
                        && judge
                            .as_mut()
                            .is_none_or(|(engine, most_cp)| is_even(engine, opening, *most_cp))
                };
                random(game, plies, is_good, wanted, seed)
            }
            OpeningSource::File {
                path,
                shuffled,
                plies,
            } => {
                let name = path.display().to_string();
                let file = std::fs::File::open(path);
                let bytes = file.and_then(|mut file| {
                    let mut bytes = Vec::new();
                    std::io::Read::read_to_end(&mut file, &mut bytes)?;
                    Ok(bytes)
                });
                let bytes = bytes.map_err(|error| OpeningError::File {
                    path: name.clone(),
                    error,
                })?;
                let mut found = read(game, &name, &bytes, *plies)?;
                if *shuffled {
                    fastrand::Rng::with_seed(seed).shuffle(&mut found);
                }
                found.truncate(wanted.max(1));
                Ok(found)
            }
        }
    }
}

/// Openings of random legal moves, all different, from a seed. A longer list
/// begins with the shorter one.
fn random(
    game: &Game,
    plies: u32,
    mut is_good: impl FnMut(&History) -> bool,
    wanted: usize,
    seed: u64,
) -> Result<Vec<History>, OpeningError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(wanted.min(1 << 16));
    while found.len() < wanted {
        let next = (0..TRIES).find_map(|_| {
            let opening = random_line(game, plies, &mut rng)?;
            let is_new = opening.outcome().is_none() && seen.insert(opening.position().hash());
            (is_new && is_good(&opening)).then_some(opening)
        });
        match next {
            Some(opening) => found.push(opening),
            None => {
                return Err(OpeningError::TooFew {
                    found: found.len(),
                    wanted,
                    plies,
                });
            }
        }
    }
    Ok(found)
}

/// Random moves; `None` if the game ends on the way.
fn random_line(game: &Game, plies: u32, rng: &mut fastrand::Rng) -> Option<History> {
    let mut history = History::new(game.start());
    for _ in 0..plies {
        if history.outcome().is_some() {
            return None;
        }
        let mut moves = history.position().moves();
        // What is chosen must not depend on how moves are generated.
        moves.sort_unstable();
        let mv = *rng.choice(&moves)?;
        history.play(mv).ok()?;
    }
    Some(history)
}

/// Whether the side to move is in check, can win at once or can take a piece that
/// nobody defends.
fn is_sharp(position: &Position) -> bool {
    let other = position.turn().other();
    position.in_check()
        || position.moves().into_iter().any(|mv| {
            let takes = !position.captures(mv).is_empty();
            position.after(mv).is_ok_and(|after| {
                takes && after.attackers(mv.destination(), other).is_empty()
                    || after
                        .outcome()
                        .is_some_and(|end| end.winner == Some(position.turn()))
            })
        })
}

/// The settings of the engine that judges openings: one thread, so that the same
/// seed gives the same openings.
fn judge() -> Settings {
    Settings {
        hash_mib: 16,
        threads: 1,
        ..Settings::default()
    }
}

/// Whether neither side is ahead by more than `most_cp` in a search. What the
/// engine knows of other openings is forgotten first.
fn is_even(engine: &mut Engine, opening: &History, most_cp: i32) -> bool {
    engine.clear();
    let limits = Limits {
        nodes: Some(EVEN_NODES),
        ..Limits::default()
    };
    let report = engine.search(opening, &limits, &Control::new(), &mut |_| ());
    report.lines.first().is_some_and(|line| match line.score {
        Score::Centipawns(cp) => cp.abs() <= most_cp,
        Score::Mate(_) => false,
    })
}

/// Reads a file of openings: records if its first character is `[`, else a
/// line for each.
fn read(
    game: &Game,
    path: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<History>, OpeningError> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let found = if first == Some(&b'[') {
        records(game, path, bytes, plies)?
    } else {
        lines(game, path, bytes)?
    };
    if found.is_empty() {
        return Err(OpeningError::Empty(path.to_owned()));
    }
    for (index, opening) in found.iter().enumerate() {
        if let Some(outcome) = opening.outcome() {
            return Err(OpeningError::Over {
                path: path.to_owned(),
                number: index + 1,
                reason: outcome.reason.to_string(),
            });
        }
    }
    Ok(found)
}

fn records(
    game: &Game,
    path: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<History>, OpeningError> {
    let mut found = Vec::new();
    for (index, record) in RecordReader::new(bytes).enumerate() {
        let record = record.map_err(|error| OpeningError::Record {
            path: path.to_owned(),
            error,
        })?;
        let replay = record.replay(|_| Ok(game.clone()));
        let mut history = replay
            .map_err(|error| OpeningError::Replay {
                path: path.to_owned(),
                number: index + 1,
                error: Box::new(error),
            })?
            .history();
        while plies.is_some_and(|most| history.moves().len() > most as usize) {
            history.undo();
        }
        found.push(history);
    }
    Ok(found)
}

fn lines(game: &Game, path: &str, bytes: &[u8]) -> Result<Vec<History>, OpeningError> {
    let mut found = Vec::new();
    for (index, line) in bytes.lines().enumerate() {
        let line = line.map_err(|error| OpeningError::File {
            path: path.to_owned(),
            error,
        })?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = line_opening(game, line).map_err(|message| OpeningError::Line {
            path: path.to_owned(),
            line: index + 1,
            message,
        })?;
        found.push(opening);
    }
    Ok(found)
}

/// `startpos` or a position, then perhaps `moves` and moves. In games whose
/// positions are FEN, EPD is read too: operations are passed over.
fn line_opening(game: &Game, line: &str) -> Result<History, String> {
    let (position, moves) = match line.split_once(" moves ") {
        Some((position, moves)) => (position.trim(), moves),
        None => (line.strip_suffix(" moves").unwrap_or(line), ""),
    };
    let start = match position {
        "startpos" => game.start(),
        text => position_of(game, text)?,
    };
    let mut history = History::new(start);
    for word in moves.split_whitespace() {
        let mv =
            parse_move(history.position(), word).map_err(|error| format!("{word}: {error}"))?;
        history
            .play(mv)
            .map_err(|error| format!("{word}: {error}"))?;
    }
    Ok(history)
}

fn position_of(game: &Game, text: &str) -> Result<Position, String> {
    let whole = match parse_position(game, text) {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    // EPD: four fields and operations, or a FEN and operations.
    let words: Vec<&str> = text.split_whitespace().collect();
    for fields in [6, 4] {
        if words.len() > fields
            && let Ok(position) = parse_position(game, &words[..fields].join(" "))
        {
            return Ok(position);
        }
    }
    Err(whole.to_string().replace('\n', "; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_notation::moves::{CellStyle, format_move};
    use hyperrook_notation::position::format_position;
    use hyperrook_rules::GameFile;
    use std::fmt::Write;

    /// An opening as a line of a file of openings.
    fn format_opening(opening: &History) -> String {
        let start = opening.start();
        let game = start.game();
        let mut text = format_position(start);
        if text == format_position(&game.start()) {
            text = "startpos".to_owned();
        }
        for (index, &mv) in opening.moves().iter().enumerate() {
            let before = if index == 0 { " moves" } else { "" };
            let mv = format_move(game.definition(), mv, CellStyle::Plain);
            // Writing to a string cannot fail.
            let _ = write!(text, "{before} {mv}");
        }
        text
    }

    fn game(name: &str) -> Game {
        Game::new(GameFile::shipped(name).unwrap().define(&[]).unwrap()).unwrap()
    }

    #[test]
    fn random_openings_follow_from_the_seed() {
        let source = OpeningSource::Random {
            plies: 6,
            quiet: false,
            even_cp: None,
        };
        for name in ["chess", "sesqui", "twoboards", "gateway"] {
            let game = game(name);
            let texts = |wanted, seed| -> Vec<String> {
                let found = source.openings(&game, wanted, seed).unwrap();
                found.iter().map(format_opening).collect()
            };
            let long = texts(40, 7);
            assert_eq!(texts(10, 7), long[..10]);
            assert_ne!(texts(10, 8), long[..10]);
            let different: HashSet<&String> = long.iter().collect();
            assert_eq!(different.len(), 40);
            for text in &long {
                let read = line_opening(&game, text).unwrap();
                assert_eq!((read.moves().len(), read.outcome()), (6, None));
                assert_eq!(&format_opening(&read), text);
            }
        }
    }

    #[test]
    fn quiet_openings_have_nothing_hanging() {
        let game = game("chess");
        let all = |quiet| {
            let source = OpeningSource::Random {
                plies: 8,
                quiet,
                even_cp: None,
            };
            source.openings(&game, 60, 1).unwrap()
        };
        assert!(
            all(false)
                .iter()
                .any(|opening| is_sharp(opening.position()))
        );
        assert!(
            all(true)
                .iter()
                .all(|opening| !is_sharp(opening.position()))
        );
    }

    #[test]
    fn even_openings_are_even() {
        let game = game("chess");
        let all = |even_cp| {
            let source = OpeningSource::Random {
                plies: 8,
                quiet: false,
                even_cp,
            };
            source.openings(&game, 6, 1).unwrap()
        };
        let mut engine = Engine::new(&game, judge());
        let mut even = |opening: &History| is_even(&mut engine, opening, 60);
        assert!(!all(None).iter().all(&mut even));
        let chosen = all(Some(60));
        assert!(chosen.iter().all(&mut even));
        let texts =
            |found: &[History]| -> Vec<String> { found.iter().map(format_opening).collect() };
        assert_eq!(texts(&chosen), texts(&all(Some(60))));
    }

    #[test]
    fn there_can_be_too_few() {
        let source = OpeningSource::Random {
            plies: 1,
            quiet: false,
            even_cp: None,
        };
        let game = game("chess");
        assert_eq!(source.openings(&game, 20, 1).unwrap().len(), 20);
        let error = source.openings(&game, 21, 1).unwrap_err().to_string();
        assert!(error.contains("only 20 different"), "{error}");
    }

    #[test]
    fn files_are_read_in_every_form() {
        let game = game("chess");
        let text = "# openings\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
            rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; id \"one\";\n\
            \n\
            startpos moves e2e4 e7e5\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves c7c5\n";
        let found = read(&game, "x", text.as_bytes(), None).unwrap();
        let lens: Vec<usize> = found.iter().map(|opening| opening.moves().len()).collect();
        assert_eq!(lens, [0, 0, 2, 1]);
        let text = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"?\"]\n\n1. d4 *\n";
        let found = read(&game, "x", text.as_bytes(), Some(3)).unwrap();
        let lens: Vec<usize> = found.iter().map(|opening| opening.moves().len()).collect();
        assert_eq!(lens, [3, 1]);
        for (text, part) in [
            ("", "no openings"),
            ("startpos moves e2e5", "x:1: e2e5"),
            ("\nnonsense", "x:2: "),
            ("[Event \"?\"]\n\n1. Ke2 *\n", "record 1"),
            (
                "startpos moves f2f3 e7e5 g2g4 d8h4",
                "over there by checkmate",
            ),
        ] {
            let error = read(&game, "x", text.as_bytes(), None)
                .unwrap_err()
                .to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}

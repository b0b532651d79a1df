//! Plays all games of a match, several at a time.

use super::clock::EngineLimits;
use super::engine::{ExternalEngine, Timeouts};
use super::game::{GameEnd, GameNotPlayed, play};
use super::journal::{EngineEffort, JournalError, MatchJournal, PlayedGame};
use super::launch::engine;
use super::openings::OpeningError;
use super::player::{EngineFault, MatchPlayer};
use super::process::{Log, ProcessEnvironment};
use super::settings::MatchSettings;
use super::summary::MatchSummary;
use hyperrook_notation::record::{Tags, WriteError, format_record};
use hyperrook_rules::History;
use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use thiserror::Error;

/// How to run a match. Nothing here influences the games.
#[derive(Clone, Debug)]
pub struct MatchRun {
    /// The number of games, which is even: each opening is played with both colours.
    pub games: u32,
    /// The number of games at a time.
    pub concurrency: usize,
    /// The beginning of the paths of the journal and the records. Without it, nothing is written.
    pub out: Option<PathBuf>,
    /// Where to log the communication with the engines.
    pub log: Option<Log>,
    /// When this is set, the match stops, and running games are lost.
    pub stop: Arc<AtomicBool>,
}

/// Why a match could not be completed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An engine cannot be used.
    #[error("engine {number}: {fault}")]
    Engine {
        /// The number of the engine, 1 or 2.
        number: usize,
        /// The fault.
        fault: EngineFault,
    },
    /// The number of games is odd.
    #[error("{0} games are not pairs: each opening is played twice; give an even number")]
    OddGames(u32),
    /// A record cannot be written.
    #[error(transparent)]
    Record(#[from] WriteError),
    /// The match cannot go on, but there are games.
    #[error("{error}")]
    AfterGames {
        /// The summary of the games.
        summary: Box<MatchSummary>,
        /// Why it cannot go on.
        error: Box<MatchError>,
    },
}

/// The progress of a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// An opening was tried.
    OpeningTried {
        /// The number of openings found so far.
        found: usize,
        /// The number of openings needed.
        wanted: usize,
    },
    /// The match starts, or continues after some games.
    Begun {
        /// The number of games already played.
        played: usize,
        /// The summary.
        summary: &'a MatchSummary,
    },
    /// A game has ended.
    GameEnd {
        /// The game.
        game: &'a PlayedGame,
        /// The summary.
        summary: &'a MatchSummary,
    },
}

/// A message of a worker thread.
enum WorkerMessage {
    Game(Box<PlayedGame>, [String; 2]),
    Failed(MatchError),
}

/// Plays a match until it is complete, decided or stopped.
///
/// # Errors
/// If the match cannot be played. The games played until then are in the journal, and their summary
/// is in the error ([`MatchError::AfterGames`]).
pub fn run(
    settings: &MatchSettings,
    run: &MatchRun,
    tell: &mut dyn FnMut(MatchEvent<'_>),
) -> Result<MatchSummary, MatchError> {
    if !run.games.is_multiple_of(2) {
        return Err(MatchError::OddGames(run.games));
    }
    let pairs = (run.games / 2) as usize;
    let (source, game) = (&settings.openings, &settings.game.game);
    let openings = source.find(game, pairs, settings.seed, &mut |found| {
        tell(MatchEvent::OpeningTried {
            found,
            wanted: pairs,
        });
        if run.stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let (mut journal, played) = match &run.out {
        Some(out) => {
            let (journal, played) = MatchJournal::open(out, settings)?;
            (Some(journal), played)
        }
        None => (None, Vec::new()),
    };
    // A record has the names that the engines give themselves.
    let names = played.last().and_then(PlayedGame::engine_names);
    let names = names.unwrap_or_else(|| {
        distinct([0, 1].map(|index| match &*settings.engines[index].name {
            "" => format!("engine {}", index + 1),
            name => name.to_owned(),
        }))
    });
    let mut summary = MatchSummary::new(names, run.games, settings.sprt);
    for game in &played {
        summary.add(game);
    }
    tell(MatchEvent::Begun {
        played: played.len(),
        summary: &summary,
    });
    let done: HashSet<u32> = played.iter().map(|game| game.number).collect();
    let open: VecDeque<u32> = (0..run.games)
        .filter(|number| !done.contains(number))
        .collect();
    if open.is_empty() || summary.decision().is_some() {
        return Ok(summary);
    }
    if let Some(log) = &run.log {
        log.begin_part(played.len());
    }
    let workers = run.concurrency.clamp(1, open.len());
    let open = Mutex::new(open);
    let environment = ProcessEnvironment {
        stop: run.stop.clone(),
        ended: Arc::default(),
        log: run.log.clone(),
    };
    let mut failure = None;
    thread::scope(|scope| {
        // Without a buffer: no worker is ahead of the journal and of the decision.
        let (sender, messages) = mpsc::sync_channel(0);
        for _ in 0..workers {
            let (sender, open, openings) = (sender.clone(), &open, &openings);
            let environment = &environment;
            scope.spawn(move || work(settings, environment, openings, open, &sender));
        }
        drop(sender);
        for message in messages {
            match message {
                WorkerMessage::Game(game, names) => {
                    summary.names = names;
                    summary.add(&game);
                    let kept = journal
                        .as_mut()
                        .map_or(Ok(()), |journal| journal.add(&game));
                    tell(MatchEvent::GameEnd {
                        game: &game,
                        summary: &summary,
                    });
                    if let Err(error) = kept {
                        failure.get_or_insert(error.into());
                    }
                }
                WorkerMessage::Failed(error) => {
                    failure.get_or_insert(error);
                }
            }
            if failure.is_some() || summary.decision().is_some() {
                environment.ended.store(true, Ordering::Relaxed);
            }
        }
    });
    match failure {
        Some(error) if summary.played() > 0 => Err(MatchError::AfterGames {
            summary: Box::new(summary),
            error: Box::new(error),
        }),
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

/// Plays games until none are left.
fn work(
    settings: &MatchSettings,
    environment: &ProcessEnvironment,
    openings: &[History],
    open: &Mutex<VecDeque<u32>>,
    sender: &SyncSender<WorkerMessage>,
) {
    let timeouts = Timeouts {
        margin: settings.time_margin,
        untimed: settings.untimed,
    };
    let [first, second] = &settings.engines;
    let mut engines =
        [first, second].map(|spec| engine(spec, &settings.game, timeouts, environment));
    loop {
        if environment.is_stopped() {
            break;
        }
        let next = open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front();
        let Some(number) = next else { break };
        let opening = &openings[(number / 2) as usize % openings.len()];
        let message = match game(settings, &mut engines, number, opening) {
            Ok(message) => message,
            Err(None) => break,
            Err(Some(error)) => WorkerMessage::Failed(error),
        };
        let is_end = matches!(message, WorkerMessage::Failed(_));
        let faulty = match &message {
            WorkerMessage::Game(game, _) if game.termination.is_fault() => game.loser(),
            _ => None,
        };
        if sender.send(message).is_err() || is_end {
            break;
        }
        // After an error an engine may be in a wrong state. The next game gets a new process.
        if let Some(faulty) = faulty {
            engines[faulty].quit();
        }
    }
    for engine in &mut engines {
        engine.quit();
    }
}

/// Plays one game. `Err(None)` if the match was stopped.
fn game(
    settings: &MatchSettings,
    engines: &mut [Box<dyn ExternalEngine>; 2],
    number: u32,
    opening: &History,
) -> Result<WorkerMessage, Option<MatchError>> {
    // Which engine has White.
    let white = (number % 2) as usize;
    let by_color = [white, 1 - white];
    let limits: [EngineLimits; 2] = by_color.map(|index| settings.engines[index].limits);
    let [first, second] = engines;
    let players: [&mut dyn MatchPlayer; 2] = match white {
        0 => [&mut **first, &mut **second],
        _ => [&mut **second, &mut **first],
    };
    let ended = play(opening.clone(), players, limits, settings.adjudication);
    let ended = ended.map_err(|unplayed| match unplayed {
        GameNotPlayed::Stopped => None,
        GameNotPlayed::EngineFault(side, fault) => Some(MatchError::Engine {
            number: by_color[side.index()] + 1,
            fault,
        }),
    })?;
    let names = distinct([engines[0].name(), engines[1].name()]);
    let tags = tags(number, by_color.map(|index| &*names[index]), limits);
    let played = played(number, &ended, tags).map_err(|error| Some(error.into()))?;
    Ok(WorkerMessage::Game(Box::new(played), names))
}

/// Names of two engines, numbered if they are equal.
fn distinct(names: [String; 2]) -> [String; 2] {
    if names[0] == names[1] {
        [1, 2].map(|number| format!("{} ({number})", names[0]))
    } else {
        names
    }
}

fn played(number: u32, ended: &GameEnd, tags: Tags) -> Result<PlayedGame, WriteError> {
    let white = (number % 2) as usize;
    let mut efforts = [EngineEffort::default(); 2];
    let positions = &ended.history.positions()[ended.opening_plies..];
    for (note, position) in ended.notes.iter().zip(positions) {
        // With even game numbers the engines are in the order of the sides, with odd ones
        // reversed.
        efforts[position.turn().index() ^ white].add(EngineEffort::of(note));
    }
    Ok(PlayedGame {
        number,
        result: ended.result.text().to_owned(),
        termination: ended.termination,
        detail: ended.detail.clone(),
        plies: ended.history.moves().len() as u32,
        efforts,
        record: format_record(&ended.record(tags))?,
    })
}

fn tags(number: u32, [white, black]: [&str; 2], limits: [EngineLimits; 2]) -> Tags {
    let mut tags = Tags::roster();
    let round = format!("{}.{}", number / 2 + 1, number % 2 + 1);
    let [own, other] = limits.map(|limits| limits.to_string());
    let mut all = vec![
        ("Event", "Engine match".to_owned()),
        ("Date", today()),
        ("Round", round),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
    ];
    if own == other {
        all.push(("TimeControl", own));
    } else {
        all.push(("WhiteTimeControl", own));
        all.push(("BlackTimeControl", other));
    }
    for (name, value) in all {
        // These names are valid.
        let _ = tags.set(name, &value);
    }
    tags
}

/// Today's date in UTC as records have it: `2026.03.07`.
pub fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_of_one_name_are_numbered() {
        let names = |a: &str, b: &str| distinct([a.to_owned(), b.to_owned()]);
        assert_eq!(names("A", "B"), ["A", "B"]);
        assert_eq!(names("A", "A"), ["A (1)", "A (2)"]);
    }
}

//! Games to learn from.

use super::data::{DataFile, DataSet, GameKeys};
use super::error::LearnError;
use super::gate::{EvaluationSource, EvenOpenings, SearchBudget};
use crate::tune::{EndTally, SelfPlay, SelfPlayEnd, play_opening, random_opening};
use hyperrook_rules::Game;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How games are played, and when to stop.
pub(super) struct SelfPlayJob<'j> {
    pub(super) game: &'j Game,
    pub(super) evaluation: EvaluationSource,
    pub(super) settings: SelfPlay,
    /// The centipawns that multiply the odds of winning by e.
    pub(super) scale: f32,
    pub(super) threads: usize,
    /// The number of the first opening.
    pub(super) first: u64,
    pub(super) path: &'j Path,
    /// The openings that are already used.
    pub(super) openings: &'j mut HashSet<u64>,
    /// The games that are already known.
    pub(super) games: &'j mut HashSet<u64>,
}

/// The minimum number of positions to learn from.
pub(super) const MIN_POSITIONS: usize = 2_000;
/// The maximum number of openings in a row that may fail.
const MAX_FAILURES: u64 = 2_000;
/// One opening in this many is played even if one side is better. The others must be even: games
/// that random moves have decided teach little, and on small boards most games would be like that.
const ANY_OPENING: u64 = 4;

/// Plays games until `may_go_on` returns false, and adds them to the file. Each opening is played
/// once. Returns all positions of the file. About twice a second, `may_go_on` receives the
/// positions so far and how games ended.
pub(super) fn play_games(
    job: SelfPlayJob<'_>,
    may_go_on: &mut dyn FnMut(&DataSet, &EndTally) -> Result<bool, LearnError>,
) -> Result<DataSet, LearnError> {
    let failed = |error| LearnError::File(job.path.to_owned(), error);
    let (mut file, mut data, keys) = DataFile::open(job.path, job.game).map_err(failed)?;
    let played = keys.iter().map(|keys| keys.number + 1).max();
    for keys in &keys {
        job.openings.insert(keys.opening);
        job.games.insert(keys.moves);
    }
    let mut tally = EndTally::default();
    if job.threads == 0 {
        // The generation is already finished.
        return if data.samples().is_empty() || file.ends_with_partial_game() {
            let missing = "positions of a finished generation are missing: copy the file again, or \
                           start again in another folder";
            Err(LearnError::Damaged(job.path.to_owned(), missing.to_owned()))
        } else {
            Ok(data)
        };
    }
    if !may_go_on(&data, &tally)? {
        return Ok(data);
    }
    let next = AtomicU64::new(played.unwrap_or(job.first).max(job.first));
    let failures = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let openings = Mutex::new(job.openings);
    let (send, receive) = sync_channel(64);
    std::thread::scope(|scope| {
        for _ in 0..job.threads {
            let send = send.clone();
            let (next, failures, stop, openings) = (&next, &failures, &stop, &openings);
            let (game, settings, evaluation) = (job.game, &job.settings, job.evaluation);
            let budget = SearchBudget::Nodes(job.settings.nodes);
            let even = EvenOpenings::for_self_play(budget, job.scale);
            scope.spawn(move || {
                let mut engine = evaluation.engine(game);
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let opening = random_opening(game, settings, number).filter(|opening| {
                        let key = opening.position().zobrist_key();
                        openings.lock().is_ok_and(|mut taken| taken.insert(key))
                    });
                    let opening = opening.filter(|opening| {
                        number.is_multiple_of(ANY_OPENING) || even.accepts(&mut engine, opening, 0)
                    });
                    let Some(opening) = opening else {
                        if failures.fetch_add(1, Ordering::Relaxed) > MAX_FAILURES {
                            break;
                        }
                        continue;
                    };
                    let key = opening.position().zobrist_key();
                    if let Some(played) = play_opening(&mut engine, settings, opening) {
                        failures.store(0, Ordering::Relaxed);
                        if send.send((number, key, played)).is_err() {
                            break;
                        }
                    }
                }
            });
        }
        drop(send);
        let mut asked = Instant::now();
        let result = loop {
            match receive.recv_timeout(Duration::from_secs(1)) {
                Ok((number, opening, played)) => {
                    let is_new = job.games.insert(played.moves_key);
                    let is_whole = played.end != SelfPlayEnd::CutOff;
                    let has_positions = !played.samples.is_empty();
                    if !is_new {
                        tally.repeated += 1;
                    } else if has_positions || !is_whole {
                        // A game without quiet positions is not one of the set.
                        tally.add(played.end);
                    }
                    if is_new && is_whole && has_positions {
                        data.add_game(&played.samples, &played.explored);
                        let keys = GameKeys {
                            number,
                            opening,
                            moves: played.moves_key,
                        };
                        if let Err(error) = file.add(&played, keys) {
                            break Err(failed(error));
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => (),
                // Every thread has given up: there are no more openings.
                Err(RecvTimeoutError::Disconnected) if data.samples().is_empty() => {
                    break Err(LearnError::NoGames(job.settings.max_plies));
                }
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if asked.elapsed() >= Duration::from_millis(500) {
                asked = Instant::now();
                match may_go_on(&data, &tally) {
                    Err(error) => break Err(error),
                    Ok(false) => break Ok(()),
                    Ok(true) => (),
                }
            }
        };
        stop.store(true, Ordering::Relaxed);
        // Threads that wait to send a game must not wait forever.
        drop(receive);
        result
    })?;
    Ok(data)
}

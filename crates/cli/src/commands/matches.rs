//! `hyperrook match`: a match between two engines.

use super::common::json;
use super::progress::{is_last_minute, time_left};
use super::stop::{STOPPED, check_stopped, stop_flag, stopped};
use crate::args::MatchArgs;
use crate::error::{CommandError, CommandResult};
use crate::load;
use hyperrook_lab::matches::{
    Adjudication, EngineSpec, JournalError, Log, MatchError, MatchEvent, MatchGame, MatchRun,
    MatchSettings, MatchSummary, OpeningError, OpeningSource, run as play,
};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub(super) fn run(args: &MatchArgs, out: &mut dyn Write) -> CommandResult {
    let settings = settings(args)?;
    let stop = stop_flag()?;
    let log = match &args.log {
        Some(path) => Some(Log::open(path).map_err(|error| CommandError::file(path, error))?),
        None => None,
    };
    let how = MatchRun {
        games: args.games,
        concurrency: args.concurrency,
        out: args.out.clone(),
        log,
        stop: stop.clone(),
    };
    let mut progress = MatchProgress::new(args.progress);
    let summary = play(&settings, &how, &mut |event| progress.report(&event));
    progress.end();
    if let Err(MatchError::Openings(OpeningError::Stopped)) = summary {
        return Err(stopped("stopped before the first game"));
    }
    let (summary, failure) = match summary {
        Ok(summary) => (summary, None),
        Err(MatchError::AfterGames { summary, error }) => (*summary, Some(failed(*error))),
        Err(error) => return Err(failed(error)),
    };
    if args.json {
        json(out, &summary.json())?;
    } else {
        writeln!(out, "{}", summary.text())?;
    }
    out.flush()?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let message = match args.out {
        Some(_) => STOPPED,
        None => "stopped; the results are those of the games so far",
    };
    check_stopped(&stop, message)
}

fn failed(error: MatchError) -> CommandError {
    match error {
        MatchError::OddGames(_) => CommandError::Usage(error.to_string()),
        MatchError::Openings(OpeningError::File { path, error }) => {
            CommandError::File { path, error }
        }
        MatchError::Journal(JournalError::Io { path, error }) => CommandError::File { path, error },
        error => CommandError::Data(error.to_string()),
    }
}

fn settings(args: &MatchArgs) -> CommandResult<MatchSettings> {
    let loaded = load::load(&args.game.game, &args.game.options.options)?;
    let [first, second] = &args.engines[..] else {
        return Err(CommandError::Usage(format!(
            "a match is between two engines; --engine was given {}",
            crate::words::count(args.engines.len(), "time")
        )));
    };
    let each = args.each.clone().unwrap_or_default();
    let engine = |number, own| {
        EngineSpec::new(number, &each, own).map_err(|error| CommandError::Usage(error.to_string()))
    };
    let engines = [engine(1, first)?, engine(2, second)?];
    let openings = match (&args.openings, args.random_plies) {
        (Some(path), _) => OpeningSource::File {
            path: path.clone(),
            shuffled: args.shuffle,
            plies: args.opening_plies,
        },
        (None, Some(plies)) => OpeningSource::Random {
            plies,
            quiet: args.quiet_openings,
            even_cp: args.even_openings,
        },
        (None, None) => OpeningSource::Start,
    };
    Ok(MatchSettings {
        game: MatchGame {
            path: loaded.source.path().map(|path| path.display().to_string()),
            game: loaded.game,
        },
        engines,
        openings,
        seed: args.seed,
        adjudication: Adjudication {
            draw: args.draw,
            resign: args.resign,
            max_plies: Some(args.max_plies),
        },
        time_margin: Duration::from_millis(args.time_margin),
        untimed: Duration::from_secs(args.untimed),
        sprt: args.sprt,
    })
}

/// Reports progress on standard error: on a terminal in one line that is updated, otherwise in one
/// line from time to time.
struct MatchProgress {
    is_terminal: bool,
    every: u64,
    /// When the search for openings began, then when the games began.
    begun: Instant,
    /// When the last line on openings was written.
    told: Option<Instant>,
    /// The number of games played before this run.
    before: u64,
}

/// The time between two lines on the search for openings.
const OPENINGS_INTERVAL: Duration = Duration::from_secs(5);

impl MatchProgress {
    fn new(every: u32) -> MatchProgress {
        MatchProgress {
            is_terminal: std::io::stderr().is_terminal(),
            every: u64::from(every),
            begun: Instant::now(),
            told: None,
            before: 0,
        }
    }

    fn report(&mut self, event: &MatchEvent<'_>) {
        match event {
            &MatchEvent::OpeningTried { found, wanted } => {
                let last = self.told.unwrap_or(self.begun);
                if last.elapsed() >= OPENINGS_INTERVAL {
                    self.told = Some(Instant::now());
                    self.line(&format!("openings: {found} of {wanted} found"), true);
                }
            }
            MatchEvent::Begun { played, summary } => {
                self.begun = Instant::now();
                self.before = *played as u64;
                if *played > 0 {
                    note!("{}going on: {}", self.clear(), summary.line());
                }
            }
            MatchEvent::GameEnd { game, summary } => {
                if game.termination.is_fault() {
                    let clear = self.clear();
                    let number = game.number + 1;
                    note!(
                        "{clear}game {number}: {}: {}",
                        game.termination,
                        game.detail
                    );
                }
                let line = format!("{}{}", summary.line(), self.left(summary));
                self.line(&line, summary.played().is_multiple_of(self.every));
            }
        }
    }

    /// Writes the line of progress: on a terminal always, otherwise if it is due.
    fn line(&self, line: &str, is_due: bool) {
        if self.is_terminal {
            note_part!("{}{line}", self.clear());
        } else if is_due {
            note!("{line}");
        }
    }

    /// What removes the line of progress.
    fn clear(&self) -> &'static str {
        if self.is_terminal { "\r\x1b[K" } else { "" }
    }

    /// The maximum time that the remaining games can take.
    fn left(&self, summary: &MatchSummary) -> String {
        let games = summary.played();
        let played = games.saturating_sub(self.before);
        let left = u64::from(summary.wanted).saturating_sub(games);
        if played == 0 || left == 0 {
            return String::new();
        }
        let rest = self.begun.elapsed().mul_f64(left as f64 / played as f64);
        let left = time_left(rest);
        // The rest is the most that it can be, but “less than a minute” says so already.
        if is_last_minute(rest) {
            format!("  {left}")
        } else {
            format!("  at most {left}")
        }
    }

    fn end(&self) {
        if self.is_terminal {
            note!();
        }
    }
}

//! Code that engines of both protocols share: a process that is started when needed.

use super::player::{EngineFault, EngineReply, MatchPlayer, MoveReport};
use super::process::{Process, ProcessEnvironment, ReadLineError};
use super::program::why_not_started;
use super::spec::{EngineSpec, Protocol};
use hyperrook_rules::Game;
use std::time::{Duration, Instant};

/// How long an engine may take to start, to set an option or to prepare for a game. Large
/// hash tables take time.
pub(super) const START_TIME: Duration = Duration::from_secs(30);

/// How long an engine may take to answer after its time is up and it was told to move.
const GRACE: Duration = Duration::from_secs(3);

/// The game of a match, with the information that engines need.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The game.
    pub game: Game,
    /// The path of its definition file, if it is not a shipped game.
    pub path: Option<String>,
}

/// The engine option that takes a definition file.
const PATH_OPTION: &str = "VariantPath";

/// The game of UCI and CECP engines unless another is chosen.
const CHESS: &str = "chess";

impl MatchGame {
    /// The engine's name for the game.
    pub(super) fn variant(&self, spec: &EngineSpec) -> String {
        let name = self.game.definition().name();
        spec.variant.clone().unwrap_or_else(|| name.to_owned())
    }

    /// Whether the engine plays the game without being told.
    pub(super) fn is_default(&self, spec: &EngineSpec) -> bool {
        matches!(&*self.variant(spec), CHESS | "normal")
    }
}

/// How long a match waits for engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// The time by which a move may exceed its limit.
    pub(super) margin: Duration,
    /// The maximum time of a move without a time limit.
    pub(super) untimed: Duration,
}

/// The process of an engine, if it is running, and the data needed to start it.
#[derive(Debug)]
pub(super) struct EngineLink {
    pub(super) spec: EngineSpec,
    pub(super) game: MatchGame,
    pub(super) timeouts: Timeouts,
    pub(super) environment: ProcessEnvironment,
    pub(super) process: Option<Process>,
}

impl EngineLink {
    pub(super) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    pub(super) fn start(&mut self) -> Result<(), EngineFault> {
        self.stop();
        let spec = &self.spec;
        let process = Process::start(
            &spec.command,
            spec.directory.as_deref(),
            &spec.name,
            &self.environment,
        );
        self.process = Some(process.map_err(|error| EngineFault::Run {
            command: self.command(),
            error: why_not_started(&self.spec, &error),
        })?);
        Ok(())
    }

    /// Ends the process with `quit`.
    pub(super) fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }

    /// Kills the process.
    pub(super) fn kill(&mut self) {
        self.process = None;
    }

    pub(super) fn send(&self, line: &str) {
        if let Some(process) = &self.process {
            process.send(line);
        }
    }

    pub(super) fn line(
        &self,
        deadline: Instant,
    ) -> Result<super::process::OutputLine, ReadLineError> {
        match &self.process {
            Some(process) => process.line(deadline),
            None => Err(ReadLineError::Closed),
        }
    }

    pub(super) fn waiting(&self) -> Vec<super::process::OutputLine> {
        self.process
            .as_ref()
            .map(Process::waiting)
            .unwrap_or_default()
    }

    /// Sends a line and collects the lines that follow, up to one for which `wanted` is
    /// true.
    pub(super) fn request(
        &mut self,
        question: &str,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, EngineFault> {
        self.send(question);
        let deadline = Instant::now() + START_TIME;
        let mut lines = Vec::new();
        loop {
            match self.line(deadline) {
                Ok(line) => {
                    let found = wanted(&line.text);
                    lines.push(line.text);
                    if found {
                        return Ok(lines);
                    }
                }
                Err(why) => return Err(self.fault(question, why)),
            }
        }
    }

    pub(super) fn fault(&mut self, asked: &str, why: ReadLineError) -> EngineFault {
        let command = self.command();
        let asked = asked.to_owned();
        match why {
            ReadLineError::Stopped => EngineFault::Stopped,
            ReadLineError::Timeout => EngineFault::Silent {
                command,
                asked,
                seconds: START_TIME.as_secs(),
                hint: match self.spec.protocol {
                    Protocol::Uci => "; does it speak UCI? (if not, write proto=cecp)".to_owned(),
                    Protocol::Cecp => String::new(),
                },
            },
            ReadLineError::Closed => EngineFault::Ended {
                command,
                asked,
                exit_status: self
                    .exit_status()
                    .map_or_else(String::new, |exit_status| format!(" ({exit_status})")),
            },
        }
    }

    /// How the process has ended, if it has.
    fn exit_status(&mut self) -> Option<String> {
        self.process.as_mut().and_then(Process::exit_status)
    }

    /// Ends the process of an engine that has closed its output. Returns how it has ended.
    pub(super) fn closed(&mut self) -> String {
        let exit_status = self.exit_status();
        self.kill();
        exit_status.unwrap_or_else(|| "it closed its output".to_owned())
    }

    pub(super) fn command(&self) -> String {
        self.spec.command.join(" ")
    }

    /// The option that loads the definition file: one of the requested options, or a new
    /// one. `None` if the game has no file, or the engine does not load files.
    pub(super) fn path_option(
        &self,
        wanted: &mut Vec<(String, String)>,
        has: &dyn Fn(&str) -> bool,
    ) -> Option<(String, String)> {
        let is_path = |(name, _): &(String, String)| name.eq_ignore_ascii_case(PATH_OPTION);
        if let Some(at) = wanted.iter().position(is_path) {
            return Some(wanted.remove(at));
        }
        let path = self.game.path.as_ref().filter(|_| has(PATH_OPTION))?;
        // The engine may run in another directory.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
        Some((PATH_OPTION.to_owned(), path.display().to_string()))
    }

    /// The options that set the rules of the game, such as `walkers kinging`.
    pub(super) fn rule_options(
        &self,
        has: &dyn Fn(&str) -> bool,
        known: &[&str],
    ) -> Result<Vec<(String, String)>, EngineFault> {
        let definition = self.game.game.definition();
        let mut options = Vec::new();
        for changed in definition.changed_options() {
            let name = format!("{} {}", definition.name(), changed.name);
            // The options of a game from a file appear only after it is loaded. An engine
            // with its own name for the game may have this set of rules under that name.
            if has(&name) || self.game.path.is_some() {
                options.push((name, changed.value.to_string()));
            } else if self.spec.variant.is_none() {
                return Err(self.no_option(&name, known));
            }
        }
        Ok(options)
    }

    pub(super) fn no_option(&self, option: &str, known: &[&str]) -> EngineFault {
        EngineFault::Option {
            command: self.command(),
            option: option.to_owned(),
            known: list(known),
        }
    }

    pub(super) fn no_game(&self, known: &[&str]) -> EngineFault {
        EngineFault::Game {
            command: self.command(),
            game: self.game.variant(&self.spec),
            known: if known.is_empty() {
                CHESS.to_owned()
            } else {
                list(known)
            },
        }
    }
}

fn list(names: &[&str]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// Lets an engine search after it has been told to: for the time that it is allowed, and then for a
/// short time after `stop`, the command to move immediately. `wait` reads its output until a reply
/// or a deadline. The process of an engine that does not answer in time is killed.
pub(super) fn await_reply<E>(
    engine: &mut E,
    link: fn(&mut E) -> &mut EngineLink,
    wait: fn(&mut E, Instant, Instant, &mut MoveReport) -> Option<EngineReply>,
    begun: Instant,
    limit: Option<Duration>,
    stop: &str,
) -> MoveReport {
    let timeouts = link(engine).timeouts;
    let allowed = match limit {
        Some(limit) => limit + timeouts.margin,
        None => timeouts.untimed,
    };
    let mut thought = MoveReport::new(EngineReply::Late, allowed);
    if let Some(reply) = wait(engine, begun, begun + allowed, &mut thought) {
        thought.reply = reply;
        return thought;
    }
    link(engine).send(stop);
    thought.reply = match wait(engine, begun, Instant::now() + GRACE, &mut thought) {
        None => EngineReply::Hung,
        Some(EngineReply::Stopped) => EngineReply::Stopped,
        // A move without a time limit cannot be late; the engine hangs.
        Some(_) if limit.is_none() => EngineReply::Hung,
        Some(_) => EngineReply::Late,
    };
    // Start a new process for the next game, whatever this one is doing.
    link(engine).kill();
    thought
}

/// An engine in a separate process.
pub(super) trait ExternalEngine: MatchPlayer + Send {
    /// Starts the process, unless it is running.
    fn start(&mut self) -> Result<(), EngineFault>;
    /// The name from the specification, or else the engine's own.
    fn name(&self) -> String;
    /// Ends the process with `quit`.
    fn quit(&mut self);
}

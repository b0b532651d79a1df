//! What engines of both protocols have in common: a process that is started
//! when it is needed.

use super::player::{EngineFault, Player};
use super::process::{NoLine, Process, ProcessEnvironment};
use super::spec::{EngineSpec, Protocol};
use hyperrook_rules::Game;
use std::time::{Duration, Instant};

/// How long an engine may take to start, to set an option or to get ready for a
/// game. Large hash tables take their time.
pub(super) const START_TIME: Duration = Duration::from_secs(30);

/// How long an engine whose time is up may take to answer after it was told to.
pub(super) const GRACE: Duration = Duration::from_secs(3);

/// The game of a match, as engines are told of it.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The game.
    pub game: Game,
    /// The path of its definition file, if it is not a shipped one.
    pub path: Option<String>,
}

/// The option by which engines are given a definition file.
const PATH_OPTION: &str = "VariantPath";

/// The game that UCI and CECP are about when nothing else is said.
const CHESS: &str = "chess";

impl MatchGame {
    /// What an engine calls the game.
    pub(super) fn variant(&self, spec: &EngineSpec) -> String {
        let name = self.game.definition().name();
        spec.variant.clone().unwrap_or_else(|| name.to_owned())
    }

    /// Whether engines play the game without being told which it is.
    pub(super) fn is_default(&self, spec: &EngineSpec) -> bool {
        matches!(&*self.variant(spec), CHESS | "normal")
    }
}

/// How patient a match is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// Time beyond the limit that is not counted as late.
    pub(super) margin: Duration,
    /// The most that a move without limit of time may take.
    pub(super) untimed: Duration,
}

/// An engine's process, if it runs, and what is needed to start it.
#[derive(Debug)]
pub(super) struct EngineLink {
    pub(super) spec: EngineSpec,
    pub(super) game: MatchGame,
    pub(super) patience: Timeouts,
    pub(super) surroundings: ProcessEnvironment,
    pub(super) process: Option<Process>,
}

impl EngineLink {
    pub(super) fn is_up(&self) -> bool {
        self.process.is_some()
    }

    pub(super) fn start(&mut self) -> Result<(), EngineFault> {
        self.stop();
        let spec = &self.spec;
        let process = Process::start(
            &spec.command,
            spec.directory.as_deref(),
            &spec.name,
            &self.surroundings,
        );
        self.process = Some(process.map_err(|error| EngineFault::Run {
            command: self.command(),
            error: error.to_string(),
        })?);
        Ok(())
    }

    /// Ends the process in good order.
    pub(super) fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit();
        }
    }

    /// Ends the process at once.
    pub(super) fn kill(&mut self) {
        self.process = None;
    }

    pub(super) fn say(&self, line: &str) {
        if let Some(process) = &self.process {
            process.say(line);
        }
    }

    pub(super) fn line(&self, deadline: Instant) -> Result<super::process::Line, NoLine> {
        match &self.process {
            Some(process) => process.line(deadline),
            None => Err(NoLine::Closed),
        }
    }

    pub(super) fn waiting(&self) -> Vec<super::process::Line> {
        self.process
            .as_ref()
            .map(Process::waiting)
            .unwrap_or_default()
    }

    /// Says a line and gives the lines that come until one is `wanted`.
    pub(super) fn ask(
        &mut self,
        question: &str,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, EngineFault> {
        self.say(question);
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
                Err(why) => return Err(self.broken(question, why)),
            }
        }
    }

    pub(super) fn broken(&mut self, asked: &str, why: NoLine) -> EngineFault {
        let command = self.command();
        let asked = asked.to_owned();
        match why {
            NoLine::Stopped => EngineFault::Stopped,
            NoLine::Timeout => EngineFault::Silent {
                command,
                asked,
                seconds: START_TIME.as_secs(),
                hint: match self.spec.protocol {
                    Protocol::Uci => "; does it speak UCI? (else say proto=cecp)".to_owned(),
                    Protocol::Cecp => String::new(),
                },
            },
            NoLine::Closed => EngineFault::Ended {
                command,
                asked,
                fate: self
                    .fate()
                    .map_or_else(String::new, |fate| format!(" ({fate})")),
            },
        }
    }

    /// How the process ended, if it has.
    pub(super) fn fate(&mut self) -> Option<String> {
        self.process.as_mut().and_then(Process::fate)
    }

    pub(super) fn command(&self) -> String {
        self.spec.command.join(" ")
    }

    /// The option that names the definition file, if the game has one and the
    /// engine reads such files: taken from the options that are asked for, or
    /// made.
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

    /// The options that set the rules of the game as the match has them:
    /// `walkers kinging`.
    pub(super) fn rule_options(
        &self,
        has: &dyn Fn(&str) -> bool,
        known: &[&str],
    ) -> Result<Vec<(String, String)>, EngineFault> {
        let definition = self.game.game.definition();
        let mut options = Vec::new();
        for changed in definition.changed_options() {
            let name = format!("{} {}", definition.name(), changed.name);
            // Options of a game from a file are there once it is read. Who
            // calls the game something else may have a name for these rules.
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

/// An engine as a player that can also say its name.
pub(super) trait ExternalEngine: Player + Send {
    /// Starts the process, if it does not run.
    fn start(&mut self) -> Result<(), EngineFault>;
    /// Its name: the one in the specification, else its own.
    fn name(&self) -> String;
    /// Ends the process in good order.
    fn quit(&mut self);
}

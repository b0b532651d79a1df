//! CECP, the Chess Engine Communication Protocol of XBoard, version 2.

mod board;
mod clock;
mod edit;
mod gui;
mod session;
mod think;
mod thinking;

use crate::engine::{NumberedEngine, ProtocolEvent, ProtocolSession, run_session};
use crate::input::{InputLine, MAX_LINE_BYTES};
use crate::options::{self, OptionChange, OptionError, ProtocolKind};
use crate::output::Output;
use crate::text::{first_word, quoted};
use crate::variants::DEFAULT_VARIANT;
use edit::EditMode;
use hyperrook_search::{EngineEvent, EngineSettings};
use session::XBoard;
use std::io::{self, BufRead, Write};

/// The maximum number of `ping`s that may wait for an answer.
const MAX_PINGS: usize = 1000;

/// XBoard's name for chess.
const NORMAL: &str = "normal";

/// Runs CECP until `quit` or the end of the input.
pub(crate) fn run(input: Box<dyn BufRead + Send>, writer: &mut dyn Write) -> io::Result<()> {
    run_session(input, |engine_thread| {
        XBoard::new(Output::new(writer), engine_thread)
    })
}

impl ProtocolSession for XBoard<'_> {
    fn handle_event(&mut self, event: ProtocolEvent) -> io::Result<()> {
        match event {
            ProtocolEvent::Line(InputLine::Text(line)) => self.handle_command(&line),
            ProtocolEvent::Line(InputLine::TooLong) => self.out.line(&format!(
                "Error (line of more than {MAX_LINE_BYTES} bytes): ignored"
            )),
            ProtocolEvent::EndOfInput => {
                self.quitting = true;
                Ok(())
            }
            ProtocolEvent::Engine(number, EngineEvent::Info(info)) => self.found_line(number, info),
            ProtocolEvent::Engine(number, last) => self.job_ended(number, last),
        }
    }

    fn is_over(&self) -> bool {
        self.quitting
    }

    fn into_engine(mut self) -> NumberedEngine {
        self.abandon_search();
        self.engine_thread
    }
}

impl XBoard<'_> {
    /// Writes a comment for people who read the log.
    fn comment(&mut self, text: &str) -> io::Result<()> {
        if self.comments {
            self.out.prefixed("# ", text)
        } else {
            Ok(())
        }
    }

    fn error(&mut self, kind: &str, line: &str) -> io::Result<()> {
        self.out.line(&format!("Error ({kind}): {}", quoted(line)))
    }

    /// Reports an error unless the arguments of a command were understood.
    fn check_arguments(&mut self, arguments: Option<()>, line: &str) -> io::Result<()> {
        match arguments {
            Some(()) => Ok(()),
            None => self.error("bad parameters", line),
        }
    }

    fn handle_command(&mut self, line: &str) -> io::Result<()> {
        let end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (command, arguments) = (&line[..end], line[end..].trim());
        if self.editing.is_some() && command != "quit" {
            return self.handle_edit_command(line);
        }
        match command {
            "" | "xboard" | "random" | "computer" | "name" | "rating" | "ics" | "egtpath"
            | "hover" | "rejected" => Ok(()),
            "protover" => self.features(),
            "accepted" => {
                self.comments |= arguments == "debug";
                Ok(())
            }
            "quit" => {
                self.quitting = true;
                Ok(())
            }
            "new" => self.new_game(),
            "variant" => self.variant(arguments, line),
            "force" => {
                self.abandon_search();
                self.plays = None;
                self.pong()
            }
            "go" => {
                self.abandon_search();
                self.leave_analysis();
                self.plays = Some(self.history.position().turn());
                self.think(true)
            }
            "playother" => {
                self.abandon_search();
                self.leave_analysis();
                self.plays = Some(self.history.position().turn().other());
                self.think(false)
            }
            "level" => {
                let read = self.clock.level(arguments);
                self.check_arguments(read, line)
            }
            "st" => {
                let read = self.clock.per_move(arguments);
                self.check_arguments(read, line)
            }
            "sd" | "depth" => {
                let read = self.clock.depth(arguments);
                self.check_arguments(read, line)
            }
            "time" => {
                let read = self.clock.time(arguments);
                self.check_arguments(read, line)
            }
            // The engine uses only its own clock.
            "otim" => self.check_arguments(clock::is_time(arguments).then_some(()), line),
            "usermove" => self.user_move(arguments),
            "?" => {
                self.move_now();
                Ok(())
            }
            "ping" => self.ping(arguments, line),
            "draw" => self.draw_offered(),
            "result" => {
                self.abandon_search();
                self.plays = None;
                self.pong()
            }
            "setboard" => self.set_board(arguments),
            "edit" => {
                self.abandon_search();
                self.editing = Some(EditMode::new(self.history.position()));
                self.pong()
            }
            "hint" => self.hint(),
            "bk" => {
                self.out.line(" There is no opening book.")?;
                self.out.line("")
            }
            "undo" => self.take_back(1, line),
            "remove" => self.take_back(2, line),
            "hard" => {
                self.hard = true;
                self.think(false)
            }
            "easy" => {
                self.hard = false;
                if self.is_pondering() {
                    self.abandon_search();
                }
                Ok(())
            }
            "post" | "nopost" => {
                self.post = command == "post";
                Ok(())
            }
            "analyze" | "analyse" => {
                self.abandon_search();
                self.analysing = true;
                self.plays = None;
                self.pong()?;
                self.think(false)
            }
            "exit" if self.analysing => {
                self.abandon_search();
                self.leave_analysis();
                Ok(())
            }
            "." if self.analysing => self.status(),
            "exit" | "." => self.error("command not legal now", line),
            "pause" => {
                self.abandon_search();
                self.paused = true;
                self.pong()
            }
            "resume" => {
                self.paused = false;
                self.think(true)
            }
            "memory" => self.engine_setting(arguments, line, |engine| {
                (&mut engine.hash_mib, EngineSettings::HASH_MIB)
            }),
            "cores" => self.engine_setting(arguments, line, |engine| {
                (&mut engine.threads, EngineSettings::THREADS)
            }),
            "option" => self.option(arguments),
            "lift" => self.lift(arguments),
            "put" => self.put(arguments),
            _ if arguments.is_empty() && self.is_move(command) => self.user_move(command),
            _ => self.error("unknown command", line),
        }
    }

    fn features(&mut self) -> io::Result<()> {
        let variants: Vec<&str> = self
            .games
            .names()
            .into_iter()
            .filter(|&name| name != DEFAULT_VARIANT)
            .collect();
        let variants = format!("{NORMAL},{}", variants.join(","));
        let name = concat!("Hyperrook ", env!("CARGO_PKG_VERSION"));
        for line in [
            "feature done=0",
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1",
            "feature sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 pause=1 nps=0",
            "feature debug=1 memory=1 smp=1 highlight=1",
            &format!("feature myname=\"{name}\" variants=\"{variants}\""),
        ] {
            self.out.line(line)?;
        }
        for line in options::announced(&self.options, &self.games, ProtocolKind::Cecp) {
            self.out.line(&line)?;
        }
        self.out.line("feature done=1")
    }

    /// Sets the size of the hash table or the number of threads.
    fn engine_setting(
        &mut self,
        text: &str,
        line: &str,
        which: fn(&mut EngineSettings) -> (&mut usize, std::ops::RangeInclusive<usize>),
    ) -> io::Result<()> {
        let Ok(number) = text.parse::<usize>() else {
            return self.error("bad parameters", line);
        };
        let (setting, range) = which(&mut self.options.engine);
        if !range.contains(&number) {
            let (command, _) = first_word(line);
            let error = OptionError::out_of_range(command, text, &range);
            return self.out.line(&format!("tellusererror {error}"));
        }
        *setting = number;
        self.prepare(false)
    }

    fn option(&mut self, text: &str) -> io::Result<()> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text, None),
        };
        match options::set(&mut self.options, &mut self.games, name, value) {
            Ok(OptionChange::Clear) => self.prepare(true),
            Ok(OptionChange::Engine) => self.prepare(false),
            Ok(OptionChange::Loaded(game)) => {
                let message = format!("{game} is loaded; it is played after `variant {game}`");
                self.out.line(&format!("telluser {message}"))
            }
            // Changes of options and games take effect with the next game.
            Ok(OptionChange::Setting | OptionChange::Rule(_) | OptionChange::Variant(_)) => Ok(()),
            Err(OptionError::Unknown(_)) => self.error("unknown option", text),
            Err(error) => {
                let text = error.to_string();
                let faults = text.lines().count();
                let first = text.lines().next().unwrap_or_default();
                self.comment(&text)?;
                let more = match faults {
                    0 | 1 => String::new(),
                    faults => format!(" (and {} more)", faults - 1),
                };
                self.out.line(&format!("tellusererror {first}{more}"))
            }
        }
    }

    /// Prepares the engine of the game, so that this does not cost time on the clock of the first
    /// move.
    fn prepare(&mut self, clear: bool) -> io::Result<()> {
        let (number, _) = self
            .engine_thread
            .prepare(self.game.clone(), self.options.engine, clear);
        self.preparing = Some(number);
        Ok(())
    }

    fn ping(&mut self, number: &str, line: &str) -> io::Result<()> {
        if self.pings.len() >= MAX_PINGS {
            return self.error("too many pings wait for a move", line);
        }
        self.pings.push(quoted(number));
        self.pong()
    }

    /// Answers the `ping`s, unless something that they wait for is still running.
    fn pong(&mut self) -> io::Result<()> {
        if self.preparing.is_some() || self.is_moving() {
            return Ok(());
        }
        for number in std::mem::take(&mut self.pings) {
            self.out.line(format!("pong {number}").trim_end())?;
        }
        Ok(())
    }
}

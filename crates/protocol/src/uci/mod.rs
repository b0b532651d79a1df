//! UCI, the Universal Chess Interface, for all games.

mod go;
mod lines;
mod perft;
mod position;
mod queue;
mod session;
mod task;

pub use go::MAX_PERFT_PLIES;

use crate::engine::{NumberedEngine, ProtocolEvent, ProtocolSession, run_session};
use crate::host::Host;
use crate::input::{InputLine, MAX_LINE_BYTES};
use crate::options::{self, OptionChange, ProtocolKind};
use crate::output::Output;
use crate::text::{first_word, quoted};
use go::GoCommand;
use hyperrook_rules::History;
use hyperrook_search::{Engine, EngineEvent, EngineSettings, SearchRequest};
use session::Uci;
use std::io::{self, BufRead, Write};
use task::{PendingReply, UciTask, WaitingCommand};

/// All commands.
const COMMANDS: [&str; 15] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "bench",
    "moves",
];

/// Runs UCI until `quit` or the end of the input.
pub(crate) fn run(
    input: Box<dyn BufRead + Send>,
    writer: &mut dyn Write,
    host: &Host,
) -> io::Result<()> {
    run_session(input, |engine_thread| {
        Uci::new(Output::new(writer), engine_thread, *host)
    })
}

impl ProtocolSession for Uci<'_> {
    // `quit` was received and all jobs have ended.
    fn is_over(&self) -> bool {
        self.quitting && self.running.is_none() && self.waiting.is_empty()
    }

    fn handle_event(&mut self, event: ProtocolEvent) -> io::Result<()> {
        match event {
            // Ignore input after `quit`.
            ProtocolEvent::Line(_) if self.quitting => Ok(()),
            ProtocolEvent::Line(InputLine::Text(line)) => self.handle_command(&line),
            ProtocolEvent::Line(InputLine::TooLong) => self.message(&format!(
                "a line of more than {MAX_LINE_BYTES} bytes is ignored"
            )),
            ProtocolEvent::EndOfInput => self.quit(),
            ProtocolEvent::Engine(number, _) if !self.is_running(number) => Ok(()),
            ProtocolEvent::Engine(_, EngineEvent::Info(info)) => self.write_info(&info),
            ProtocolEvent::Engine(_, EngineEvent::Text(line)) => self.out.line(&line),
            ProtocolEvent::Engine(_, last) => self.job_ended(last),
        }
    }

    fn into_engine(self) -> NumberedEngine {
        self.engine_thread
    }
}

impl Uci<'_> {
    /// Writes an `info string`.
    fn message(&mut self, text: &str) -> io::Result<()> {
        self.out.prefixed("info string ", text)
    }

    fn handle_command(&mut self, line: &str) -> io::Result<()> {
        // As UCI requires, skip unknown words and try the rest of the line.
        let mut rest = line;
        let (command, arguments) = loop {
            let (word, after) = first_word(rest);
            if word.is_empty() {
                return if line.is_empty() {
                    Ok(())
                } else {
                    self.message(&format!("unknown command: {}", quoted(line)))
                };
            }
            if COMMANDS.contains(&word) {
                break (word, after);
            }
            rest = after;
        };
        if rest.len() < line.len() {
            let passed = quoted(line[..line.len() - rest.len()].trim_end());
            self.message(&format!("unknown, ignored: {passed}"))?;
        }
        match command {
            "uci" => self.identify(),
            "debug" => self.debug(arguments),
            "isready" => self.is_ready(),
            "setoption" => self.set_option(arguments),
            // There is nothing to register.
            "register" => Ok(()),
            "ucinewgame" => {
                self.game_seed = fastrand::u64(..);
                self.prepare(true)
            }
            "position" => self.position(arguments),
            "go" => self.go(arguments),
            "stop" => self.stop(),
            "ponderhit" => self.ponder_hit(),
            "quit" => self.quit(),
            "d" => self.draw(),
            "eval" => self.evaluate(),
            "bench" => self.bench(arguments),
            _ => self.out.line(&lines::moves(self.history.position())),
        }
    }

    fn identify(&mut self) -> io::Result<()> {
        self.out
            .line(concat!("id name Hyperrook ", env!("CARGO_PKG_VERSION")))?;
        self.out.line("id author the Hyperrook developers")?;
        self.out.line("")?;
        for line in options::announced(&self.options, &self.games, ProtocolKind::Uci) {
            self.out.line(&line)?;
        }
        self.out.line("uciok")
    }

    fn debug(&mut self, arguments: &str) -> io::Result<()> {
        match arguments {
            "on" | "off" => self.debug = arguments == "on",
            _ => return self.message("debug is `on` or `off`"),
        }
        self.message(&format!("debug {arguments}"))
    }

    fn prepare(&mut self, clear: bool) -> io::Result<()> {
        let message = options::network_message(&self.options, &self.game);
        if message != self.network_message {
            self.network_message.clone_from(&message);
            message.map_or(Ok(()), |message| self.message(&message))?;
        }
        let task = UciTask::Prepare {
            game: self.game.clone(),
            settings: self.options.engine,
            clear,
        };
        self.add_task(task)
    }

    fn set_option(&mut self, arguments: &str) -> io::Result<()> {
        let Some((name, value)) = option_parts(arguments) else {
            return self.message("setoption: write `setoption name NAME value VALUE`");
        };
        match options::set(&mut self.options, &mut self.games, name, value) {
            Err(error) => self.message(&format!("setoption: {error}")),
            Ok(OptionChange::Setting) => Ok(()),
            Ok(OptionChange::Engine) => self.prepare(false),
            Ok(OptionChange::Clear) => self.prepare(true),
            Ok(OptionChange::Variant(name)) => self.play(&name),
            Ok(OptionChange::Rule(name)) if name == self.game.definition().name() => {
                self.play(&name)
            }
            Ok(OptionChange::Rule(_)) => Ok(()),
            Ok(OptionChange::Loaded(name)) => {
                self.message(&format!("loaded variant {name}"))?;
                if name == self.game.definition().name() {
                    return self.play(&name);
                }
                Ok(())
            }
        }
    }

    /// Switches to a game, or to other options of the same game.
    fn play(&mut self, name: &str) -> io::Result<()> {
        match self.games.game(name) {
            Ok(game) if game.is(&self.game) => Ok(()),
            Ok(game) => {
                self.history = History::new(game.start());
                self.game = game;
                self.out.line(&lines::variant(&self.game))?;
                for line in options::announced_of(&self.options, &self.games, name) {
                    self.message(&line)?;
                }
                Ok(())
            }
            Err(error) => self.message(&error.to_string()),
        }
    }

    fn position(&mut self, arguments: &str) -> io::Result<()> {
        match position::read(&self.game, arguments) {
            Ok(history) => {
                self.history = history;
                Ok(())
            }
            Err(reasons) => {
                for reason in reasons {
                    self.message(&format!("position: {reason}"))?;
                }
                self.message("position: the position is unchanged")
            }
        }
    }

    fn go(&mut self, arguments: &str) -> io::Result<()> {
        let read = go::read(arguments, self.history.position(), &self.options);
        for warning in &read.warnings {
            self.message(warning)?;
        }
        match read.go {
            GoCommand::Perft(depth) => self.add_task(UciTask::Perft {
                position: self.history.position().clone(),
                depth,
            }),
            GoCommand::Search(limits) => {
                if self.debug {
                    self.message(&format!("{limits:?}"))?;
                }
                self.add_task(UciTask::Search(SearchRequest {
                    history: self.history.clone(),
                    limits: *limits,
                    settings: self.options.engine,
                    seed: self.options.seed(self.game_seed),
                }))
            }
        }
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running
            && let PendingReply::Search { until_hit, .. } = &mut running.task
            && *until_hit
        {
            running.control.ponder_hit();
            *until_hit = false;
            return self.write_pending_best_move();
        }
        let mut waiting = self.waiting.iter_mut().rev();
        if let Some(request) = waiting.find_map(WaitingCommand::pondering) {
            // The move was played before the search began, so it is an ordinary search.
            request.limits.ponder = false;
            return Ok(());
        }
        self.message("ponderhit: the engine is not pondering")
    }

    fn draw(&mut self) -> io::Result<()> {
        let drawn = (self.host.draw)(self.history.position());
        for line in lines::position(&self.history, &drawn) {
            self.out.line(&line)?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> io::Result<()> {
        // A separate small engine, because the other one may be searching.
        let small = EngineSettings {
            hash_mib: *EngineSettings::HASH_MIB.start(),
            threads: 1,
            ..self.options.engine
        };
        let engine = Engine::new(&self.game, small);
        let position = self.history.position();
        let mut lines = lines::evaluation(&engine.evaluate(position));
        let worths = engine.piece_worths(position);
        lines.extend(lines::piece_worths(self.game.definition(), &worths));
        for line in lines {
            self.out.line(&line)?;
        }
        Ok(())
    }

    fn bench(&mut self, arguments: &str) -> io::Result<()> {
        let depth = match arguments {
            "" => None,
            text => match text.parse() {
                Ok(depth) if depth > 0 => Some(depth),
                _ => return self.message("bench: write `bench` or `bench DEPTH`"),
            },
        };
        self.add_task(UciTask::Bench { depth })
    }
}

/// Name and value of `name NAME value VALUE`. Names may contain spaces.
fn option_parts(text: &str) -> Option<(&str, Option<&str>)> {
    let (word, rest) = first_word(text);
    if word != "name" || rest.is_empty() {
        return None;
    }
    // Find the first `value` that is a separate word.
    let mut at = 0;
    while let Some(found) = rest[at..].find("value") {
        let (start, end) = (at + found, at + found + "value".len());
        let before = rest[..start].chars().next_back();
        let after = rest[end..].chars().next();
        if before.is_some_and(char::is_whitespace) && after.is_none_or(char::is_whitespace) {
            return Some((rest[..start].trim(), Some(rest[end..].trim())));
        }
        at = end;
    }
    Some((rest, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_names_and_values_with_spaces() {
        let parts = option_parts;
        assert_eq!(parts("name Hash value 32"), Some(("Hash", Some("32"))));
        assert_eq!(parts("name Clear Hash"), Some(("Clear Hash", None)));
        assert_eq!(
            parts("name VariantPath value /my games/value x.toml"),
            Some(("VariantPath", Some("/my games/value x.toml")))
        );
        assert_eq!(parts("name a  b \t value"), Some(("a  b", Some(""))));
        assert_eq!(
            parts("name overvalue value 1"),
            Some(("overvalue", Some("1")))
        );
        for text in ["", "name", "name ", "Hash value 3"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}

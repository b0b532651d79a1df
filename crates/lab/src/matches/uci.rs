//! Engines that use UCI.
//!
//! Source: the UCI protocol of April 2006 by Stefan Meyer-Kahlen; `UCI_Variant` is an
//! extension that variant engines share.

use super::clock::GameClock;
use super::engine::{EngineLink, ExternalEngine, await_reply};
use super::player::{EngineFault, EngineReply, MatchPlayer, MoveReport, ReportedScore};
use super::process::ReadLineError;
use super::spec::Restart;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{History, Side};
use std::time::{Duration, Instant};

/// An option of an engine.
#[derive(Debug)]
struct UciOption {
    name: String,
    /// The values of a combo option.
    values: Vec<String>,
    is_button: bool,
}

/// A UCI engine.
#[derive(Debug)]
pub(super) struct UciEngine {
    link: EngineLink,
    own_name: String,
}

impl UciEngine {
    pub(super) fn new(link: EngineLink) -> UciEngine {
        UciEngine {
            link,
            own_name: String::new(),
        }
    }

    fn ready(&mut self) -> Result<(), EngineFault> {
        self.link.request("isready", |line| line == "readyok")?;
        Ok(())
    }

    fn set_up(&mut self) -> Result<(), EngineFault> {
        self.link.start()?;
        let answer = self.link.request("uci", |line| line == "uciok")?;
        let mut options = Vec::new();
        for line in &answer {
            if let Some(name) = line.strip_prefix("id name ") {
                self.own_name = name.trim().to_owned();
            } else if let Some(rest) = line.strip_prefix("option ") {
                options.extend(option(rest));
            }
        }
        let mut wanted = self.link.spec.options.clone();
        let has = |name: &str| {
            options
                .iter()
                .any(|option| option.name.eq_ignore_ascii_case(name))
        };
        let mut set = Vec::new();
        // The file comes before its game, and the game before its options.
        set.extend(self.link.path_option(&mut wanted, &has));
        self.variant(&options, &mut set)?;
        let known: Vec<&str> = options.iter().map(|option| &*option.name).collect();
        set.extend(self.link.rule_options(&has, &known)?);
        for (name, value) in wanted {
            // The engine may have this option only after it has loaded the file.
            if !has(&name) && self.link.game.path.is_none() {
                return Err(self.link.no_option(&name, &known));
            }
            set.push((name, value));
        }
        for (name, value) in set {
            let found = options
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(&name));
            let name = found.map_or(&*name, |option| &*option.name);
            if found.is_some_and(|option| option.is_button) {
                self.link.send(&format!("setoption name {name}"));
            } else {
                self.link
                    .send(&format!("setoption name {name} value {value}"));
            }
        }
        let answer = self.link.request("isready", |line| line == "readyok")?;
        // An engine that rejects an option would play on with another value.
        let rejection = answer.iter().find_map(|line| {
            let says = line.strip_prefix("info string ").unwrap_or(line);
            let rejects = says.starts_with("setoption: ") || says.starts_with("No such option");
            rejects.then(|| says.trim_start_matches("setoption: ").to_owned())
        });
        match rejection {
            Some(answer) => Err(EngineFault::OptionValue {
                command: self.link.command(),
                answer,
            }),
            None => Ok(()),
        }
    }

    /// Chooses the game, if the engine plays several.
    fn variant(
        &self,
        options: &[UciOption],
        set: &mut Vec<(String, String)>,
    ) -> Result<(), EngineFault> {
        let link = &self.link;
        let name = link.game.variant(&link.spec);
        let choice = options.iter().find(|option| option.name == "UCI_Variant");
        let Some(choice) = choice else {
            return if link.game.is_default(&link.spec) {
                Ok(())
            } else {
                Err(link.no_game(&[]))
            };
        };
        let known = choice.values.contains(&name);
        if known || link.game.path.is_some() || choice.values.is_empty() {
            set.push((choice.name.clone(), name));
            Ok(())
        } else if link.game.is_default(&link.spec) {
            // The engine has another name for chess, and plays it by default.
            Ok(())
        } else {
            let known: Vec<&str> = choice.values.iter().map(|value| &**value).collect();
            Err(link.no_game(&known))
        }
    }

    fn new_game(&mut self) -> Result<(), EngineFault> {
        self.link.send("ucinewgame");
        self.ready()
    }

    /// Waits for the move; `None` if the time is up.
    fn wait(
        &mut self,
        begun: Instant,
        deadline: Instant,
        thought: &mut MoveReport,
    ) -> Option<EngineReply> {
        loop {
            match self.link.line(deadline) {
                Ok(line) => {
                    let mut words = line.text.split_whitespace();
                    match words.next() {
                        Some("bestmove") => {
                            thought.used = line.at.saturating_duration_since(begun);
                            let mv = words.next().unwrap_or_default();
                            return Some(EngineReply::Move(mv.to_owned()));
                        }
                        Some("info") => info(words, thought),
                        _ => {}
                    }
                }
                Err(ReadLineError::Timeout) => return None,
                Err(ReadLineError::Closed) => {
                    thought.used = begun.elapsed();
                    return Some(EngineReply::Crashed(self.link.closed()));
                }
                Err(ReadLineError::Stopped) => return Some(EngineReply::Stopped),
            }
        }
    }
}

impl MatchPlayer for UciEngine {
    fn begin(&mut self, _: &History, _: Side, _: &[GameClock; 2]) -> Result<(), EngineFault> {
        if self.link.spec.restart == Restart::Always {
            self.link.stop();
        }
        if self.link.is_running() {
            match self.new_game() {
                Err(EngineFault::Silent { .. } | EngineFault::Ended { .. }) => self.link.kill(),
                other => return other,
            }
        }
        self.start()?;
        self.new_game()
    }

    fn think(&mut self, history: &History, clocks: &[GameClock; 2], _: bool) -> MoveReport {
        // Ignore what the engine has written since its last move.
        self.link.waiting();
        self.link.send(&position(history));
        let side = history.position().turn();
        let begun = Instant::now();
        self.link.send(&go(side, clocks));
        let limit = clocks[side.index()].allowed();
        await_reply(
            self,
            |engine| &mut engine.link,
            UciEngine::wait,
            begun,
            limit,
            "stop",
        )
    }

    fn end(&mut self, _: GameResult, _: &str) {}
}

impl ExternalEngine for UciEngine {
    fn start(&mut self) -> Result<(), EngineFault> {
        if self.link.is_running() {
            return Ok(());
        }
        let done = self.set_up();
        if done.is_err() {
            self.link.kill();
        }
        done
    }

    fn name(&self) -> String {
        match (&*self.link.spec.name, &*self.own_name) {
            ("", "") => self.link.command(),
            ("", own) => own.to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    fn quit(&mut self) {
        self.link.stop();
    }
}

/// Parses `name X type T … var A var B`. Names and values can contain spaces.
fn option(text: &str) -> Option<UciOption> {
    let rest = text.trim().strip_prefix("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let kind = rest.split_whitespace().next().unwrap_or_default();
    // The first part is the type and the default.
    let values = rest
        .split(" var ")
        .skip(1)
        .map(|value| value.trim().to_owned());
    Some(UciOption {
        name: name.trim().to_owned(),
        values: values.collect(),
        is_button: kind == "button",
    })
}

/// The command `position startpos moves …` or `position fen … moves …`.
fn position(history: &History) -> String {
    let start = history.start();
    let game = start.game();
    let text = format_position(start);
    let mut line = if text == format_position(&game.start()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {text}")
    };
    for (index, &mv) in history.moves().iter().enumerate() {
        line.push_str(if index == 0 { " moves " } else { " " });
        line.push_str(&format_move(game.definition(), mv, CellStyle::Plain));
    }
    line
}

/// The command `go` with all limits of the move.
fn go(side: Side, clocks: &[GameClock; 2]) -> String {
    let mut line = "go".to_owned();
    // Some engines do not move at all with no time left.
    let ms = |time: Duration| time.as_millis().max(1);
    let own = &clocks[side.index()];
    for (clock, [time, increment]) in clocks.iter().zip([["wtime", "winc"], ["btime", "binc"]]) {
        // Engines with a clock expect both clocks.
        let shown = if clock.limits().clock.is_some() {
            clock
        } else {
            own
        };
        if let (Some(control), Some(_)) = (shown.limits().clock, own.limits().clock) {
            line += &format!(
                " {time} {} {increment} {}",
                ms(shown.left()),
                control.increment.as_millis()
            );
        }
    }
    if let Some(moves) = own.moves_to_go() {
        line += &format!(" movestogo {moves}");
    }
    let limits = own.limits();
    if let Some(time) = limits.move_time {
        line += &format!(" movetime {}", ms(time));
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    line
}

/// Records what an `info` line says about the best line.
fn info<'a>(mut words: impl Iterator<Item = &'a str>, thought: &mut MoveReport) {
    let (mut score, mut depth) = (None, None);
    let mut first_line = true;
    while let Some(word) = words.next() {
        match word {
            // The rest of the line is text or moves.
            "string" | "pv" => break,
            "depth" => depth = words.next().and_then(|word| word.parse().ok()),
            "nodes" => {
                if let Some(nodes) = words.next().and_then(|word| word.parse().ok()) {
                    thought.nodes = Some(nodes);
                }
            }
            "multipv" => first_line = words.next() == Some("1"),
            "score" => {
                let kind = words.next();
                let value = words.next().and_then(|word| word.parse().ok());
                score = match (kind, value) {
                    (Some("cp"), Some(value)) => Some(ReportedScore::Centipawns(value)),
                    (Some("mate"), Some(value)) => Some(ReportedScore::Mate(value)),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    if let (true, Some(score)) = (first_line, score) {
        thought.score = Some(score);
        thought.depth = depth.or(thought.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::clock::EngineLimits;

    #[test]
    fn options_are_read() {
        let read =
            option("name UCI_Variant type combo default chess var chess var two boards").unwrap();
        assert_eq!((&*read.name, read.is_button), ("UCI_Variant", false));
        assert_eq!(read.values, ["chess", "two boards"]);
        assert!(option("name Clear Hash type button").unwrap().is_button);
        assert!(option("name x").is_none());
    }

    #[test]
    fn go_says_what_limits_the_move() {
        let clock = |text: &str| {
            GameClock::new(EngineLimits {
                clock: Some(text.parse().unwrap()),
                ..EngineLimits::default()
            })
        };
        let fixed = GameClock::new(EngineLimits {
            move_time: Some(Duration::from_millis(50)),
            depth: Some(7),
            ..EngineLimits::default()
        });
        let clocks = [clock("40/5+0.05"), clock("1")];
        assert_eq!(
            go(Side::White, &clocks),
            "go wtime 5000 winc 50 btime 1000 binc 0 movestogo 40"
        );
        assert_eq!(
            go(Side::Black, &clocks),
            "go wtime 5000 winc 50 btime 1000 binc 0"
        );
        let clocks = [clock("1"), fixed];
        assert_eq!(
            go(Side::White, &clocks),
            "go wtime 1000 winc 0 btime 1000 binc 0"
        );
        assert_eq!(go(Side::Black, &clocks), "go movetime 50 depth 7");
    }

    #[test]
    fn the_best_line_is_kept() {
        let mut thought = MoveReport::new(EngineReply::Late, Duration::ZERO);
        let mut tell = |text: &str| info(text.split_whitespace(), &mut thought);
        tell("depth 5 seldepth 7 multipv 1 score cp -31 nodes 99 pv e2e4 score cp 5");
        tell("depth 9 multipv 2 score cp 12 nodes 120");
        tell("depth 9 currmove e2e4");
        tell("string score cp 999");
        assert_eq!(thought.score, Some(ReportedScore::Centipawns(-31)));
        assert_eq!((thought.depth, thought.nodes), (Some(5), Some(120)));
        info(
            "depth 3 score mate -2 upperbound".split_whitespace(),
            &mut thought,
        );
        assert_eq!(thought.score, Some(ReportedScore::Mate(-2)));
    }
}

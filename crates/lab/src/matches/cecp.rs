//! Engines that use CECP, the protocol of XBoard, version 2.
//!
//! Source: Tim Mann and H. G. Muller, "Chess Engine Communication Protocol", version 2 of
//! September 2009.

use super::cecp_lines::{
    centiseconds, limit_lines, read_complaint, read_refusal, read_reply, read_thinking,
};
use super::clock::GameClock;
use super::engine::{EngineLink, ExternalEngine, START_TIME, await_reply};
use super::features::{CecpFeatures, pairs};
use super::player::{EngineFault, EngineReply, MatchPlayer, MoveReport};
use super::process::ReadLineError;
use super::spec::Restart;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{History, Side};
use std::time::{Duration, Instant};

/// An engine of version 1 announces no features. After this time of silence it counts as
/// ready (the two seconds of the protocol).
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// How long to wait for what an engine without `ping` still has to say.
const NO_PING_TIME: Duration = Duration::from_millis(100);

/// The features that are accepted; all others are rejected.
const ACCEPTED_FEATURES: &[&str] = &[
    "ping",
    "setboard",
    "playother",
    "usermove",
    "time",
    "draw",
    "reuse",
    "myname",
    "variants",
    "colors",
    "name",
    "memory",
    "smp",
    "option",
    "done",
    "analyze",
    "debug",
    "pause",
    "sigterm",
];

/// A CECP engine.
#[derive(Debug)]
pub(super) struct CecpEngine {
    link: EngineLink,
    features: CecpFeatures,
    pings: u32,
    /// The number of moves of the game that the engine has been told or has made.
    moves_sent: usize,
    /// Whether the engine is in force mode.
    is_forced: bool,
    /// A statement that ends the game, made while the opponent was to move.
    early_reply: Option<EngineReply>,
    offers_draw: bool,
}

impl CecpEngine {
    pub(super) fn new(link: EngineLink) -> CecpEngine {
        CecpEngine {
            link,
            features: CecpFeatures::default(),
            pings: 0,
            moves_sent: 0,
            is_forced: true,
            early_reply: None,
            offers_draw: false,
        }
    }

    fn set_up(&mut self) -> Result<(), EngineFault> {
        self.link.start()?;
        self.features = CecpFeatures::default();
        self.link.send("xboard");
        self.link.send("protover 2");
        self.read_features()?;
        let names = self.features.variants();
        let variant = self.link.game.variant(&self.link.spec);
        let has_file = self.link.game.path.is_some();
        if !self.link.game.is_default(&self.link.spec) && !has_file && !names.contains(&&*variant) {
            return Err(self.link.no_game(&names));
        }
        let options = &self.features.options;
        let has = |name: &str| {
            options
                .iter()
                .any(|option| option.name.eq_ignore_ascii_case(name))
        };
        let known: Vec<&str> = options.iter().map(|option| &*option.name).collect();
        let mut wanted = self.link.spec.options.clone();
        let path = self.link.path_option(&mut wanted, &has);
        let rules = self.link.rule_options(&has, &known)?;
        let options: Vec<_> = path.into_iter().chain(rules).chain(wanted).collect();
        for (name, value) in &options {
            self.set_option(name, value)?;
        }
        let said = self.sync()?;
        // An engine that rejects an option would play on with another value.
        match said.iter().find_map(|line| read_refusal(line)) {
            Some(answer) if !options.is_empty() => Err(EngineFault::OptionValue {
                command: self.link.command(),
                answer: answer.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    fn read_features(&mut self) -> Result<(), EngineFault> {
        let begun = Instant::now();
        let mut deadline = begun + FEATURE_TIME;
        loop {
            let line = match self.link.line(deadline) {
                Ok(line) => line,
                // An engine of version 1 writes nothing.
                Err(ReadLineError::Timeout) if deadline == begun + FEATURE_TIME => return Ok(()),
                Err(why) => return Err(self.link.fault("protover 2", why)),
            };
            let Some(rest) = line.text.strip_prefix("feature ") else {
                continue;
            };
            for (name, value) in pairs(rest) {
                if name == "done" {
                    if value == "1" {
                        return Ok(());
                    }
                    deadline = begun + START_TIME;
                }
                // Other games have no standard short notation, so `san` is rejected.
                let answer = if ACCEPTED_FEATURES.contains(&&*name) {
                    "accepted"
                } else {
                    "rejected"
                };
                if answer == "accepted" {
                    self.features.add(&name, &value);
                }
                self.link.send(&format!("{answer} {name}"));
            }
        }
    }

    fn set_option(&self, name: &str, value: &str) -> Result<(), EngineFault> {
        let mut options = self.features.options.iter();
        if let Some(option) = options.find(|option| option.name.eq_ignore_ascii_case(name)) {
            let name = &option.name;
            match &*option.kind {
                "button" | "save" | "reset" => self.link.send(&format!("option {name}")),
                "check" => {
                    let on = matches!(&*value.to_ascii_lowercase(), "1" | "true" | "on");
                    self.link.send(&format!("option {name}={}", u8::from(on)));
                }
                _ => self.link.send(&format!("option {name}={value}")),
            }
            return Ok(());
        }
        // Some options of UCI are commands in CECP.
        let command = match &*name.to_ascii_lowercase() {
            "hash" | "memory" if self.features.is_on("memory", false) => "memory",
            "threads" | "cores" if self.features.is_on("smp", false) => "cores",
            // The engine may have this option only after it has loaded the file.
            _ if self.link.game.path.is_some() => {
                self.link.send(&format!("option {name}={value}"));
                return Ok(());
            }
            _ => {
                let options = self.features.options.iter();
                let mut known: Vec<&str> = options.map(|option| &*option.name).collect();
                if self.features.is_on("memory", false) {
                    known.push("Hash");
                }
                if self.features.is_on("smp", false) {
                    known.push("Threads");
                }
                return Err(self.link.no_option(name, &known));
            }
        };
        self.link.send(&format!("{command} {value}"));
        Ok(())
    }

    /// Waits until the engine has done everything it was told, and returns the lines that it has
    /// written. Without `ping` nothing says when that is, so it gets a short time.
    fn sync(&mut self) -> Result<Vec<String>, EngineFault> {
        if self.features.is_on("ping", false) {
            self.pings += 1;
            let answer = format!("pong {}", self.pings);
            return self
                .link
                .request(&format!("ping {}", self.pings), |line| line == answer);
        }
        let deadline = Instant::now() + NO_PING_TIME;
        let mut lines = Vec::new();
        loop {
            match self.link.line(deadline) {
                Ok(line) => lines.push(line.text),
                Err(ReadLineError::Timeout) => return Ok(lines),
                Err(why) => return Err(self.link.fault("new", why)),
            }
        }
    }

    fn new_game(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault> {
        self.link.send("new");
        if !self.link.game.is_default(&self.link.spec) {
            self.link.send(&format!(
                "variant {}",
                self.link.game.variant(&self.link.spec)
            ));
        }
        // No thinking on the opponent's time; show lines of thinking.
        self.link.send("easy");
        self.link.send("post");
        self.link.send("force");
        for line in limit_lines(&clocks[side.index()]) {
            self.link.send(&line);
        }
        // Statements about the last game must not count for this one.
        self.sync()?;
        self.early_reply = None;
        self.offers_draw = false;
        let start = opening.start();
        let text = format_position(start);
        if text != format_position(&start.game().start()) {
            if !self.features.is_on("setboard", false) {
                return Err(EngineFault::Position {
                    command: self.link.command(),
                });
            }
            self.link.send(&format!("setboard {text}"));
        }
        self.moves_sent = 0;
        self.is_forced = true;
        self.send_moves(opening);
        let said = self.sync()?;
        let complaint = said.iter().find_map(|line| read_complaint(line));
        self.early_reply = complaint.map(EngineReply::Complaint);
        Ok(())
    }

    /// Sends the moves that the engine does not know yet.
    fn send_moves(&mut self, history: &History) {
        let definition = history.start().game().definition();
        for &mv in &history.moves()[self.moves_sent.min(history.moves().len())..] {
            let text = format_move(definition, mv, CellStyle::Plain);
            if self.features.is_on("usermove", false) {
                self.link.send(&format!("usermove {text}"));
            } else {
                self.link.send(&text);
            }
        }
        self.moves_sent = history.moves().len();
    }

    fn send_time(&self, side: Side, clocks: &[GameClock; 2]) {
        if !self.features.is_on("time", true) {
            return;
        }
        let own = clocks[side.index()].allowed();
        let other = clocks[side.other().index()].allowed();
        if let Some(own) = own {
            self.link.send(&format!("time {}", centiseconds(own)));
            self.link
                .send(&format!("otim {}", centiseconds(other.unwrap_or(own))));
        }
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
                    if line.text == "offer draw" {
                        self.offers_draw = true;
                    } else if let Some(reply) = read_reply(&line.text) {
                        thought.used = line.at.saturating_duration_since(begun);
                        return Some(reply);
                    } else {
                        read_thinking(&line.text, thought);
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

    /// Reads what the engine has written while the opponent was to move.
    fn read_early_replies(&mut self) {
        for line in self.link.waiting() {
            if self.is_forced {
                // Before its first move in a game, an engine can only complain. All else is about the
                // last game.
                let complaint = read_complaint(&line.text).map(EngineReply::Complaint);
                self.early_reply = self.early_reply.take().or(complaint);
            } else if line.text == "offer draw" {
                self.offers_draw = true;
            } else if let Some(said) =
                read_reply(&line.text).filter(|said| !matches!(said, EngineReply::Move(_)))
            {
                self.early_reply.get_or_insert(said);
            }
        }
    }
}

impl MatchPlayer for CecpEngine {
    fn begin(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault> {
        // `reuse` is on by default.
        let is_reusable = self.features.is_on("reuse", true);
        if self.link.spec.restart == Restart::Always || !is_reusable {
            self.link.stop();
        }
        if self.link.is_running() {
            match self.new_game(opening, side, clocks) {
                Err(EngineFault::Silent { .. } | EngineFault::Ended { .. }) => self.link.kill(),
                other => return other,
            }
        }
        self.start()?;
        self.new_game(opening, side, clocks)
    }

    fn think(&mut self, history: &History, clocks: &[GameClock; 2], offered: bool) -> MoveReport {
        self.read_early_replies();
        if let Some(said) = self.early_reply.take() {
            return MoveReport::new(said, Duration::ZERO);
        }
        let side = history.position().turn();
        if offered {
            self.link.send("draw");
        }
        let begun = Instant::now();
        if self.is_forced {
            self.send_moves(history);
            self.send_time(side, clocks);
            self.link.send("go");
            self.is_forced = false;
        } else {
            self.send_time(side, clocks);
            self.send_moves(history);
        }
        let limit = clocks[side.index()].allowed();
        let mut thought = await_reply(
            self,
            |engine| &mut engine.link,
            CecpEngine::wait,
            begun,
            limit,
            "?",
        );
        if let EngineReply::Move(_) = thought.reply {
            // The engine knows its own move.
            self.moves_sent = history.moves().len() + 1;
        }
        thought.offers_draw = std::mem::take(&mut self.offers_draw);
        thought
    }

    fn end(&mut self, result: GameResult, why: &str) {
        let why: String = why
            .chars()
            .filter(|c| !matches!(c, '{' | '}' | '\n'))
            .collect();
        self.link.send(&format!("result {result} {{{why}}}"));
        self.link.send("force");
        self.is_forced = true;
    }
}

impl ExternalEngine for CecpEngine {
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
        match (&*self.link.spec.name, self.features.text("myname")) {
            ("", None) => self.link.command(),
            ("", Some(own)) => own.to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    fn quit(&mut self) {
        self.link.stop();
    }
}

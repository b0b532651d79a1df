//! Engines that speak CECP, the protocol of XBoard, version 2.
//!
//! Source: Tim Mann and H. G. Muller, "Chess Engine Communication Protocol",
//! version 2 of September 2009.

use super::clock::GameClock;
use super::engine::{EngineLink, ExternalEngine, GRACE, START_TIME};
use super::features::{CecpFeatures, pairs};
use super::player::{EngineFault, EngineReply, MoveReport, Player, ReportedScore};
use super::process::NoLine;
use super::spec::Restart;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::format_position;
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{History, Side};
use std::time::{Duration, Instant};

/// How long an engine without features has to say nothing before it is taken to
/// be ready (the protocol's two seconds).
const FEATURE_TIME: Duration = Duration::from_secs(2);

/// The features that mean something here; the others are refused.
const KNOWN: &[&str] = &[
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
    /// Plies of the game that the engine knows.
    told: usize,
    /// Whether it only takes moves down.
    is_forced: bool,
    /// Something it said of the game out of turn that ends it.
    aside: Option<EngineReply>,
    offers_draw: bool,
}

impl CecpEngine {
    pub(super) fn new(link: EngineLink) -> CecpEngine {
        CecpEngine {
            link,
            features: CecpFeatures::default(),
            pings: 0,
            told: 0,
            is_forced: true,
            aside: None,
            offers_draw: false,
        }
    }

    fn set_up(&mut self) -> Result<(), EngineFault> {
        self.link.start()?;
        self.features = CecpFeatures::default();
        self.link.say("xboard");
        self.link.say("protover 2");
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
        for (name, value) in path.into_iter().chain(rules).chain(wanted) {
            self.set_option(&name, &value)?;
        }
        self.sync()
    }

    fn read_features(&mut self) -> Result<(), EngineFault> {
        let begun = Instant::now();
        let mut deadline = begun + FEATURE_TIME;
        loop {
            let line = match self.link.line(deadline) {
                Ok(line) => line,
                // An engine of version 1 says nothing.
                Err(NoLine::Timeout) if deadline == begun + FEATURE_TIME => return Ok(()),
                Err(why) => return Err(self.link.broken("protover 2", why)),
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
                // The moves of other games have no standard short notation, so
                // `san` is among the refused.
                let answer = if KNOWN.contains(&&*name) {
                    "accepted"
                } else {
                    "rejected"
                };
                if answer == "accepted" {
                    self.features.add(&name, &value);
                }
                self.link.say(&format!("{answer} {name}"));
            }
        }
    }

    fn set_option(&self, name: &str, value: &str) -> Result<(), EngineFault> {
        let mut options = self.features.options.iter();
        if let Some(option) = options.find(|option| option.name.eq_ignore_ascii_case(name)) {
            let name = &option.name;
            match &*option.kind {
                "button" | "save" | "reset" => self.link.say(&format!("option {name}")),
                "check" => {
                    let on = matches!(&*value.to_ascii_lowercase(), "1" | "true" | "on");
                    self.link.say(&format!("option {name}={}", u8::from(on)));
                }
                _ => self.link.say(&format!("option {name}={value}")),
            }
            return Ok(());
        }
        // What UCI has as options, CECP has as commands.
        let command = match &*name.to_ascii_lowercase() {
            "hash" | "memory" if self.features.is_on("memory", false) => "memory",
            "threads" | "cores" if self.features.is_on("smp", false) => "cores",
            // A file may bring options with it.
            _ if self.link.game.path.is_some() => {
                self.link.say(&format!("option {name}={value}"));
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
        self.link.say(&format!("{command} {value}"));
        Ok(())
    }

    /// Waits until the engine has done everything it was told, if it can say so.
    fn sync(&mut self) -> Result<(), EngineFault> {
        if !self.features.is_on("ping", false) {
            return Ok(());
        }
        self.pings += 1;
        let answer = format!("pong {}", self.pings);
        let lines = self
            .link
            .ask(&format!("ping {}", self.pings), |line| line == answer)?;
        for line in &lines {
            // Nothing else that is said meanwhile is about this game.
            if let Some(complaint) = complaint(line) {
                self.aside = Some(EngineReply::Complaint(complaint));
            }
        }
        Ok(())
    }

    fn new_game(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault> {
        self.aside = None;
        self.offers_draw = false;
        self.link.say("new");
        if !self.link.game.is_default(&self.link.spec) {
            self.link.say(&format!(
                "variant {}",
                self.link.game.variant(&self.link.spec)
            ));
        }
        // Nobody thinks in the other's time; thoughts are shown.
        self.link.say("easy");
        self.link.say("post");
        self.link.say("force");
        for line in limits(&clocks[side.index()]) {
            self.link.say(&line);
        }
        // What it says of the game before is not to be taken for this one's.
        self.sync()?;
        self.aside = None;
        let start = opening.start();
        let text = format_position(start);
        if text != format_position(&start.game().start()) {
            if !self.features.is_on("setboard", false) {
                return Err(EngineFault::Position {
                    command: self.link.command(),
                });
            }
            self.link.say(&format!("setboard {text}"));
        }
        self.told = 0;
        self.is_forced = true;
        self.tell_moves(opening);
        self.sync()
    }

    /// Tells the moves that the engine does not know yet.
    fn tell_moves(&mut self, history: &History) {
        let definition = history.start().game().definition();
        for &mv in &history.moves()[self.told.min(history.moves().len())..] {
            let text = format_move(definition, mv, CellStyle::Plain);
            if self.features.is_on("usermove", false) {
                self.link.say(&format!("usermove {text}"));
            } else {
                self.link.say(&text);
            }
        }
        self.told = history.moves().len();
    }

    fn tell_time(&self, side: Side, clocks: &[GameClock; 2]) {
        if !self.features.is_on("time", true) {
            return;
        }
        let own = clocks[side.index()].allowed();
        let other = clocks[side.other().index()].allowed();
        if let Some(own) = own {
            self.link.say(&format!("time {}", centiseconds(own)));
            self.link
                .say(&format!("otim {}", centiseconds(other.unwrap_or(own))));
        }
    }

    /// Waits for the move. `None`: time is up.
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
                    } else if let Some(reply) = reply(&line.text) {
                        thought.used = line.at.saturating_duration_since(begun);
                        return Some(reply);
                    } else {
                        think(&line.text, thought);
                    }
                }
                Err(NoLine::Timeout) => return None,
                Err(NoLine::Closed) => {
                    thought.used = begun.elapsed();
                    let fate = self.link.fate();
                    self.link.kill();
                    let fate = fate.unwrap_or_else(|| "it closed its output".to_owned());
                    return Some(EngineReply::Crashed(fate));
                }
                Err(NoLine::Stopped) => return Some(EngineReply::Stopped),
            }
        }
    }

    /// Looks at what the engine said while the other was to move.
    fn hear_asides(&mut self) {
        for line in self.link.waiting() {
            if line.text == "offer draw" {
                self.offers_draw = true;
            } else if let Some(said) =
                reply(&line.text).filter(|said| !matches!(said, EngineReply::Move(_)))
            {
                self.aside.get_or_insert(said);
            }
        }
    }
}

impl Player for CecpEngine {
    fn begin(
        &mut self,
        opening: &History,
        side: Side,
        clocks: &[GameClock; 2],
    ) -> Result<(), EngineFault> {
        // Reuse is the protocol's default.
        let is_reusable = self.features.is_on("reuse", true);
        if self.link.spec.restart == Restart::Always || !is_reusable {
            self.link.stop();
        }
        if self.link.is_up() {
            match self.new_game(opening, side, clocks) {
                Err(EngineFault::Silent { .. } | EngineFault::Ended { .. }) => self.link.kill(),
                other => return other,
            }
        }
        self.start()?;
        self.new_game(opening, side, clocks)
    }

    fn think(&mut self, history: &History, clocks: &[GameClock; 2], offered: bool) -> MoveReport {
        self.hear_asides();
        if let Some(said) = self.aside.take() {
            return MoveReport::new(said, Duration::ZERO);
        }
        let side = history.position().turn();
        if offered {
            self.link.say("draw");
        }
        let begun = Instant::now();
        if self.is_forced {
            self.tell_moves(history);
            self.tell_time(side, clocks);
            self.link.say("go");
            self.is_forced = false;
        } else {
            self.tell_time(side, clocks);
            self.tell_moves(history);
        }
        let patience = self.link.patience;
        let allowed = match clocks[side.index()].allowed() {
            Some(allowed) => allowed + patience.margin,
            None => patience.untimed,
        };
        let mut thought = MoveReport::new(EngineReply::Late, allowed);
        match self.wait(begun, begun + allowed, &mut thought) {
            Some(reply) => thought.reply = reply,
            None => {
                self.link.say("?");
                let answer = self.wait(begun, Instant::now() + GRACE, &mut thought);
                thought.reply = match answer {
                    None => EngineReply::Hung,
                    Some(EngineReply::Stopped) => EngineReply::Stopped,
                    // Without a limit it is not late, it hangs.
                    Some(_) if clocks[side.index()].allowed().is_none() => EngineReply::Hung,
                    Some(_) => EngineReply::Late,
                };
                // It begins the next game afresh, whatever it was doing.
                self.link.kill();
            }
        }
        if let EngineReply::Move(_) = thought.reply {
            // Its own move it knows.
            self.told = history.moves().len() + 1;
        }
        thought.offers_draw = std::mem::take(&mut self.offers_draw);
        thought
    }

    fn end(&mut self, result: GameResult, why: &str) {
        let why: String = why
            .chars()
            .filter(|c| !matches!(c, '{' | '}' | '\n'))
            .collect();
        self.link.say(&format!("result {result} {{{why}}}"));
        self.link.say("force");
        self.is_forced = true;
    }
}

impl ExternalEngine for CecpEngine {
    fn start(&mut self) -> Result<(), EngineFault> {
        if self.link.is_up() {
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

/// Hundredths of a second as the protocol has them; nothing would be taken for
/// a lost game.
fn centiseconds(time: Duration) -> u128 {
    (time.as_millis() / 10).max(1)
}

/// The commands that state an engine's limits.
///
/// The protocol has whole seconds for a clock and for a fixed time. A clock is
/// rounded up: what is left is told before each move in hundredths of a second
/// all the same. A fixed time that is no whole number of seconds is stated as a
/// clock of one move, for the same reason.
fn limits(clock: &GameClock) -> Vec<String> {
    let pace = clock.pace();
    let mut lines = Vec::new();
    let minutes = |time: Duration| {
        let seconds = time.as_micros().div_ceil(1_000_000);
        format!("{}:{:02}", seconds / 60, seconds % 60)
    };
    if let Some(control) = pace.clock {
        let moves = control.moves.unwrap_or(0);
        let increment = control.increment.as_secs_f64();
        lines.push(format!(
            "level {moves} {} {increment}",
            minutes(control.base)
        ));
    }
    if let Some(time) = pace.move_time {
        if time.subsec_nanos() == 0 {
            lines.push(format!("st {}", time.as_secs()));
        } else {
            lines.push(format!("level 1 {} 0", minutes(time)));
        }
    }
    if let Some(depth) = pace.depth {
        lines.push(format!("sd {depth}"));
    }
    if !pace.is_timed() {
        // Without a word about time an engine takes what it likes to; a day a
        // move is not what limits it.
        lines.insert(0, "st 86400".to_owned());
    }
    lines
}

/// What a line says of the game, if it does.
fn reply(line: &str) -> Option<EngineReply> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first {
        "move" => {
            return Some(EngineReply::Move(
                words.next().unwrap_or_default().to_owned(),
            ));
        }
        "resign" => return Some(EngineReply::Resign),
        "1-0" | "0-1" | "1/2-1/2" => {
            return Some(EngineReply::Claim {
                result: first.parse().ok()?,
                words: line.to_owned(),
            });
        }
        _ => {}
    }
    if let Some(mv) = line.strip_prefix("My move is:") {
        return Some(EngineReply::Move(mv.trim().to_owned()));
    }
    complaint(line).map(EngineReply::Complaint)
}

/// The complaint about a move or position that a line is.
fn complaint(line: &str) -> Option<String> {
    let lower = line.get(..40).unwrap_or(line).to_ascii_lowercase();
    let about = [
        "illegal move",
        "illegal position",
        "tellusererror illegal position",
    ];
    about
        .iter()
        .any(|text| lower.starts_with(text))
        .then(|| line.to_owned())
}

/// Keeps what a line of thinking says: `ply score time nodes line`.
fn think(line: &str, thought: &mut MoveReport) {
    let mut words = line.split_whitespace();
    // Some put a mark behind the ply.
    let ply = words
        .next()
        .map(|word| word.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let depth = ply.and_then(|ply| ply.parse().ok());
    let score = words.next().and_then(|word| word.parse::<i32>().ok());
    let time = words.next().and_then(|word| word.parse::<u64>().ok());
    let nodes = words.next().and_then(|word| word.parse().ok());
    if let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, score, time, nodes) {
        thought.depth = Some(depth);
        thought.nodes = Some(nodes);
        // Mates are 100000 and the number of moves.
        thought.score = Some(match score {
            100_000.. => ReportedScore::Mate(score - 100_000),
            ..=-100_000 => ReportedScore::Mate(score + 100_000),
            _ => ReportedScore::Centipawns(score),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::clock::Pace;

    #[test]
    fn limits_are_stated_in_the_protocols_units() {
        let of = |pace: Pace| limits(&GameClock::new(pace)).join("; ");
        let clock = |text: &str| Pace {
            clock: Some(text.parse().unwrap()),
            ..Pace::default()
        };
        assert_eq!(of(clock("5+0.05")), "level 0 0:05 0.05");
        assert_eq!(of(clock("40/2:30+1")), "level 40 2:30 1");
        assert_eq!(of(clock("0.2+0.01")), "level 0 0:01 0.01");
        let fixed = |ms| Pace {
            move_time: Some(Duration::from_millis(ms)),
            ..Pace::default()
        };
        assert_eq!(of(fixed(2_000)), "st 2");
        assert_eq!(of(fixed(50)), "level 1 0:01 0");
        let depth = Pace {
            depth: Some(4),
            ..Pace::default()
        };
        assert_eq!(of(depth), "st 86400; sd 4");
    }

    #[test]
    fn answers_are_told_from_talk() {
        assert_eq!(reply("move e2e4"), Some(EngineReply::Move("e2e4".into())));
        assert_eq!(reply("resign"), Some(EngineReply::Resign));
        assert!(matches!(
            reply("1/2-1/2 {Draw by repetition}"),
            Some(EngineReply::Claim {
                result: GameResult::Draw,
                ..
            })
        ));
        assert!(matches!(
            reply("Illegal move (in check): e2e4"),
            Some(EngineReply::Complaint(_))
        ));
        for talk in [
            "",
            "9 31 5 120 e2e4",
            "tellall hi",
            "# move e2e4",
            "moved",
            "Error (x): go",
        ] {
            assert_eq!(reply(talk), None, "{talk}");
        }
    }

    #[test]
    fn thinking_is_read() {
        let mut thought = MoveReport::new(EngineReply::Late, Duration::ZERO);
        think("  7.   -31 12 4567 e2e4 e7e5", &mut thought);
        assert_eq!((thought.depth, thought.nodes), (Some(7), Some(4567)));
        assert_eq!(thought.score, Some(ReportedScore::Centipawns(-31)));
        think("8 100003 1 99", &mut thought);
        assert_eq!(thought.score, Some(ReportedScore::Mate(3)));
        think("8 -100002 1 99", &mut thought);
        assert_eq!(thought.score, Some(ReportedScore::Mate(-2)));
        think("tellics say hello", &mut thought);
        assert_eq!(thought.depth, Some(8));
    }
}

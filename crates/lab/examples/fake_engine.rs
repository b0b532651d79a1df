//! A scripted engine for testing matches. It plays random legal moves of any shipped game,
//! and misbehaves on request.
//!
//! `fake_engine PROTOCOL GAME [BEHAVIOUR…]`: a behaviour is a word, or `word=PLY` for a behaviour
//! that starts when the engine is to move after that many plies.
#![forbid(unsafe_code)]

use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, GameFile, History};
use std::io::{BufRead, Write};
use std::time::Duration;

struct Fake {
    game: Game,
    history: History,
    behaviours: Vec<String>,
    rng: fastrand::Rng,
    forced: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [protocol, game, behaviours @ ..] = &arguments[..] else {
        eprintln!("fake_engine PROTOCOL GAME [BEHAVIOUR…]");
        std::process::exit(2);
    };
    let file = GameFile::shipped(game).expect("a shipped game");
    let game = Game::new(file.define(&[]).expect("no options")).expect("it compiles");
    let mut fake = Fake {
        history: History::new(game.start()),
        game,
        behaviours: behaviours.to_vec(),
        rng: fastrand::Rng::with_seed(1),
        forced: false,
    };
    if let Some(seed) = fake.value("seed") {
        fake.rng.seed(seed);
    }
    if let Some(path) = fake.value::<std::path::PathBuf>("starts") {
        // Each process adds a byte to the file. After `maxstarts` of them, no more can start.
        let mut file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(&path)
            .expect("a file");
        file.write_all(b"x").expect("space");
        let starts = std::fs::metadata(&path).expect("a file").len();
        if fake
            .value("maxstarts")
            .is_some_and(|most: u64| starts > most)
        {
            return;
        }
    }
    if fake.has("mute") {
        std::thread::sleep(Duration::from_secs(60));
    }
    let stdin = std::io::stdin();
    for line in stdin.lock().lines() {
        let Ok(line) = line else { break };
        if fake.has("garbage") {
            say("\u{0}\u{7f} garbage bestmove move e2e5 1-0");
            say(&"endless ".repeat(50_000));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            if !fake.has("ignorequit") {
                return;
            }
            std::thread::sleep(Duration::from_secs(60));
        }
        match &**protocol {
            "uci" => fake.uci(&words),
            _ => fake.cecp(&line, &words),
        }
    }
    if fake.has("ignorequit") {
        std::thread::sleep(Duration::from_secs(60));
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The other side may have closed the pipe.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

impl Fake {
    fn has(&self, word: &str) -> bool {
        self.behaviours.iter().any(|behaviour| behaviour == word)
    }

    fn value<T: std::str::FromStr>(&self, word: &str) -> Option<T> {
        let mut all = self.behaviours.iter();
        all.find_map(|behaviour| {
            behaviour
                .strip_prefix(word)?
                .strip_prefix('=')?
                .parse()
                .ok()
        })
    }

    fn is_time_for(&self, word: &str) -> bool {
        let now = format!("{word}={}", self.history.moves().len());
        self.has(&now)
    }

    /// Switches to other options of the game.
    fn options(&mut self, length: &str) {
        let file = GameFile::shipped(self.game.definition().name()).expect("a shipped game");
        let definition = file.define(&[("length", length)]).expect("an option");
        self.game = Game::new(definition).expect("it compiles");
        self.history = History::new(self.game.start());
    }

    fn uci(&mut self, words: &[&str]) {
        match words {
            ["uci"] => {
                say("id name Fake");
                say("option name Hash type spin default 1 min 1 max 9");
                let name = self.game.definition().name();
                say(&format!(
                    "option name UCI_Variant type combo default chess var chess var {name}"
                ));
                if self.has("rules") {
                    say(&format!(
                        "option name {name} length type combo default 10 var 10 var 8"
                    ));
                }
                say("uciok");
            }
            ["setoption", "name", _, "length", "value", value] => self.options(value),
            ["isready"] => say("readyok"),
            ["position", rest @ ..] => {
                let (start, moves) = match rest.iter().position(|&word| word == "moves") {
                    Some(at) => (&rest[..at], &rest[at + 1..]),
                    None => (rest, &[][..]),
                };
                let start = match start {
                    ["fen", fields @ ..] => {
                        parse_position(&self.game, &fields.join(" ")).expect("a position")
                    }
                    _ => self.game.start(),
                };
                self.history = History::new(start);
                for text in moves {
                    self.make(text);
                }
            }
            ["go", ..] => {
                if let Some(text) = self.choose("bestmove e2e5") {
                    if let Some(score) = self.value::<i32>("score") {
                        say(&format!("info depth 3 score cp {score} nodes 77 pv {text}"));
                    }
                    say(&format!("bestmove {text}"));
                }
            }
            _ => {}
        }
    }

    fn cecp(&mut self, line: &str, words: &[&str]) {
        match words {
            ["protover", _] => {
                let setboard = u8::from(!self.has("nosetboard"));
                let reuse = u8::from(!self.has("noreuse"));
                let ping = u8::from(!self.has("noping"));
                say("feature done=0");
                say(&format!(
                    "feature ping={ping} setboard={setboard} usermove=1 reuse={reuse} memory=1"
                ));
                let name = self.game.definition().name();
                say(&format!(
                    "feature myname=\"Fake C\" variants=\"normal,{name}\" colors=0"
                ));
                if self.has("rules") {
                    say(&format!(
                        "feature option=\"{name} length -combo *10 /// 8\""
                    ));
                }
                say("feature option=\"Style -combo a /// b\" option=\"Loud -check 0\" done=1");
            }
            ["option", _, value] if value.starts_with("length=") => {
                self.options(value.trim_start_matches("length="));
            }
            ["option", "Style=none"] => say("tellusererror there is no style `none`"),
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => {
                self.history = History::new(self.game.start());
                self.forced = false;
            }
            ["force"] => self.forced = true,
            ["setboard", ..] => {
                let text = line.strip_prefix("setboard ").unwrap_or_default();
                self.history = History::new(parse_position(&self.game, text).expect("a position"));
            }
            ["usermove", text] => {
                if self.is_time_for("complain") {
                    say(&format!("Illegal move (I do not like it): {text}"));
                    return;
                }
                self.make(text);
                if !self.forced {
                    self.go();
                }
            }
            ["go"] => {
                self.forced = false;
                self.go();
            }
            ["draw"] if self.has("accept") => say("offer draw"),
            _ => {}
        }
    }

    fn go(&mut self) {
        if self.is_time_for("resign") {
            return say("resign");
        }
        if self.is_time_for("claim") {
            return say("1/2-1/2 {Draw by boredom}");
        }
        if let Some(text) = self.choose("move e2e5") {
            if let Some(score) = self.value::<i32>("score") {
                say(&format!("3 {score} 1 77 {text}"));
            }
            if self.has("offer") {
                say("offer draw");
            }
            say(&format!("move {text}"));
            if self.is_time_for("claimafter") {
                say("0-1 {Black mates}");
            }
            self.make(&text);
        }
    }

    fn make(&mut self, text: &str) {
        let mv = parse_move(self.history.position(), text).expect("a legal move");
        self.history.play(mv).expect("a legal move");
    }

    /// A random legal move, or the behaviour for this ply.
    fn choose(&mut self, illegal: &str) -> Option<String> {
        if self.is_time_for("crash") {
            std::process::exit(3);
        }
        if self.is_time_for("hang") {
            std::thread::sleep(Duration::from_secs(60));
        }
        if self.is_time_for("flood") {
            loop {
                say("info string still here");
            }
        }
        if self.is_time_for("illegal") {
            say(illegal);
            return None;
        }
        if self.is_time_for("late") {
            std::thread::sleep(Duration::from_millis(700));
        }
        if self.has("slow") {
            std::thread::sleep(Duration::from_millis(20));
        }
        let moves = self.history.position().moves();
        let mv = *self.rng.choice(&moves)?;
        Some(format_move(self.game.definition(), mv, CellStyle::Plain))
    }
}

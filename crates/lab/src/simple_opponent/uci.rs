//! The part of UCI that a match needs to play against the simple opponent.

use super::SimpleSearch;
use hyperrook_catalogue::{Catalogue, CatalogueError, GameSource};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::parse_position;
use hyperrook_rules::{Game, History, Position, SHIPPED};
use hyperrook_search::Control;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

/// The game that is played until another is chosen.
const DEFAULT_GAME: &str = "chess";

struct UciLoop<'a> {
    catalogue: Catalogue,
    plies: u32,
    seed: u64,
    source: Arc<GameSource>,
    /// The rule options that were set, by name of the game.
    options: HashMap<String, Vec<(String, String)>>,
    history: History,
    search: SimpleSearch,
    out: &'a mut dyn Write,
}

/// Handles commands until `quit` or the end of the input. Commands are not read during a
/// search, which takes about a second at most. `movetime` shortens it.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(plies: u32, seed: u64, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    let mut uci = UciLoop::new(plies, seed, out)?;
    let mut bytes = Vec::new();
    // The input need not be UTF-8, so read bytes.
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !uci.command(&line)? {
            return Ok(());
        }
        uci.out.flush()?;
        bytes.clear();
    }
    Ok(())
}

impl UciLoop<'_> {
    fn new(plies: u32, seed: u64, out: &mut dyn Write) -> io::Result<UciLoop<'_>> {
        let catalogue = Catalogue::new();
        let chess = catalogue
            .game(DEFAULT_GAME, &[])
            .map_err(io::Error::other)?;
        let game = chess.game;
        Ok(UciLoop {
            catalogue,
            plies,
            seed,
            source: chess.source,
            options: HashMap::new(),
            history: History::new(game.start()),
            search: SimpleSearch::new(&game, plies, seed),
            out,
        })
    }

    /// Handles a command. Returns whether to continue. Unknown commands are ignored.
    fn command(&mut self, line: &str) -> io::Result<bool> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] => self.identify()?,
            ["isready"] => writeln!(self.out, "readyok")?,
            ["ucinewgame"] => self.history = History::new(self.game().start()),
            ["setoption", ref rest @ ..] => self.set_option(rest)?,
            ["position", ref rest @ ..] => self.position(rest)?,
            ["go", ref rest @ ..] => self.go(rest)?,
            ["quit"] => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn game(&self) -> &Game {
        self.history.position().game()
    }

    fn complain(&mut self, message: &str) -> io::Result<()> {
        for line in message.lines() {
            writeln!(self.out, "info string {line}")?;
        }
        Ok(())
    }

    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name Hyperrook basic {}", self.plies)?;
        writeln!(self.out, "id author the Hyperrook authors")?;
        let games: Vec<String> = SHIPPED
            .iter()
            .map(|(name, _)| format!(" var {name}"))
            .collect();
        writeln!(
            self.out,
            "option name UCI_Variant type combo default {DEFAULT_GAME}{}",
            games.concat()
        )?;
        for source in self.catalogue.sources() {
            for option in source.file().options() {
                let values: Vec<String> =
                    option.values.iter().map(|v| format!(" var {v}")).collect();
                writeln!(
                    self.out,
                    "option name {} {} type combo default {}{}",
                    source.name(),
                    option.name,
                    option.values[0],
                    values.concat()
                )?;
            }
        }
        writeln!(self.out, "uciok")?;
        Ok(())
    }

    /// `name NAME value VALUE`: chooses the game, or sets a rule option such as `walkers kinging`.
    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let result = match *words {
            ["name", name, "value", game] if name.eq_ignore_ascii_case("UCI_Variant") => self
                .catalogue
                .named(game)
                .and_then(|source| self.play(source)),
            ["name", game, option, "value", value] => match self.catalogue.named(game) {
                Ok(source) => self.set_rule(source, option, value),
                Err(_) => Ok(()),
            },
            // Options of the engine, such as Hash and Threads, have no effect here.
            _ => Ok(()),
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.complain(&format!("setoption: {error}")),
        }
    }

    /// Sets up a game with its options.
    fn play(&mut self, source: Arc<GameSource>) -> Result<(), CatalogueError> {
        let options = self.options.get(source.name());
        let options = options.map_or(&[][..], Vec::as_slice);
        let game = self.catalogue.compile(&source, options)?.game;
        self.search = SimpleSearch::new(&game, self.plies, self.seed);
        self.history = History::new(game.start());
        self.source = source;
        Ok(())
    }

    /// Sets an option of a game, and begins this game anew if it is the current one.
    fn set_rule(
        &mut self,
        source: Arc<GameSource>,
        option: &str,
        value: &str,
    ) -> Result<(), CatalogueError> {
        let chosen = self.options.get(source.name());
        let mut options = chosen.cloned().unwrap_or_default();
        options.retain(|(other, _)| other != option);
        options.push((option.to_owned(), value.to_owned()));
        // If the combination cannot be played, nothing changes.
        self.catalogue.compile(&source, &options)?;
        self.options.insert(source.name().to_owned(), options);
        if source.name() == self.source.name() {
            self.play(source)?;
        }
        Ok(())
    }

    /// Handles `startpos` or `fen TEXT`, optionally followed by `moves MOVE…`.
    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        let moves = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        let start: Result<Position, String> = match place {
            ["startpos"] => Ok(self.game().start()),
            ["fen", text @ ..] => {
                parse_position(self.game(), &text.join(" ")).map_err(|error| error.to_string())
            }
            _ => Err("write `position startpos` or `position fen …`".to_owned()),
        };
        let start = match start {
            Ok(start) => start,
            Err(error) => return self.complain(&error),
        };
        let mut history = History::new(start);
        for text in moves.iter().skip(1) {
            let played = parse_move(history.position(), text)
                .map_err(|error| error.to_string())
                .and_then(|mv| history.play(mv).map_err(|error| error.to_string()));
            if let Err(error) = played {
                return self.complain(&format!("`{text}`: {error}"));
            }
        }
        self.history = history;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let control = Control::new();
        let value = |name| {
            let at = words.iter().position(|&word| word == name)?;
            words.get(at + 1)?.parse::<u64>().ok()
        };
        if let Some(time) = value("movetime") {
            let control = control.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(time));
                control.stop();
            });
        }
        let best = self.search.choose(&self.history, &control);
        let position = self.history.position();
        match best.map(|mv| format_move(position.game().definition(), mv, CellStyle::Plain)) {
            Some(text) => writeln!(self.out, "bestmove {text}")?,
            None => writeln!(self.out, "bestmove 0000")?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(input: &str) -> String {
        let mut out = Vec::new();
        run(1, 1, &mut input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_simple_opponent_can_play_a_match() {
        let out = talk(
            "uci\nisready\nucinewgame\nposition startpos moves f2f3 e7e5 g2g4\ngo wtime 1 btime 1\n\
             position fen k7/8/8/3q4/4P3/8/8/K7 w - - 0 1\ngo movetime 1000\nquit\ngo\n",
        );
        assert!(out.contains("uciok\nreadyok\n"), "{out}");
        let best: Vec<&str> = out.lines().filter(|l| l.starts_with("bestmove")).collect();
        assert_eq!(best, ["bestmove d8h4", "bestmove e4d5"]);
    }

    #[test]
    fn every_game_can_be_chosen() {
        for (name, _) in SHIPPED {
            let out = talk(&format!("setoption name UCI_Variant value {name}\ngo\n"));
            assert!(
                out.starts_with("bestmove ") && !out.contains("0000"),
                "{name}: {out}"
            );
        }
    }

    #[test]
    fn nonsense_is_ignored() {
        let out = talk(
            "\nxyzzy\nposition\nposition fen\nposition startpos moves e2e5\nsetoption name\n\
             setoption name UCI_Variant value nosuch\nsetoption name Hash value 16\n\
             setoption name UCI_Variant value walkers\nsetoption name walkers kinging value 7\n\
             setoption name walkers kings value mixed\ngo depth\n",
        );
        assert_eq!(out.matches("bestmove").count(), 1, "{out}");
        for error in ["There is no game `nosuch`", "`7`", "`kings`"] {
            let found = out.lines().any(|line| line.contains(error));
            assert!(found, "{error} is not in\n{out}");
        }
    }

    #[test]
    fn rule_options_have_the_names_that_a_match_uses() {
        let announced = "option name walkers kinging type combo default none var none var jumper";
        assert!(talk("uci\n").contains(announced));
        let choose = "setoption name UCI_Variant value walkers";
        let set = "setoption name walkers kinging value mixed";
        for commands in [[choose, set], [set, choose]] {
            let mut out = Vec::new();
            let mut uci = UciLoop::new(1, 1, &mut out).unwrap();
            for command in commands {
                uci.command(command).unwrap();
            }
            let definition = uci.game().definition();
            let changed: Vec<&str> = definition.changed_options().map(|o| &*o.name).collect();
            assert_eq!(
                (definition.name(), &*changed),
                ("walkers", &["kinging"][..])
            );
        }
    }
}

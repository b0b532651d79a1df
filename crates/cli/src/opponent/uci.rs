//! As much of the UCI protocol as a match needs to play the simple opponent.

use super::Searcher;
use crate::failure::Done;
use crate::load;
use crate::texts;
use hyperrook_rules::{Game, GameFile, History, Position, SHIPPED};
use hyperrook_search::Control;
use std::io::{BufRead, Write};
use std::time::Duration;

/// The game played until another is chosen.
const DEFAULT: &str = "chess";

struct Loop<'a> {
    plies: u32,
    seed: u64,
    file: GameFile,
    /// Options of the rules that were set.
    options: Vec<(String, String)>,
    history: History,
    searcher: Searcher,
    out: &'a mut dyn Write,
}

/// Answers commands until `quit` or the end of the input. A search is done
/// before the next command is read: it takes about a second at the most, and
/// `movetime` ends it earlier.
pub(crate) fn run(plies: u32, seed: u64, input: &mut dyn BufRead, out: &mut dyn Write) -> Done {
    let (file, path) = load::file(DEFAULT)?;
    let game = load::define(&file, path.as_deref(), &[])?;
    let mut uci = Loop {
        plies,
        seed,
        file,
        options: Vec::new(),
        history: History::new(game.start()),
        searcher: Searcher::new(&game, plies, seed),
        out,
    };
    let mut bytes = Vec::new();
    // Bytes, because what comes need not be UTF-8.
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

impl Loop<'_> {
    /// Obeys; returns whether to go on. What is not understood is passed over.
    fn command(&mut self, line: &str) -> Done<bool> {
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

    fn complain(&mut self, message: &str) -> Done {
        for line in message.lines() {
            writeln!(self.out, "info string {line}")?;
        }
        Ok(())
    }

    fn identify(&mut self) -> Done {
        writeln!(self.out, "id name Hyperrook basic {}", self.plies)?;
        writeln!(self.out, "id author the Hyperrook authors")?;
        let games: Vec<String> = SHIPPED
            .iter()
            .map(|(name, _)| format!(" var {name}"))
            .collect();
        writeln!(
            self.out,
            "option name UCI_Variant type combo default {DEFAULT}{}",
            games.concat()
        )?;
        for option in self.file.options() {
            let values: Vec<String> = option.values.iter().map(|v| format!(" var {v}")).collect();
            writeln!(
                self.out,
                "option name {} type combo default {}{}",
                option.name,
                option.values[0],
                values.concat()
            )?;
        }
        writeln!(self.out, "uciok")?;
        Ok(())
    }

    /// `name NAME value VALUE`: the game, or an option of its rules.
    fn set_option(&mut self, words: &[&str]) -> Done {
        let ["name", name, "value", value] = words else {
            return Ok(());
        };
        let (file, options) = if name.eq_ignore_ascii_case("UCI_Variant") {
            match load::file(value) {
                Ok((file, None)) => (file, Vec::new()),
                Ok(_) => return self.complain("only shipped games are played"),
                Err(failure) => return self.complain(&failure.to_string()),
            }
        } else if self
            .file
            .options()
            .iter()
            .any(|option| option.name == *name)
        {
            let mut options = self.options.clone();
            options.retain(|(other, _)| other != name);
            options.push(((*name).to_owned(), (*value).to_owned()));
            (self.file.clone(), options)
        } else {
            // Hash, threads and the like mean nothing here.
            return Ok(());
        };
        match load::define(&file, None, &options) {
            Ok(game) => {
                self.searcher = Searcher::new(&game, self.plies, self.seed);
                self.history = History::new(game.start());
                (self.file, self.options) = (file, options);
                Ok(())
            }
            Err(failure) => self.complain(&failure.to_string()),
        }
    }

    /// `startpos` or `fen TEXT`, and perhaps `moves MOVE…`.
    fn position(&mut self, words: &[&str]) -> Done {
        let moves = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(moves.unwrap_or(words.len()));
        let start: Result<Position, String> = match place {
            ["startpos"] => Ok(self.game().start()),
            ["fen", text @ ..] => texts::parse_position(self.game(), &text.join(" ")),
            _ => Err("write `position startpos` or `position fen …`".to_owned()),
        };
        let start = match start {
            Ok(start) => start,
            Err(error) => return self.complain(&error),
        };
        let mut history = History::new(start);
        for text in moves.iter().skip(1) {
            let played = texts::read_move(history.position(), text)
                .and_then(|mv| history.play(mv).map_err(|error| error.to_string()));
            if let Err(error) = played {
                return self.complain(&format!("`{text}`: {error}"));
            }
        }
        self.history = history;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Done {
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
        let best = self.searcher.choose(&self.history, &control);
        let position = self.history.position();
        match best.map(|mv| texts::format_move(position, mv)) {
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
    fn a_match_can_play_it() {
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
    fn nonsense_is_passed_over() {
        let out = talk(
            "\nxyzzy\nposition\nposition fen\nposition startpos moves e2e5\nsetoption name\n\
             setoption name UCI_Variant value nosuch\nsetoption name Hash value 16\n\
             setoption name UCI_Variant value walkers\nsetoption name kinging value 7\n\
             setoption name kinging value mixed\ngo depth\n",
        );
        assert_eq!(out.matches("bestmove").count(), 1, "{out}");
        assert!(out.contains("there is no game `nosuch`"), "{out}");
    }
}

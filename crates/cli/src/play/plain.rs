//! Play line by line, for pipes and screen readers.

use super::{
    GameSession, SaveResult, autosave, load_record, save_as, saved_words, set_aside_words,
};
use crate::draw;
use crate::engine::{self, ComputerPlayer, terminal_settings};
use crate::error::CommandResult;
use crate::messages::printable;
use crate::player_spec::PlayerSpec;
use crate::{load, texts, words};
use hyperrook_geometry::Cell;
use hyperrook_lab::simple_opponent::SimpleSearch;
use hyperrook_rules::{Move, Position, SHIPPED, Side};
use hyperrook_search::{Control, Engine, Score, SearchLimits, SearchReport};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

const HELP: &str = "Or type one of these:
  board             show the board again
  moves [CELL]      the legal moves, or those of the piece on a cell
  attackers CELL    who attacks a cell, and who defends it
  hint              a move that the computer would make
  eval              what the position and each piece are worth, and why
  lines [COUNT]     the best lines that the computer finds
  undo, redo        take a move back, make it again
  flip              show the board from the other side
  save FILE         write the game to a file
  load FILE         continue a game from a file
  resign            give up
  quit              leave; to continue later: hyperrook play --resume";

/// How to type a move, with a legal one as an example.
fn how_to_move(position: &Position) -> String {
    let example = texts::example(position);
    let [mv, short] = example.map_or_else(Default::default, |(mv, short)| {
        [mv, short].map(|text| format!(" ({text})"))
    });
    let promotion = if position.game().definition().promotions().is_empty() {
        ""
    } else {
        ", with a letter for a promotion"
    };
    format!("Type a move as origin and destination{mv}{promotion},\nor in short notation{short}.")
}

/// The commands after which nothing else may stand.
const ALONE: [&str; 12] = [
    "help", "?", "quit", "exit", "q", "board", "flip", "undo", "redo", "resign", "hint", "eval",
];

/// The effect of a line of input.
enum LineResult {
    /// Show the board again.
    Board,
    /// Nothing has changed.
    Nothing,
    /// End the program.
    Quit,
}

struct PlainGame<'a> {
    session: GameSession,
    engine: Option<Engine>,
    flipped: bool,
    out: &'a mut dyn Write,
}

/// Plays until the input ends. Without a game, asks for one first.
pub(crate) fn run(
    session: Option<GameSession>,
    move_time: Duration,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> CommandResult {
    let mut session = match session {
        Some(session) => session,
        None => match choose(input, out)? {
            Some(session) => session,
            None => return Ok(()),
        },
    };
    session.move_time = move_time;
    let mut plain = PlainGame {
        session,
        engine: None,
        flipped: false,
        out,
    };
    plain.greet()?;
    let mut next = LineResult::Board;
    loop {
        if matches!(next, LineResult::Board) {
            plain.board()?;
        }
        if plain.computer()? {
            next = LineResult::Board;
            continue;
        }
        write!(plain.out, "{}> ", plain.prompt())?;
        plain.out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(plain.out)?;
            return Ok(());
        };
        next = plain.command(&line)?;
        if matches!(next, LineResult::Quit) {
            return Ok(());
        }
    }
}

fn read_line(input: &mut dyn BufRead) -> CommandResult<Option<String>> {
    let mut bytes = Vec::new();
    // The input need not be UTF-8, so read bytes.
    if input.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Asks for a game.
fn choose(input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult<Option<GameSession>> {
    writeln!(out, "Games:")?;
    for (name, _) in SHIPPED {
        let game = load::load(name, &[])?.game;
        writeln!(out, "  {name:12} {}", game.definition().title())?;
    }
    loop {
        write!(out, "game> ")?;
        out.flush()?;
        let Some(line) = read_line(input)? else {
            writeln!(out)?;
            return Ok(None);
        };
        match line.as_str() {
            "" => continue,
            "quit" | "q" => return Ok(None),
            _ => {}
        }
        match load::load(&line, &[]) {
            Ok(loaded) => {
                let start = loaded.game.start();
                return Ok(Some(GameSession::new(loaded, start)));
            }
            Err(failure) => writeln!(out, "{}", words::quoted(&failure.to_string()))?,
        }
    }
}

impl PlainGame<'_> {
    fn greet(&mut self) -> CommandResult {
        let definition = self.session.position().game().definition();
        let options: String = definition
            .changed_options()
            .map(|option| format!(", {} {}", option.name, option.value))
            .collect();
        writeln!(self.out, "{}{options}", definition.title())?;
        let players = self.session.players;
        let one_person = players.iter().filter(|p| **p == PlayerSpec::Human).count() == 1;
        let [white, black] = players.map(|player| match player {
            PlayerSpec::Human if one_person => "you".to_owned(),
            player => player.about(),
        });
        writeln!(
            self.out,
            "White: {white}. Black: {black}. Type a move, or help."
        )?;
        for warning in &self.session.warnings {
            writeln!(self.out, "Warning: {}.", printable(warning))?;
        }
        Ok(())
    }

    fn prompt(&self) -> &'static str {
        if self.session.is_over() {
            return "over";
        }
        match self.session.position().turn() {
            Side::White => "white",
            Side::Black => "black",
        }
    }

    fn board(&mut self) -> CommandResult {
        let position = self.session.position();
        let (text, legend) = draw::plain_position(position, self.flipped);
        writeln!(self.out, "\n{text}")?;
        if let Some(legend) = legend {
            writeln!(self.out, "{legend}\n")?;
        }
        writeln!(self.out, "{}", texts::format_position(position))?;
        if let Some(last) = self.session.shorts().last() {
            let mover = position.turn().other();
            writeln!(self.out, "Last move: {mover} {last}")?;
        }
        for line in self.session.state_lines() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out, "{}", self.session.status())?;
        Ok(())
    }

    /// Makes the computer's move if it is its turn. Returns whether it was.
    fn computer(&mut self) -> CommandResult<bool> {
        let Some(player) = self.session.player() else {
            return Ok(false);
        };
        if self.session.is_over() {
            return Ok(false);
        }
        self.out.flush()?;
        let Some(mv) = self.chosen(player) else {
            return Ok(false);
        };
        let text = texts::format_move(self.session.position(), mv);
        writeln!(self.out, "The computer plays {text}")?;
        let played = self.session.play(mv);
        self.keep()?;
        Ok(played)
    }

    fn chosen(&mut self, player: ComputerPlayer) -> Option<Move> {
        match player {
            ComputerPlayer::Engine(limits) => self.search(&limits).best,
            ComputerPlayer::Simple { plies, seed } => {
                let searcher = SimpleSearch::new(&self.session.loaded.game, plies, seed);
                searcher.choose(self.session.history(), &Control::new())
            }
        }
    }

    fn search(&mut self, limits: &SearchLimits) -> SearchReport {
        let history = self.session.history().clone();
        let seed = self.session.seed;
        let engine = self.engine();
        engine.seed(seed);
        engine.search(&history, limits, &Control::new(), &mut |_| {})
    }

    /// The engine of the game, which keeps its tables between searches.
    fn engine(&mut self) -> &mut Engine {
        let game = &self.session.loaded.game;
        let known = self.engine.take().filter(|engine| engine.game().is(game));
        let engine = known.unwrap_or_else(|| Engine::new(game, terminal_settings()));
        self.engine.insert(engine)
    }

    /// Saves the game for `--resume`. An error is reported but does not end the game.
    fn keep(&mut self) -> CommandResult {
        match autosave(&mut self.session) {
            Ok(None) => {}
            Ok(Some(other)) => writeln!(self.out, "{}", set_aside_words(&other))?,
            Err(failure) => {
                let why = words::quoted(&failure.to_string());
                writeln!(self.out, "The game could not be saved: {why}")?;
            }
        }
        Ok(())
    }

    fn command(&mut self, line: &str) -> CommandResult<LineResult> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if ALONE.contains(&word) && !rest.is_empty() {
            writeln!(
                self.out,
                "{word} stands alone: type {word}, without “{rest}”."
            )?;
            return Ok(LineResult::Nothing);
        }
        match (word, rest) {
            ("", _) => return Ok(LineResult::Nothing),
            ("help" | "?", _) => {
                writeln!(self.out, "{}\n{HELP}", how_to_move(self.session.position()))?;
            }
            ("quit" | "exit" | "q", _) => return Ok(LineResult::Quit),
            ("board", _) => return Ok(LineResult::Board),
            ("flip", _) => {
                self.flipped = !self.flipped;
                return Ok(LineResult::Board);
            }
            ("moves", cell) => self.moves(cell)?,
            ("attackers", cell) => self.attackers(cell)?,
            ("undo", _) => {
                return self.changed(GameSession::undo, "There is no move to take back.");
            }
            ("redo", _) => {
                return self.changed(GameSession::redo, "There is no move to redo.");
            }
            ("resign", _) => {
                self.session.resign();
                self.keep()?;
                return Ok(LineResult::Board);
            }
            ("hint", _) => self.hint()?,
            ("eval", _) => self.evaluate()?,
            ("lines", count) => self.lines(count)?,
            ("save" | "save!", "") => writeln!(self.out, "Name the file, as in: save FILE")?,
            ("save" | "save!", path) => {
                let sure = word == "save!";
                match save_as(&mut self.session, Path::new(path), sure) {
                    Ok(SaveResult::Yes) => {
                        writeln!(self.out, "{}.", saved_words(&self.session, path))?;
                    }
                    Ok(SaveResult::Exists) => {
                        writeln!(self.out, "{path} exists. To replace it: save! {path}")?;
                    }
                    Err(failure) => writeln!(
                        self.out,
                        "Not saved: {}",
                        words::quoted(&failure.to_string())
                    )?,
                }
            }
            ("load", "") => writeln!(self.out, "Name the file, as in: load FILE")?,
            ("load", path) => match load_record(Path::new(path), None) {
                Ok(mut session) => {
                    session.follow(&self.session);
                    let move_time = self.session.move_time;
                    self.session = session;
                    self.session.move_time = move_time;
                    self.greet()?;
                    return Ok(LineResult::Board);
                }
                Err(failure) => writeln!(
                    self.out,
                    "Not loaded: {}",
                    words::quoted(&failure.to_string())
                )?,
            },
            _ => return self.play(line),
        }
        Ok(LineResult::Nothing)
    }

    fn changed(
        &mut self,
        change: fn(&mut GameSession) -> bool,
        otherwise: &str,
    ) -> CommandResult<LineResult> {
        if change(&mut self.session) {
            self.keep()?;
            return Ok(LineResult::Board);
        }
        writeln!(self.out, "{otherwise}")?;
        Ok(LineResult::Nothing)
    }

    fn play(&mut self, text: &str) -> CommandResult<LineResult> {
        if self.session.is_over() {
            writeln!(
                self.out,
                "The game is over: {}. Type undo to take a move back.",
                self.session.status()
            )?;
            return Ok(LineResult::Nothing);
        }
        match texts::read_move(self.session.position(), text) {
            Ok(mv) => {
                self.session.play(mv);
                self.keep()?;
                Ok(LineResult::Board)
            }
            Err(error) => {
                // Many errors already begin with the text.
                let about = if error.starts_with(&format!("`{text}`")) {
                    String::new()
                } else {
                    format!("{text}: ")
                };
                writeln!(self.out, "{about}{}", words::sentence(&error))?;
                Ok(LineResult::Nothing)
            }
        }
    }

    /// The cell with a name, or a message that there is none.
    fn cell(&mut self, name: &str) -> CommandResult<Option<Cell>> {
        let board = self.session.position().game().board();
        let cell = board.cell(name);
        if cell.is_none() {
            let example = board.name(Cell::from_index(board.len() / 2));
            writeln!(self.out, "Write a cell such as {example}.")?;
        }
        Ok(cell)
    }

    fn moves(&mut self, cell: &str) -> CommandResult {
        let mut moves = self.session.moves();
        if !cell.is_empty() {
            let Some(cell) = self.cell(cell)? else {
                return Ok(());
            };
            let position = self.session.position();
            let own = position
                .piece(cell)
                .filter(|piece| piece.side == position.turn());
            if own.is_none() {
                let name = position.game().board().name(cell);
                writeln!(self.out, "There is no piece of yours on {name}.")?;
                return Ok(());
            }
            let from = position.moves_from(cell);
            moves.retain(|mv| from.contains(mv));
        }
        let position = self.session.position();
        let mut found: Vec<String> = moves
            .into_iter()
            .map(|mv| texts::format_move(position, mv))
            .collect();
        found.sort();
        let count = words::count(found.len(), "move");
        writeln!(self.out, "{count}: {}", found.join(" "))?;
        Ok(())
    }

    fn attackers(&mut self, cell: &str) -> CommandResult {
        let Some(cell) = self.cell(cell)? else {
            return Ok(());
        };
        for line in attack_lines(&self.session, cell) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> CommandResult {
        if self.session.is_over() {
            writeln!(self.out, "The game is over.")?;
            return Ok(());
        }
        let limits = engine::to_advise(1, self.session.move_time);
        let report = self.search(&limits);
        if let Some(mv) = report.best {
            let position = self.session.position();
            let (text, short) = (texts::format_move(position, mv), texts::short(position, mv));
            writeln!(self.out, "The computer would play {text} ({short}).")?;
        }
        if let Some(best) = report.lines.first() {
            let turn = self.session.position().turn();
            let chances = engine::white_chances(best.chances, turn);
            writeln!(self.out, "{}.", engine::chances(chances))?;
        }
        Ok(())
    }

    fn evaluate(&mut self) -> CommandResult {
        let history = self.session.history().clone();
        let position = history.position();
        let found = self.engine().evaluate(position);
        let score = Score::Centipawns(found.score_cp);
        let of_mover = engine::white(score, position.turn());
        let chances = self.engine().chances_with(&history, of_mover);
        let chances = engine::white_chances(chances, position.turn());
        writeln!(
            self.out,
            "{} for White, without looking ahead ({}):",
            engine::score(score),
            engine::chances(chances)
        )?;
        // Most terms are 0 in most positions.
        for (name, cp) in found.terms.into_iter().filter(|(_, cp)| *cp != 0) {
            let worth = engine::score(Score::Centipawns(cp));
            writeln!(self.out, "  {name:20} {worth:>8}")?;
        }
        self.worths(position)
    }

    /// What each piece is worth where it stands, in pawns.
    fn worths(&mut self, position: &Position) -> CommandResult {
        let worths = self.engine().piece_worths(position);
        let definition = position.game().definition();
        writeln!(self.out, "Worth of each piece where it stands:")?;
        for side in Side::BOTH {
            let words = worths.iter().filter_map(|worth| {
                let piece = position.piece(worth.cell)?;
                let letter = definition.piece(piece.kind).letter;
                let name = position.game().board().name(worth.cell);
                let pawns = engine::pawns(worth.worth_cp);
                (piece.side == side).then(|| format!("{letter}{name} {pawns}"))
            });
            let words: Vec<String> = words.collect();
            if !words.is_empty() {
                writeln!(self.out, "  {side}: {}", words.join(", "))?;
            }
        }
        Ok(())
    }

    fn lines(&mut self, count: &str) -> CommandResult {
        if self.session.is_over() {
            writeln!(self.out, "The game is over.")?;
            return Ok(());
        }
        let count = match count {
            "" => Ok(3),
            count => count.parse(),
        };
        let Some(count) = count.ok().filter(|count| (1..=500).contains(count)) else {
            writeln!(self.out, "Give a count from 1 to 500, as in: lines 3")?;
            return Ok(());
        };
        let limits = engine::to_advise(count, self.session.move_time);
        let report = self.search(&limits);
        let position = self.session.position();
        for info in &report.lines {
            let turn = position.turn();
            writeln!(
                self.out,
                "{:>7} for White, depth {}: {}",
                engine::with_bound(info.score, info.bound, turn),
                info.depth_plies,
                engine::line(position, &info.moves, 12, true)
            )?;
            let chances = engine::white_chances(info.chances, turn);
            writeln!(self.out, "        {}", engine::chances(chances))?;
        }
        Ok(())
    }
}

/// The attackers and defenders of a cell, one line for each side.
pub(crate) fn attack_lines(session: &GameSession, cell: Cell) -> Vec<String> {
    let position = session.position();
    let definition = position.game().definition();
    let board = position.game().board();
    let here = position.piece(cell);
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let mut named: Vec<String> = Vec::new();
        let mut left = position.attackers(cell, side);
        while let Some(at) = left.first() {
            left.remove(at);
            if let Some(piece) = position.piece(at) {
                left &= !definition.body(piece.kind, at).unwrap_or_default();
                let letter = definition.piece(piece.kind).letter;
                named.push(format!("{letter}{}", board.name(at)));
            }
        }
        let verb = match here {
            Some(piece) if piece.side == side => "defends",
            _ => "attacks",
        };
        let name = board.name(cell);
        lines.push(if named.is_empty() {
            format!("{side} does not {} {name}", verb.trim_end_matches('s'))
        } else {
            format!("{side} {verb} {name} with {}", words::list(&named, "and"))
        });
    }
    lines
}

//! A game on the screen: the cursor, the chosen piece, typed moves, and the engine.

use super::insight::{Insight, Shown};
use super::line_editor::{EditResult, LineEditor};
use super::viewport::Viewport;
use crate::draw::{ArrowDirection, SheetLayout};
use crate::engine::{self, ComputerPlayer};
use crate::play::{self, GameSession};
use crate::seat::PlayerSpec;
use crate::texts;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_lab::simple_opponent::SimpleSearch;
use hyperrook_rules::{Move, MoveClass};
use hyperrook_search::{Control, EngineEvent, EngineThread, Report, SearchRequest};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

fn start_engine() -> std::io::Result<EngineThread> {
    EngineThread::named("engine").spawn()
}

/// What the screen asks the program to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ScreenAction {
    /// Nothing.
    None,
    /// Leave the program.
    Quit,
    /// Open the menu.
    Menu,
    /// Show the keys.
    Help,
    /// Ask for a file to save to.
    Save,
    /// Ask for a file to load.
    Load,
    /// Ask which of several moves is meant, such as promotions.
    Choose(Vec<Move>),
}

/// The tone of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MessageTone {
    /// Something has happened.
    News,
    /// Something is not possible.
    Alarm,
}

/// What the engine is searching for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchPurpose {
    Move,
    Hint,
    /// The best lines, to show them.
    Insight,
}

/// The state before a command key, to restore it if the letter turns out to begin a move.
#[derive(Debug)]
struct Before {
    letter: char,
    flipped: bool,
    attackers: bool,
    shown: Shown,
}

/// A game on the screen.
#[derive(Debug)]
pub(super) struct GameScreen {
    /// The game.
    pub(super) session: GameSession,
    /// The cell of the cursor.
    pub(super) cursor: Cell,
    /// The cell of the chosen piece.
    pub(super) selected: Option<Cell>,
    /// Whether Black is at the bottom.
    pub(super) flipped: bool,
    /// Whether the attackers of the cursor's cell are shown.
    pub(super) attackers: bool,
    /// The move being typed.
    pub(super) line: Option<LineEditor>,
    /// The message to the player.
    pub(super) message: Option<(MessageTone, String)>,
    /// The visible part of the board.
    pub(super) view: Viewport,
    /// Whether each move is saved for `--resume`.
    pub(super) keep: bool,
    /// What the engine has found.
    pub(super) insight: Insight,
    /// The engine, started when it is first needed.
    engine: Option<EngineThread>,
    /// The running job of the engine, and its events.
    job: Option<(Control, Receiver<EngineEvent>)>,
    /// The purpose of the running search.
    purpose: Option<SearchPurpose>,
    /// Whether the computer found no move in the present position.
    gave_up: bool,
    /// Whether the search for lines of the present position is complete.
    is_clear: bool,
    before: Option<Before>,
}

impl GameScreen {
    /// Shows a game.
    pub(super) fn new(session: GameSession) -> GameScreen {
        let flipped =
            session.seats[0] != PlayerSpec::Human && session.seats[1] == PlayerSpec::Human;
        let mut game_screen = GameScreen {
            cursor: Cell::default(),
            selected: None,
            flipped,
            attackers: false,
            line: None,
            message: None,
            view: Viewport::default(),
            keep: true,
            insight: Insight::default(),
            engine: None,
            job: None,
            purpose: None,
            gave_up: false,
            is_clear: false,
            before: None,
            session,
        };
        let turn = game_screen.session.position().turn();
        let royal = game_screen.session.position().royal_cells(turn);
        game_screen.cursor = royal.first().unwrap_or_default();
        game_screen
    }

    /// Whether the computer is searching for its move.
    pub(super) fn is_thinking(&self) -> bool {
        self.purpose.is_some()
    }

    /// What the engine is doing, in words, unless it only shows lines.
    pub(super) fn thinking(&self) -> Option<&'static str> {
        match self.purpose? {
            SearchPurpose::Move => Some("the computer is thinking…"),
            SearchPurpose::Hint => Some("looking for a hint…"),
            SearchPurpose::Insight => None,
        }
    }

    fn tell(&mut self, tone: MessageTone, text: impl Into<String>) {
        self.message = Some((tone, text.into()));
    }

    /// Handles the events of the engine, and starts the next search.
    pub(super) fn tick(&mut self) {
        while let Some((_, events)) = &self.job {
            match events.try_recv() {
                Ok(EngineEvent::Info(info)) => self.insight.take(self.session.position(), &info),
                Ok(EngineEvent::Finished(report)) => self.search_ended(report.best),
                Ok(EngineEvent::Text(_) | EngineEvent::Ready(_)) => {}
                Err(TryRecvError::Empty) => break,
                Ok(EngineEvent::Failed) | Err(TryRecvError::Disconnected) => {
                    self.search_ended(None);
                }
            }
        }
        if self.purpose.is_some() || self.session.is_over() {
            return;
        }
        match self.session.player() {
            Some(player) if !self.gave_up => self.think(SearchPurpose::Move, player),
            None if self.insight.shown.any() && !self.is_clear => {
                let lines = self.insight.shown.lines.max(1);
                self.think(
                    SearchPurpose::Insight,
                    ComputerPlayer::Engine(engine::to_analyse(lines)),
                );
            }
            _ => {}
        }
    }

    /// Handles the end of a search.
    fn search_ended(&mut self, best: Option<Move>) {
        self.job = None;
        match (self.purpose.take(), best) {
            (Some(SearchPurpose::Move), Some(mv)) => self.make(mv),
            (Some(SearchPurpose::Hint), Some(mv)) => self.show_hint(mv),
            (Some(SearchPurpose::Move | SearchPurpose::Hint), None) => {
                self.gave_up = true;
                self.tell(MessageTone::Alarm, "The computer found no move");
            }
            (Some(SearchPurpose::Insight), _) => self.is_clear = true,
            (None, _) => {}
        }
    }

    fn think(&mut self, purpose: SearchPurpose, player: ComputerPlayer) {
        let history = self.session.history().clone();
        self.rest();
        self.purpose = Some(purpose);
        let engine = match self.engine.take().map_or_else(start_engine, Ok) {
            Ok(engine) => self.engine.insert(engine),
            Err(error) => {
                self.search_ended(None);
                self.tell(
                    MessageTone::Alarm,
                    format!("The engine cannot start: {error}"),
                );
                return;
            }
        };
        let (sender, events) = channel();
        // The receiver is gone if the job was cancelled.
        let on_event = move |event| drop(sender.send(event));
        let control = match player {
            ComputerPlayer::Engine(limits) => {
                let request = SearchRequest {
                    history,
                    limits,
                    settings: engine::terminal_settings(),
                    seed: 0,
                };
                engine.search(request, on_event)
            }
            ComputerPlayer::Simple { plies, seed } => {
                let choose = move |control: &Control, _: &mut dyn FnMut(String)| {
                    let game = history.position().game();
                    let best = SimpleSearch::new(game, plies, seed).choose(&history, control);
                    Report {
                        best,
                        ..Report::default()
                    }
                };
                engine.run(choose, on_event)
            }
        };
        self.job = Some((control, events));
    }

    /// Cancels the running search.
    pub(super) fn rest(&mut self) {
        self.purpose = None;
        if let Some((control, _)) = self.job.take() {
            control.stop();
        }
    }

    /// Cancels what belongs to the last position.
    fn turn_over(&mut self) {
        self.rest();
        self.insight.clear();
        self.gave_up = false;
        self.is_clear = false;
        self.selected = None;
        self.message = None;
    }

    fn show_hint(&mut self, mv: Move) {
        let text = texts::short(self.session.position(), mv);
        self.cursor = self.targets(mv).first().unwrap_or(mv.destination());
        self.selected = Some(mv.origin());
        self.tell(MessageTone::News, format!("The computer would play {text}"));
    }

    /// Makes a move and saves the game.
    pub(super) fn make(&mut self, mv: Move) {
        let by_computer = self.session.seat() != PlayerSpec::Human;
        if !self.session.play(mv) {
            return;
        }
        self.turn_over();
        self.line = None;
        if !by_computer {
            self.cursor = mv.destination();
        }
        if let (true, Some(short)) = (by_computer, self.session.shorts().last().cloned()) {
            self.tell(MessageTone::News, format!("The computer played {short}"));
        }
        if self.session.is_over() {
            let text = format!(
                "{}. n: another game, u: take back, s: save",
                self.session.status()
            );
            self.tell(MessageTone::News, text);
        }
        self.keep_game();
    }

    fn keep_game(&mut self) {
        if self.keep
            && let Err(failure) = play::autosave(&self.session)
        {
            self.tell(
                MessageTone::Alarm,
                format!("Not saved for later: {failure}"),
            );
        }
    }

    /// The moves of the piece on a cell, if it is a person's turn.
    pub(super) fn moves_from(&self, cell: Cell) -> Vec<Move> {
        if self.session.is_over() || self.session.seat() != PlayerSpec::Human {
            return Vec::new();
        }
        self.session.position().moves_from(cell)
    }

    /// The cells that choose a move: all cells on which the piece will stand.
    pub(super) fn targets(&self, mv: Move) -> CellSet {
        let position = self.session.position();
        if mv.class() == MoveClass::Shift
            && let Some(piece) = position.piece(mv.origin())
            && let Some(body) = position
                .game()
                .definition()
                .body(piece.kind, mv.destination())
        {
            return body;
        }
        CellSet::of(mv.destination())
    }

    /// The cells that the chosen piece can move to, and those where it can capture.
    pub(super) fn destinations(&self) -> (CellSet, CellSet) {
        let (mut quiet, mut captures) = (CellSet::EMPTY, CellSet::EMPTY);
        let Some(selected) = self.selected else {
            return (quiet, captures);
        };
        for mv in self.moves_from(selected) {
            let taken = self.session.position().captures(mv);
            let targets = self.targets(mv);
            match mv.class() {
                MoveClass::Shift => {
                    captures |= targets & taken;
                    quiet |= targets & !taken;
                }
                _ if taken.any() => captures |= targets,
                _ => quiet |= targets,
            }
        }
        (quiet & !captures, captures)
    }

    /// Chooses the piece on a cell, or moves the chosen piece there.
    pub(super) fn activate(&mut self, cell: Cell) -> ScreenAction {
        self.message = None;
        if self.session.is_over() {
            let text = format!("The game is over: {}", self.session.status());
            self.tell(MessageTone::Alarm, text);
            return ScreenAction::None;
        }
        if self.session.seat() != PlayerSpec::Human {
            self.tell(MessageTone::Alarm, "It is the computer's turn");
            return ScreenAction::None;
        }
        let Some(selected) = self.selected else {
            self.select(cell);
            return ScreenAction::None;
        };
        let moves = self.moves_from(selected);
        let meant: Vec<Move> = moves
            .into_iter()
            .filter(|mv| self.targets(*mv).contains(cell))
            .collect();
        match meant[..] {
            [] => {
                let position = self.session.position();
                let own = position
                    .piece(cell)
                    .is_some_and(|piece| piece.side == position.turn());
                if cell == selected {
                    self.selected = None;
                } else if own {
                    self.select(cell);
                } else {
                    let board = position.game().board();
                    let text = board.name(selected) + &board.name(cell);
                    self.refuse(&text);
                }
                ScreenAction::None
            }
            [mv] => {
                self.make(mv);
                ScreenAction::None
            }
            _ => ScreenAction::Choose(meant),
        }
    }

    fn select(&mut self, cell: Cell) {
        let position = self.session.position();
        let name = position.game().board().name(cell);
        match position.piece(cell) {
            Some(piece) if piece.side == position.turn() => {
                let named = &position.game().definition().piece(piece.kind).name;
                if self.moves_from(cell).is_empty() {
                    let text = format!("The {named} on {name} has no legal move");
                    self.selected = None;
                    self.tell(MessageTone::Alarm, text);
                } else {
                    self.selected = Some(cell);
                }
            }
            Some(piece) => {
                let text = format!("That is {}'s; {} is to move", piece.side, position.turn());
                self.tell(MessageTone::Alarm, text);
            }
            None => {
                let text = format!("{name} is empty; choose one of your pieces (Tab)");
                self.tell(MessageTone::Alarm, text);
            }
        }
    }

    /// Explains why a move is not legal.
    fn refuse(&mut self, text: &str) {
        let reason = texts::read_move(self.session.position(), text);
        let reason = reason.err().unwrap_or_else(|| "not now".to_owned());
        self.tell(MessageTone::Alarm, reason);
    }

    /// Legal moves whose text begins with the typed line.
    pub(super) fn completions(&self, most: usize) -> Vec<String> {
        let Some(line) = self.line.as_ref().filter(|line| !line.text.is_empty()) else {
            return Vec::new();
        };
        let position = self.session.position();
        let mut found: Vec<String> = self
            .session
            .moves()
            .into_iter()
            .map(|mv| texts::format_move(position, mv))
            .filter(|text| text.starts_with(line.text.trim()))
            .collect();
        found.sort();
        if found.len() > most {
            let rest = found.len() - most;
            found.truncate(most);
            found.push(format!("and {rest} more"));
        }
        found
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> ScreenAction {
        if let Some(before) = self.before.take()
            && let KeyCode::Char(digit) = key.code
            && digit.is_ascii_digit()
        {
            // The letter was not a command but the file of a typed move.
            self.flipped = before.flipped;
            self.attackers = before.attackers;
            self.show(before.shown);
            self.stop_hint();
            self.message = None;
            self.line = Some(LineEditor::new(format!("{}{digit}", before.letter)));
            return ScreenAction::None;
        }
        if self.line.is_some() {
            return self.line_key(key);
        }
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Left => self.step(ArrowDirection::Left, shift),
            KeyCode::Right => self.step(ArrowDirection::Right, shift),
            KeyCode::Up => self.step(ArrowDirection::Up, shift),
            KeyCode::Down => self.step(ArrowDirection::Down, shift),
            KeyCode::PageUp => self.step(ArrowDirection::Up, true),
            KeyCode::PageDown => self.step(ArrowDirection::Down, true),
            KeyCode::Home => self.step(ArrowDirection::Left, true),
            KeyCode::End => self.step(ArrowDirection::Right, true),
            KeyCode::Tab => self.next_piece(true),
            KeyCode::BackTab => self.next_piece(false),
            KeyCode::Enter => return self.activate(self.cursor),
            KeyCode::Esc => {
                self.stop_hint();
                if self.message.take().is_none() && self.selected.take().is_none() {
                    self.attackers = false;
                }
                self.selected = None;
            }
            KeyCode::Char(c)
                if !key
                    .modifiers
                    .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                return self.letter(c);
            }
            _ => {}
        }
        ScreenAction::None
    }

    fn letter(&mut self, c: char) -> ScreenAction {
        if c.is_ascii_lowercase() {
            self.before = Some(Before {
                letter: c,
                flipped: self.flipped,
                attackers: self.attackers,
                shown: self.insight.shown,
            });
        }
        match c {
            ' ' => return self.activate(self.cursor),
            'a' => self.attackers = !self.attackers,
            'f' => self.flipped = !self.flipped,
            'h' => self.hint(),
            't' => {
                let mut shown = self.insight.shown;
                shown.turn();
                self.show(shown);
            }
            '=' => {
                let shown = self.insight.shown;
                self.show(Shown {
                    bar: !shown.bar,
                    ..shown
                });
            }
            'u' => self.change(GameSession::undo, "There is no move to take back"),
            'r' => self.change(GameSession::redo, "There is no move to redo"),
            's' => return ScreenAction::Save,
            'l' => return ScreenAction::Load,
            'n' => return ScreenAction::Menu,
            'q' => return ScreenAction::Quit,
            '?' => return ScreenAction::Help,
            ':' | '/' => self.line = Some(LineEditor::default()),
            c if c.is_alphanumeric() => self.line = Some(LineEditor::new(c)),
            _ => {}
        }
        ScreenAction::None
    }

    /// Whether the last command letter can still begin a move. A digit after it makes it a
    /// move.
    pub(super) fn letter_pending(&self) -> bool {
        self.before.is_some()
    }

    /// Confirms that the letter was a command.
    pub(super) fn letter_settled(&mut self) {
        self.before = None;
    }

    fn line_key(&mut self, key: KeyEvent) -> ScreenAction {
        let Some(line) = &mut self.line else {
            return ScreenAction::None;
        };
        match line.key(key) {
            EditResult::Editing => self.message = None,
            EditResult::Cancelled => self.line = None,
            EditResult::Entered => {
                let text = line.text.trim().to_owned();
                return self.submit(&text);
            }
        }
        ScreenAction::None
    }

    fn submit(&mut self, text: &str) -> ScreenAction {
        match text {
            "" => self.line = None,
            "resign" => {
                self.line = None;
                self.rest();
                self.session.resign();
                self.tell(MessageTone::News, self.session.status());
                self.keep_game();
            }
            "quit" => {
                self.line = None;
                return ScreenAction::Quit;
            }
            _ if self.session.is_over() => {
                self.line = None;
                let text = format!("The game is over: {}", self.session.status());
                self.tell(MessageTone::Alarm, text);
            }
            _ if self.session.seat() != PlayerSpec::Human => {
                self.tell(MessageTone::Alarm, "It is the computer's turn");
            }
            _ => match texts::read_move(self.session.position(), text) {
                Ok(mv) => self.make(mv),
                // Keep the line, so that it can be corrected.
                Err(error) => self.tell(MessageTone::Alarm, error),
            },
        }
        ScreenAction::None
    }

    fn hint(&mut self) {
        if self.session.is_over() {
            self.tell(MessageTone::Alarm, "The game is over");
        } else if !matches!(
            self.purpose,
            Some(SearchPurpose::Move | SearchPurpose::Hint)
        ) {
            let lines = self.insight.shown.lines.max(1);
            let limits = engine::to_advise(lines, self.session.move_time);
            self.think(SearchPurpose::Hint, ComputerPlayer::Engine(limits));
        }
    }

    fn stop_hint(&mut self) {
        if self.purpose == Some(SearchPurpose::Hint) {
            self.rest();
        }
    }

    /// Changes what is shown of the engine's lines.
    fn show(&mut self, shown: Shown) {
        if shown == self.insight.shown {
            return;
        }
        // Another number of lines needs another search.
        if self.purpose == Some(SearchPurpose::Insight)
            && (shown.lines.max(1) != self.insight.shown.lines.max(1) || !shown.any())
        {
            self.rest();
        }
        self.is_clear = false;
        self.insight.shown = shown;
    }

    fn change(&mut self, change: fn(&mut GameSession) -> bool, otherwise: &str) {
        self.turn_over();
        if change(&mut self.session) {
            self.keep_game();
        } else {
            self.tell(MessageTone::Alarm, otherwise);
        }
    }

    fn step(&mut self, direction: ArrowDirection, far: bool) {
        let Some(layout) = &self.view.layout else {
            return;
        };
        self.cursor = if far {
            layout.leap(
                self.session.position().game().board(),
                self.cursor,
                direction,
            )
        } else {
            layout.neighbour(self.cursor, direction)
        };
    }

    /// Moves the cursor to the next piece that can move, or, if a piece is chosen, to the
    /// next cell that it can reach.
    fn next_piece(&mut self, on: bool) {
        let cells: CellSet = match self.selected {
            Some(_) => {
                let (quiet, captures) = self.destinations();
                quiet | captures
            }
            None => self.session.moves().iter().map(|mv| mv.origin()).collect(),
        };
        // In the order of the drawing, from the top.
        let corner = |cell: Cell| {
            let layout: Option<&SheetLayout> = self.view.layout.as_ref();
            let (x, y) = layout.map_or((0, 0), |layout| layout.corners[cell.index()]);
            (y, x, cell)
        };
        let mut order: Vec<_> = cells.iter().map(corner).collect();
        order.sort_unstable();
        let here = corner(self.cursor);
        let next = if on {
            order.iter().find(|at| **at > here).or(order.first())
        } else {
            order.iter().rfind(|at| **at < here).or(order.last())
        };
        if let Some(&(_, _, cell)) = next {
            self.cursor = cell;
        }
    }
}

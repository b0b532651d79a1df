//! A game on the screen: the cursor, the chosen piece, typed moves, and the engine.

mod keys;
mod purpose;
mod search;

use super::insight::{Insight, ShownInsight};
use super::line_editor::LineEditor;
use super::viewport::Viewport;
use super::worths::Worths;
use crate::play::{self, GameSession};
use crate::player_spec::PlayerSpec;
use crate::{texts, words};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Move, MoveClass};
use hyperrook_search::{Control, EngineEvent, EngineThread};
use purpose::SearchPurpose;
use std::sync::mpsc::Receiver;

/// A request of the screen to the program.
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

/// The state before a command key, which is restored if the letter turns out to begin a move.
#[derive(Debug)]
struct KeyUndo {
    letter: char,
    flipped: bool,
    attackers: bool,
    shown: ShownInsight,
    worths: bool,
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
    pub(super) autosave: bool,
    /// The results of the engine.
    pub(super) insight: Insight,
    /// The worths of the pieces.
    pub(super) worths: Worths,
    /// The engine, started when it is first needed.
    engine: Option<EngineThread>,
    /// The running job of the engine, and its events.
    job: Option<(Control, Receiver<EngineEvent>)>,
    /// The purpose of the running search.
    purpose: Option<SearchPurpose>,
    /// Whether the computer found no move in the current position.
    found_no_move: bool,
    /// Whether the search for lines of the current position is complete.
    is_search_complete: bool,
    /// The changes of the last command key.
    key_undo: Option<KeyUndo>,
}

impl GameScreen {
    /// Shows a game.
    pub(super) fn new(session: GameSession) -> GameScreen {
        let flipped =
            session.players[0] != PlayerSpec::Human && session.players[1] == PlayerSpec::Human;
        let mut game_screen = GameScreen {
            cursor: Cell::default(),
            selected: None,
            flipped,
            attackers: false,
            line: None,
            message: None,
            view: Viewport::default(),
            autosave: true,
            insight: Insight::default(),
            worths: Worths::default(),
            engine: None,
            job: None,
            purpose: None,
            found_no_move: false,
            is_search_complete: false,
            key_undo: None,
            session,
        };
        let turn = game_screen.session.position().turn();
        let royal = game_screen.session.position().royal_cells(turn);
        game_screen.cursor = royal.first().unwrap_or_default();
        game_screen
    }

    fn show_message(&mut self, tone: MessageTone, text: impl Into<String>) {
        self.message = Some((tone, words::sentence(&text.into())));
    }

    /// Resets everything that belongs to the last position.
    fn reset_for_new_position(&mut self) {
        self.cancel_search();
        self.insight.clear();
        self.worths.clear();
        self.found_no_move = false;
        self.is_search_complete = false;
        self.selected = None;
        self.message = None;
    }

    /// Makes a move and saves the game.
    pub(super) fn make(&mut self, mv: Move) {
        let by_computer = self.session.player_spec() != PlayerSpec::Human;
        if !self.session.play(mv) {
            return;
        }
        self.reset_for_new_position();
        self.line = None;
        if !by_computer {
            self.cursor = mv.destination();
        }
        if let (true, Some(short)) = (by_computer, self.session.shorts().last().cloned()) {
            self.show_message(MessageTone::News, format!("The computer played {short}"));
        }
        if self.session.is_over() {
            let text = format!(
                "{}. n: another game, u: take back, s: save",
                self.session.status()
            );
            self.show_message(MessageTone::News, text);
        }
        self.keep_game();
    }

    fn keep_game(&mut self) {
        if !self.autosave {
            return;
        }
        match play::autosave(&mut self.session) {
            Ok(None) => {}
            Ok(Some(other)) => {
                self.show_message(MessageTone::News, play::set_aside_words(&other));
            }
            Err(failure) => self.show_message(
                MessageTone::Alarm,
                format!("The game could not be saved: {failure}"),
            ),
        }
    }

    /// The moves of the piece on a cell, if it is a person's turn.
    pub(super) fn moves_from(&self, cell: Cell) -> Vec<Move> {
        if self.session.is_over() || self.session.player_spec() != PlayerSpec::Human {
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
            self.show_message(MessageTone::Alarm, text);
            return ScreenAction::None;
        }
        if self.session.player_spec() != PlayerSpec::Human {
            self.show_message(MessageTone::Alarm, "It is the computer's turn");
            return ScreenAction::None;
        }
        let Some(selected) = self.selected else {
            self.select(cell);
            return ScreenAction::None;
        };
        let moves = self.moves_from(selected);
        let candidates: Vec<Move> = moves
            .into_iter()
            .filter(|mv| self.targets(*mv).contains(cell))
            .collect();
        match candidates[..] {
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
                    self.explain_refusal(&text);
                }
                ScreenAction::None
            }
            [mv] => {
                self.make(mv);
                ScreenAction::None
            }
            _ => ScreenAction::Choose(candidates),
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
                    self.show_message(MessageTone::Alarm, text);
                } else {
                    self.selected = Some(cell);
                }
            }
            Some(piece) => {
                let text = format!(
                    "That is {}'s piece; {} is to move",
                    piece.side,
                    position.turn()
                );
                self.show_message(MessageTone::Alarm, text);
            }
            None => {
                let text = format!("{name} is empty; choose one of your pieces (Tab)");
                self.show_message(MessageTone::Alarm, text);
            }
        }
    }

    /// Explains why a move is not legal.
    fn explain_refusal(&mut self, text: &str) {
        let reason = texts::read_move(self.session.position(), text);
        let reason = reason.err().unwrap_or_else(|| "not now".to_owned());
        self.show_message(MessageTone::Alarm, reason);
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

    fn change(&mut self, change: fn(&mut GameSession) -> bool, otherwise: &str) {
        self.reset_for_new_position();
        if change(&mut self.session) {
            self.keep_game();
        } else {
            self.show_message(MessageTone::Alarm, otherwise);
        }
    }
}

//! The keys of a game screen.

use super::{GameScreen, KeyUndo, MessageTone, ScreenAction};
use crate::draw::{ArrowDirection, SheetLayout};
use crate::play::GameSession;
use crate::player_spec::PlayerSpec;
use crate::texts;
use crate::tui::insight::ShownInsight;
use crate::tui::line_editor::{EditResult, LineEditor};
use hyperrook_geometry::{Cell, CellSet};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl GameScreen {
    /// Handles a key.
    pub(in crate::tui) fn key(&mut self, key: KeyEvent) -> ScreenAction {
        if let Some(before) = self.key_undo.take()
            && let KeyCode::Char(digit) = key.code
            && digit.is_ascii_digit()
        {
            // The letter was not a command but the file of a typed move.
            self.flipped = before.flipped;
            self.attackers = before.attackers;
            self.worths.shown = before.worths;
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
            self.key_undo = Some(KeyUndo {
                letter: c,
                flipped: self.flipped,
                attackers: self.attackers,
                shown: self.insight.shown,
                worths: self.worths.shown,
            });
        }
        match c {
            ' ' => return self.activate(self.cursor),
            'a' => self.attackers = !self.attackers,
            'f' => self.flipped = !self.flipped,
            'h' => self.hint(),
            't' => {
                let mut shown = self.insight.shown;
                shown.show_more_lines();
                self.show(shown);
            }
            '=' => {
                let shown = self.insight.shown;
                self.show(ShownInsight {
                    bar: !shown.bar,
                    ..shown
                });
            }
            'v' => self.worths.shown = !self.worths.shown,
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
    pub(in crate::tui) fn is_letter_pending(&self) -> bool {
        self.key_undo.is_some()
    }

    /// Confirms that the letter was a command.
    pub(in crate::tui) fn confirm_letter(&mut self) {
        self.key_undo = None;
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
                self.cancel_search();
                self.session.resign();
                self.show_message(MessageTone::News, self.session.status());
                self.keep_game();
            }
            "quit" => {
                self.line = None;
                return ScreenAction::Quit;
            }
            _ if self.session.is_over() => {
                self.line = None;
                let text = format!("The game is over: {}", self.session.status());
                self.show_message(MessageTone::Alarm, text);
            }
            _ if self.session.player_spec() != PlayerSpec::Human => {
                self.show_message(MessageTone::Alarm, "It is the computer's turn");
            }
            _ => match texts::read_move(self.session.position(), text) {
                Ok(mv) => self.make(mv),
                // Keep the line, so that it can be corrected.
                Err(error) => self.show_message(MessageTone::Alarm, error),
            },
        }
        ScreenAction::None
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

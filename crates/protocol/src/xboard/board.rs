//! The position and the moves of others.

use super::{NORMAL, XBoard, gui};
use crate::text::{one_line, quoted, result};
use crate::variants::DEFAULT;
use hyperrook_notation::moves::{MoveTextError, parse_move, read_move};
use hyperrook_notation::short::parse_short;
use hyperrook_rules::{Game, History, Move, Position, Side};
use std::io;

impl XBoard<'_> {
    /// `new`: chess from its start, the engine being Black.
    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.forget();
        self.clock = self.clock.restarted();
        self.paused = false;
        self.plays = (!self.analysing).then_some(Side::Black);
        // A shipped game without options can be played.
        if let Ok(game) = self.games.game(DEFAULT) {
            self.game = game;
        }
        self.start_from(self.game.start());
        self.prepare(true)?;
        self.think(false)
    }

    /// Goes on from a position that was set up.
    fn start_from(&mut self, position: Position) {
        self.history = History::new(position);
        self.impossible = false;
        self.lost = 0;
        self.last_score_cp = None;
        self.lifted = None;
    }

    pub(super) fn variant(&mut self, name: &str, line: &str) -> io::Result<()> {
        // `9x9+0_riftwalker`: the size is the game's own affair.
        let name = match name.split_once('_') {
            Some((size, rest)) if size.starts_with(|c: char| c.is_ascii_digit()) => rest,
            _ => name,
        };
        let name = if name == NORMAL { DEFAULT } else { name };
        match self.games.game(name) {
            Ok(game) => {
                self.forget();
                self.game = game;
                self.start_from(self.game.start());
                match gui::setup(&self.game) {
                    _ if name == DEFAULT => {}
                    Some(lines) => {
                        for line in lines {
                            self.out.line(&line)?;
                        }
                    }
                    None => self.comment("this board is none for XBoard's window")?,
                }
                self.prepare(true)?;
                self.think(false)
            }
            Err(error) => {
                self.comment(&error.to_string())?;
                self.error("unknown variant", line)
            }
        }
    }

    pub(super) fn set_board(&mut self, text: &str) -> io::Result<()> {
        self.forget();
        match gui::parse(&self.game, text) {
            Ok(position) => {
                self.start_from(position);
                self.pong()?;
                self.think(false)
            }
            Err(error) => self.is_impossible(&error.to_string()),
        }
    }

    /// A position that cannot be: no move is legal until the next.
    fn is_impossible(&mut self, reason: &str) -> io::Result<()> {
        self.impossible = true;
        let reason = one_line(reason);
        self.out
            .line(&format!("tellusererror Illegal position: {reason}"))?;
        self.pong()
    }

    /// A line in edit mode.
    pub(super) fn handle_edit_command(&mut self, line: &str) -> io::Result<()> {
        let Some(edit) = &mut self.editing else {
            return Ok(());
        };
        if line == "." {
            return match self.editing.take().map(super::Edit::position) {
                Some(Ok(position)) => {
                    self.start_from(position);
                    self.think(false)
                }
                Some(Err(faults)) => {
                    let faults: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
                    self.is_impossible(&faults.join("; "))
                }
                None => Ok(()),
            };
        }
        let understood = edit.handle_command(line);
        match understood {
            _ if line.is_empty() => Ok(()),
            Some(()) => Ok(()),
            None => self.error("unknown command in edit mode", line),
        }
    }

    /// Whether a word is a move and not an unknown command.
    pub(super) fn is_move(&self, word: &str) -> bool {
        read_move(self.game.definition(), word).is_ok()
            || parse_short(self.history.position(), word).is_ok()
    }

    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        let refusal = match self.read_move(text) {
            _ if self.impossible => "the position is impossible".to_owned(),
            _ if self.is_moving() => "it is the engine's turn".to_owned(),
            Ok(mv) => return self.played(mv),
            Err(reason) => reason,
        };
        let text = quoted(text);
        self.out.line(&format!("Illegal move ({refusal}): {text}"))
    }

    /// Reads a legal move in any notation, or says why it is none.
    fn read_move(&self, text: &str) -> Result<Move, String> {
        let position = self.history.position();
        parse_move(position, text).or_else(|error| match error {
            MoveTextError::Unreadable(_) => {
                parse_short(position, text).map_err(|_| one_line(&error.to_string()))
            }
            MoveTextError::Refused(_) => Err(one_line(&error.to_string())),
        })
    }

    /// Plays a move of the user's or of the opponent's.
    fn played(&mut self, mv: Move) -> io::Result<()> {
        let expected = self.is_pondering() && self.expected == Some(mv);
        if !expected {
            self.forget();
        }
        // It was read as a legal move.
        let _ = self.history.play(mv);
        self.lifted = None;
        if expected {
            return self.ponder_hit();
        }
        if self.plays.is_some() && self.announce()? {
            return Ok(());
        }
        self.think(false)
    }

    /// Says how the game has ended, if it has.
    pub(super) fn announce(&mut self) -> io::Result<bool> {
        let Some(outcome) = self.history.outcome() else {
            return Ok(false);
        };
        self.out
            .line(&format!("{} {{{}}}", result(outcome), outcome.reason))?;
        Ok(true)
    }

    pub(super) fn take_back(&mut self, moves: usize, line: &str) -> io::Result<()> {
        if self.history.moves().len() < moves {
            return self.error("command not legal now", line);
        }
        self.forget();
        for _ in 0..moves {
            self.history.undo();
        }
        self.pong()?;
        self.think(false)
    }

    /// The user takes a piece in hand.
    pub(super) fn lift(&mut self, cell: &str) -> io::Result<()> {
        self.lifted = None;
        let Some(from) = self.game.board().cell(cell) else {
            return Ok(());
        };
        self.lifted = Some(cell.to_owned());
        match gui::highlight(self.history.position(), from) {
            Some(line) => self.out.line(&line),
            None => Ok(()),
        }
    }

    /// The user puts the piece down.
    pub(super) fn put(&mut self, cell: &str) -> io::Result<()> {
        let board = self.game.board();
        let from = self.lifted.as_ref().and_then(|cell| board.cell(cell));
        let (Some(from), Some(to)) = (from, board.cell(cell)) else {
            return Ok(());
        };
        match gui::choice(self.history.position(), from, to) {
            Some(line) => self.out.line(&line),
            None => Ok(()),
        }
    }

    /// The game that is played.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }
}

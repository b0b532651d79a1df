//! Commands that change the position, and the opponent's moves.

use super::{NORMAL, XBoard, gui};
use crate::text::{one_line, quoted, result};
use crate::variants::DEFAULT_VARIANT;
use hyperrook_notation::moves::{MoveTextError, parse_move, read_move};
use hyperrook_notation::short::{ShortError, parse_short};
use hyperrook_rules::{Game, History, Move, Position, Side};
use std::io;

impl XBoard<'_> {
    /// `new`: chess from the start, with the engine as Black.
    pub(super) fn new_game(&mut self) -> io::Result<()> {
        self.abandon_search();
        self.clock = self.clock.restarted();
        self.game_seed = fastrand::u64(..);
        self.paused = false;
        self.plays = (!self.analysing).then_some(Side::Black);
        // A shipped game with its default options always compiles.
        if let Ok(game) = self.games.game(DEFAULT_VARIANT) {
            self.game = game;
        }
        self.start_from(self.game.start());
        self.prepare(true)?;
        self.think(false)
    }

    /// Continues from a position that was set up.
    fn start_from(&mut self, position: Position) {
        self.history = History::new(position);
        self.impossible = false;
        self.lost_moves = 0;
        self.last_score_cp = None;
        self.lifted = None;
    }

    pub(super) fn variant(&mut self, name: &str, line: &str) -> io::Result<()> {
        // In `9x9+0_riftwalker`, the size is ignored, because it is that of the game.
        let name = match name.split_once('_') {
            Some((size, rest)) if size.starts_with(|c: char| c.is_ascii_digit()) => rest,
            _ => name,
        };
        let name = if name == NORMAL {
            DEFAULT_VARIANT
        } else {
            name
        };
        match self.games.game(name) {
            Ok(game) => {
                self.abandon_search();
                self.game = game;
                self.start_from(self.game.start());
                match gui::setup(&self.game) {
                    _ if name == DEFAULT_VARIANT => {}
                    Some(lines) => {
                        for line in lines {
                            self.out.line(&line)?;
                        }
                    }
                    None => self.comment("XBoard's window cannot show this board")?,
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
        self.abandon_search();
        match gui::parse(&self.game, text) {
            Ok(position) => {
                self.start_from(position);
                self.pong()?;
                self.think(false)
            }
            Err(error) => self.reject_position(&error.to_string()),
        }
    }

    /// Marks the position as impossible. No move is legal until another position is set.
    fn reject_position(&mut self, reason: &str) -> io::Result<()> {
        self.impossible = true;
        let reason = one_line(reason);
        self.out
            .line(&format!("tellusererror Illegal position: {reason}"))?;
        self.pong()
    }

    /// Handles a line in edit mode.
    pub(super) fn handle_edit_command(&mut self, line: &str) -> io::Result<()> {
        let Some(edit) = &mut self.editing else {
            return Ok(());
        };
        if line == "." {
            return match self.editing.take().map(super::EditMode::position) {
                Some(Ok(position)) => {
                    self.start_from(position);
                    self.think(false)
                }
                Some(Err(faults)) => {
                    let faults: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
                    self.reject_position(&faults.join("; "))
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

    /// Whether a word looks like a move, legal or not, so that it is not an unknown command.
    pub(super) fn is_move(&self, word: &str) -> bool {
        let short = parse_short(self.history.position(), word);
        read_move(self.game.definition(), word).is_ok()
            || !matches!(short, Err(ShortError::Unreadable { .. }))
    }

    pub(super) fn user_move(&mut self, text: &str) -> io::Result<()> {
        let refusal = match self.read_move(text) {
            _ if self.impossible => "the position is impossible".to_owned(),
            _ if self.is_moving() => "it is the engine's turn".to_owned(),
            Ok(mv) => return self.play(mv),
            Err(reason) => reason,
        };
        let text = quoted(text);
        self.out.line(&format!("Illegal move ({refusal}): {text}"))
    }

    /// Parses a legal move in any notation, or says why it is not legal.
    fn read_move(&self, text: &str) -> Result<Move, String> {
        let position = self.history.position();
        parse_move(position, text).or_else(|error| match error {
            MoveTextError::Unreadable(_) => {
                parse_short(position, text).map_err(|error| one_line(&error.to_string()))
            }
            _ => Err(one_line(&error.to_string())),
        })
    }

    /// Plays a move of the user or of the opponent.
    fn play(&mut self, mv: Move) -> io::Result<()> {
        let expected = self.is_pondering() && self.expected == Some(mv);
        if !expected {
            self.abandon_search();
        }
        // The move was parsed as a legal move.
        let _ = self.history.play(mv);
        self.lifted = None;
        if expected {
            return self.ponder_hit();
        }
        if self.plays.is_some() && self.report_result()? {
            return Ok(());
        }
        self.think(false)
    }

    /// Reports the result if the game has ended. Returns whether it has.
    pub(super) fn report_result(&mut self) -> io::Result<bool> {
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
        self.abandon_search();
        for _ in 0..moves {
            self.history.undo();
        }
        self.pong()?;
        self.think(false)
    }

    /// `lift`: the user picks up a piece.
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

    /// `put`: the user puts the piece down.
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

    /// The current game.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }
}

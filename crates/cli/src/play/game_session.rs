//! A game in progress: its moves, who plays it, and how it stands.

use crate::engine::{self, ComputerPlayer};
use crate::seat::Seat;
use crate::texts;
use hyperrook_catalogue::CompiledGame;
use hyperrook_geometry::CellSet;
use hyperrook_notation::record::Tags;
use hyperrook_rules::{History, Move, MoveClass, Outcome, Piece, Position, Side, State};
use std::path::PathBuf;
use std::time::Duration;

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct GameSession {
    /// The game.
    pub(crate) loaded: CompiledGame,
    /// Who plays, White first.
    pub(crate) seats: [Seat; 2],
    /// How long the computer thinks about a move.
    pub(crate) move_time: Duration,
    /// The seed of the simple opponent's choices.
    pub(crate) seed: u64,
    /// Tags of the record that it comes from.
    pub(crate) tags: Tags,
    /// What was wrong with that record.
    pub(crate) warnings: Vec<String>,
    /// The file it was last saved to, which may be written again.
    pub(crate) file: Option<PathBuf>,
    history: History,
    /// Moves taken back, the last first.
    undone: Vec<Move>,
    /// The moves in short notation.
    shorts: Vec<String>,
    /// What each move captured.
    captured: Vec<Vec<Piece>>,
    resigned: Option<Side>,
}

impl GameSession {
    /// A new game, a person against the computer.
    pub(crate) fn new(loaded: CompiledGame, start: Position) -> GameSession {
        GameSession {
            loaded,
            seats: [Seat::Human, Seat::OPPONENT],
            move_time: Duration::from_secs(1),
            seed: 1,
            tags: Tags::roster(),
            warnings: Vec::new(),
            file: None,
            history: History::new(start),
            undone: Vec::new(),
            shorts: Vec::new(),
            captured: Vec::new(),
            resigned: None,
        }
    }

    /// The position now.
    pub(crate) fn position(&self) -> &Position {
        self.history.position()
    }

    /// All moves and positions.
    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// The moves in short notation.
    pub(crate) fn shorts(&self) -> &[String] {
        &self.shorts
    }

    /// Who is to move.
    pub(crate) fn seat(&self) -> Seat {
        self.seats[self.position().turn().index()]
    }

    /// Who thinks for the side to move, unless it is a person.
    pub(crate) fn player(&self) -> Option<ComputerPlayer> {
        match self.seat() {
            Seat::Human => None,
            Seat::Computer { level } => Some(ComputerPlayer::Engine(engine::to_play(
                level,
                self.move_time,
            ))),
            Seat::Simple { plies } => Some(ComputerPlayer::Simple {
                plies,
                seed: self.seed,
            }),
        }
    }

    /// Whether no move can be made any more.
    pub(crate) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.history.outcome().is_some()
    }

    /// The result by the rules, if there is one.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    /// The side that has resigned.
    pub(crate) fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// The legal moves of a game that is not over.
    pub(crate) fn moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        self.position().moves()
    }

    /// Makes a legal move. Illegal ones, and moves after the end, change
    /// nothing; returns whether it was made.
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        if self.is_over() {
            return false;
        }
        let position = self.position();
        let short = texts::short(position, mv);
        let captured = position.captures(mv);
        let captured: Vec<Piece> = distinct(position, captured);
        if self.history.play(mv).is_err() {
            return false;
        }
        self.shorts.push(short);
        self.captured.push(captured);
        if self.undone.last() == Some(&mv) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        true
    }

    /// Takes a move back: against the computer, back to where the person was
    /// to move. Returns whether there was a move.
    pub(crate) fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let mut undone = self.undo_one();
        if undone && self.seats.contains(&Seat::Human) {
            while self.seat() != Seat::Human && self.undo_one() {
                undone = true;
            }
        }
        undone
    }

    fn undo_one(&mut self) -> bool {
        let Some(mv) = self.history.undo() else {
            return false;
        };
        self.undone.push(mv);
        self.shorts.pop();
        self.captured.pop();
        true
    }

    /// Makes moves that were taken back again, as many as [`GameSession::undo`]
    /// takes back. Returns whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        let mut done = false;
        while let Some(&mv) = self.undone.last() {
            if !self.play(mv) {
                break;
            }
            done = true;
            if self.seat() == Seat::Human || !self.seats.contains(&Seat::Human) {
                break;
            }
        }
        done
    }

    /// The side to move, or the person against the computer, gives up.
    pub(crate) fn resign(&mut self) {
        if self.is_over() {
            return;
        }
        let turn = self.position().turn();
        let human = Side::BOTH
            .into_iter()
            .find(|side| self.seats[side.index()] == Seat::Human);
        self.resigned = Some(match self.seat() {
            Seat::Human => turn,
            Seat::Computer { .. } | Seat::Simple { .. } => human.unwrap_or(turn),
        });
    }

    /// Takes a resignation over from a record.
    pub(crate) fn set_resigned(&mut self, side: Side) {
        if !self.is_over() {
            self.resigned = Some(side);
        }
    }

    /// The pieces that a side has captured, in order.
    pub(crate) fn captured_by(&self, side: Side) -> Vec<Piece> {
        let all = self.captured.iter().flatten();
        all.filter(|piece| piece.side != side).copied().collect()
    }

    /// The cells of the last move.
    pub(crate) fn last_move(&self) -> CellSet {
        let Some(&mv) = self.history.moves().last() else {
            return CellSet::EMPTY;
        };
        let mut cells = CellSet::of(mv.origin()).with(mv.destination());
        if mv.class() == MoveClass::Shift {
            let definition = self.position().game().definition();
            let piece = self.position().piece(mv.destination());
            for end in [mv.origin(), mv.destination()] {
                let body = piece.and_then(|piece| definition.body(piece.kind, end));
                cells |= body.unwrap_or_default();
            }
        }
        cells
    }

    /// How the game stands: `White to move`, `Black is in check`, `White wins
    /// (checkmate)`.
    pub(crate) fn status(&self) -> String {
        if let Some(side) = self.resigned {
            return format!("{} wins ({side} resigned)", side.other());
        }
        let turn = self.position().turn();
        match self.outcome() {
            Some(Outcome {
                winner: Some(side),
                reason,
            }) => format!("{side} wins ({reason})"),
            Some(Outcome { reason, .. }) => format!("Draw ({reason})"),
            None if self.position().in_check() => format!("{turn} to move, in check"),
            None => format!("{turn} to move"),
        }
    }

    /// What the board does not show: holds, castling, the count of moves.
    pub(crate) fn state_lines(&self) -> Vec<String> {
        let position = self.position();
        let definition = position.game().definition();
        let state: State = position.state();
        let mut lines = Vec::new();
        for (i, hold) in definition.holds().iter().enumerate() {
            for side in Side::BOTH {
                if state.holds(i, side) {
                    let group = &definition.groups()[hold.group].name;
                    lines.push(format!("{side} holds the enemy royal piece ({group})"));
                }
            }
        }
        for side in Side::BOTH {
            if state.bound(side) {
                lines.push(format!("{side}'s new royal piece is bound to its row"));
            }
        }
        let castling: String = definition
            .castlings()
            .iter()
            .enumerate()
            .filter(|(i, _)| state.castling >> i & 1 != 0)
            .map(|(_, castling)| castling.letter)
            .collect();
        if !castling.is_empty() {
            lines.push(format!("Castling {castling}"));
        }
        if let Some(cell) = state.en_passant {
            let name = definition.board().name(cell);
            lines.push(format!("En passant on {name}"));
        }
        let most = definition.ends().moves * 2;
        if most > 0 && position.halfmove() * 2 >= most {
            lines.push(format!("Draw in {} plies without progress", {
                most.saturating_sub(position.halfmove())
            }));
        }
        lines
    }
}

/// The pieces on cells, one of several cells once.
fn distinct(position: &Position, cells: CellSet) -> Vec<Piece> {
    let definition = position.game().definition();
    let mut left = cells;
    let mut pieces = Vec::new();
    while let Some(cell) = left.first() {
        left.remove(cell);
        if let Some(piece) = position.piece(cell) {
            pieces.push(piece);
            if let Some(body) = definition.body(piece.kind, cell) {
                left &= !body;
            }
        }
    }
    pieces
}

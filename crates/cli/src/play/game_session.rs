//! A game in progress: its moves, players and state.

use crate::engine::{self, ComputerPlayer};
use crate::player_spec::PlayerSpec;
use crate::{texts, words};
use hyperrook_catalogue::CompiledGame;
use hyperrook_explain::words::rules;
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
    /// The players, White first.
    pub(crate) players: [PlayerSpec; 2],
    /// How long the computer searches for a move.
    pub(crate) move_time: Duration,
    /// The seed of the computer's random choices.
    pub(crate) seed: u64,
    /// The tags of the record that it was loaded from.
    pub(crate) tags: Tags,
    /// Warnings about that record.
    pub(crate) warnings: Vec<String>,
    /// Whether that record has comments, glyphs or variations, which are lost when the game is saved.
    pub(crate) has_lost_notes: bool,
    /// The file that it was last saved to, which may be replaced.
    pub(crate) file: Option<PathBuf>,
    /// The text of the file for `play --resume` when it was last this game; `None` if it never was.
    pub(crate) kept: Option<String>,
    history: History,
    /// The moves that were taken back, the last one first.
    undone: Vec<Move>,
    /// The moves in short notation.
    shorts: Vec<String>,
    /// The pieces that each move captured.
    captured: Vec<Vec<Piece>>,
    players_end: Option<PlayersEnd>,
}

/// How the players ended a game that the rules had not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayersEnd {
    /// This side resigned.
    Resigned(Side),
    /// They agreed on a draw.
    Agreed,
    /// A record says who won, or that it is a draw, and perhaps why.
    Recorded {
        winner: Option<Side>,
        why: Option<String>,
    },
}

impl PlayersEnd {
    /// The winner; `None` for a draw.
    pub(crate) fn winner(&self) -> Option<Side> {
        match self {
            PlayersEnd::Resigned(side) => Some(side.other()),
            PlayersEnd::Agreed => None,
            PlayersEnd::Recorded { winner, .. } => *winner,
        }
    }

    /// The end in words: `Black wins (White resigned)`, `Draw (agreed)`, `White wins (time forfeit)`.
    fn words(&self) -> String {
        let why = match self {
            PlayersEnd::Resigned(side) => Some(format!("{side} resigned")),
            PlayersEnd::Agreed => Some("agreed".to_owned()),
            PlayersEnd::Recorded { why, .. } => why.clone(),
        };
        let who = match self.winner() {
            Some(side) => format!("{side} wins"),
            None => "Draw".to_owned(),
        };
        why.map_or(who.clone(), |why| format!("{who} ({why})"))
    }
}

impl GameSession {
    /// A new game of a person against the computer.
    pub(crate) fn new(loaded: CompiledGame, start: Position) -> GameSession {
        GameSession {
            loaded,
            players: [PlayerSpec::Human, PlayerSpec::OPPONENT],
            move_time: Duration::from_secs(1),
            seed: fastrand::u64(..),
            tags: Tags::roster(),
            warnings: Vec::new(),
            has_lost_notes: false,
            file: None,
            kept: None,
            history: History::new(start),
            undone: Vec::new(),
            shorts: Vec::new(),
            captured: Vec::new(),
            players_end: None,
        }
    }

    /// The current position.
    pub(crate) fn position(&self) -> &Position {
        self.history.position()
    }

    /// Follows another session. If it is the same game with as many moves or more, its file for
    /// `play --resume` is the other one's.
    pub(crate) fn follow(&mut self, before: &GameSession) {
        let identity = |session: &GameSession| {
            let definition = session.loaded.game.definition();
            definition.identity().to_owned()
        };
        let (moves, others) = (self.history.moves(), before.history.moves());
        if self.kept.is_none()
            && identity(self) == identity(before)
            && self.history.start().same(before.history.start())
            && !others.is_empty()
            && moves.starts_with(others)
        {
            self.kept.clone_from(&before.kept);
        }
    }

    /// All moves and positions.
    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// The moves in short notation.
    pub(crate) fn shorts(&self) -> &[String] {
        &self.shorts
    }

    /// The player who is to move.
    pub(crate) fn player_spec(&self) -> PlayerSpec {
        self.players[self.position().turn().index()]
    }

    /// The program that moves for the side to move, unless it is a person.
    pub(crate) fn player(&self) -> Option<ComputerPlayer> {
        match self.player_spec() {
            PlayerSpec::Human => None,
            PlayerSpec::Computer { level } => Some(ComputerPlayer::Engine(engine::to_play(
                level,
                self.move_time,
            ))),
            PlayerSpec::Simple { plies } => Some(ComputerPlayer::Simple {
                plies,
                seed: self.seed,
            }),
        }
    }

    /// Whether no more moves can be made.
    pub(crate) fn is_over(&self) -> bool {
        self.players_end.is_some() || self.history.outcome().is_some()
    }

    /// The outcome by the rules, if the game has ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    /// How the players ended the game, if they did.
    pub(crate) fn players_end(&self) -> Option<&PlayersEnd> {
        self.players_end.as_ref()
    }

    /// The legal moves, if the game is not over.
    pub(crate) fn moves(&self) -> Vec<Move> {
        if self.is_over() {
            return Vec::new();
        }
        self.position().moves()
    }

    /// Makes a move and returns true. If the move is not legal or the game is over, changes
    /// nothing and returns false.
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

    /// Takes a move back; against the computer, back to the person's last move. Returns
    /// whether there was a move.
    pub(crate) fn undo(&mut self) -> bool {
        if self.players_end.take().is_some() {
            return true;
        }
        let mut undone = self.undo_one();
        if undone && self.players.contains(&PlayerSpec::Human) {
            while self.player_spec() != PlayerSpec::Human && self.undo_one() {
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

    /// Makes the moves again that the last [`GameSession::undo`] took back. Returns whether
    /// there were any.
    pub(crate) fn redo(&mut self) -> bool {
        let mut done = false;
        while let Some(&mv) = self.undone.last() {
            if !self.play(mv) {
                break;
            }
            done = true;
            if self.player_spec() == PlayerSpec::Human || !self.players.contains(&PlayerSpec::Human)
            {
                break;
            }
        }
        done
    }

    /// Resigns for the side to move; against the computer, for the person.
    pub(crate) fn resign(&mut self) {
        if self.is_over() {
            return;
        }
        let turn = self.position().turn();
        let human = Side::BOTH
            .into_iter()
            .find(|side| self.players[side.index()] == PlayerSpec::Human);
        let side = match self.player_spec() {
            PlayerSpec::Human => turn,
            PlayerSpec::Computer { .. } | PlayerSpec::Simple { .. } => human.unwrap_or(turn),
        };
        self.players_end = Some(PlayersEnd::Resigned(side));
    }

    /// Sets how the players ended the game, from a record.
    pub(crate) fn set_players_end(&mut self, end: PlayersEnd) {
        if !self.is_over() {
            self.players_end = Some(end);
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

    /// The state of the game: `White to move`, `Black to move, in check`, `White wins
    /// (checkmate)`.
    pub(crate) fn status(&self) -> String {
        if let Some(end) = &self.players_end {
            return end.words();
        }
        let turn = self.position().turn();
        match self.outcome() {
            Some(Outcome {
                winner: Some(side),
                reason,
                ..
            }) => format!("{side} wins ({reason})"),
            Some(Outcome { reason, .. }) => format!("Draw ({reason})"),
            None if self.position().in_check() => format!("{turn} to move, in check"),
            None => format!("{turn} to move"),
        }
    }

    /// The state that the board does not show: holds, castling rights, the move count.
    pub(crate) fn state_lines(&self) -> Vec<String> {
        let position = self.position();
        let definition = position.game().definition();
        let state: State = position.state();
        let mut lines = Vec::new();
        for (i, hold) in definition.holds().iter().enumerate() {
            for side in Side::BOTH {
                if state.holds(i, side) {
                    let group = &definition.groups()[hold.group].name;
                    let held = side.other();
                    let royal = position.royal_cells(held).iter().next();
                    let royal = royal.and_then(|cell| position.piece(cell));
                    let name =
                        royal.map_or("royal piece", |piece| &definition.piece(piece.kind).name);
                    lines.push(format!("{side} holds {held}'s {name} on the {group} board"));
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
        let left = most.saturating_sub(position.halfmove());
        if left > 0 && position.halfmove() * 2 >= most && !self.is_over() {
            let whose = match left {
                1 => position.turn().to_string(),
                _ => "each side".to_owned(),
            };
            lines.push(format!(
                "Draw after {} by {whose} without {}",
                words::count(left.div_ceil(2) as usize, "more move"),
                rules::resets(definition)
            ));
        }
        lines
    }
}

/// The pieces on some cells, each spanning piece once.
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

//! Why a move is not legal.

mod inquiry;

pub(crate) use inquiry::{refuse, refuse_castling};
pub use inquiry::{why, why_despite_end};

use crate::words::list;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Kind, Outcome, Piece, Side};
use std::fmt;
use thiserror::Error;

/// A cell with its name, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedCell {
    /// The cell.
    pub cell: Cell,
    /// Its name in the drawing.
    pub name: String,
}

impl NamedCell {
    pub(crate) fn new(definition: &Definition, cell: Cell) -> NamedCell {
        NamedCell {
            cell,
            name: definition.board().name(cell),
        }
    }
}

/// A piece with its cell and its name, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPiece {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub at: NamedCell,
    /// What it is called: `knight`.
    pub name: String,
}

/// A kind that a piece could become.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The kind; `None` if the piece stays what it is.
    pub kind: Option<Kind>,
    /// Its name and letter: `queen (q)`.
    pub name: String,
}

impl fmt::Display for NamedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for NamedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.name, self.at)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    #[error("the game is over by {}", .0.reason)]
    GameOver(Outcome),
    /// The origin is empty.
    #[error("there is no piece on {0}")]
    NoPiece(NamedCell),
    /// The piece on the origin belongs to the other side.
    #[error("{piece} belongs to {}, and {turn} is to move", .piece.piece.side)]
    EnemyPiece {
        /// The piece on the origin.
        piece: NamedPiece,
        /// Whose turn it is.
        turn: Side,
    },
    /// The origin is a cell of a piece of several cells, but not the one that names it.
    #[error("{piece} stands on several cells; it is named by {name}")]
    NotItsName {
        /// The piece.
        piece: NamedPiece,
        /// The cell that names it.
        name: NamedCell,
    },
    /// The destination of a piece of several cells is not the cell that would name it there.
    #[error("{piece} stands on several cells; its new place on {destination} is named by {name}")]
    NotItsDestination {
        /// The piece.
        piece: NamedPiece,
        /// The cell that was given.
        destination: NamedCell,
        /// The cell that names the place.
        name: NamedCell,
    },
    /// The piece must promote or transform here, and the text does not say to what.
    #[error(
        "{piece} {} on {destination}; add a letter: {}",
        if *.transforms { "transforms" } else { "promotes" },
        list(.choices, "or")
    )]
    PromotionMissing {
        /// The piece that moves.
        piece: NamedPiece,
        /// Where it goes.
        destination: NamedCell,
        /// What it can become.
        choices: Vec<Choice>,
        /// Whether it is a royal piece that transforms, and not one that promotes.
        transforms: bool,
    },
    /// The piece cannot promote or transform to this here.
    #[error(
        "{piece} cannot {} {kind} on {destination}; it can {}",
        become_words(*.transforms),
        possible(.choices, *.transforms)
    )]
    PromotionNotAllowed {
        /// The piece that moves.
        piece: NamedPiece,
        /// What the text says it becomes.
        kind: String,
        /// Where it goes.
        destination: NamedCell,
        /// What is possible.
        choices: Vec<Choice>,
        /// Whether it is a royal piece that transforms, and not one that promotes.
        transforms: bool,
    },
    /// The side must transform its royal piece and do nothing else.
    #[error("{royal} must become {becomes}: choose {}", list(.cells, "or"))]
    MustTransform {
        /// The royal piece.
        royal: NamedPiece,
        /// What it becomes, with the article: `an emperor`.
        becomes: String,
        /// The cells that it can keep.
        cells: Vec<NamedCell>,
    },
    /// The royal piece may not transform now.
    #[error("{0} may transform only when it is attacked or no other move is left")]
    MayNotTransform(NamedPiece),
    /// A transformation must keep one of the piece's own cells.
    #[error("{piece} keeps one of its own cells when it transforms: {}", list(.cells, "or"))]
    NotItsCell {
        /// The royal piece.
        piece: NamedPiece,
        /// Its cells.
        cells: Vec<NamedCell>,
    },
    /// The origin and the destination are the same.
    #[error("{0} cannot stay where it is")]
    StaysPut(NamedPiece),
    /// A piece of the same side stands on the destination.
    #[error("{piece} cannot land on {other} of its own side")]
    OwnPiece {
        /// The piece that moves.
        piece: NamedPiece,
        /// The piece of the same side.
        other: NamedPiece,
    },
    /// A royal piece of several cells cannot be captured.
    #[error("{piece} cannot land on {other}, which is never captured")]
    NeverCaptured {
        /// The piece that moves.
        piece: NamedPiece,
        /// The piece on its destination.
        other: NamedPiece,
    },
    /// The piece does not move that way, whatever stands on the board.
    #[error("{piece} does not move to {destination}")]
    NotItsMove {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
    },
    /// The piece goes there only to capture, and there is nothing to capture.
    #[error(
        "{piece} can go to {destination} only to capture, and there is nothing to capture{}",
        if *.in_passing { ", not even in passing" } else { "" }
    )]
    OnlyCaptures {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
        /// Whether it could capture in passing there.
        in_passing: bool,
    },
    /// The piece goes there only if the cell is empty.
    #[error("{piece} does not capture that way, and an enemy stands on {destination}")]
    DoesNotCapture {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
    },
    /// The piece goes there only from a starting cell of its kind.
    #[error("{piece} can make this move only from a starting cell of its kind")]
    OnlyFromStart {
        /// The piece.
        piece: NamedPiece,
    },
    /// The board has no complete block where the step would go.
    #[error(
        "{piece} cannot reach {destination}: a step in several dimensions needs every cell of the \
         block between its ends, and one is missing"
    )]
    IncompleteBlock {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
    },
    /// Pieces stand in the way.
    #[error("{piece} cannot reach {destination}: {} in the way", stand(.blockers))]
    Blocked {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
        /// The first piece in the way on each of its paths.
        blockers: Vec<NamedPiece>,
    },
    /// The piece needs another piece to leap over.
    #[error("{piece} reaches {destination} only over exactly one piece{}", before(*.just_before))]
    NeedsMount {
        /// The piece.
        piece: NamedPiece,
        /// The destination.
        destination: NamedCell,
        /// Whether that piece must stand just before the destination.
        just_before: bool,
    },
    /// The right to castle is gone.
    #[error(
        "castling to {0} is no longer possible: the royal piece or the piece it castles with has moved or was captured"
    )]
    CastlingGone(NamedCell),
    /// The royal piece would castle out of or through check.
    #[error("castling to {destination} is not possible: {} attacked", are(.attacked))]
    CastlingAttacked {
        /// The destination of the royal piece.
        destination: NamedCell,
        /// The cells that must not be attacked but are.
        attacked: Vec<NamedCell>,
    },
    /// Pieces stand between the royal piece and the rook.
    #[error("castling to {destination} is not possible: {} in the way", stand(.blockers))]
    CastlingBlocked {
        /// The destination of the royal piece.
        destination: NamedCell,
        /// The pieces in the way.
        blockers: Vec<NamedPiece>,
    },
    /// The enemy's royal piece holds this one in its part of the board.
    #[error("{royal} is held: it may not leave its square of the {group} board")]
    Held {
        /// The royal piece.
        royal: NamedPiece,
        /// The group of axes along which it may not move.
        group: String,
    },
    /// The royal piece has just transformed and may not leave its row.
    #[error(
        "{0} has transformed and may not leave its row until the enemy has made a move that is \
         not a transformation"
    )]
    Bound(NamedPiece),
    /// The move would leave the royal piece attacked.
    #[error(
        "{} {} attacked{}",
        .royal,
        if *.already { "would still be" } else { "would be" },
        by(.attackers)
    )]
    LeavesAttacked {
        /// The royal piece, where it would stand.
        royal: NamedPiece,
        /// Whether it is already attacked before the move.
        already: bool,
        /// The pieces that would attack it.
        attackers: Vec<NamedPiece>,
    },
}

fn become_words(transforms: bool) -> &'static str {
    if transforms {
        "transform into"
    } else {
        "promote to"
    }
}

fn possible(choices: &[Choice], transforms: bool) -> String {
    let (stay, kinds): (Vec<&Choice>, Vec<&Choice>) =
        choices.iter().partition(|choice| choice.kind.is_none());
    if kinds.is_empty() {
        return "only stay what it is".to_owned();
    }
    let promote = format!("{} {}", become_words(transforms), list(&kinds, "or"));
    if stay.is_empty() {
        promote
    } else {
        format!("{promote}, or stay what it is")
    }
}

fn stand(pieces: &[NamedPiece]) -> String {
    let verb = if pieces.len() == 1 { "stands" } else { "stand" };
    format!("{} {verb}", list(pieces, "and"))
}

fn are(cells: &[NamedCell]) -> String {
    let verb = if cells.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", list(cells, "and"))
}

fn by(pieces: &[NamedPiece]) -> String {
    if pieces.is_empty() {
        String::new()
    } else {
        format!(" by {}", list(pieces, "and"))
    }
}

fn before(just: bool) -> &'static str {
    if just { ", just before it" } else { "" }
}

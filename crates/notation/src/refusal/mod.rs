//! Why a move is not legal.

mod inquiry;

pub use inquiry::{why, why_despite_end};

use hyperrook_geometry::Cell;
use hyperrook_rules::{Definition, Kind, Man, Outcome, Side};
use std::fmt;
use thiserror::Error;

/// A cell with its name, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            name: definition.board.name(cell),
        }
    }
}

/// A man with its cell and its name, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMan {
    /// The man.
    pub man: Man,
    /// Where it stands.
    pub at: NamedCell,
    /// What it is called: `knight`.
    pub name: String,
}

/// A kind that a man could become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The kind; `None` for staying what it is.
    pub kind: Option<Kind>,
    /// Its name and letter: `queen (q)`.
    pub name: String,
}

impl fmt::Display for NamedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for NamedMan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.name, self.at)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

fn list<T: ToString>(items: &[T], last: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match items.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// There are no moves any more.
    #[error("the game is over by {}", .0.reason)]
    GameOver(Outcome),
    /// The origin is empty.
    #[error("there is no man on {0}")]
    NoMan(NamedCell),
    /// The man on the origin belongs to the other side.
    #[error("{man} belongs to {}, and {turn} is to move", .man.man.side)]
    EnemyMan {
        /// The man on the origin.
        man: NamedMan,
        /// Whose turn it is.
        turn: Side,
    },
    /// A man of several cells is named by another of its cells.
    #[error("{man} stands on several cells; it is named by {name}")]
    NotItsName {
        /// The man.
        man: NamedMan,
        /// The cell that names it.
        name: NamedCell,
    },
    /// The man must become something here, and the text does not say what.
    #[error("{man} promotes on {destination}; add a letter: {}", list(.choices, "or"))]
    PromotionMissing {
        /// The man that moves.
        man: NamedMan,
        /// Where it goes.
        destination: NamedCell,
        /// What it can become.
        choices: Vec<Choice>,
    },
    /// The man cannot become this here.
    #[error("{man} cannot promote to {kind} on {destination}; it can {}", possible(.choices))]
    PromotionNotAllowed {
        /// The man that moves.
        man: NamedMan,
        /// What the text says it becomes.
        kind: String,
        /// Where it goes.
        destination: NamedCell,
        /// What is possible.
        choices: Vec<Choice>,
    },
    /// The side must transform its royal man and do nothing else.
    #[error("{royal} must transform now: write its cell, the cell kept and the letter `{letter}`")]
    MustTransform {
        /// The royal man.
        royal: NamedMan,
        /// The letter of what it becomes, lower case.
        letter: char,
    },
    /// The royal man may not transform now.
    #[error("{0} may transform only when it is attacked or no other move is left")]
    MayNotTransform(NamedMan),
    /// A transformation must keep one of the man's own cells.
    #[error("{man} keeps one of its own cells when it transforms: {}", list(.cells, "or"))]
    NotItsCell {
        /// The royal man.
        man: NamedMan,
        /// Its cells.
        cells: Vec<NamedCell>,
    },
    /// Origin and destination are the same.
    #[error("{0} cannot stay where it is")]
    StaysPut(NamedMan),
    /// A man of the same side is in the way at the end.
    #[error("{man} cannot land on {other} of its own side")]
    OwnMan {
        /// The man that moves.
        man: NamedMan,
        /// The man of the same side.
        other: NamedMan,
    },
    /// Nothing lands on a royal man of several cells.
    #[error("{man} cannot land on {other}, which is never captured")]
    NeverCaptured {
        /// The man that moves.
        man: NamedMan,
        /// The man on its destination.
        other: NamedMan,
    },
    /// The man does not move that way, whatever stands on the board.
    #[error("{man} does not move to {destination} from there")]
    NotItsMove {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
    },
    /// The man goes there only to capture, and there is nothing to capture.
    #[error(
        "{man} goes to {destination} only to capture, and no enemy stands there{}",
        if *.in_passing { ", nor has one just passed it that may be captured" } else { "" }
    )]
    OnlyCaptures {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
        /// Whether it could capture in passing there.
        in_passing: bool,
    },
    /// The man goes there only if the cell is empty.
    #[error("{man} does not capture that way, and an enemy stands on {destination}")]
    DoesNotCapture {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
    },
    /// The man goes there only from a cell where its like stands at the start.
    #[error("{man} moves so only from a cell where it starts")]
    OnlyFromStart {
        /// The man.
        man: NamedMan,
    },
    /// The board is not whole where the step would go.
    #[error(
        "{man} cannot reach {destination}: a step in several dimensions needs every cell of the \
         block between its ends, and one is missing"
    )]
    IncompleteBlock {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
    },
    /// Men stand in the way.
    #[error("{man} cannot reach {destination}: {} in the way", stand(.blockers))]
    Blocked {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
        /// The first man in the way on each of its ways.
        blockers: Vec<NamedMan>,
    },
    /// The man needs another to leap over.
    #[error("{man} reaches {destination} only over exactly one man{}", before(*.just_before))]
    NeedsMount {
        /// The man.
        man: NamedMan,
        /// Where it was to go.
        destination: NamedCell,
        /// Whether that man must stand just before the destination.
        just_before: bool,
    },
    /// The right to castle is gone.
    #[error("castling to {0} is no longer possible: its king or its other man has moved")]
    CastlingGone(NamedCell),
    /// Castling through or out of attack.
    #[error("castling to {destination} is not possible: {} attacked", are(.attacked))]
    CastlingAttacked {
        /// Where the royal man was to go.
        destination: NamedCell,
        /// The cells that must not be attacked and are.
        attacked: Vec<NamedCell>,
    },
    /// Castling with men between.
    #[error("castling to {destination} is not possible: {} in the way", stand(.blockers))]
    CastlingBlocked {
        /// Where the royal man was to go.
        destination: NamedCell,
        /// The men in the way.
        blockers: Vec<NamedMan>,
    },
    /// The enemy's royal man holds this one in its part of the board.
    #[error("{royal} is held by the enemy's and may not leave its part of `{group}`")]
    Held {
        /// The royal man.
        royal: NamedMan,
        /// The group of axes along which it may not move.
        group: String,
    },
    /// The royal man has just transformed and may not leave its row.
    #[error(
        "{0} has transformed and may not leave its row until the enemy has made another move \
         than a transformation"
    )]
    Bound(NamedMan),
    /// The move would leave the royal man attacked.
    #[error(
        "{} {} attacked{}",
        .royal,
        if *.already { "would still be" } else { "would be" },
        by(.attackers)
    )]
    LeavesAttacked {
        /// The royal man, where it would stand.
        royal: NamedMan,
        /// Whether it is attacked already before the move.
        already: bool,
        /// The men that would attack it.
        attackers: Vec<NamedMan>,
    },
}

fn possible(choices: &[Choice]) -> String {
    let (stay, kinds): (Vec<&Choice>, Vec<&Choice>) =
        choices.iter().partition(|choice| choice.kind.is_none());
    match (stay.is_empty(), kinds.is_empty()) {
        (_, true) => "only stay what it is".to_owned(),
        (true, false) => format!("promote to {}", list(&kinds, "or")),
        (false, false) => format!("promote to {}, or stay what it is", list(&kinds, "or")),
    }
}

fn stand(men: &[NamedMan]) -> String {
    let verb = if men.len() == 1 { "stands" } else { "stand" };
    format!("{} {verb}", list(men, "and"))
}

fn are(cells: &[NamedCell]) -> String {
    let verb = if cells.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", list(cells, "and"))
}

fn by(men: &[NamedMan]) -> String {
    if men.is_empty() {
        String::new()
    } else {
        format!(" by {}", list(men, "and"))
    }
}

fn before(just: bool) -> &'static str {
    if just { ", just before it" } else { "" }
}

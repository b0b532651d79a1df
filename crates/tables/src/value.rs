//! The values of positions in tables.

use std::fmt;

/// The result of perfect play for the side to move. Distances are in plies to the end of the game:
/// checkmate, or any other way to win by the rules of the game.
///
/// Repetitions and the move count are left out: see [`crate::ProbeResult::verdict`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndgameValue {
    /// The side to move wins in this many plies. 0 means that it has already won.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move loses in this many plies. 0 means that it has already lost.
    Loss(u16),
}

/// The maximum distance that a table can hold, in plies.
pub const MAX_PLIES: u16 = 32_000;

/// A value in 16 bits, as tables hold it in memory. 0 is no position, 1 a draw, even
/// numbers are wins and odd numbers losses.
pub(crate) type Code = u16;

/// Not a position: pieces share a cell, or the side to move could capture the royal piece.
pub(crate) const NO_POSITION: Code = 0;
/// In a file of zeroing distances: the code is that of the table beside it.
pub(crate) const SAME_AS_TABLE: Code = 0;
pub(crate) const DRAW: Code = 1;

pub(crate) const fn win(plies: u16) -> Code {
    2 + 2 * plies
}

pub(crate) const fn loss(plies: u16) -> Code {
    3 + 2 * plies
}

pub(crate) fn is_win(code: Code) -> bool {
    code >= 2 && code.is_multiple_of(2)
}

pub(crate) fn is_loss(code: Code) -> bool {
    code >= 3 && code % 2 == 1
}

/// The distance of a win or loss.
pub(crate) fn plies(code: Code) -> u16 {
    code.saturating_sub(2) / 2
}

impl EndgameValue {
    /// The value of a code; `None` if it is not that of a position.
    pub(crate) fn of(code: Code) -> Option<EndgameValue> {
        match code {
            NO_POSITION => None,
            DRAW => Some(EndgameValue::Draw),
            code if is_win(code) => Some(EndgameValue::Win(plies(code))),
            code => Some(EndgameValue::Loss(plies(code))),
        }
    }

    /// The value of a move that leads to this value for the opponent.
    ///
    /// ```
    /// use hyperrook_tables::EndgameValue;
    ///
    /// assert_eq!(EndgameValue::Loss(0).before(), EndgameValue::Win(1));
    /// ```
    #[must_use]
    pub fn before(self) -> EndgameValue {
        match self {
            EndgameValue::Win(plies) => EndgameValue::Loss(plies.saturating_add(1)),
            EndgameValue::Draw => EndgameValue::Draw,
            EndgameValue::Loss(plies) => EndgameValue::Win(plies.saturating_add(1)),
        }
    }

    /// A number that is larger for values that the side to move prefers: quick wins, slow losses.
    ///
    /// ```
    /// use hyperrook_tables::EndgameValue;
    ///
    /// assert!(EndgameValue::Win(1).rank() > EndgameValue::Win(3).rank());
    /// assert!(EndgameValue::Win(99).rank() > EndgameValue::Draw.rank());
    /// assert!(EndgameValue::Loss(4).rank() > EndgameValue::Loss(2).rank());
    /// ```
    pub fn rank(self) -> i32 {
        match self {
            EndgameValue::Win(plies) => 70_000 - i32::from(plies),
            EndgameValue::Draw => 0,
            EndgameValue::Loss(plies) => i32::from(plies) - 70_000,
        }
    }

    /// The distance in plies; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => Some(plies),
            EndgameValue::Draw => None,
        }
    }

    /// The distance in moves of the winner; `None` for a draw.
    ///
    /// ```
    /// use hyperrook_tables::EndgameValue;
    ///
    /// assert_eq!(EndgameValue::Win(19).moves(), Some(10));
    /// assert_eq!(EndgameValue::Loss(20).moves(), Some(10));
    /// ```
    pub fn moves(self) -> Option<u16> {
        self.plies().map(|plies| plies.div_ceil(2))
    }
}

/// In words: `win in 10 moves`.
impl fmt::Display for EndgameValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            EndgameValue::Draw => return f.pad("draw"),
            EndgameValue::Win(0) => return f.pad("won"),
            EndgameValue::Loss(0) => return f.pad("lost"),
            EndgameValue::Win(_) => "win",
            EndgameValue::Loss(_) => "loss",
        };
        let moves = self.moves().unwrap_or(0);
        let end = if moves == 1 { "move" } else { "moves" };
        f.pad(&format!("{word} in {moves} {end}"))
    }
}

/// The better of two codes for the side to move. The code for no position is worse than all others.
pub(crate) fn better(a: Code, b: Code) -> Code {
    match (EndgameValue::of(a), EndgameValue::of(b)) {
        (Some(x), Some(y)) if x.rank() >= y.rank() => a,
        (Some(_), None) => a,
        _ => b,
    }
}

/// The code of a move that leads to this code for the opponent.
pub(crate) fn before(code: Code) -> Code {
    match code {
        NO_POSITION => NO_POSITION,
        DRAW => DRAW,
        code if is_win(code) => code + 3,
        code => code + 1,
    }
}

/// The value of a position right after a zeroing move, if it is won or lost in any number of
/// plies within the limit: as if the game ended there.
pub(crate) fn at_zero(code: Code) -> Code {
    if is_win(code) {
        win(0)
    } else if is_loss(code) {
        loss(0)
    } else {
        code
    }
}

/// A distance to the end as a zeroing distance, if no move on the way resets the move count.
pub(crate) fn within(code: Code, limit: u16) -> Code {
    if plies(code) > limit { DRAW } else { code }
}

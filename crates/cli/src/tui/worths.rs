//! The worth of each piece where it stands: a digit in place of its letter.

use crate::engine;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Position, Side};
use hyperrook_search::{Engine, EngineSettings, PieceWorth};
use std::cell::OnceCell;

/// The worths of the pieces of a game, computed when first shown.
#[derive(Debug, Default)]
pub(super) struct Worths {
    /// Whether they are shown.
    pub(super) shown: bool,
    evaluator: OnceCell<Engine>,
    /// The worths in the position on the screen.
    found: OnceCell<Vec<PieceWorth>>,
}

impl Worths {
    /// Forgets the last position.
    pub(super) fn clear(&mut self) {
        self.found = OnceCell::new();
    }

    fn of(&self, position: &Position) -> &[PieceWorth] {
        self.found.get_or_init(|| {
            let settings = EngineSettings {
                hash_mib: 1,
                ..EngineSettings::default()
            };
            let engine = || Engine::new(position.game(), settings);
            self.evaluator.get_or_init(engine).piece_worths(position)
        })
    }

    /// Puts the worth of each piece in place of its letter, in pawns.
    pub(super) fn replace(&self, position: &Position, letters: &mut [Option<(char, Side)>]) {
        for worth in self.of(position) {
            if let Some(Some((letter, _))) = letters.get_mut(worth.cell.index()) {
                *letter = digit(worth.worth_cp);
            }
        }
    }

    /// The worth of the piece on a cell, in pawns; `None` for royal pieces.
    pub(super) fn on(&self, position: &Position, cell: Cell) -> Option<String> {
        let worth = self.of(position).iter().find(|worth| worth.cell == cell)?;
        Some(engine::pawns(worth.worth_cp))
    }
}

/// A worth as one character: whole pawns, `+` for ten or more, `-` if negative.
fn digit(worth_cp: i32) -> char {
    match (worth_cp + 50).div_euclid(100) {
        ..0 => '-',
        pawns @ 0..10 => char::from_digit(pawns.unsigned_abs(), 10).unwrap_or('+'),
        _ => '+',
    }
}

#[cfg(test)]
mod tests {
    use super::digit;

    #[test]
    fn worths_are_one_character() {
        let digits: String = [-51, -50, 49, 50, 949, 950]
            .into_iter()
            .map(digit)
            .collect();
        assert_eq!(digits, "-0019+");
    }
}

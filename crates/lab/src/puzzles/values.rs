//! What the pieces of a game are worth.

use hyperrook_eval::piece_values;
use hyperrook_rules::{Game, Kind};

/// The values of the kinds of a game, in centipawns.
///
/// A queen of chess is worth nine pawns, one of Riftwalker Chess less than three. So what
/// is much in a game is measured by its pieces: see [`PuzzleValues::of_piece`].
#[derive(Debug)]
pub(super) struct PuzzleValues {
    of_kinds: Vec<i32>,
    mean: i32,
}

impl PuzzleValues {
    pub(super) fn new(game: &Game) -> PuzzleValues {
        let of_kinds = piece_values(game);
        let pieces = game.definition().pieces();
        let (mut sum, mut count) = (0, 0);
        for (value, _) in of_kinds.iter().zip(pieces).filter(|(_, spec)| !spec.royal) {
            sum += value;
            count += 1;
        }
        PuzzleValues {
            mean: if count == 0 { 100 } else { sum / count },
            of_kinds,
        }
    }

    /// The value of a kind.
    pub(super) fn of(&self, kind: Kind) -> i32 {
        self.of_kinds.get(kind.index()).copied().unwrap_or(0)
    }

    /// So many hundredths of the mean value of the kinds that are not royal.
    pub(super) fn of_piece(&self, hundredths: i32) -> i32 {
        self.mean * hundredths / 100
    }
}

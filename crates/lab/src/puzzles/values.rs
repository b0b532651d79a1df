//! What the pieces of a game are worth.

use hyperrook_eval::piece_values;
use hyperrook_rules::{Game, Kind};

/// The values of the kinds of a game, in centipawns.
///
/// A queen of chess is worth nine pawns, in other games less than three. So what is much in a
/// game is measured by its pieces: see [`PuzzleValues::of_piece`].
#[derive(Debug)]
pub(super) struct PuzzleValues {
    of_kinds: Vec<i32>,
    mean: i32,
}

impl PuzzleValues {
    pub(super) fn new(game: &Game) -> PuzzleValues {
        let of_kinds = piece_values(game);
        let (mut sum, mut count) = (0.0, 0.0);
        for (_, piece) in game.start().pieces() {
            let spec = game.definition().piece(piece.kind);
            if !spec.royal {
                // A piece of several cells counts once.
                let share = 1.0 / spec.span.map_or(1.0, |span| span.length as f64);
                sum += share * f64::from(of_kinds[piece.kind.index()]);
                count += share;
            }
        }
        PuzzleValues {
            mean: if count > 0.0 {
                (sum / count) as i32
            } else {
                100
            },
            of_kinds,
        }
    }

    /// The value of a kind.
    pub(super) fn of(&self, kind: Kind) -> i32 {
        self.of_kinds.get(kind.index()).copied().unwrap_or(0)
    }

    /// This many hundredths of the mean value of the pieces that are on the board at the start and
    /// are not royal.
    pub(super) fn of_piece(&self, hundredths: i32) -> i32 {
        self.mean * hundredths / 100
    }
}

#[cfg(test)]
mod tests {
    use super::PuzzleValues;
    use hyperrook_rules::Game;

    #[test]
    fn pieces_count_as_often_as_they_are_on_the_board() {
        for name in ["chess", "walkers", "riftwalker", "gateway"] {
            let game = Game::shipped(name).unwrap();
            let values = PuzzleValues::new(&game);
            let pieces = game.definition().pieces().iter();
            let others = pieces.zip(&values.of_kinds).filter(|(spec, _)| !spec.royal);
            let kinds: Vec<i32> = others.map(|(_, value)| *value).collect();
            let mean_of_kinds = kinds.iter().sum::<i32>() / kinds.len() as i32;
            // Pawns are many, queens are few.
            let unit = values.of_piece(100);
            assert!(
                (80..mean_of_kinds).contains(&unit),
                "{name}: {unit} {kinds:?}"
            );
        }
    }
}

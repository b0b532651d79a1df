//! The measures of a playtest: one table, from which the files, the report and the documentation
//! are made.

use serde::Serialize;

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share, from 0 to 1; written as a percentage.
    Share,
    /// Plies: moves of one side.
    Plies,
    /// Legal moves.
    Moves,
    /// Number of times per game.
    TimesPerGame,
    /// Number of times per game, for each piece that a side starts with.
    TimesPerPiece,
    /// A figure from 0 to 1 that is not a share.
    Index,
    /// Points of the Elo scale.
    Elo,
    /// Bits of information: 1 bit for two equally frequent moves, 2 bits for four.
    Bits,
}

/// The data that a measure is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasureSource {
    /// The moves of the games, by the rules alone.
    Record,
    /// The engine's scores of the positions in which it moves.
    Scores,
    /// A search of all moves of some positions, one in 17: each move, then captures.
    ShallowSearch,
}

/// The items for which a measure has figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasureScope {
    /// One figure for the whole run.
    Run,
    /// One for each reason why games end.
    Reason,
    /// One for each kind of piece.
    Kind,
    /// One for each range of plies: see [`ply_bin`].
    Ply,
    /// One for each of the first eight plies of the game.
    FirstPly,
    /// One for each tenth of the winning chances.
    Tenth,
    /// One for each cell.
    Cell,
}

/// How the interval of a figure is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Estimator {
    /// A share of games: every game counts 0, ½ or 1.
    GameShare,
    /// A ratio of sums over games.
    Ratio,
    /// The median of a histogram of games; the mean is given by another measure.
    Median,
    /// The entropy of counts.
    Entropy,
    /// The Elo difference of White's score.
    Elo,
}

/// A row of the table of measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// The name in files.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The unit.
    pub unit: Unit,
    /// The data that it is taken from.
    pub source: MeasureSource,
    /// The items for which it has figures.
    pub each: MeasureScope,
    /// How its interval is found.
    pub estimator: Estimator,
    /// The exact definition of what is measured.
    pub definition: &'static str,
}

macro_rules! measures {
    ($($name:ident $id:literal $title:literal $unit:ident $source:ident $each:ident $estimator:ident $definition:literal)*) => {
        /// A measure: its row in [`MEASURES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the table below says what each is")]
        pub enum MeasureId { $($name),* }

        /// All measures.
        pub const MEASURES: &[Measure] = &[$(Measure {
            id: $id,
            name: $title,
            unit: Unit::$unit,
            source: MeasureSource::$source,
            each: MeasureScope::$each,
            estimator: Estimator::$estimator,
            definition: $definition,
        }),*];

        impl MeasureId {
            /// All measures, in the order of [`MEASURES`].
            pub const ALL: &'static [MeasureId] = &[$(MeasureId::$name),*];
        }
    };
}

measures! {
    WhiteScore "white-score" "White's score" Share Record Run GameShare
        "Points of White per finished game: 1 for a win, ½ for a draw."
    FirstMove "first-move" "Advantage of White" Elo Record Run Elo
        "The difference in strength, in Elo, that would give two players White's score."
    WhiteWins "white-wins" "White wins" Share Record Run GameShare
        "Share of the finished games that White wins."
    BlackWins "black-wins" "Black wins" Share Record Run GameShare
        "Share of the finished games that Black wins."
    Draws "draws" "Draws" Share Record Run GameShare
        "Share of the finished games that are drawn."
    Unfinished "unfinished" "Unfinished games" Share Record Run GameShare
        "Share of all games that were stopped because they reached the greatest number of plies. They count as neither draws nor wins."
    EndReason "end-reason" "How games end" Share Record Reason GameShare
        "Share of the finished games that end for this reason. Progress is a capture or, in most games, a pawn move."
    Length "length" "Length" Plies Record Run Ratio
        "Mean number of plies of a finished game, including its opening."
    MedianLength "median-length" "Median length" Plies Record Run Median
        "Half of the finished games are no longer than this."
    Branching "branching" "Legal moves" Moves Record Run Ratio
        "Mean number of legal moves in a position after the opening."
    BranchingByPly "branching-by-ply" "Legal moves by ply" Moves Record Ply Ratio
        "Mean number of legal moves in the positions at these plies."
    Forced "forced" "Forced moves" Share Record Run Ratio
        "Share of the positions that have only one legal move."
    Checks "checks" "Checks" Share Record Run Ratio
        "Share of the positions in which the side to move is in check."
    Captures "captures" "Captures" Share Record Run Ratio
        "Share of the moves that capture."
    FirstCapture "first-capture" "First capture" Plies Record Run Ratio
        "Mean ply of the first capture after the opening, in the games that have one."
    NoCapture "no-capture" "Games without a capture" Share Record Run GameShare
        "Share of all games in which nothing is captured after the opening."
    MaterialByPly "material-by-ply" "Pieces left by ply" Share Record Ply Ratio
        "Share of the starting pieces that are still on the board at these plies, in the games that last that long."
    MaterialAtEnd "material-at-end" "Pieces left at the end" Share Record Run Ratio
        "Share of the starting pieces that are still on the board when the game ends."
    Jam "jam" "Pieces without a move" Share Record Run Ratio
        "Share of the side to move's pieces that have no legal move, in positions without check."
    JamByPly "jam-by-ply" "Pieces without a move by ply" Share Record Ply Ratio
        "Share of the side to move's pieces that have no legal move, in positions without check at these plies."
    MovesPerPiece "moves-per-piece" "Moves per piece" Moves Record Run Ratio
        "Mean number of legal moves of each piece of the side to move, in positions without check."
    MovesPerPieceByPly "moves-per-piece-by-ply" "Moves per piece by ply" Moves Record Ply Ratio
        "Mean number of legal moves of each piece of the side to move, in positions without check at these plies."
    Reversals "reversals" "Moves back" Share Record Run Ratio
        "Share of the moves, from each side's second move after the opening on, that return a piece to the cell that it left with the same side's last move: shuffling."

    KindMoves "kind-moves" "Share of the moves" Share Record Kind Ratio
        "Share of all moves that pieces of this kind make."
    KindIdle "kind-idle" "Untouched" Share Record Kind Ratio
        "Share of the starting pieces of this kind that neither move nor are captured in the whole game."
    KindSurvives "kind-survives" "Survives" Share Record Kind Ratio
        "Share of the starting pieces of this kind that are still on the board when the game ends, promoted or not."
    KindCaptures "kind-captures" "Captures made" TimesPerPiece Record Kind Ratio
        "Captures per game by pieces of this kind, divided by the number of them at the start."
    KindMobility "kind-mobility" "Moves per piece" Moves Record Kind Ratio
        "Mean number of legal moves of a piece of this kind, in positions without check."
    KindJam "kind-jam" "Without a move" Share Record Kind Ratio
        "Share of the side to move's pieces of this kind that have no legal move, in positions without check."
    KindPromotes "kind-promotes" "Promotes" Share Record Kind Ratio
        "Share of the starting pieces of this kind that promote during the game."
    KindChosen "kind-chosen" "Chosen in promotion" Share Record Kind Ratio
        "Share of the promotions that choose this kind."
    KindMates "kind-mates" "Gives mate" Share Record Kind GameShare
        "Share of the checkmates in which a piece of this kind makes the last move."

    CellVisits "cell-visits" "Where pieces go" Share Record Cell Ratio
        "Share of the moves that end on this cell."
    CellCaptures "cell-captures" "Where pieces are captured" Share Record Cell Ratio
        "Share of the captured pieces that are captured on this cell."
    CellMates "cell-mates" "Where royal pieces are mated" Share Record Cell Ratio
        "Share of the checkmates in which the mated piece stands on this cell. A piece that stands on several cells counts for each of them."

    PromotionGames "promotion-games" "Games with a promotion" Share Record Run GameShare
        "Share of all games with at least one promotion."
    Promotions "promotions" "Promotions" TimesPerGame Record Run Ratio
        "Promotions per game."
    PromotionDecides "promotion-decides" "Won with a promoted piece" Share Record Run GameShare
        "Share of the won games in which the winner has promoted."
    CastlingGames "castling-games" "Sides that castle" Share Record Run Ratio
        "Share of the sides that castle during the game."
    EnPassant "en-passant" "Captures in passing" TimesPerGame Record Run Ratio
        "Captures in passing per game."
    HoldGames "hold-games" "Games with a hold" Share Record Run GameShare
        "Share of all games in which a royal piece is held at some point."
    HoldTime "hold-time" "Time held" Share Record Run Ratio
        "Share of the positions in which the royal piece of either side is held."
    HoldMobility "hold-mobility" "Moves taken by holds" Share Record Run Ratio
        "In positions in which the side to move is held: the share of its royal piece's moves that the hold forbids. Moves into check count as moves."
    HoldDecides "hold-decides" "Lost while held" Share Record Run GameShare
        "Share of the won games in which the loser is held in the last position."
    TransformationGames "transformation-games" "Games with a transformation" Share Record Run GameShare
        "Share of all games in which a royal piece transforms."
    TransformationPly "transformation-ply" "First transformation" Plies Record Run Ratio
        "Mean ply of the first transformation, in the games that have one."
    TransformationDecides "transformation-decides" "Lost after transforming" Share Record Run GameShare
        "Share of the won games in which the loser has transformed."
    BaringDecides "baring-decides" "Won by baring" Share Record Run GameShare
        "Share of the won games that are won by baring."
    StalemateDecides "stalemate-decides" "Ended by stalemate" Share Record Run GameShare
        "Share of the finished games that end by stalemate."
    AcrossMoves "across-moves" "Moves far round a closed axis" Share Record Run Ratio
        "Share of the moves that go round a closed axis by at least three eighths of its length and two steps, the shorter way. Left out if no piece can go so far."
    AcrossCaptures "across-captures" "Captures far round a closed axis" Share Record Run Ratio
        "Share of the captures that go round a closed axis by at least three eighths of its length and two steps, the shorter way. Left out if no piece can go so far."

    LeadChanges "lead-changes" "Changes of the lead" TimesPerGame Scores Run Ratio
        "How often per game the lead passes from one side to the other. A side takes the lead when its winning chances reach 60 %, and keeps it until the other side takes it."
    Drama "drama" "Drama" Index Scores Run Ratio
        "How far behind the winner was at the worst moment: twice the distance of the winner's lowest winning chances below ½, in the won games; 0 if the winner was never behind. (After C. Browne, 2008, who takes the mean.)"
    Comebacks "comebacks" "Comebacks" Share Scores Run GameShare
        "Share of the won games in which the winner's chances fell to 25 % or less at some point."
    Uncertainty "uncertainty" "Uncertainty" Index Scores Run Ratio
        "Mean of 4p(1 − p) over the positions of the game, where p are White's winning chances: 1 while the game is even, 0 when it is decided."
    UncertaintyByPly "uncertainty-by-ply" "Uncertainty by ply" Index Scores Ply Ratio
        "Mean of 4p(1 − p) over the positions at these plies."
    DecidedAt "decided-at" "Decided after" Share Scores Run Ratio
        "The part of a won game after which the winner's chances stay at 90 % or more."
    DecidedByPly "decided-by-ply" "Decided by ply" Share Scores Ply GameShare
        "Share of the finished games that are won, and in which the winner's chances stay at 90 % or more after these plies. Games that have already ended count."
    Calibration "calibration" "Winning chances and results" Share Scores Tenth Ratio
        "White's mean points in the games of the positions to which the engine gives these winning chances. If the chances are right, the figure is near the middle of the tenth."
    Clarity "clarity" "Good moves" Share ShallowSearch Run Ratio
        "Share of the legal moves that are within 50 centipawns of the best one."
    GoodMoves "good-moves" "Number of good moves" Moves ShallowSearch Run Ratio
        "Mean number of legal moves within 50 centipawns of the best one, the best one included."
    GoodMovesByPly "good-moves-by-ply" "Number of good moves by ply" Moves ShallowSearch Ply Ratio
        "Mean number of legal moves within 50 centipawns of the best one at these plies."
    GoodFirstMoves "good-first-moves" "Choice of good first moves" Bits ShallowSearch FirstPly Ratio
        "Entropy of a random choice among the moves within 50 centipawns of the best one, from the start of the game, when both sides chose so before: 1 bit for two good moves, 2 bits for four. The sum over the first plies is the entropy of the good ways to begin."
    Variety "variety" "Variety of the first moves" Bits Record Ply Entropy
        "Entropy, over all games, of the moves that the engine plays at this point after the opening: how much the games differ."
}

impl MeasureId {
    /// The row of the measure.
    pub fn row(self) -> &'static Measure {
        &MEASURES[self as usize]
    }

    /// The measure with a name.
    pub fn of(id: &str) -> Option<MeasureId> {
        let at = MEASURES.iter().position(|measure| measure.id == id)?;
        Some(MeasureId::ALL[at])
    }
}

/// The number of ranges of plies.
pub(super) const PLY_BINS: usize = 37;

/// The range of plies to which a ply belongs: tens up to 200, then fifties up to 1,000, then
/// the rest.
pub fn ply_bin(ply: usize) -> usize {
    if ply < 200 {
        ply / 10
    } else {
        (20 + (ply - 200) / 50).min(PLY_BINS - 1)
    }
}

/// The first ply of a range, and the first ply after it; `None` after the last range.
pub fn bin_plies(bin: usize) -> (usize, Option<usize>) {
    let start = |bin: usize| {
        if bin < 20 {
            bin * 10
        } else {
            200 + (bin - 20) * 50
        }
    };
    (start(bin), (bin + 1 < PLY_BINS).then(|| start(bin + 1)))
}

/// The ranges for [`MeasureScope::Tenth`].
pub(super) const TENTHS: usize = 10;

/// The number of plies for [`MeasureScope::FirstPly`].
pub(super) const FIRST_PLIES: usize = 8;

/// The number of moves after the opening for which [`MeasureId::Variety`] is measured.
pub(super) const VARIETY_MOVES: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn measures_have_different_names_and_complete_definitions() {
        let ids: BTreeSet<_> = MEASURES.iter().map(|measure| measure.id).collect();
        assert_eq!(ids.len(), MEASURES.len());
        for (&id, measure) in MeasureId::ALL.iter().zip(MEASURES) {
            assert_eq!(MeasureId::of(measure.id), Some(id));
            assert!(measure.definition.ends_with(['.', ')']), "{}", measure.id);
        }
    }

    #[test]
    fn every_ply_is_in_the_range_that_its_bin_names() {
        for ply in 0..3_000 {
            let (from, to) = bin_plies(ply_bin(ply));
            assert!(from <= ply && to.is_none_or(|to| ply < to), "{ply}");
        }
    }
}

//! Directions on a board of hexagons, as people see them: orthogonally through a side, diagonally
//! along the line between two cells.

use super::list;
use hyperrook_geometry::{Coordinate, Drawing, HexShift, Place};
use hyperrook_rules::{Definition, Shape, Term};
use std::collections::BTreeSet;

/// A vector in files and ranks.
type HexStep = (i16, i16);

/// The neighbours of a cell.
const NEIGHBOURS: [HexStep; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];
/// The nearest cells in the directions between the neighbours.
const DIAGONALS: [HexStep; 6] = [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)];

/// The leaps of a knight.
const KNIGHT: [HexStep; 12] = [
    (1, 2),
    (2, 1),
    (3, -1),
    (3, -2),
    (2, -3),
    (1, -3),
    (-1, -2),
    (-2, -1),
    (-3, 1),
    (-3, 2),
    (-2, 3),
    (-1, 3),
];

/// How the coordinates of a chart change on a board of hexagons.
pub(super) struct Hexagons {
    shift: HexShift,
    /// What one file to the right and what one rank up changes.
    unit_vectors: [Coordinate; 2],
    /// Whether Black moves as White does if the board is turned round.
    turns: bool,
}

/// The direction of a vector, and how many cells it goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HexKind {
    Orthogonal(i16),
    Diagonal(i16),
    /// As a knight leaps: to the nearest cells that no orthogonal or diagonal step reaches.
    Knight,
}

impl Hexagons {
    /// `None` if the board does not have hexagons, or if the term is over some axes only or over axes
    /// along which the same step does not always change the same.
    pub(super) fn of(definition: &Definition, term: &Term, turns: bool) -> Option<Hexagons> {
        let board = definition.board();
        let &Drawing::Hex { shift, .. } = board.drawing() else {
            return None;
        };
        let chart = &board.charts()[term.chart];
        if term.axes.len() != chart.axes().len() || chart.axes().iter().any(|axis| axis.cyclic) {
            return None;
        }
        let change = |files: usize, ranks: usize| -> Option<Coordinate> {
            let mut found = None;
            for cell in board.cells() {
                let Place { file, rank, level } = board.place(cell);
                let place = Place {
                    file: file + files,
                    rank: rank + ranks,
                    level,
                };
                let Some(next) = board.at(place) else {
                    continue;
                };
                let (mut vector, from) = (chart.coordinate(next), chart.coordinate(cell));
                for (to, from) in vector.iter_mut().zip(from) {
                    *to -= from;
                }
                if found.is_some_and(|found| found != vector) {
                    return None;
                }
                found = Some(vector);
            }
            found
        };
        Some(Hexagons {
            shift,
            unit_vectors: [change(1, 0)?, change(0, 1)?],
            turns,
        })
    }

    /// Only the vectors that lead from cell to cell. A chart with a third axis has others.
    pub(super) fn possible(&self, vectors: &[Coordinate]) -> Vec<Coordinate> {
        let lead = |vector: &&Coordinate| self.step(vector).is_some();
        vectors.iter().filter(lead).copied().collect()
    }

    /// A vector in files and ranks.
    fn step(&self, vector: &Coordinate) -> Option<HexStep> {
        let [file, rank] = self.unit_vectors;
        let cross = |a: &Coordinate, b: &Coordinate, i: usize, j: usize| {
            let [ai, aj, bi, bj] = [a[i], a[j], b[i], b[j]].map(i32::from);
            ai * bj - aj * bi
        };
        let axes = 0..vector.len();
        let (i, j) = axes
            .clone()
            .flat_map(|i| axes.clone().map(move |j| (i, j)))
            .find(|&(i, j)| cross(&file, &rank, i, j) != 0)?;
        let by = cross(&file, &rank, i, j);
        let files = i16::try_from(cross(vector, &rank, i, j) / by).ok()?;
        let ranks = i16::try_from(cross(&file, vector, i, j) / by).ok()?;
        (self.vector((files, ranks)) == *vector).then_some((files, ranks))
    }

    /// The vector of a step. A coordinate that no board has becomes the largest number.
    fn vector(&self, (files, ranks): HexStep) -> Coordinate {
        let mut vector = Coordinate::default();
        for (axis, value) in vector.iter_mut().enumerate() {
            let [file, rank] = self.unit_vectors.map(|unit| i32::from(unit[axis]));
            let sum = i32::from(files) * file + i32::from(ranks) * rank;
            *value = i16::try_from(sum).unwrap_or(i16::MAX);
        }
        vector
    }

    /// The direction of a vector; `None` if it has no name.
    pub(super) fn kind(&self, vector: &Coordinate) -> Option<HexKind> {
        let (files, ranks) = self.step(vector)?;
        let length = files.abs().max(ranks.abs());
        match (files, ranks) {
            (0, _) | (_, 0) => Some(HexKind::Orthogonal(length)),
            _ if files == -ranks => Some(HexKind::Orthogonal(length)),
            _ if files == ranks => Some(HexKind::Diagonal(length)),
            _ if files == -2 * ranks || ranks == -2 * files => Some(HexKind::Diagonal(length / 2)),
            _ if KNIGHT.contains(&(files, ranks)) => Some(HexKind::Knight),
            _ => None,
        }
    }

    /// All vectors of a direction and length.
    pub(super) fn all(&self, kind: HexKind) -> BTreeSet<Coordinate> {
        let (steps, times) = match kind {
            HexKind::Orthogonal(times) => (&NEIGHBOURS[..], times),
            HexKind::Diagonal(times) => (&DIAGONALS[..], times),
            HexKind::Knight => (&KNIGHT[..], 1),
        };
        let vector = |&(files, ranks): &HexStep| self.vector((files * times, ranks * times));
        steps.iter().map(vector).collect()
    }

    /// Where vectors lead as the side that moves sees the board: `straight forward`, `forward to
    /// either side`. `None` if that differs between the sides.
    pub(super) fn headings(&self, vectors: &[Coordinate]) -> Option<String> {
        if !self.turns {
            return None;
        }
        // By the direction along the ranks, then along the files: -1, 0 or 1.
        let mut headings: BTreeSet<(i16, i16)> = BTreeSet::new();
        for vector in vectors {
            let (files, ranks) = self.step(vector)?;
            // Twice the distances upwards and to the right, without the factor that depends on the
            // height of a hexagon.
            let (up, right) = match self.shift {
                HexShift::Files => (2 * ranks + files, files),
                HexShift::Ranks => (ranks, 2 * files + ranks),
            };
            headings.insert((up.signum(), right.signum()));
        }
        let mut words = Vec::new();
        for (ahead, way) in [(1, "forward"), (0, ""), (-1, "back")] {
            let has = |aside: i16| headings.contains(&(ahead, aside));
            if has(0) {
                words.push(format!("straight {way}"));
            }
            let aside = match (has(-1), has(1)) {
                (true, true) => "to either side",
                (true, false) => "to the left",
                (false, true) => "to the right",
                (false, false) => continue,
            };
            words.push(format!("{way} {aside}").trim_start().to_owned());
        }
        Some(list(&words, "or"))
    }
}

/// Terms with the same conditions as one, on a board of hexagons. Without a third axis its six
/// directions are written as six terms.
pub(super) fn joined(definition: &Definition, terms: &[Term]) -> Vec<Term> {
    let mut joined: Vec<Term> = Vec::new();
    if !matches!(definition.board().drawing(), Drawing::Hex { .. }) {
        return terms.to_vec();
    }
    let conditions = |term: &Term| {
        let line = match &term.shape {
            Shape::Line { range, hop, .. } => Some((*range, *hop)),
            _ => None,
        };
        line.map(|line| {
            let Term {
                chart,
                quiet,
                capture,
                en_passant,
                initial,
                half_turn,
                ..
            } = *term;
            let flags = [quiet, capture, en_passant, initial, half_turn];
            (line, chart, term.axes.clone(), flags)
        })
    };
    for term in terms {
        let like = conditions(term).and_then(|wanted| {
            let mut others = joined.iter_mut();
            others.find(|other| conditions(other).as_ref() == Some(&wanted))
        });
        match (like, &term.shape) {
            (
                Some(Term {
                    shape: Shape::Line { vectors, .. },
                    text,
                    ..
                }),
                Shape::Line { vectors: more, .. },
            ) => {
                vectors.extend(more);
                text.push_str(&format!(" {}", term.text));
            }
            _ => joined.push(term.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use hyperrook_rules::GameFile;

    /// The words for the moves of a piece on a board of hexagons.
    fn words(shift: &str, axes: &str, moves: &str) -> String {
        let text = format!(
            "format = 1\nname = \"hexes\"\ntitle = \"Hexes\"\ncredit = \"a test\"\nabout = \"A trial.\"\n\
             [board]\ndrawn = \"hex\"\nshift = \"{shift}\"\nfiles = 7\nranks = 7\nmissing = \"a1..a3 g5..g7\"\n\
             [charts.board]\naxes = [{axes}]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"{moves}\"\n\
             [start]\nboard = \"k5*/6*/6*/7/*6/*6/*5K\"\n"
        );
        let definition = GameFile::parse("hexes.toml", &text)
            .unwrap()
            .define(&[])
            .unwrap();
        let king = definition.kind('K').unwrap();
        pieces::moves(&definition, king).join(" ")
    }

    const BOTH: &str = "\"file, forward\", \"rank, forward\"";
    const ROOK: &str = "<0.1> <1.0> <1.-1> <0.-1> <-1.0> <-1.1>";
    const BISHOP: &str = "<1.1> <2.-1> <1.-2> <-1.-1> <-2.1> <-1.2>";

    const KNIGHT: &str =
        "<1.2> <2.1> <3.-1> <3.-2> <2.-3> <1.-3> <-1.-2> <-2.-1> <-3.1> <-3.2> <-2.3> <-1.3>";

    #[test]
    fn six_directions_are_one() {
        let far = |moves: &str| moves.replace('>', ">0");
        for shift in ["files", "ranks"] {
            let on = |moves: &str| words(shift, BOTH, moves);
            assert_eq!(on(&far(ROOK)), "Slides any distance orthogonally.");
            assert_eq!(on(&far(BISHOP)), "Slides any distance diagonally.");
            assert_eq!(
                on(&format!("{ROOK} {BISHOP}")),
                "Steps one cell orthogonally or diagonally."
            );
            assert_eq!(
                on(&format!("{} {BISHOP}", far(ROOK))),
                "Slides any distance orthogonally; steps one cell diagonally."
            );
        }
        assert_eq!(
            words("files", BOTH, KNIGHT),
            "Leaps two cells orthogonally and one more after a turn of 60 degrees."
        );
        // The same directions as sums of three axes.
        let three = "\"file\", \"rank\", \"s = file + rank\"";
        assert_eq!(
            words("files", three, "F0"),
            "Slides any distance orthogonally."
        );
        assert_eq!(
            words("files", three, "(2.1.1)0"),
            "Slides any distance diagonally."
        );
    }

    #[test]
    fn single_directions_are_named_as_they_are_seen() {
        for (shift, moves, wanted) in [
            (
                "files",
                "m<0.1>",
                "Steps one cell straight forward, without capturing.",
            ),
            (
                "files",
                "c<1.0> c<-1.1>",
                "Steps one cell forward to either side, only to capture.",
            ),
            ("files", "<2.-1>", "Steps one cell diagonally to the right."),
            ("ranks", "<0.1>", "Steps one cell forward to the right."),
            (
                "ranks",
                "<-1.0> <1.0> <-1.2>",
                "Steps one cell to either side or one cell diagonally straight forward.",
            ),
        ] {
            assert_eq!(words(shift, BOTH, moves), wanted, "{moves}");
        }
        // With one forward axis Black's moves are not White's turned round.
        let one = "\"file\", \"rank, forward\"";
        assert!(words("files", one, "<1.0>").contains("to White's right"));
    }

    #[test]
    fn vectors_that_lead_to_no_cell_are_described_too() {
        let axes = "\"a = file + file + file + rank\", \"b = file + file + rank\", \"c = file - rank - rank\"";
        let words = words("files", axes, "<255.-255.255> <1.0.0>");
        assert_eq!(
            words,
            "Leaps one cell or 255 cells along a space diagonal (255 as up, 255 bs down and 255 cs up \
             or one a up)."
        );
    }

    #[test]
    fn letters_that_miss_directions_say_so() {
        // A rook of squares has four of the six directions.
        let rook = words("files", BOTH, "R");
        assert_eq!(
            rook,
            "Slides any distance straight forward, forward to the right, straight back or back to the left."
        );
    }
}

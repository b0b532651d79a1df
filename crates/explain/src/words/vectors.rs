//! Names for vectors: distance and direction.

use super::hexagons::{HexKind, Hexagons};
use crate::words::{list, number};
use hyperrook_geometry::{Coordinate, vectors_of_sizes};
use hyperrook_rules::{Definition, Forward, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The axes that a term is over, for naming its vectors.
pub(super) struct Space {
    axes: Vec<usize>,
    names: Vec<String>,
    forward: Vec<Forward>,
    /// The length of the one axis, if there is one and it is cyclic.
    ring: Option<usize>,
    /// Set on a board of hexagons.
    hexagons: Option<Hexagons>,
    /// Whether left and right are those of the side that moves; otherwise they are White's.
    half_turn: bool,
}

/// Maximum number of vectors of the same sizes that are listed. A move letter stands for at most
/// 10,000 vectors.
const MAX_LIKE: usize = 10_000;

/// The sizes of a vector's coordinates that are not 0, the largest first.
type Sizes = Vec<i16>;

impl Space {
    /// The axes of a term.
    pub(super) fn of(definition: &Definition, term: &Term) -> Space {
        let chart = &definition.board().charts()[term.chart];
        let forward: Vec<Forward> = term
            .axes
            .iter()
            .map(|&axis| definition.forward()[term.chart][axis])
            .collect();
        let turns = term.half_turn || forward.iter().all(|&forward| forward != Forward::None);
        Space {
            hexagons: Hexagons::of(definition, term, turns),
            half_turn: term.half_turn,
            names: term
                .axes
                .iter()
                .map(|&axis| chart.axes()[axis].name.clone())
                .collect(),
            forward,
            ring: match term.axes[..] {
                [axis] if chart.axes()[axis].cyclic => Some(chart.axes()[axis].len),
                _ => None,
            },
            axes: term.axes.clone(),
        }
    }

    fn sizes(&self, vector: &Coordinate) -> Sizes {
        let values = self.axes.iter().map(|&axis| vector[axis].abs());
        let mut sizes: Sizes = values.filter(|&value| value != 0).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// All vectors with the same sizes as these, in every order and with every sign. `None` if there
    /// are more than a move letter can stand for, as for a single `<1.2.3.4.5>`: then the vectors are
    /// neither all of them nor all in some direction.
    pub(super) fn all_like(&self, vectors: &[Coordinate]) -> Option<BTreeSet<Coordinate>> {
        if let Some(hexagons) = &self.hexagons {
            let kinds = vectors.iter().map(|vector| hexagons.kind(vector));
            if let Some(kinds) = kinds.collect::<Option<BTreeSet<HexKind>>>() {
                return Some(
                    kinds
                        .into_iter()
                        .flat_map(|kind| hexagons.all(kind))
                        .collect(),
                );
            }
        }
        let kinds: BTreeSet<Sizes> = vectors.iter().map(|vector| self.sizes(vector)).collect();
        let mut all = BTreeSet::new();
        for sizes in kinds {
            all.extend(vectors_of_sizes(&sizes, &self.axes, MAX_LIKE)?);
        }
        Some(all)
    }

    /// Whether every vector is a step to a neighbouring cell.
    pub(super) fn is_step(&self, vectors: &[Coordinate]) -> bool {
        if let Some(hexagons) = &self.hexagons {
            let steps = [HexKind::Orthogonal(1), HexKind::Diagonal(1)].map(Some);
            let possible = hexagons.possible(vectors);
            if !possible.is_empty() {
                return possible
                    .iter()
                    .all(|vector| steps.contains(&hexagons.kind(vector)));
            }
        }
        vectors
            .iter()
            .all(|vector| self.axes.iter().all(|&axis| vector[axis].abs() <= 1))
    }

    /// Distance and direction: `one cell diagonally forward`. With `slide`, only the direction:
    /// `diagonally forward`.
    pub(super) fn distance(&self, vectors: &[Coordinate], slide: bool) -> String {
        if let Some(hexagons) = &self.hexagons
            && let Some(text) = self.on_hexagons(hexagons, vectors, slide)
        {
            return text;
        }
        let kinds: BTreeSet<Sizes> = vectors.iter().map(|vector| self.sizes(vector)).collect();
        let ways = self.ways(vectors);
        let one = if slide { "" } else { "one cell " };
        let ones: BTreeSet<Sizes> = (1..=self.axes.len()).map(|n| vec![1; n]).collect();
        let text = if kinds.len() > 1 && kinds == ones {
            match (self.axes.len(), slide) {
                (2, _) => format!("{one}orthogonally or diagonally"),
                (_, false) => {
                    "to any neighbouring cell, along one axis or several at once".to_owned()
                }
                (_, true) => "in any direction, along one axis or several at once".to_owned(),
            }
        } else {
            let texts: Vec<String> = kinds
                .iter()
                .map(|sizes| self.one_distance(sizes, slide, ways.is_some()))
                .collect();
            list(&texts, "or")
        };
        // After `one cell along another`, `forward` alone would seem to refer to that axis.
        let is_straight = |sizes: &Sizes| sizes.iter().all(|size| *size == sizes[0]);
        match ways {
            Some(ways) if !ways.starts_with('(') && !kinds.iter().all(is_straight) => {
                format!("{text}, {ways}")
            }
            Some(ways) => format!("{text} {ways}").trim_start().to_owned(),
            None => text,
        }
    }

    /// Distance and direction on a board of hexagons; `None` if a vector has no name there, or if
    /// none leads from cell to cell.
    fn on_hexagons(
        &self,
        hexagons: &Hexagons,
        vectors: &[Coordinate],
        slide: bool,
    ) -> Option<String> {
        let mut by_kind: BTreeMap<HexKind, Vec<Coordinate>> = BTreeMap::new();
        for vector in hexagons.possible(vectors) {
            by_kind
                .entry(hexagons.kind(&vector)?)
                .or_default()
                .push(vector);
        }
        if by_kind.is_empty() {
            return None;
        }
        // `one cell orthogonally or diagonally` needs `one cell` only once.
        let mut before = None;
        let texts = by_kind.iter().map(|(kind, vectors)| {
            let all = hexagons.all(*kind);
            let is_whole = vectors.iter().copied().collect::<BTreeSet<_>>() == all;
            let (way, times) = match *kind {
                HexKind::Orthogonal(times) => ("orthogonally", times),
                HexKind::Diagonal(times) => ("diagonally", times),
                HexKind::Knight => {
                    let leap = "two cells orthogonally and one more after a turn of 60 degrees";
                    return if is_whole {
                        leap.to_owned()
                    } else {
                        format!("{leap} {}", self.listed(vectors))
                    };
                }
            };
            let way = match (is_whole, kind) {
                (true, _) => way.to_owned(),
                (false, HexKind::Orthogonal(_)) => self.hex_headings(hexagons, vectors),
                (false, _) => format!("{way} {}", self.hex_headings(hexagons, vectors)),
            };
            let is_same = before.replace((times, is_whole)) == Some((times, true)) && is_whole;
            match (slide, times) {
                (true, 1) => way,
                (true, n) => format!("{way}, {} cells at a time,", count(n)),
                (false, _) if is_same => way,
                (false, 1) => format!("one cell {way}"),
                (false, n) => format!("{} cells {way}", count(n)),
            }
        });
        Some(list(&texts.collect::<Vec<_>>(), "or"))
    }

    fn hex_headings(&self, hexagons: &Hexagons, vectors: &[Coordinate]) -> String {
        let as_seen = hexagons.headings(vectors);
        as_seen.unwrap_or_else(|| self.listed(vectors))
    }

    fn one_distance(&self, sizes: &Sizes, slide: bool, has_ways: bool) -> String {
        let first = sizes.first().copied().unwrap_or(0);
        if !slide && self.ring.is_some_and(|len| len == 2 * first as usize) {
            return "to the opposite cell".to_owned();
        }
        if !slide && !has_ways && self.ring.is_some_and(|len| len == 2 * first as usize + 2) {
            return "to either neighbour of the opposite cell".to_owned();
        }
        // For straight vectors the direction is enough: `one cell forward`.
        let straight = match (has_ways, self.ring, self.axes.len()) {
            (true, _, _) => "",
            (false, Some(_), _) => "either way round",
            (false, None, 1) => "either way",
            _ => "orthogonally",
        };
        let equal = sizes.iter().all(|size| *size == first);
        let way = match sizes.len() {
            1 => straight.to_owned(),
            2 if equal => "diagonally".to_owned(),
            3 if equal && slide => "along space diagonals".to_owned(),
            3 if equal => "along a space diagonal".to_owned(),
            n if equal => format!("along {n} axes at once"),
            _ => {
                let names = ["one axis", "another", "a third", "a fourth", "a fifth"];
                let parts: Vec<String> = sizes
                    .iter()
                    .enumerate()
                    .map(|(i, size)| {
                        let axis = names.get(i).unwrap_or(&"a further one");
                        let cells = if *size == 1 { "cell" } else { "cells" };
                        format!("{} {cells} along {axis}", count(*size))
                    })
                    .collect();
                return list(&parts, "and");
            }
        };
        let text = match (slide, first) {
            (true, 1) => way,
            (true, n) => format!("{way}, {} cells at a time,", count(n)),
            (false, 1) => format!("one cell {way}"),
            (false, n) => format!("{} cells {way}", count(n)),
        };
        text.trim_end().to_owned()
    }

    /// The direction: `forward`; `None` if all directions are possible.
    pub(super) fn ways(&self, vectors: &[Coordinate]) -> Option<String> {
        let mut chosen: BTreeSet<Coordinate> = vectors.iter().copied().collect();
        let Some(mut all) = self.all_like(vectors) else {
            return Some(self.listed(vectors));
        };
        // The opposite cell of a ring is the same in either direction.
        if let (Some(len), [axis]) = (self.ring, &self.axes[..]) {
            let has_way =
                |vector: &Coordinate| usize::from(vector[*axis].unsigned_abs()) * 2 != len;
            chosen.retain(has_way);
            all.retain(has_way);
        }
        if chosen == all {
            return None;
        }
        let classes = [
            (Heading::Forward, "forward"),
            (Heading::Sideways, "sideways"),
            (Heading::Back, "back"),
            (Heading::Mixed, "partly forward and partly back"),
        ];
        let mut words = Vec::new();
        let mut named = BTreeSet::new();
        for (way, word) in classes {
            let of_way: BTreeSet<Coordinate> = all
                .iter()
                .copied()
                .filter(|vector| self.way(vector) == way)
                .collect();
            if !of_way.is_empty() && of_way.is_subset(&chosen) {
                named.extend(of_way);
                words.push(word);
            }
        }
        if named == chosen {
            return Some(list(&words, "or"));
        }
        Some(self.listed(vectors))
    }

    /// Vectors one by one, in brackets.
    fn listed(&self, vectors: &[Coordinate]) -> String {
        let texts: Vec<String> = vectors.iter().map(|vector| self.signed(vector)).collect();
        format!("({})", list(&texts, "or"))
    }

    fn way(&self, vector: &Coordinate) -> Heading {
        let (mut ahead, mut back) = (false, false);
        for (&axis, forward) in self.axes.iter().zip(&self.forward) {
            if *forward != Forward::None {
                ahead |= vector[axis] > 0;
                back |= vector[axis] < 0;
            }
        }
        match (ahead, back) {
            (false, false) => Heading::Sideways,
            (true, false) => Heading::Forward,
            (false, true) => Heading::Back,
            (true, true) => Heading::Mixed,
        }
    }

    /// A vector by its axes: `one file to the right and two ranks back`.
    fn signed(&self, vector: &Coordinate) -> String {
        let parts: Vec<String> = self
            .axes
            .iter()
            .zip(self.names.iter().zip(&self.forward))
            .filter(|(axis, _)| vector[**axis] != 0)
            .map(|(&axis, (name, forward))| {
                let length = vector[axis].abs();
                let s = if length == 1 { "" } else { "s" };
                let way = match (forward, name.as_str(), vector[axis] > 0) {
                    (Forward::None, "file", true) if self.half_turn => "to the right",
                    (Forward::None, "file", false) if self.half_turn => "to the left",
                    (Forward::None, "file", true) => "to White's right",
                    (Forward::None, "file", false) => "to White's left",
                    (Forward::None, _, true) => "up",
                    (Forward::None, _, false) => "down",
                    (_, _, true) => "forward",
                    (_, _, false) => "back",
                };
                format!("{} {name}{s} {way}", count(length))
            })
            .collect();
        list(&parts, "and")
    }

    /// The axes that have a forward sense: their index in the chart and their name.
    pub(super) fn forward_axes(&self) -> Vec<(usize, &str)> {
        let names = self.axes.iter().zip(&self.names);
        names
            .zip(&self.forward)
            .filter(|(_, forward)| **forward != Forward::None)
            .map(|((&axis, name), _)| (axis, name.as_str()))
            .collect()
    }

    /// Whether directions are those of hexagons.
    pub(super) fn is_hexagonal(&self) -> bool {
        self.hexagons.is_some()
    }

    /// Whether forward is the direction of the nearest promotion cell.
    pub(super) fn to_promotion(&self) -> bool {
        self.forward.contains(&Forward::ToPromotion)
    }

    /// The names of the axes.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }
}

/// The direction of a vector along the forward axes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    Forward,
    Sideways,
    Back,
    Mixed,
}

/// The length of a vector along an axis, in words.
fn count(length: i16) -> String {
    number(length.unsigned_abs().into())
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use hyperrook_rules::GameFile;

    /// The words for the moves of a piece on a board of eight axes with two coordinates each.
    fn on_cube(moves: &str) -> String {
        let axis = |i: usize| {
            let whole = if i < 4 { "file" } else { "rank" };
            format!("\"x{i} = {whole} / {} % 2\"", 1 << (i % 4))
        };
        let axes: Vec<String> = (0..8).map(axis).collect();
        let text = format!(
            "format = 1\nname = \"cube\"\ntitle = \"Cube\"\ncredit = \"a test\"\nabout = \"A cube.\"\n\
             [board]\ndrawn = \"flat\"\nfiles = 16\nranks = 16\n[charts.board]\naxes = [{}]\n\
             [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"{moves}\"\n\
             [start]\nboard = \"k15/{}15K\"\n",
            axes.join(", "),
            "16/".repeat(14)
        );
        let definition = GameFile::parse("cube.toml", &text)
            .unwrap()
            .define(&[])
            .unwrap();
        let king = definition.kind('K').unwrap();
        pieces::moves(&definition, king).join(" ")
    }

    #[test]
    fn vectors_of_many_axes_are_described() {
        // In every order and with every sign, these are ten million vectors, too many to list.
        let words = on_cube("<1.2.3.4.5.6.7.8>");
        assert!(words.contains("one x0 up, two x1s up"), "{words}");
        // All of 6,560, all of 112 and 1,120, and one of 256.
        assert!(on_cube("K").contains("to any neighbouring cell"));
        assert!(!on_cube("F").contains('('));
        assert!(!on_cube("(1.1.1.1)").contains('('));
        assert!(on_cube("<1.1.1.1.1.1.1.1>").contains('('));
    }
}

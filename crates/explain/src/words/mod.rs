//! Rules in plain English.
//!
//! [`about`] has the texts that players read first, [`pieces`] how pieces move, [`rules`] the other
//! special rules of a game. Sentences are made from definitions alone, so they work for every game.

pub mod about;
mod castling;
mod hexagons;
pub mod pieces;
pub mod rules;
mod vectors;
pub(crate) mod zones;

use hyperrook_geometry::{Board, Cell, CellSet, Drawing, Place};
use hyperrook_notation::words::number;
pub use hyperrook_notation::words::{a, capital, list, sentence};
use std::collections::BTreeSet;

/// A position in an order, counted from 1: `first`, `22nd`.
pub(crate) fn ordinal(n: usize) -> String {
    let words = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    if let Some(word) = n.checked_sub(1).and_then(|index| words.get(index)) {
        return (*word).to_owned();
    }
    let ending = match (n % 100, n % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// Cells in words: whole ranks as `rank 8`, longer runs along a rank as `a1 to c1`.
pub fn region(board: &Board, cells: CellSet) -> String {
    if let Some(text) = whole_ranks(board, cells) {
        return text;
    }
    let mut runs: Vec<(Cell, Cell)> = Vec::new();
    for cell in cells {
        if let Some((_, end)) = runs.last_mut() {
            let (before, here) = (board.place(*end), board.place(cell));
            let next = Place {
                file: before.file + 1,
                ..before
            };
            if here == next {
                *end = cell;
                continue;
            }
        }
        runs.push((cell, cell));
    }
    let mut texts = Vec::new();
    for (from, to) in runs {
        let (first, last) = (board.place(from).file, board.place(to).file);
        if last > first + 1 {
            texts.push(format!("{} to {}", board.name(from), board.name(to)));
            continue;
        }
        texts.push(board.name(from));
        if from != to {
            texts.push(board.name(to));
        }
    }
    list(&texts, "and")
}

/// `rank 8` or `ranks 1 and 2` if these are all their cells, on all levels or on one.
fn whole_ranks(board: &Board, cells: CellSet) -> Option<String> {
    let levels = match board.drawing() {
        Drawing::Flat { .. } => None,
        Drawing::Stack { levels, .. } => Some(levels),
        _ => return None,
    };
    let places = || cells.iter().map(|cell| board.place(cell));
    let ranks: BTreeSet<usize> = places().map(|place| place.rank).collect();
    let level = places().next()?.level;
    let all = |on_level: bool| -> CellSet {
        let wanted = |cell: &Cell| {
            let place = board.place(*cell);
            ranks.contains(&place.rank) && (!on_level || place.level == level)
        };
        board.cells().filter(wanted).collect()
    };
    let names: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
    let noun = if names.len() == 1 { "rank" } else { "ranks" };
    let text = format!("{noun} {}", list(&names, "and"));
    if cells == all(false) {
        Some(text)
    } else if cells == all(true) {
        let letter = levels.and_then(|levels| levels.get(level))?;
        Some(format!("{text} of level {letter}"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    #[test]
    fn articles_and_lists_are_written_correctly() {
        assert_eq!(list(&["a"], "and"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(capital("king"), "King");
        for (noun, expected) in [
            ("king", "a king"),
            ("emperor", "an emperor"),
            ("unicorn", "a unicorn"),
            ("Unicorn", "a Unicorn"),
            ("umbrella", "an umbrella"),
            ("usher", "an usher"),
            ("usurper", "a usurper"),
            ("ewe", "a ewe"),
            ("heir", "an heir"),
            ("hawk", "a hawk"),
        ] {
            assert_eq!(a(noun), expected);
        }
    }

    #[test]
    fn ordinals_are_written_correctly() {
        for (n, expected) in [
            (1, "first"),
            (10, "tenth"),
            (11, "11th"),
            (12, "12th"),
            (13, "13th"),
            (21, "21st"),
            (22, "22nd"),
            (23, "23rd"),
            (30, "30th"),
            (111, "111th"),
            (121, "121st"),
        ] {
            assert_eq!(ordinal(n), expected);
        }
    }

    #[test]
    fn regions_are_described_by_runs() {
        let chess = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
        let all = chess.board().region("a1..c2").unwrap();
        assert_eq!(region(chess.board(), all), "a1 to c1 and a2 to c2");
        let pairs = chess.board().region("a1..b2").unwrap();
        assert_eq!(region(chess.board(), pairs), "a1, b1, a2 and b2");
        let ranks = chess.board().region("a1..h2").unwrap();
        assert_eq!(region(chess.board(), ranks), "ranks 1 and 2");
    }
}

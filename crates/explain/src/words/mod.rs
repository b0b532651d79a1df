//! Rules in plain English.
//!
//! [`pieces`] says how pieces move, [`rules`] what else is particular about a game.
//! Sentences are made from definitions alone, so they fit every game.

pub mod pieces;
pub mod rules;
mod vectors;
mod zones;

use hyperrook_geometry::{Board, Cell, CellSet, Place};
pub use hyperrook_notation::words::list;

/// The noun with its article, by its sound: `a king`, `an emperor`, `a unicorn`.
pub fn a(noun: &str) -> String {
    /// Written with a vowel, but spoken with a consonant: "yoo…" or "won…".
    const CONSONANT: [&str; 7] = ["eu", "one", "once", "ouija", "ubi", "uni", "use"];
    /// Written with a vowel and spoken so, though they begin like those above.
    const VOWEL: [&str; 3] = ["unid", "unim", "unin"];
    /// The `h` is silent.
    const SILENT_H: [&str; 4] = ["heir", "honest", "honour", "hour"];
    let word = noun.to_lowercase();
    let begins = |list: &[&str]| list.iter().any(|start| word.starts_with(start));
    let vowel =
        word.starts_with(['a', 'e', 'i', 'o', 'u']) && (!begins(&CONSONANT) || begins(&VOWEL));
    let article = if vowel || begins(&SILENT_H) {
        "an"
    } else {
        "a"
    };
    format!("{article} {noun}")
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Cells by name, runs along a rank as `a1..h1`.
pub fn region(board: &Board, cells: CellSet) -> String {
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
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(from, to)| {
            if from == to {
                board.name(from)
            } else {
                format!("{}..{}", board.name(from), board.name(to))
            }
        })
        .collect();
    list(&texts, "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    #[test]
    fn words_are_put_together() {
        assert_eq!(list(&["a"], "and"), "a");
        assert_eq!(list(&["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(capital("king"), "King");
        for (noun, told) in [
            ("king", "a king"),
            ("emperor", "an emperor"),
            ("unicorn", "a unicorn"),
            ("Unicorn", "a Unicorn"),
            ("umbrella", "an umbrella"),
            ("usher", "an usher"),
            ("heir", "an heir"),
            ("hawk", "a hawk"),
        ] {
            assert_eq!(a(noun), told);
        }
    }

    #[test]
    fn regions_are_told_by_runs() {
        let chess = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
        let all = chess.board().region("a1..c2").unwrap();
        assert_eq!(region(chess.board(), all), "a1..c1 and a2..c2");
    }
}

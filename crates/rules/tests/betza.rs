//! Betza's letters mean what they mean in Betza's notation, or are rejected.
//!
//! Every rule of up to three direction letters, and many other combinations, is compared with a
//! small independent implementation: vectors on a board of two dimensions, after the tables of
//! Betza and of XBetza. Where these sources, or programs that use them, differ, the implementation
//! gives no result, and the rule must be rejected.

use hyperrook_rules::{GameFile, Hop, Shape, UNLIMITED};
use std::collections::BTreeSet;

/// The vectors of White's moves: to the right and forward.
type Vectors = BTreeSet<(i16, i16)>;

/// The meaning of a rule with one move: what it ends on, what it passes, how far and where it goes.
#[derive(Debug, PartialEq)]
struct Reading {
    quiet: bool,
    capture: bool,
    initial: bool,
    lame: bool,
    hop: Option<char>,
    range: u16,
    vectors: Vectors,
}

/// The moves of a rule as the library reads it; `None` if it rejects the rule.
fn library(rule: &str) -> Option<Vec<Reading>> {
    let text = format!(
        "format = 1\nname = \"betza\"\n[board]\ndrawn = \"flat\"\nfiles = 8\nranks = 8\n\
         [charts.board]\naxes = [\"file\", \"rank, forward\"]\n\
         [pieces.K]\nname = \"king\"\nroyal = true\nmoves = \"W\"\n\
         [pieces.X]\nname = \"piece\"\nmoves = \"{rule}\"\n\
         [start]\nboard = \"4k3/8/8/8/3X4/8/8/4K3\"\n"
    );
    let definition = GameFile::parse("betza", &text).unwrap().define(&[]).ok()?;
    let piece = definition.piece(definition.kind('X').unwrap());
    let terms = piece.moves.terms.iter().map(|term| {
        let (vectors, range, lame, hop) = match &term.shape {
            Shape::Line {
                vectors,
                range,
                hop,
            } => {
                let hop = match hop {
                    Hop::Over => Some('p'),
                    Hop::Grasshopper => Some('g'),
                    _ => None,
                };
                let ends = vectors.iter().map(|v| (v[0], v[1])).collect();
                (ends, *range, false, hop)
            }
            Shape::Path { routes, times } => {
                let end = |legs: &[hyperrook_rules::Leg]| {
                    let sum = |axis: usize| legs.iter().map(|leg| leg.vector[axis]).sum();
                    (sum(0), sum(1))
                };
                let ends = routes.iter().map(|route| end(&route.legs)).collect();
                (ends, *times, true, None)
            }
            other => panic!("{other:?}"),
        };
        Reading {
            quiet: term.quiet,
            capture: term.capture,
            initial: term.initial,
            lame,
            hop,
            range,
            vectors,
        }
    });
    Some(terms.collect())
}

/// The leaps of an atom, with all signs and orders.
fn leaps(atom: char) -> Vec<(i16, i16)> {
    let sizes: &[(i16, i16)] = match atom {
        'W' | 'R' => &[(0, 1)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(0, 1), (1, 1)],
        'D' => &[(0, 2)],
        'N' => &[(1, 2)],
        'A' => &[(2, 2)],
        'H' => &[(0, 3)],
        'C' | 'L' => &[(1, 3)],
        'Z' | 'J' => &[(2, 3)],
        'G' => &[(3, 3)],
        _ => panic!("{atom}"),
    };
    let mut all = BTreeSet::new();
    for &(a, b) in sizes {
        for (x, y) in [(a, b), (b, a)] {
            all.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
        }
    }
    all.into_iter().collect()
}

/// Whether a vector points into the half of the board that a letter names.
fn half(letter: char, (x, y): (i16, i16)) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        _ => false,
    }
}

/// Whether a unit of letters names a vector; `None` if the unit has no meaning before such atoms,
/// or several meanings.
fn names(unit: &str, kind: &str, (x, y): (i16, i16)) -> Option<bool> {
    let letters: Vec<char> = unit.chars().collect();
    let (steep, flat) = (y.abs() > x.abs(), x.abs() > y.abs());
    Some(match (kind, &letters[..]) {
        (_, []) => true,
        ("straight", ['s']) => y == 0,
        ("straight", ['v']) => x == 0,
        ("diagonal" | "any", ['v']) => y != 0,
        ("straight" | "diagonal" | "any", [letter @ ('f' | 'b' | 'l' | 'r')]) => {
            half(*letter, (x, y))
        }
        ("diagonal", [a @ ('f' | 'b'), b @ ('l' | 'r')])
        | ("diagonal", [b @ ('l' | 'r'), a @ ('f' | 'b')]) => half(*a, (x, y)) && half(*b, (x, y)),
        ("oblique", ['v']) => steep,
        ("oblique", ['s']) => flat,
        ("oblique", [a @ ('f' | 'b'), b]) if a == b => half(*a, (x, y)) && steep,
        ("oblique", [a @ ('l' | 'r'), b]) if a == b => half(*a, (x, y)) && flat,
        ("oblique", [a @ ('f' | 'b'), 's']) => half(*a, (x, y)) && flat,
        ("oblique", [a @ ('l' | 'r'), 'v']) => half(*a, (x, y)) && steep,
        ("oblique", [a @ ('f' | 'b' | 'l' | 'r'), 'h']) => half(*a, (x, y)),
        // The second letter names the direction of the longer coordinate.
        ("oblique", [a @ ('f' | 'b'), b @ ('l' | 'r')]) => {
            half(*a, (x, y)) && half(*b, (x, y)) && flat
        }
        ("oblique", [a @ ('l' | 'r'), b @ ('f' | 'b')]) => {
            half(*a, (x, y)) && half(*b, (x, y)) && steep
        }
        _ => return None,
    })
}

/// The vectors of an atom that direction letters select; `None` if they have no single meaning.
fn selected(letters: &str, atom: char) -> Option<Vectors> {
    let kind = match atom {
        'W' | 'R' | 'D' | 'H' => "straight",
        'F' | 'B' | 'A' | 'G' => "diagonal",
        'K' | 'Q' => "any",
        _ => "oblique",
    };
    let all = leaps(atom);
    let size = if letters.len() <= 1 || kind == "any" {
        letters.len().max(1)
    } else if kind == "straight" {
        1
    } else {
        2
    };
    if size == 2 && !letters.len().is_multiple_of(2) {
        return None;
    }
    let chars: Vec<char> = letters.chars().collect();
    let units: Vec<String> = chars
        .chunks(size)
        .map(|unit| unit.iter().collect())
        .collect();
    let mut vectors = Vectors::new();
    for unit in &units {
        for &vector in &all {
            if names(unit, kind, vector)? && !vectors.insert(vector) && kind != "oblique" {
                // A direction that is named twice may be meant differently.
                return None;
            }
        }
    }
    if units.is_empty() {
        vectors.extend(all);
    }
    (!vectors.is_empty()).then_some(vectors)
}

/// All texts of at most `most` of these letters.
fn texts(letters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |text: &String| -> Vec<String> {
            letters.chars().map(|c| format!("{text}{c}")).collect()
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

#[test]
fn directions_mean_what_betza_says_or_are_rejected() {
    let (mut read, mut refused, mut wrong) = (0, 0, Vec::new());
    for atom in "WFNKQDACZRB".chars() {
        for letters in texts("fbsvlrh", 3) {
            let rule = format!("{letters}{atom}");
            let Some(found) = library(&rule) else {
                refused += 1;
                continue;
            };
            read += 1;
            let vectors: Vec<Vectors> = found.into_iter().map(|one| one.vectors).collect();
            if selected(&letters, atom).is_none_or(|wanted| vectors != [wanted]) {
                wrong.push(format!("{rule}: {vectors:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read > 250 && refused > 3_000, "{read} {refused}");
}

/// Letters with a single meaning are not rejected.
#[test]
fn letters_with_one_meaning_are_read() {
    for rule in [
        "fW", "sW", "fsW", "flW", "frlW", "fbW", "vW", "vsW", "lrW", "bsW", "fF", "lF", "flF",
        "lfF", "flbrF", "flfrblF", "vF", "ffN", "fsN", "flN", "lfN", "vN", "sN", "lvN", "ffbbN",
        "ffrrN", "fhN", "fK", "vK", "lQ", "fR", "fsR", "frB", "vsD", "ffC", "lvZ", "brA",
    ] {
        assert!(library(rule).is_some(), "{rule}");
    }
}

#[test]
fn ranges_mean_what_betza_says_or_are_rejected() {
    for atom in "WFNKDAHCZGLJRBQ".chars() {
        let slides = "RBQ".contains(atom);
        for letters in 1..=4 {
            for digits in ["", "0", "1", "2", "3", "12"] {
                let rule = atom.to_string().repeat(letters) + digits;
                let number = digits.parse::<u16>().ok();
                let range = match (letters, number) {
                    (1, Some(0)) => Some(UNLIMITED),
                    (1, Some(number)) => Some(number),
                    (1, None) if slides => Some(UNLIMITED),
                    (1, None) => Some(1),
                    (2, None) if !slides => Some(UNLIMITED),
                    _ => None,
                };
                let found = library(&rule);
                let found = found.map(|all| all.into_iter().map(|one| one.range).collect());
                assert_eq!(found, range.map(|range| vec![range]), "{rule}");
            }
        }
    }
}

/// The meaning of the other letters before one move, in any order.
#[test]
fn other_modifiers_mean_what_betza_says_or_are_rejected() {
    let mut read = 0;
    for atom in ["W", "D", "N", "R", "C", "DD", "W3"] {
        for letters in texts("mcinpg", 3) {
            let rule = format!("{letters}{atom}");
            let count = |letter: char| letters.chars().filter(|&c| c == letter).count();
            let Some(found) = library(&rule) else {
                continue;
            };
            read += 1;
            assert!(
                "mcinpg".chars().all(|c| count(c) <= 1),
                "{rule}: a letter twice"
            );
            assert!(count('p') + count('g') + count('n') <= 1, "{rule}");
            let plain = &library(atom).unwrap()[0];
            let both = count('m') == count('c');
            let wanted = Reading {
                quiet: both || count('m') == 1,
                capture: both || count('c') == 1,
                initial: count('i') == 1,
                lame: count('n') == 1,
                hop: letters.chars().find(|c| "pg".contains(*c)),
                range: plain.range,
                vectors: plain.vectors.clone(),
            };
            assert_eq!(found, [wanted], "{rule}");
            assert!(
                count('n') == 0 || ["D", "N", "DD"].contains(&atom),
                "{rule}"
            );
            assert!(wanted_hops(&letters, atom), "{rule}: no line to hop along");
        }
    }
    assert!(read > 100, "{read}");
    for rule in [
        "nnN", "ppR", "ggQ", "mmW", "ccW", "iiW", "eF", "jD", "hN", "fmlF", "sfmW",
    ] {
        let is_read = rule == "sfmW";
        assert_eq!(library(rule).is_some(), is_read, "{rule}");
    }
}

/// A hop needs a line of two steps or more.
fn wanted_hops(letters: &str, atom: &str) -> bool {
    !letters.contains(['p', 'g']) || ["R", "DD", "W3"].contains(&atom)
}

//! Reads the letters before an atom.

use super::Hop;
use super::reader::PatternReader;
use super::vectors::{Axes, Direction, ForwardSense, LongestCoordinate};
use hyperrook_geometry::Coordinate;
use std::ops::Range;

/// The letters before an atom.
#[derive(Default)]
pub(super) struct Modifiers {
    pub(super) quiet: bool,
    pub(super) capture: bool,
    pub(super) en_passant: bool,
    pub(super) initial: bool,
    pub(super) lame: bool,
    pub(super) hop: Option<Hop>,
    /// The letters for directions. What they select depends on the atom.
    pub(super) directions: String,
    /// Where the directions stand.
    pub(super) at: Range<usize>,
}

impl Modifiers {
    /// Whether there is any modifier other than directions.
    pub(super) fn any_but_directions(&self) -> bool {
        self.quiet
            || self.capture
            || self.en_passant
            || self.initial
            || self.lame
            || self.hop.is_some()
    }

    /// Adds a modifier, or says why it cannot stand here.
    fn add(&mut self, letter: char) -> Result<(), String> {
        let flag = match letter {
            'm' => &mut self.quiet,
            'c' => &mut self.capture,
            'e' => &mut self.en_passant,
            'i' => &mut self.initial,
            'n' => &mut self.lame,
            _ => {
                let hop = if letter == 'p' {
                    Hop::Over
                } else {
                    Hop::Grasshopper
                };
                return match self.hop.replace(hop) {
                    None => Ok(()),
                    Some(Hop::Over) if letter == 'p' => Err(
                        "`pp` (hop over any number of pieces) is not supported; `p` hops over \
                         exactly one"
                            .to_owned(),
                    ),
                    Some(before) if before == hop => {
                        Err("`gg` is not supported; write `g` once".to_owned())
                    }
                    Some(_) => Err(
                        "`p` (land anywhere beyond) contradicts `g` (land right behind); write \
                         two moves"
                            .to_owned(),
                    ),
                };
            }
        };
        if *flag {
            return Err(format!(
                "`{letter}{letter}` is not supported; write `{letter}` once"
            ));
        }
        *flag = true;
        Ok(())
    }
}

impl PatternReader<'_> {
    /// Reads the letters before an atom. On the `later` legs of a path, directions are relative to
    /// the previous leg and need no forward axis.
    pub(super) fn modifiers(&mut self, scope: usize, later: bool) -> Option<Modifiers> {
        let mut modifiers = Modifiers::default();
        let start = self.at;
        let mut direction_before = false;
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let is_direction = "fbsvlrh".contains(c);
            let apart = is_direction && !direction_before && !modifiers.directions.is_empty();
            direction_before = is_direction;
            let added = match c {
                _ if apart => Err(format!(
                    "`{}` and `{c}` stand apart; write the letters of directions side by side, as \
                     in `mfsW`",
                    modifiers.directions
                )),
                'm' | 'c' | 'e' | 'i' | 'n' | 'p' | 'g' => modifiers.add(c),
                'f' | 'b' | 's' | 'v' | 'l' | 'r' | 'h' => {
                    modifiers.directions.push(c);
                    Ok(())
                }
                'a' if later => {
                    modifiers.directions.push(c);
                    Ok(())
                }
                _ => Err(unsupported(c)),
            };
            if let Err(message) = added {
                if let Some(message) = self.word_fault(start, "fbsvlrhmcienpg".contains(c)) {
                    self.fault(start..self.at, message);
                } else {
                    // A letter that is written twice is at fault from the first one on.
                    let twice = self.text[start..self.at].ends_with(c);
                    self.fault(self.at - usize::from(twice)..self.at + 1, message);
                }
                self.skip_term();
                return None;
            }
            self.next();
        }
        modifiers.at = start..self.at;
        let before = &self.text[start..self.at];
        if let Some(message) = self.word_fault(start, true).filter(|_| !before.is_empty()) {
            self.fault(start..self.at, message);
            self.skip_term();
            return None;
        }
        let rest = &self.text[self.at..];
        if let Some(message) = lone_letter(before).filter(|_| !rest.contains(is_of_move)) {
            self.fault(start..self.at, message);
            return None;
        }
        let after = rest.trim_start();
        if let Some(first) = after
            .chars()
            .next()
            .filter(|_| !before.is_empty() && after.len() < rest.len())
        {
            let message = format!("no space may stand between `{before}` and `{first}`");
            self.at += rest.len() - after.len();
            self.fault(start..self.at, message);
            self.skip_term();
            return None;
        }
        if later {
            return Some(modifiers);
        }
        let scope = &self.scopes[scope];
        let axes = Axes {
            axes: &scope.axes,
            forward: &scope.forward,
        };
        let letter = modifiers.directions.chars().find(|c| "fbsv".contains(*c));
        if let Some(letter) = letter.filter(|_| !axes.has_forward()) {
            let message = format!(
                "`{letter}` needs a forward axis, and `{}` has none; mark one with `forward` in \
                 its chart",
                scope.name
            );
            self.fault(modifiers.at, message);
            self.skip_term();
            return None;
        }
        if modifiers.directions.contains(['l', 'r']) && axes.side_axis().is_none() {
            let message = format!(
                "left and right need exactly one axis that is not forward, and `{}` does not \
                 have exactly one; write the vectors out, as in `<1.-1>`",
                scope.name
            );
            self.fault(modifiers.at, message);
            self.skip_term();
            return None;
        }
        Some(modifiers)
    }

    /// What is wrong if a whole word stands here that is not a move: a scope without its colon, or
    /// a word of a sentence.
    fn word_fault(&self, start: usize, is_modifier: bool) -> Option<String> {
        let rest = &self.text[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !after.is_empty() && !after.starts_with(char::is_whitespace) {
            return None;
        }
        if word.chars().any(|c| c.is_ascii_uppercase()) {
            return None;
        }
        if self.scopes.iter().any(|scope| scope.name == word) {
            return Some(format!("a `:` is missing after `{word}`"));
        }
        // Letters before a small atom: `mw` for `mW`.
        let letters = |c: char| "mceinpgfbsvlrh".contains(c);
        if let Some(last) = word.chars().last()
            && let before = &word[..word.len() - last.len_utf8()]
            && before.chars().all(letters)
            && "wfdnahkrbq".contains(last)
            && !is_modifier
        {
            let meant = format!("{before}{}", last.to_ascii_uppercase());
            return Some(format!(
                "`{word}` is not a move; move letters are capitals: `{meant}`"
            ));
        }
        let is_word = word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        (is_word && !is_modifier)
            .then(|| format!("`{word}` is not a move; write moves side by side, as in `R N`"))
    }

    /// Keeps only those vectors of an atom that the directions select. Returns the directions.
    pub(super) fn select(
        &mut self,
        scope: usize,
        modifiers: &Modifiers,
        vectors: &mut Vec<Coordinate>,
        at: Range<usize>,
    ) -> Option<Vec<Direction>> {
        let atom = &self.text[modifiers.at.end..at.end];
        let directions =
            match read_directions(&modifiers.directions, VectorClass::of(vectors), atom) {
                Ok(directions) => directions,
                Err(message) => {
                    self.fault(modifiers.at.clone(), message);
                    return None;
                }
            };
        if directions.is_empty() {
            return Some(directions);
        }
        let scope = &self.scopes[scope];
        let axes = Axes {
            axes: &scope.axes,
            forward: &scope.forward,
        };
        vectors.retain(|vector| directions.iter().any(|d| axes.selects(d, vector)));
        if vectors.is_empty() {
            let message = format!(
                "`{}` selects none of the directions of this move; leave the direction letters out, or choose some that it has",
                &self.text[at.clone()]
            );
            self.fault(at, message);
            return None;
        }
        Some(directions)
    }
}

/// Whether a character can only stand in a move that has its capital letter, numbers or path.
fn is_of_move(c: char) -> bool {
    !c.is_ascii_lowercase() && !c.is_whitespace()
}

/// What to write instead of a small letter alone that can stand for a piece or a move.
fn lone_letter(letter: &str) -> Option<String> {
    let write = match letter {
        "n" => "a knight moves `N`",
        "b" => "a bishop moves `B`",
        "r" => "a rook moves `R`",
        "p" => "a pawn moves `mfW cefF imfnD`",
        "c" | "f" | "g" | "h" => {
            let meant = letter.to_ascii_uppercase();
            return Some(format!(
                "`{letter}` is not a move; move letters are capitals: `{meant}`"
            ));
        }
        _ => return None,
    };
    Some(format!(
        "`{letter}` alone is not a move, but changes the move after it; {write}"
    ))
}

/// The class of an atom's vectors. Betza's direction letters mean different
/// things on each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VectorClass {
    /// Along one axis: W, D, H, R.
    Straight,
    /// By the same number along several axes: F, A, G, B.
    Diagonal,
    /// By different numbers: N, C, Z.
    Oblique,
    /// Vectors of several classes: K, Q.
    Mixed,
}

impl VectorClass {
    fn of(vectors: &[Coordinate]) -> VectorClass {
        let class = |vector: &Coordinate| {
            let mut sizes = vector.iter().map(|v| v.abs()).filter(|&v| v != 0);
            let first = sizes.next();
            let mut others = 0;
            let equal = sizes.all(|size| {
                others += 1;
                Some(size) == first
            });
            match (others, equal) {
                (0, _) => VectorClass::Straight,
                (_, true) => VectorClass::Diagonal,
                (_, false) => VectorClass::Oblique,
            }
        };
        let mut classes = vectors.iter().map(class);
        match classes.next() {
            Some(first) if classes.all(|class| class == first) => first,
            Some(_) => VectorClass::Mixed,
            None => VectorClass::Straight,
        }
    }
}

/// Turns direction letters into directions, or says why they cannot stand before such an atom.
/// Letters that programs and people read in different ways are rejected.
fn read_directions(
    letters: &str,
    class: VectorClass,
    atom: &str,
) -> Result<Vec<Direction>, String> {
    let letters: Vec<char> = letters.chars().collect();
    let units = if letters.len() == 1 {
        vec![&letters[..]]
    } else {
        match class {
            VectorClass::Straight => letters.chunks(1).collect(),
            VectorClass::Diagonal | VectorClass::Oblique => letters.chunks(2).collect(),
            VectorClass::Mixed => vec![&letters[..]],
        }
    };
    let mut directions: Vec<Direction> = Vec::new();
    for unit in units {
        let read = match unit {
            [letter] if letters.len() == 1 || class == VectorClass::Straight => {
                alone(*letter, class)
            }
            [first, second] => paired((*first, *second), class).into_iter().collect(),
            _ => Vec::new(),
        };
        // A letter that repeats the meaning of another may be meant differently.
        let again = read.iter().any(|direction| directions.contains(direction));
        if (read.is_empty() || again) && !unit.is_empty() {
            return Err(refusal(&letters, class, atom));
        }
        directions.extend(read);
    }
    let has = |wanted: &str| letters.iter().any(|letter| wanted.contains(*letter));
    // `s` already means left and right.
    if class == VectorClass::Straight && has("s") && has("lr") {
        return Err(refusal(&letters, class, atom));
    }
    Ok(directions)
}

/// The directions of a letter that is not part of a pair.
fn alone(letter: char, class: VectorClass) -> Vec<Direction> {
    match (letter, class) {
        ('v', VectorClass::Oblique) => vec![Direction::longest(LongestCoordinate::Forward)],
        ('s', VectorClass::Oblique) => vec![Direction::longest(LongestCoordinate::Side)],
        (_, VectorClass::Oblique) => Vec::new(),
        ('f', _) => vec![Direction::ahead(ForwardSense::Forward)],
        ('b', _) => vec![Direction::ahead(ForwardSense::Back)],
        ('v', _) => vec![
            Direction::ahead(ForwardSense::Forward),
            Direction::ahead(ForwardSense::Back),
        ],
        ('l', _) => vec![Direction::side(true)],
        ('r', _) => vec![Direction::side(false)],
        ('s', VectorClass::Straight | VectorClass::Diagonal) => {
            vec![Direction::ahead(ForwardSense::Level)]
        }
        _ => Vec::new(),
    }
}

/// Why letters cannot stand before an atom, and what to write.
fn refusal(letters: &[char], class: VectorClass, atom: &str) -> String {
    let written: String = letters.iter().collect();
    let two_ways = |advice: &str| {
        format!(
            "`{written}` before `{atom}` is not supported: it can be read in two ways; {advice}"
        )
    };
    if letters.contains(&'h') {
        return format!(
            "`h` before `{atom}` is not supported; it stands after `f`, `b`, `l` or `r` before \
             moves such as N, as in `fhN`"
        );
    }
    match (class, letters) {
        (VectorClass::Oblique, ['v' | 's', 'v' | 's', ..]) => {
            format!("`{written}` before `{atom}` is not supported; write `s{atom}` or `v{atom}`")
        }
        (VectorClass::Oblique, [letter @ ('f' | 'b' | 'l' | 'r')]) => format!(
            "`{letter}` alone before `{atom}` is not supported: some programs read it as \
             `{letter}{letter}`, others as `{letter}h`; write one of these, or `{letter}{}`",
            if matches!(letter, 'f' | 'b') {
                's'
            } else {
                'v'
            }
        ),
        (VectorClass::Oblique, _) => two_ways(&format!(
            "write moves of one or two letters apart, as in `ff{atom} fs{atom}`"
        )),
        (VectorClass::Diagonal, _) => two_ways(&format!(
            "name the corners, as in `fl{atom} br{atom}`, or leave the letters out for all of them"
        )),
        (VectorClass::Straight, _) => two_ways("write each direction once, as in `fsW`"),
        (VectorClass::Mixed, _) => two_ways(&apart(letters, atom)),
    }
}

/// What to write instead of an atom with straight and diagonal moves whose directions can be read
/// in two ways.
fn apart(letters: &[char], atom: &str) -> String {
    let (straight, diagonal) = match atom.as_bytes() {
        [b'K', b'K', ..] | [b'Q', ..] => ('R', 'B'),
        _ => ('W', 'F'),
    };
    let range = atom.trim_start_matches(['K', 'Q']);
    let mut others = String::new();
    for &letter in letters.iter().filter(|letter| "fbvlr".contains(**letter)) {
        let implied = "fb".contains(letter) && letters.contains(&'v');
        if !others.contains(letter) && !implied {
            others.push(letter);
        }
    }
    if others.is_empty() {
        return format!("write `s{straight}{range}` for the straight moves alone");
    }
    let aheads = others.replace('v', "fb").replace(['l', 'r'], "");
    let corners: String = aheads
        .chars()
        .flat_map(|ahead| {
            let sides = others.chars().filter(|letter| "lr".contains(*letter));
            sides.map(move |side| format!("{ahead}{side}"))
        })
        .collect();
    let mut words: Vec<String> = Vec::new();
    if corners.is_empty() {
        // Each letter alone has only one reading.
        words.extend(others.chars().map(|letter| format!("{letter}{atom}")));
    } else {
        words.extend(
            others
                .chars()
                .map(|letter| format!("{letter}{straight}{range}")),
        );
        words.push(format!("{corners}{diagonal}{range}"));
    }
    if letters.contains(&'s') {
        words.push(format!("s{straight}{range}"));
    }
    format!("write the moves apart, as in `{}`", words.join(" "))
}

/// The direction of two letters that form a pair; `None` if they do not.
fn paired(pair: (char, char), class: VectorClass) -> Option<Direction> {
    let ahead = |letter| match letter {
        'f' => Some(ForwardSense::Forward),
        'b' => Some(ForwardSense::Back),
        _ => None,
    };
    let left = |letter| match letter {
        'l' => Some(true),
        'r' => Some(false),
        _ => None,
    };
    let (first, second) = pair;
    let direction = match (class, ahead(first), left(first)) {
        // The two letters name a corner, in either order.
        (VectorClass::Diagonal, _, _) => Direction {
            ahead: ahead(first).or(ahead(second))?,
            left: Some(left(first).or(left(second))?),
            longest: None,
        },
        // The second letter says where the longest coordinate goes.
        (VectorClass::Oblique, Some(way), _) => match second {
            's' => Direction::ahead(way).with(LongestCoordinate::Side),
            'h' => Direction::ahead(way),
            _ if second == first => Direction::ahead(way).with(LongestCoordinate::Forward),
            _ => Direction {
                ahead: way,
                left: Some(left(second)?),
                longest: Some(LongestCoordinate::Side),
            },
        },
        (VectorClass::Oblique, _, Some(to_left)) => match second {
            'v' => Direction::side(to_left).with(LongestCoordinate::Forward),
            'h' => Direction::side(to_left),
            _ if second == first => Direction::side(to_left).with(LongestCoordinate::Side),
            _ => Direction {
                ahead: ahead(second)?,
                left: Some(to_left),
                longest: Some(LongestCoordinate::Forward),
            },
        },
        _ => return None,
    };
    Some(direction)
}

/// The advice for a modifier of another dialect.
fn unsupported(c: char) -> String {
    let hint = match c {
        'a' => "; write moves of several legs in brackets, as in `[K?K]`",
        'd' => "; no piece captures a piece of its own side",
        'j' => "; a leap always jumps, and `p` hops over exactly one piece",
        'o' => "; mark the axis `cyclic` in its chart",
        'q' => "; write a circular move in brackets, leg by leg",
        't' => "; write bent moves in brackets, as in `[F?fR]`",
        'z' => {
            "; crooked moves of any length cannot be written, and shorter ones are written in \
             brackets, leg by leg"
        }
        'u' => "; no move puts a captured piece back on the board",
        'x' => "; no piece lends another its move",
        'y' => "; write the legs in brackets, as in `[F?fR]`",
        _ => "",
    };
    format!(
        "the modifier `{c}` is not supported{hint}; the modifiers are m c e i n p g f b s v l r h"
    )
}

impl Direction {
    fn ahead(ahead: ForwardSense) -> Direction {
        Direction {
            ahead,
            left: None,
            longest: None,
        }
    }

    fn side(left: bool) -> Direction {
        Direction {
            ahead: ForwardSense::Any,
            left: Some(left),
            longest: None,
        }
    }

    fn longest(longest: LongestCoordinate) -> Direction {
        Direction {
            ahead: ForwardSense::Any,
            left: None,
            longest: Some(longest),
        }
    }

    fn with(self, longest: LongestCoordinate) -> Direction {
        Direction {
            longest: Some(longest),
            ..self
        }
    }
}

//! Reads the letters before an atom.

use super::Hop;
use super::reader::PatternReader;
use super::vectors::{Ahead, Axes, Direction, Longest};
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
    /// Whether there is any modifier but directions.
    pub(super) fn any_but_directions(&self) -> bool {
        self.quiet
            || self.capture
            || self.en_passant
            || self.initial
            || self.lame
            || self.hop.is_some()
    }

    /// Notes a modifier; or says why it cannot stand here.
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
    /// Reads the letters before an atom. On the `later` legs of a path, directions are
    /// relative to the leg before and need no forward axis.
    pub(super) fn modifiers(&mut self, scope: usize, later: bool) -> Option<Modifiers> {
        let mut modifiers = Modifiers::default();
        let start = self.at;
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let added = match c {
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
                self.fault(self.at..self.at + 1, message);
                self.skip_term();
                return None;
            }
            self.next();
        }
        modifiers.at = start..self.at;
        let before = &self.text[start..self.at];
        let rest = &self.text[self.at..];
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

    /// Leaves of an atom's vectors those that the directions select. Returns the
    /// directions.
    pub(super) fn select(
        &mut self,
        scope: usize,
        modifiers: &Modifiers,
        vectors: &mut Vec<Coordinate>,
        at: Range<usize>,
    ) -> Option<Vec<Direction>> {
        let atom = &self.text[modifiers.at.end..at.end];
        let directions = match read_directions(&modifiers.directions, Class::of(vectors), atom) {
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

/// What kind of vectors an atom has. Betza's direction letters mean different
/// things on each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Along one axis: W, D, H, R.
    Straight,
    /// By the same number along several axes: F, A, G, B.
    Diagonal,
    /// By different numbers: N, C, Z.
    Oblique,
    /// Some of these: K, Q.
    Mixed,
}

impl Class {
    fn of(vectors: &[Coordinate]) -> Class {
        let class = |vector: &Coordinate| {
            let mut sizes = vector.iter().map(|v| v.abs()).filter(|&v| v != 0);
            let first = sizes.next();
            let mut others = 0;
            let equal = sizes.all(|size| {
                others += 1;
                Some(size) == first
            });
            match (others, equal) {
                (0, _) => Class::Straight,
                (_, true) => Class::Diagonal,
                (_, false) => Class::Oblique,
            }
        };
        let mut classes = vectors.iter().map(class);
        match classes.next() {
            Some(first) if classes.all(|class| class == first) => first,
            Some(_) => Class::Mixed,
            None => Class::Straight,
        }
    }
}

/// Turns direction letters into directions, or says why they cannot stand before
/// such an atom.
fn read_directions(letters: &str, class: Class, atom: &str) -> Result<Vec<Direction>, String> {
    let letters: Vec<char> = letters.chars().collect();
    if class == Class::Mixed
        && (letters.contains(&'s')
            || letters.iter().any(|c| "fbv".contains(*c))
                && letters.iter().any(|c| "lr".contains(*c)))
    {
        let advice = apart(&letters, atom);
        let letters: String = letters.iter().collect();
        return Err(format!(
            "`{letters}` before `{atom}` is not supported: it can be read in two ways; {advice}"
        ));
    }
    let mut directions = Vec::new();
    let mut i = 0;
    while i < letters.len() {
        let pair = letters.get(i + 1).map(|&second| (letters[i], second));
        if class == Class::Oblique && matches!(pair, Some(('v', 's') | ('s', 'v'))) {
            let (first, second) = (letters[i], letters[i + 1]);
            return Err(format!(
                "`{first}{second}` before `{atom}` is not supported; write `s{atom}` or `v{atom}`"
            ));
        }
        if let Some(direction) = pair.and_then(|pair| paired(pair, class)) {
            directions.push(direction);
            i += 2;
            continue;
        }
        match (letters[i], class) {
            ('h', _) => {
                return Err(format!(
                    "`h` before `{atom}` is not supported; it stands after `f`, `b`, `l` or `r` \
                     before moves such as N, as in `fhN`"
                ));
            }
            (letter @ ('f' | 'b' | 'l' | 'r'), Class::Oblique) => {
                return Err(format!(
                    "`{letter}` alone before `{atom}` is not supported: some programs read it as \
                     `{letter}{letter}`, others as `{letter}h`; write one of these, or `{letter}{}`",
                    if "fb".contains(letter) { 's' } else { 'v' }
                ));
            }
            ('f', _) => directions.push(Direction::ahead(Ahead::Forward)),
            ('b', _) => directions.push(Direction::ahead(Ahead::Back)),
            ('l', _) => directions.push(Direction::side(true)),
            ('r', _) => directions.push(Direction::side(false)),
            ('v', Class::Oblique) => directions.push(Direction::longest(Longest::Forward)),
            ('v', _) => directions.extend([
                Direction::ahead(Ahead::Forward),
                Direction::ahead(Ahead::Back),
            ]),
            (_, Class::Oblique) => directions.push(Direction::longest(Longest::Side)),
            _ => directions.push(Direction::ahead(Ahead::Level)),
        }
        i += 1;
    }
    Ok(directions)
}

/// What to write instead of an atom of straight and diagonal moves whose directions can
/// be read in two ways.
fn apart(letters: &[char], atom: &str) -> String {
    let (straight, diagonal) = match atom.as_bytes() {
        [b'K', b'K', ..] | [b'Q', ..] => ('R', 'B'),
        _ => ('W', 'F'),
    };
    let range = atom.trim_start_matches(['K', 'Q']);
    let moves = |letter: &char, mv: char| format!("{letter}{mv}{range}");
    let others: Vec<&char> = letters.iter().filter(|c| **c != 's').collect();
    if others.is_empty() {
        return format!(
            "write `{}` for the straight moves alone",
            moves(&'s', straight)
        );
    }
    let sideways = letters.contains(&'s');
    let corner: String = others.iter().copied().collect();
    let is_corner = corner.contains(['f', 'b', 'v']) && corner.contains(['l', 'r']);
    let mut words = Vec::new();
    if is_corner {
        words.extend(others.iter().map(|letter| moves(letter, straight)));
        words.push(format!("{corner}{diagonal}{range}"));
    } else {
        // There is one reading of letters that all go ahead, or all to a side.
        words.push(format!("{corner}{atom}"));
    }
    if sideways {
        words.push(moves(&'s', straight));
    }
    let written = words.join(" ");
    format!("write the straight and the diagonal moves apart, as in `{written}`")
}

/// What two direction letters say together, where they are a pair.
fn paired(pair: (char, char), class: Class) -> Option<Direction> {
    let ahead = |letter| match letter {
        'f' => Some(Ahead::Forward),
        'b' => Some(Ahead::Back),
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
        (Class::Diagonal, _, _) => Direction {
            ahead: ahead(first).or(ahead(second))?,
            left: Some(left(first).or(left(second))?),
            longest: None,
        },
        // The second letter says where the longest coordinate goes.
        (Class::Oblique, Some(way), _) => match second {
            's' => Direction::ahead(way).with(Longest::Side),
            'h' => Direction::ahead(way),
            _ if second == first => Direction::ahead(way).with(Longest::Forward),
            _ => Direction {
                ahead: way,
                left: Some(left(second)?),
                longest: Some(Longest::Side),
            },
        },
        (Class::Oblique, _, Some(to_left)) => match second {
            'v' => Direction::side(to_left).with(Longest::Forward),
            'h' => Direction::side(to_left),
            _ if second == first => Direction::side(to_left).with(Longest::Side),
            _ => Direction {
                ahead: ahead(second)?,
                left: Some(to_left),
                longest: Some(Longest::Forward),
            },
        },
        _ => return None,
    };
    Some(direction)
}

/// What to write instead of a modifier of another dialect.
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
        'u' | 'x' => "; no piece carries another or lends it its move",
        'y' => "; write the legs in brackets, as in `[F?fR]`",
        _ => "",
    };
    format!(
        "the modifier `{c}` is not supported{hint}; the modifiers are m c e i n p g f b s v l r h"
    )
}

impl Direction {
    fn ahead(ahead: Ahead) -> Direction {
        Direction {
            ahead,
            left: None,
            longest: None,
        }
    }

    fn side(left: bool) -> Direction {
        Direction {
            ahead: Ahead::Any,
            left: Some(left),
            longest: None,
        }
    }

    fn longest(longest: Longest) -> Direction {
        Direction {
            ahead: Ahead::Any,
            left: None,
            longest: Some(longest),
        }
    }

    fn with(self, longest: Longest) -> Direction {
        Direction {
            longest: Some(longest),
            ..self
        }
    }
}

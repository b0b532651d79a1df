//! Reads move rules.

use super::vectors::{self, Axes, Direction};
use super::{Hop, Leg, MoveRule, Route, Shape, Term, UNLIMITED};
use hyperrook_geometry::{Coordinate, MAX_AXES};
use std::ops::Range;

/// A group of axes that a pattern can name.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Its name.
    pub name: String,
    /// Index of its chart.
    pub chart: usize,
    /// Indices of its axes in the chart.
    pub axes: Vec<usize>,
    /// For each axis of the chart, whether it has a forward sense.
    pub forward: Vec<bool>,
}

/// What is wrong with a move rule, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Bytes of the text.
    pub at: Range<usize>,
    /// What is wrong and what would be right.
    pub message: String,
}

/// The most routes a path may expand to.
const MAX_ROUTES: usize = 20_000;
/// The most vectors and legs that a rule may expand to.
const MAX_SIZE: usize = 100_000;

/// Reads a move rule over the given scopes, the first of which is the default
/// one; or says everything that is wrong with it.
pub fn parse(text: &str, scopes: &[Scope]) -> Result<MoveRule, Vec<Fault>> {
    let mut reader = Reader {
        text,
        at: 0,
        scopes,
        faults: Vec::new(),
        terms: Vec::new(),
    };
    reader.rule();
    if reader.terms.is_empty() && reader.faults.is_empty() {
        reader.fault(
            0..text.len(),
            "the rule is empty; name at least one move, such as `K`",
        );
    }
    if reader.faults.is_empty() {
        Ok(MoveRule {
            text: text.trim().to_owned(),
            terms: reader.terms,
        })
    } else {
        Err(reader.faults)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    scopes: &'a [Scope],
    faults: Vec<Fault>,
    terms: Vec<Term>,
}

/// The letters before an atom.
#[derive(Default)]
struct Modifiers {
    quiet: bool,
    capture: bool,
    en_passant: bool,
    initial: bool,
    lame: bool,
    hop: Option<Hop>,
    directions: Vec<Direction>,
}

/// An atom: the vectors it may step by, and how often by default.
struct Atom {
    vectors: Vec<Coordinate>,
    range: u16,
}

impl<'a> Reader<'a> {
    fn fault(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.faults.push(Fault {
            at,
            message: message.into(),
        });
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn rule(&mut self) {
        let mut current: Vec<usize> = vec![0];
        let mut size = 0;
        loop {
            while self.peek().is_some_and(char::is_whitespace) {
                self.next();
            }
            if self.peek().is_none() {
                return;
            }
            if let Some(scopes) = self.scope_prefix() {
                current = scopes;
                continue;
            }
            let start = self.at;
            let before = self.faults.len();
            for (i, &scope) in current.iter().enumerate() {
                self.at = start;
                let term = self.term(scope);
                size += term.as_ref().map_or(0, Term::size);
                if size > MAX_SIZE {
                    let message = format!("the rule has more than {MAX_SIZE} vectors and legs");
                    self.fault(start..self.at, message);
                    return;
                }
                self.terms.extend(term);
                // The same text over the next scope has mostly the same faults.
                if i == 0 && self.faults.len() > before {
                    break;
                }
            }
            if self.at == start {
                self.next();
            }
        }
    }

    /// Reads `name:` or `name, name:` if that is what comes next.
    fn scope_prefix(&mut self) -> Option<Vec<usize>> {
        let start = self.at;
        let rest = &self.text[start..];
        let head = rest
            .split(':')
            .next()
            .filter(|head| head.len() < rest.len())?;
        let name = |c: char| c.is_alphanumeric() || c == '_';
        if !head
            .split(',')
            .all(|n| !n.trim().is_empty() && n.trim().chars().all(name))
        {
            return None;
        }
        self.at += head.len() + 1;
        let mut found = Vec::new();
        let mut offset = start;
        for part in head.split(',') {
            let wanted = part.trim();
            match self.scopes.iter().position(|scope| scope.name == wanted) {
                Some(scope) => found.push(scope),
                None => {
                    let known: Vec<_> = self
                        .scopes
                        .iter()
                        .map(|scope| format!("`{}`", scope.name))
                        .collect();
                    let message = format!(
                        "no chart or group is called `{wanted}`; there are {}",
                        known.join(", ")
                    );
                    self.fault(offset..offset + part.len(), message);
                }
            }
            offset += part.len() + 1;
        }
        if found.is_empty() {
            found.push(0);
        }
        Some(found)
    }

    fn term(&mut self, scope: usize) -> Option<Term> {
        let start = self.at;
        let modifiers = self.modifiers(scope, false)?;
        let shape = match self.peek() {
            Some('[') => self.path(scope, &modifiers)?,
            _ => self.line(scope, &modifiers, start)?,
        };
        let at = start..self.at;
        let scope = &self.scopes[scope];
        let sided = modifiers.directions.iter().any(|direction| {
            matches!(
                direction,
                Direction::Left | Direction::Right | Direction::Corner(..)
            )
        });
        let (quiet, capture) = match (modifiers.quiet, modifiers.capture) {
            (false, false) => (true, true),
            both => both,
        };
        if modifiers.en_passant && !modifiers.capture {
            self.fault(
                at,
                "`e` adds capture in passing to a capture: write `ce`, as in `cefF`",
            );
            return None;
        }
        Some(Term {
            text: self.text[at].to_owned(),
            scope: scope.name.clone(),
            chart: scope.chart,
            quiet,
            capture,
            en_passant: modifiers.en_passant,
            initial: modifiers.initial,
            half_turn: sided,
            axes: scope.axes.clone(),
            shape,
        })
    }

    /// Reads the letters before an atom. On the later legs of a path
    /// directions are relative and need no forward axis.
    fn modifiers(&mut self, scope: usize, later: bool) -> Option<Modifiers> {
        let mut modifiers = Modifiers::default();
        let start = self.at;
        let mut directions = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            match c {
                'm' => modifiers.quiet = true,
                'c' => modifiers.capture = true,
                'e' => modifiers.en_passant = true,
                'i' => modifiers.initial = true,
                'n' => modifiers.lame = true,
                'p' => modifiers.hop = Some(Hop::Over),
                'g' => modifiers.hop = Some(Hop::Just),
                'f' | 'b' | 's' | 'v' | 'l' | 'r' => directions.push(c),
                _ => {
                    let at = self.at..self.at + 1;
                    self.fault(at, unsupported(c));
                    self.skip_term();
                    return None;
                }
            }
            self.next();
        }
        if later {
            if directions.contains(['l', 'r']) {
                let message = "only `f` (on), `b` (back), `v` (either) and `s` (at right angles to \
                               all legs before) stand before a later leg; for one turn write out \
                               the vectors, as in `[<1.0>-<0.1>]`";
                self.fault(start..self.at, message);
                return None;
            }
            modifiers.directions = read_directions(&directions, false);
            return Some(modifiers);
        }
        let oblique = self.oblique(scope);
        let scope = &self.scopes[scope];
        let axes = Axes {
            axes: &scope.axes,
            forward: &scope.forward,
        };
        let at = start..self.at;
        if directions.contains(['f', 'b', 's', 'v']) && !axes.has_forward() {
            let message = format!(
                "`{}` has no forward axis, so `f`, `b`, `s` and `v` say nothing there; mark one \
                 with `forward` in its chart",
                scope.name
            );
            self.fault(at, message);
            self.skip_term();
            return None;
        }
        if directions.contains(['l', 'r']) && axes.side_axis().is_none() {
            let message = format!(
                "left and right need exactly one axis that is not forward, which `{}` has not; \
                 write the vectors out, as in `<1.-1>`",
                scope.name
            );
            self.fault(at, message);
            self.skip_term();
            return None;
        }
        modifiers.directions = read_directions(&directions, oblique);
        Some(modifiers)
    }

    /// Whether the atom that comes next has no vector along one axis only, so
    /// that pairs of direction letters select within its vectors.
    fn oblique(&self, _scope: usize) -> bool {
        match self.peek() {
            Some('F' | 'A' | 'N' | 'C' | 'Z' | 'G' | 'B' | 'L') => true,
            Some('(') => {
                let rest = &self.text[self.at + 1..];
                let sizes = rest.split(')').next().unwrap_or("");
                sizes.split('.').filter(|size| size.trim() != "0").count() > 1
            }
            _ => false,
        }
    }

    /// Passes over what is left of a faulty term.
    fn skip_term(&mut self) {
        while self.peek().is_some_and(|c| !c.is_whitespace()) {
            self.next();
        }
    }

    fn line(&mut self, scope: usize, modifiers: &Modifiers, start: usize) -> Option<Shape> {
        let atom_start = self.at;
        let atom = self.atom(scope)?;
        let range = self.range(atom.range);
        let at = start..self.at;
        let mut vectors = atom.vectors;
        self.select(scope, &modifiers.directions, &mut vectors, at.clone())?;
        if modifiers.lame {
            if modifiers.hop.is_some() {
                self.fault(at, "`n` (may not jump) contradicts `p` and `g` (must hop)");
                return None;
            }
            let mut routes = Vec::new();
            for vector in &vectors {
                let Some(route) = lame_route(vector) else {
                    let message = format!(
                        "`n` needs a straight leap of two steps or more (D, A, H…) or N, and `{}` \
                         is neither; write the way it walks in brackets, as in `[W-sW]`",
                        &self.text[atom_start..self.at]
                    );
                    self.fault(at, message);
                    return None;
                };
                routes.push(route);
            }
            return Some(Shape::Path {
                routes,
                times: range,
            });
        }
        let hop = modifiers.hop.unwrap_or(Hop::None);
        if hop != Hop::None && range < 2 {
            self.fault(
                at,
                "a hop needs a line to hop along: write `pR`, `gQ` or `pW4`",
            );
            return None;
        }
        Some(Shape::Line {
            vectors,
            range,
            hop,
        })
    }

    fn select(
        &mut self,
        scope: usize,
        directions: &[Direction],
        vectors: &mut Vec<Coordinate>,
        at: Range<usize>,
    ) -> Option<()> {
        if directions.is_empty() {
            return Some(());
        }
        let scope = &self.scopes[scope];
        let axes = Axes {
            axes: &scope.axes,
            forward: &scope.forward,
        };
        vectors.retain(|vector| directions.iter().any(|&d| axes.selects(d, vector)));
        if vectors.is_empty() {
            let message = format!(
                "`{}` selects none of the directions of this move",
                &self.text[at.clone()]
            );
            self.fault(at, message);
            return None;
        }
        Some(())
    }

    /// Reads a letter, `(2.1.1)` or `<1.-1>`.
    fn atom(&mut self, scope: usize) -> Option<Atom> {
        let start = self.at;
        let axes = self.scopes[scope].axes.clone();
        let leaper = |sizes: &[i16]| vectors::leaper(sizes, &axes);
        let Some(c) = self.next() else {
            self.fault(
                start..start,
                "a move letter such as `W`, `(2.1)` or `[W-sW]` must follow",
            );
            return None;
        };
        let (vectors, range) = match c {
            'W' => (leaper(&[1]), 1),
            'F' => (leaper(&[1, 1]), 1),
            'D' => (leaper(&[2]), 1),
            'N' => (leaper(&[2, 1]), 1),
            'A' => (leaper(&[2, 2]), 1),
            'H' => (leaper(&[3]), 1),
            'C' | 'L' => (leaper(&[3, 1]), 1),
            'Z' | 'J' => (leaper(&[3, 2]), 1),
            'G' => (leaper(&[3, 3]), 1),
            'K' => (Some(vectors::neighbours(&axes)), 1),
            'R' => (leaper(&[1]), UNLIMITED),
            'B' => (leaper(&[1, 1]), UNLIMITED),
            'Q' => (Some(vectors::neighbours(&axes)), UNLIMITED),
            '(' => (self.numbers(')', start)?.as_deref().and_then(leaper), 1),
            '<' => (self.signed_vector(scope, start)?, 1),
            _ => {
                let message = format!(
                    "`{c}` is no move letter; the letters are W F D N A H C Z G, K for a step any \
                     way, R B Q for slides, (2.1.1) for a leap by its coordinates, <1.-1> for one \
                     vector and [W-sW] for a path"
                );
                self.skip_term();
                self.fault(start..self.at, message);
                return None;
            }
        };
        let Some(vectors) = vectors else {
            let message = format!(
                "`{}` needs more axes than `{}` has ({}), or has too many vectors",
                &self.text[start..self.at],
                self.scopes[scope].name,
                axes.len()
            );
            self.fault(start..self.at, message);
            return None;
        };
        let doubled = c.is_ascii_uppercase() && range == 1 && self.take(c);
        Some(Atom {
            vectors,
            range: if doubled { UNLIMITED } else { range },
        })
    }

    /// Reads `2.1.1` up to the closing character. The outer `None` is a fault.
    #[allow(clippy::option_option)]
    fn numbers(&mut self, close: char, start: usize) -> Option<Option<Vec<i16>>> {
        let rest = &self.text[self.at..];
        let Some(inner) = rest
            .split(close)
            .next()
            .filter(|inner| inner.len() < rest.len())
        else {
            self.skip_term();
            self.fault(start..self.at, format!("`{close}` is missing"));
            return None;
        };
        self.at += inner.len() + close.len_utf8();
        let numbers: Option<Vec<i16>> = inner
            .split('.')
            .map(|n| n.trim().parse().ok().filter(|n: &i16| n.abs() <= 255))
            .collect();
        let Some(numbers) = numbers.filter(|n| n.len() <= MAX_AXES && n.iter().any(|&n| n != 0))
        else {
            self.fault(
                start..self.at,
                "write the coordinates of the leap with dots, not all 0: `(2.1.1)`, `<1.-1>`",
            );
            return None;
        };
        if close == ')' && numbers.iter().any(|&n| n < 0) {
            self.fault(
                start..self.at,
                "(…) stands for every order and sign, so its numbers have no sign; use <…> for \
                 one vector",
            );
            return None;
        }
        Some(Some(numbers))
    }

    #[allow(clippy::option_option)]
    fn signed_vector(&mut self, scope: usize, start: usize) -> Option<Option<Vec<Coordinate>>> {
        let numbers = self.numbers('>', start)??;
        let scope = &self.scopes[scope];
        if numbers.len() != scope.axes.len() {
            let message = format!(
                "`{}` has {} axes, so a vector in <…> has as many numbers, not {}",
                scope.name,
                scope.axes.len(),
                numbers.len()
            );
            self.fault(start..self.at, message);
            return None;
        }
        let mut vector = [0; MAX_AXES];
        for (&axis, number) in scope.axes.iter().zip(numbers) {
            vector[axis] = number;
        }
        Some(Some(vec![vector]))
    }

    /// Reads a range in digits; 0 is without limit.
    fn range(&mut self, default: u16) -> u16 {
        let digits = self.text[self.at..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let text = &self.text[self.at..self.at + digits];
        self.at += digits;
        if text.is_empty() {
            return default;
        }
        match text.parse() {
            Ok(0) | Err(_) => UNLIMITED,
            Ok(range) => range,
        }
    }

    /// Reads `[leg-leg?leg]`.
    fn path(&mut self, scope: usize, modifiers: &Modifiers) -> Option<Shape> {
        let start = self.at;
        if modifiers.lame || modifiers.hop.is_some() || !modifiers.directions.is_empty() {
            self.fault(
                start..start + 1,
                "only `m`, `c`, `e` and `i` stand before a bracket; directions stand before its legs",
            );
            self.skip_path();
            return None;
        }
        self.take('[');
        let mut routes = vec![Route { legs: Vec::new() }];
        let mut done = Vec::new();
        loop {
            let leg_start = self.at;
            let later = routes.iter().any(|route| !route.legs.is_empty());
            let leg = self.modifiers(scope, later);
            let Some(leg) = leg else {
                self.skip_path();
                return None;
            };
            if leg.quiet
                || leg.capture
                || leg.en_passant
                || leg.initial
                || leg.lame
                || leg.hop.is_some()
            {
                self.fault(
                    leg_start..self.at,
                    "only directions stand before a leg inside brackets",
                );
                self.skip_path();
                return None;
            }
            let Some(atom) = self.atom(scope) else {
                self.skip_path();
                return None;
            };
            let most = self.range(atom.range);
            let at = leg_start..self.at;
            let extended = self.extend(scope, &routes, &leg.directions, &atom.vectors, most, at);
            let Some(extended) = extended else {
                self.skip_path();
                return None;
            };
            routes = extended;
            match self.next() {
                Some('-') => {}
                Some('?') => done.extend(routes.iter().cloned()),
                Some(']') => break,
                _ => {
                    self.fault(
                        start..self.at,
                        "in brackets, legs are joined by `-` (then) or `?` (perhaps then) and closed \
                         by `]`, as in `[W-sW]` or `[K?K]`",
                    );
                    self.skip_path();
                    return None;
                }
            }
        }
        done.extend(routes);
        done.sort();
        done.dedup();
        let times = self.range(1);
        if times > 1
            && done
                .iter()
                .any(|route| route.legs.iter().any(|leg| leg.most > 1))
        {
            self.fault(
                start..self.at,
                "a path with sliding legs cannot be repeated: limit each leg to one step",
            );
            return None;
        }
        Some(Shape::Path {
            routes: done,
            times,
        })
    }

    fn skip_path(&mut self) {
        while self.next().is_some_and(|c| c != ']') {}
        self.range(1);
    }

    /// Every route with one more leg. Directions of the first leg are those of
    /// the board; of a later one, relative to the legs before.
    fn extend(
        &mut self,
        scope: usize,
        routes: &[Route],
        directions: &[Direction],
        vectors: &[Coordinate],
        most: u16,
        at: Range<usize>,
    ) -> Option<Vec<Route>> {
        let mut out = Vec::new();
        for route in routes {
            let mut chosen = vectors.to_vec();
            if route.legs.is_empty() {
                self.select(scope, directions, &mut chosen, at.clone())?;
            } else if !directions.is_empty() {
                chosen = turn(&route.legs, directions, vectors);
            }
            for vector in chosen {
                let mut legs = route.legs.clone();
                legs.push(Leg { vector, most });
                out.push(Route { legs });
            }
            if out.len() > MAX_ROUTES {
                self.fault(at, format!("the path has more than {MAX_ROUTES} routes"));
                return None;
            }
        }
        if out.is_empty() {
            let message = format!(
                "no leg before `{}` can be followed by it",
                &self.text[at.clone()]
            );
            self.fault(at, message);
            return None;
        }
        Some(out)
    }
}

/// The vectors that go on in the given directions after the legs so far.
fn turn(legs: &[Leg], directions: &[Direction], vectors: &[Coordinate]) -> Vec<Coordinate> {
    let last = legs[legs.len() - 1].vector;
    let straight = |sign: i16| -> Vec<Coordinate> {
        let way = last.map(|value| value * sign);
        let parallel: Vec<_> = vectors
            .iter()
            .copied()
            .filter(|v| vectors::same_way(v, &way))
            .collect();
        if !parallel.is_empty() {
            return parallel;
        }
        vectors
            .iter()
            .copied()
            .filter(|v| vectors::dot(v, &way) > 0)
            .collect()
    };
    let mut chosen = Vec::new();
    for direction in directions {
        match direction {
            Direction::Forward => chosen.extend(straight(1)),
            Direction::Back => chosen.extend(straight(-1)),
            _ => chosen.extend(
                vectors
                    .iter()
                    .copied()
                    .filter(|v| legs.iter().all(|leg| vectors::dot(v, &leg.vector) == 0)),
            ),
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// The way a leap walks when it may not jump.
fn lame_route(vector: &Coordinate) -> Option<Route> {
    let sizes: Vec<i16> = vector.iter().map(|v| v.abs()).filter(|&v| v != 0).collect();
    let largest = sizes.iter().copied().max()?;
    let legs = |vectors: Vec<Coordinate>| Route {
        legs: vectors
            .into_iter()
            .map(|vector| Leg { vector, most: 1 })
            .collect(),
    };
    if largest >= 2 && sizes.iter().all(|&size| size == largest) {
        return Some(legs(vec![vector.map(|v| v / largest); largest as usize]));
    }
    let mut sorted = sizes;
    sorted.sort_unstable();
    // The knight that goes one cell straight, then one diagonally.
    (sorted == [1, 2]).then(|| {
        let straight = vector.map(|v| if v.abs() == 2 { v.signum() } else { 0 });
        legs(vec![straight, vector.map(i16::signum)])
    })
}

/// Turns direction letters into directions. On atoms that go obliquely, pairs
/// select within the vectors, as Betza has it; elsewhere each letter adds.
fn read_directions(letters: &str, oblique: bool) -> Vec<Direction> {
    let letters: Vec<char> = letters.chars().collect();
    let mut directions = Vec::new();
    let mut i = 0;
    while i < letters.len() {
        let pair = (letters[i], letters.get(i + 1).copied());
        let ahead = letters[i] == 'f';
        let paired = match pair {
            ('f' | 'b', Some(second)) if oblique => match second {
                's' => Some(Direction::Wide(ahead)),
                'l' => Some(Direction::Corner(ahead, true)),
                'r' => Some(Direction::Corner(ahead, false)),
                same if same == letters[i] => Some(Direction::Narrow(ahead)),
                _ => None,
            },
            _ => None,
        };
        if let Some(direction) = paired {
            directions.push(direction);
            i += 2;
            continue;
        }
        match letters[i] {
            'f' => directions.push(Direction::Forward),
            'b' => directions.push(Direction::Back),
            's' => directions.push(Direction::Sideways),
            'v' => directions.extend([Direction::Forward, Direction::Back]),
            'l' => directions.push(Direction::Left),
            _ => directions.push(Direction::Right),
        }
        i += 1;
    }
    directions
}

fn unsupported(c: char) -> String {
    let hint = match c {
        'a' => "; write moves of several legs in brackets, as in `[K?K]`",
        'j' => "; a leap always jumps, and `p` hops over exactly one piece",
        'o' => "; mark the axis `cyclic` in its chart",
        't' | 'z' => "; write crooked moves in brackets, as in `[F-fR]`",
        'd' | 'u' | 'x' | 'y' | 'h' | 'k' | 'q' | 'w' => " here",
        _ => "",
    };
    format!(
        "the modifier `{c}` is not supported{hint}; the modifiers are m c e i n p g f b s v l r"
    )
}

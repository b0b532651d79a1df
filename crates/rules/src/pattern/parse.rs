//! Reads move rules.

use super::modifiers::Modifiers;
use super::reader::{MAX_WORK, PatternFault, PatternReader, Scope};
use super::vectors::Direction;
use super::{Hop, Leg, MoveRule, Route, Shape, Term};
use hyperrook_geometry::Coordinate;

/// Maximum number of vectors and legs that a rule may expand to.
pub(super) const MAX_SIZE: usize = 100_000;
/// The fault of a rule above it.
pub(super) const TOO_LARGE: &str = "the rule has more than 100000 vectors and legs; use fewer axes, \
    shorter paths or fewer moves";

/// Reads a move rule over the given scopes, the first of which is the default. The error lists
/// everything that is wrong with it. `work` counts the work of all rules of a definition; no rule
/// can be read once it exceeds [`MAX_WORK`].
pub(crate) fn parse(
    text: &str,
    scopes: &[Scope],
    work: &mut usize,
) -> Result<MoveRule, Vec<PatternFault>> {
    let mut reader = PatternReader {
        text,
        at: 0,
        scopes,
        faults: Vec::new(),
        terms: Vec::new(),
        work,
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

impl PatternReader<'_> {
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
                if *self.work > MAX_WORK {
                    return;
                }
                if size > MAX_SIZE {
                    self.fault(start..self.at, TOO_LARGE);
                    return;
                }
                self.terms.extend(term);
                // The same text over the next scope mostly has the same faults.
                if i == 0 && self.faults.len() > before {
                    break;
                }
            }
            if self.at == start {
                self.next();
            }
        }
    }

    /// Reads `name:` or `name, name:` if one of them comes next.
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
                // `near: K, far: W`
                None if offset + part.len() < start + head.len() => {
                    let message = "separate moves by spaces; a `,` stands only between the names of \
                                   charts and groups";
                    let comma = offset + part.len();
                    self.fault(comma..comma + 1, message);
                }
                None => {
                    let known: Vec<_> = self
                        .scopes
                        .iter()
                        .map(|scope| format!("`{}`", scope.name))
                        .collect();
                    let message = format!(
                        "no chart or group is called `{wanted}`; there {} {}",
                        if known.len() == 1 { "is only" } else { "are" },
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
        let (shape, directions) = match self.peek() {
            Some('[') => self.path(scope, &modifiers)?,
            _ => self.line(scope, &modifiers, start)?,
        };
        let at = start..self.at;
        let scope = &self.scopes[scope];
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
        // The rule stores its text without the surrounding white space.
        let skipped = self.text.len() - self.text.trim_start().len();
        Some(Term {
            text: self.text[at.clone()].to_owned(),
            at: at.start - skipped..at.end - skipped,
            scope: scope.name.clone(),
            chart: scope.chart,
            quiet,
            capture,
            en_passant: modifiers.en_passant,
            initial: modifiers.initial,
            half_turn: directions.iter().any(|direction| direction.left.is_some()),
            axes: scope.axes.clone(),
            shape,
        })
    }

    fn line(
        &mut self,
        scope: usize,
        modifiers: &Modifiers,
        start: usize,
    ) -> Option<(Shape, Vec<Direction>)> {
        let atom_start = self.at;
        let atom = self.atom(scope)?;
        let range = self.range(atom.range);
        let at = start..self.at;
        let mut vectors = atom.vectors;
        let directions = self.select(scope, modifiers, &mut vectors, at.clone())?;
        if modifiers.lame {
            let is_step = |vector: &Coordinate| vector.iter().all(|value| value.abs() <= 1);
            if modifiers.hop.is_none() && vectors.iter().all(is_step) {
                let atom = &self.text[atom_start..self.at];
                let message = format!("`{atom}` never jumps; leave `n` out");
                self.fault(at, message);
                return None;
            }
            if modifiers.hop.is_some() {
                self.fault(at, "`n` (may not jump) contradicts `p` and `g` (must hop)");
                return None;
            }
            let mut routes = Vec::new();
            for vector in &vectors {
                let Some(route) = lame_route(vector) else {
                    let message = format!(
                        "`n` needs a straight leap of two steps or more (D, A, H…) or N, and `{}` \
                         is neither; write its path in brackets, as in `[W-sW]`",
                        &self.text[atom_start..self.at]
                    );
                    self.fault(at, message);
                    return None;
                };
                routes.push(route);
            }
            let times = range;
            return Some((Shape::Path { routes, times }, directions));
        }
        let hop = modifiers.hop.unwrap_or(Hop::None);
        if hop != Hop::None && range < 2 {
            self.fault(
                at,
                "a hop needs a line to hop along: write `pR`, `gQ` or `pW4`",
            );
            return None;
        }
        let line = Shape::Line {
            vectors,
            range,
            hop,
        };
        Some((line, directions))
    }
}

/// The route of a leap that may not jump.
fn lame_route(vector: &Coordinate) -> Option<Route> {
    let sizes: Vec<i16> = vector.iter().map(|v| v.abs()).filter(|&v| v != 0).collect();
    let largest = sizes.iter().copied().max()?;
    let legs = |vectors: Vec<Coordinate>| Route {
        legs: vectors
            .into_iter()
            .map(|vector| Leg {
                vector,
                max_steps: 1,
            })
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

//! Reads paths in brackets.

use super::modifiers::Modifiers;
use super::parse::{MAX_SIZE, TOO_LARGE};
use super::reader::PatternReader;
use super::vectors::{self, Direction};
use super::{Leg, Route, Shape};
use hyperrook_geometry::{Coordinate, dot};
use std::ops::Range;

/// Maximum number of routes that a path may expand to.
const MAX_ROUTES: usize = 20_000;

impl PatternReader<'_> {
    /// Reads `[leg-leg?leg]`.
    pub(super) fn path(
        &mut self,
        scope: usize,
        modifiers: &Modifiers,
    ) -> Option<(Shape, Vec<Direction>)> {
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
        if let Some((at, message)) = self.bracket_fault() {
            self.fault(at, message);
            self.skip_path();
            return None;
        }
        let mut routes = vec![Route { legs: Vec::new() }];
        let mut done = Vec::new();
        let mut directions = Vec::new();
        let mut last_atom = "";
        loop {
            let leg_start = self.at;
            let later = routes.iter().any(|route| !route.legs.is_empty());
            let leg = self.modifiers(scope, later);
            let Some(leg) = leg else {
                self.skip_path();
                return None;
            };
            if leg.any_but_directions() {
                self.fault(
                    leg_start..self.at,
                    "only directions stand before a leg inside brackets",
                );
                self.skip_path();
                return None;
            }
            let atom_start = self.at;
            let Some(mut atom) = self.atom(scope) else {
                self.skip_path();
                return None;
            };
            let text = self.text;
            let atom_text = &text[atom_start..self.at];
            let max_steps = self.range(atom.range);
            let at = leg_start..self.at;
            let extended = if later {
                self.turns(&leg, atom_text == last_atom).and_then(|turns| {
                    self.extend(scope, &routes, &turns, &atom.vectors, max_steps, at)
                })
            } else {
                self.select(scope, &leg, &mut atom.vectors, at.clone())
                    .and_then(|found| {
                        directions = found;
                        self.extend(scope, &routes, &[], &atom.vectors, max_steps, at)
                    })
            };
            let Some(extended) = extended else {
                self.skip_path();
                return None;
            };
            routes = extended;
            last_atom = atom_text;
            let legs = done.iter().chain(&routes).map(|route| route.legs.len());
            if legs.sum::<usize>() > MAX_SIZE {
                self.fault(start..self.at, TOO_LARGE);
                self.skip_path();
                return None;
            }
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
                .any(|route| route.legs.iter().any(|leg| leg.max_steps > 1))
        {
            self.fault(
                start..self.at,
                "a path with sliding legs cannot be repeated: limit each leg to one step",
            );
            return None;
        }
        let path = Shape::Path {
            routes: done,
            times,
        };
        Some((path, directions))
    }

    /// What is wrong with the text up to the closing bracket as a whole: a scope or spaces.
    fn bracket_fault(&self) -> Option<(Range<usize>, String)> {
        let inner = self.text[self.at..].split_once(']')?.0;
        if inner.contains('[') {
            return None;
        }
        if let Some((scope, rest)) = inner.split_once(':') {
            let message = format!(
                "a scope stands before the bracket: write `{}: [{}]`",
                scope.trim(),
                rest.trim()
            );
            return Some((self.at..self.at + scope.len(), message));
        }
        let space = inner.find(char::is_whitespace)?;
        let legs: String = inner.chars().filter(|c| !c.is_whitespace()).collect();
        let at = self.at + space;
        let message = format!("leave out the spaces in brackets: `[{legs}]`");
        Some((at..at + 1, message))
    }

    fn skip_path(&mut self) {
        while self.next().is_some_and(|c| c != ']') {}
        self.range(1);
    }

    /// Reads how a later leg continues the earlier ones; an empty list means in any direction.
    fn turns(&mut self, leg: &Modifiers, same_atom: bool) -> Option<Vec<Turn>> {
        let mut turns = Vec::new();
        for letter in leg.directions.chars() {
            match letter {
                'f' => turns.push(Turn::On),
                'b' => turns.push(Turn::Back),
                'v' => turns.extend([Turn::On, Turn::Back]),
                's' => turns.push(Turn::Across),
                'a' if leg.directions == "a" => {}
                _ => {
                    let message = "only `f` (on), `b` (back), `v` (either), `s` (at right angles to all legs before) or `a` alone (any way) stand before a later leg; for one turn write out the vectors, as in `[<1.0>-a<0.1>]`";
                    self.fault(leg.at.clone(), message);
                    return None;
                }
            }
        }
        if leg.directions.is_empty() && !same_atom {
            let message = "say how this leg goes on after the one before: `f` is on, `b` back, `s` at right angles, `a` any way, as in `[F-fR]`";
            self.fault(leg.at.clone(), message);
            return None;
        }
        Some(turns)
    }

    /// Every route extended by one leg, which continues as one of the turns; in any direction if
    /// there are none.
    fn extend(
        &mut self,
        scope: usize,
        routes: &[Route],
        turns: &[Turn],
        vectors: &[Coordinate],
        max_steps: u16,
        at: Range<usize>,
    ) -> Option<Vec<Route>> {
        let mut out = Vec::new();
        let mut size = 0;
        for route in routes {
            let len = route.legs.len() + 1;
            // Only turns across look at all earlier legs.
            let compared = if turns.contains(&Turn::Across) {
                len
            } else {
                1
            };
            self.spend(vectors.len() * compared, at.clone())?;
            let chosen = if turns.is_empty() {
                vectors.to_vec()
            } else {
                turn(&route.legs, turns, vectors)
            };
            self.spend(chosen.len() * len, at.clone())?;
            size += chosen.len() * len;
            for vector in chosen {
                let mut legs = route.legs.clone();
                legs.push(Leg { vector, max_steps });
                out.push(Route { legs });
            }
            if out.len() > MAX_ROUTES {
                let message = format!(
                    "the path has more than {MAX_ROUTES} routes; use fewer or shorter legs, or fewer axes"
                );
                self.fault(at, message);
                return None;
            }
            if size > MAX_SIZE {
                self.fault(at, TOO_LARGE);
                return None;
            }
        }
        if out.is_empty() {
            let leg = &self.text[at.clone()];
            let scope = &self.scopes[scope];
            let legs = routes.iter().map(|route| route.legs.len()).max();
            let message = if matches!(turns, [Turn::Across]) && legs >= Some(scope.axes.len()) {
                let axes = match scope.axes.len() {
                    1 => "only one axis".to_owned(),
                    2 => "only two axes".to_owned(),
                    n => format!("only {n} axes"),
                };
                format!(
                    "`{leg}` must be at right angles to all legs before it; `{}` has {axes}",
                    scope.name
                )
            } else {
                let atom = leg.trim_start_matches(|c: char| c.is_ascii_lowercase());
                format!(
                    "no leg before `{leg}` can be followed by it; write `a{atom}` to go on any way"
                )
            };
            self.fault(at, message);
            return None;
        }
        Some(out)
    }
}

/// How a leg continues the earlier ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    On,
    Back,
    /// At right angles to all earlier legs.
    Across,
}

/// The vectors that continue the legs so far by one of these turns.
fn turn(legs: &[Leg], turns: &[Turn], vectors: &[Coordinate]) -> Vec<Coordinate> {
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
            .filter(|v| dot(v, &way) > 0)
            .collect()
    };
    let mut chosen = Vec::new();
    for turn in turns {
        match turn {
            Turn::On => chosen.extend(straight(1)),
            Turn::Back => chosen.extend(straight(-1)),
            Turn::Across => chosen.extend(
                vectors
                    .iter()
                    .copied()
                    .filter(|v| legs.iter().all(|leg| dot(v, &leg.vector) == 0)),
            ),
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

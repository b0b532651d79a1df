//! A man's rules in sentences.

use super::vectors::{Space, dot, number};
use super::{capital, list};
use hyperrook_geometry::{Board, CellSet, Coordinate};
use hyperrook_rules::{Definition, Hop, Kind, Route, Shape, Side, Term, UNLIMITED};
use std::collections::BTreeSet;

/// Everything there is to say of a man of a side, a sentence or two a line.
pub(crate) fn man(definition: &Definition, kind: Kind, side: Side) -> Vec<String> {
    let mut lines = moves(definition, kind);
    lines.extend(features(definition, kind, side));
    lines
}

/// How it moves, a line for each move.
pub(crate) fn moves(definition: &Definition, kind: Kind) -> Vec<String> {
    let terms = &definition.man(kind).moves.terms;
    let several_scopes = definition.groups.len() > 1;
    let mut lines = Vec::new();
    let mut told = vec![false; terms.len()];
    for (i, term) in terms.iter().enumerate() {
        if told[i] {
            continue;
        }
        // The same text over several scopes is told once.
        let same: Vec<usize> = (i..terms.len())
            .filter(|&j| terms[j].text == term.text && !told[j])
            .collect();
        let mut scopes: Vec<String> = Vec::new();
        for &j in &same {
            told[j] = true;
            let scope = scope(definition, &terms[j]);
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        let mut line = sentence(definition, term);
        if several_scopes {
            line = format!("On {}: {line}", list(&scopes, "or, apart from that, on"));
        } else {
            line = capital(&line);
        }
        lines.push(format!("{line}."));
    }
    lines
}

/// `flat (file and rank)`: the scope of a term with its axes.
fn scope(definition: &Definition, term: &Term) -> String {
    let space = Space::of(definition, term);
    format!("{} ({})", term.scope, list(space.names(), "and"))
}

fn sentence(definition: &Definition, term: &Term) -> String {
    let space = Space::of(definition, term);
    let (mut text, directed) = match &term.shape {
        Shape::Line {
            vectors,
            range,
            hop,
        } => line(&space, vectors, *range, *hop),
        Shape::Path { routes, times } => path(&space, routes, *times),
    };
    if directed && space.to_promotion() {
        text.push_str(", where forward is the way round to the nearest promotion cell");
    } else if directed && space.forward_axes().len() > 1 {
        let axes = space.forward_axes();
        text.push_str(&format!(
            " (forward is up {}, and down none of them)",
            list(&axes, "or")
        ));
    }
    match (term.quiet, term.capture) {
        (true, false) => text.push_str(", without capturing"),
        (false, true) => text.push_str(", only to capture"),
        _ => {}
    }
    if term.en_passant {
        text.push_str(
            ", also in passing: a man whose first move has just passed over that cell is captured \
             there",
        );
    }
    if term.initial {
        text = format!("from a starting cell of its own kind and side, {text}");
    }
    text
}

/// A line in words, and whether it goes only some ways.
fn line(space: &Space, vectors: &[Coordinate], range: u16, hop: Hop) -> (String, bool) {
    let ways = space.ways(vectors);
    let slide = range > 1;
    let step = space.is_step(vectors);
    let mut text = match (hop, range) {
        (Hop::None, 1) if step => "steps".to_owned(),
        (Hop::None, 1) => "leaps".to_owned(),
        (Hop::None, UNLIMITED) if step => "slides any distance".to_owned(),
        (Hop::None, UNLIMITED) => "rides any distance".to_owned(),
        (Hop::None, n) if step => format!("slides up to {} cells", number(n as i16)),
        (Hop::None, n) => format!("rides up to {} times", number(n as i16)),
        (Hop::Over | Hop::Just, _) => "hops".to_owned(),
    };
    text.push(' ');
    text.push_str(&space.distance(vectors, slide));
    if let Some(ways) = &ways {
        text.push(' ');
        text.push_str(ways);
    }
    match hop {
        Hop::None if slide && !step => {
            text.push_str("; the cells it lands on before the last must be empty");
        }
        Hop::None => {}
        Hop::Over => text.push_str(
            " over exactly one man of either side, and lands anywhere beyond it before the next",
        ),
        Hop::Just => {
            text.push_str(" over the first man in the way, of either side, to the cell behind it");
        }
    }
    if hop != Hop::None && range != UNLIMITED {
        text.push_str(&format!(", within {} steps", number(range as i16)));
    }
    (text, ways.is_some())
}

/// A walk in words, and whether its first leg goes only some ways.
fn path(space: &Space, routes: &[Route], times: u16) -> (String, bool) {
    let longest = routes
        .iter()
        .map(|route| route.legs.len())
        .max()
        .unwrap_or(0);
    let lengths: BTreeSet<usize> = routes.iter().map(|route| route.legs.len()).collect();
    let mut text = String::new();
    let mut directed = false;
    for leg in 0..longest {
        let with: Vec<&Route> = routes
            .iter()
            .filter(|route| route.legs.len() > leg)
            .collect();
        let vectors: BTreeSet<Coordinate> = with.iter().map(|r| r.legs[leg].vector).collect();
        let vectors: Vec<Coordinate> = vectors.into_iter().collect();
        let most = with.iter().map(|r| r.legs[leg].most).max().unwrap_or(1);
        let how_far = match most {
            1 => space.distance(&vectors, false),
            UNLIMITED => format!("any distance {}", space.distance(&vectors, true)),
            n => format!(
                "up to {} cells {}",
                number(n as i16),
                space.distance(&vectors, true)
            ),
        };
        if leg == 0 {
            let verb = if space.is_step(&vectors) {
                "steps"
            } else {
                "leaps"
            };
            text = format!("{verb} {how_far}");
            if let Some(ways) = space.ways(&vectors) {
                directed = true;
                text.push_str(&format!(" {ways}"));
            }
            continue;
        }
        let perhaps = if lengths.contains(&leg) {
            ", and perhaps then "
        } else {
            ", then "
        };
        text.push_str(perhaps);
        if !space.is_step(&vectors) {
            text.push_str("leaps ");
        }
        text.push_str(&how_far);
        let turns: BTreeSet<Turn> = with.iter().map(|route| turn(route, leg)).collect();
        text.push_str(match turns.into_iter().collect::<Vec<_>>()[..] {
            [Turn::Same] => " the same way",
            [Turn::Back] => " straight back",
            [Turn::Across] if leg == 1 => " at a right angle to it",
            [Turn::Across] => " at right angles to all that",
            [Turn::Onward] => ", slanting onward",
            _ => ", any way",
        });
    }
    if longest > 1 {
        text.push_str("; every cell it lands on before the last must be empty");
    }
    match times {
        1 => {}
        2 => text.push_str(
            "; it may then do the same once more, with the same two ends' displacement, if the cell \
             between is empty",
        ),
        UNLIMITED => text.push_str(
            "; it may repeat this with the same displacement as often as the cells between are \
             empty",
        ),
        n => text.push_str(&format!(
            "; it may do this up to {} times with the same displacement, while the cells between \
             are empty",
            number(n as i16)
        )),
    }
    (text, directed)
}

/// How a leg stands to the ones before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Same,
    Back,
    Across,
    Onward,
    Other,
}

fn turn(route: &Route, leg: usize) -> Turn {
    let now = &route.legs[leg].vector;
    let before = &route.legs[leg - 1].vector;
    let product = dot(now, before);
    let parallel =
        i64::from(product).pow(2) == i64::from(dot(now, now)) * i64::from(dot(before, before));
    if parallel {
        return if product > 0 { Turn::Same } else { Turn::Back };
    }
    let earlier = &route.legs[..leg];
    if earlier.iter().all(|leg| dot(now, &leg.vector) == 0) {
        Turn::Across
    } else if product > 0 {
        Turn::Onward
    } else {
        Turn::Other
    }
}

/// What else is particular about it.
fn features(definition: &Definition, kind: Kind, side: Side) -> Vec<String> {
    let spec = definition.man(kind);
    let name = &spec.name;
    let mut lines = Vec::new();
    if definition.complete_blocks && spec.moves.terms.iter().any(changes_several) {
        lines.push(
            "A step or leap that changes several coordinates needs every cell of the box between \
             its ends to exist on the board, empty or not."
                .to_owned(),
        );
    }
    if spec.royal {
        lines.push(format!(
            "The {name} is royal: a move may not leave it attacked, and it is lost when it is \
             attacked and no move helps."
        ));
    }
    if let Some(span) = spec.span {
        let axis = &definition.board.charts()[span.chart].axes()[span.axis].name;
        lines.push(format!(
            "It stands on {} cells in a row along {axis} and moves as a whole: all its new cells \
             must exist and have no friendly man, and it captures every enemy man on them.",
            number(span.length as i16)
        ));
    }
    if let Some(change) = definition.transformation {
        let (from, to) = (
            &definition.man(change.from).name,
            &definition.man(change.to).name,
        );
        if kind == change.from {
            lines.push(format!(
                "When it is threatened, or has no other move, it becomes a {to} on one of its \
                 cells; that is then the only kind of move allowed."
            ));
        }
        if kind == change.to && change.bound.is_some() {
            lines.push(format!(
                "A {to} that has just come from a {from} may not leave the row until the enemy has \
                 made another move than such a change."
            ));
        }
    }
    if spec.royal {
        lines.extend(definition.holds.iter().map(|hold| {
            let group = &definition.groups[hold.group].name;
            format!(
                "By moving to where the enemy {name} has the same {group} coordinates, it holds \
                 that {name}: while it stays there, the held one may not change them."
            )
        }));
        let castlings = definition.castlings.iter().filter(|c| c.side == side);
        lines.extend(castlings.map(|castling| {
            let name = |cell| definition.board.name(cell);
            format!(
                "It may castle from {} to {}, the {} going from {} to {}, if neither has moved, \
                 the cells between are empty and it is attacked nowhere on its way.",
                name(castling.king_from),
                name(castling.king_to),
                definition.man(castling.rook).name,
                name(castling.rook_from),
                name(castling.rook_to),
            )
        }));
    }
    for promotion in &definition.promotions {
        let cells = promotion.cells[side.index()];
        if promotion.men.contains(&kind) && cells.any() {
            let to: Vec<&str> = promotion
                .to
                .iter()
                .map(|kind| definition.man(*kind).name.as_str())
                .collect();
            lines.push(format!(
                "On {} it {} become {}.",
                region(&definition.board, cells),
                if promotion.optional { "may" } else { "must" },
                list(&to, "or")
            ));
        }
    }
    if definition.ends.moves > 0 && definition.ends.resets.contains(&kind) {
        lines.push("Its moves start the count of moves anew.".to_owned());
    }
    lines
}

fn changes_several(term: &Term) -> bool {
    let several = |vector: &Coordinate| vector.iter().filter(|&&value| value != 0).count() > 1;
    match &term.shape {
        Shape::Line { vectors, .. } => vectors.iter().any(several),
        Shape::Path { routes, .. } => routes
            .iter()
            .any(|route| route.legs.iter().any(|leg| several(&leg.vector))),
    }
}

/// Cells by name, runs along a rank as `a1..h1`.
pub(crate) fn region(board: &Board, cells: CellSet) -> String {
    let mut runs: Vec<(hyperrook_geometry::Cell, hyperrook_geometry::Cell)> = Vec::new();
    for cell in cells {
        if let Some((_, end)) = runs.last_mut() {
            let (before, here) = (board.place(*end), board.place(cell));
            let next = hyperrook_geometry::Place {
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
        .map(|(from, to)| match from == to {
            true => board.name(from),
            false => format!("{}..{}", board.name(from), board.name(to)),
        })
        .collect();
    list(&texts, "and")
}

//! A piece's rules in sentences.

use super::vectors::{Space, dot, number};
use super::{a, capital, list, region};
use hyperrook_geometry::Coordinate;
use hyperrook_rules::{Definition, Hop, Kind, Route, Shape, Side, Term, UNLIMITED};
use std::collections::BTreeSet;

/// Everything there is to say of a piece of a side, a sentence or two a line.
pub fn piece(definition: &Definition, kind: Kind, side: Side) -> Vec<String> {
    let mut lines = moves(definition, kind);
    lines.extend(features(definition, kind, side));
    lines
}

/// How it moves: a line for each set of scopes, with all moves over them.
pub fn moves(definition: &Definition, kind: Kind) -> Vec<String> {
    let terms = &definition.piece(kind).moves.terms;
    let several_scopes = definition.groups().len() > 1;
    // What is written once for several scopes is told once for them.
    let mut told: Vec<(Vec<&Term>, Vec<String>)> = Vec::new();
    let mut done: Vec<&Term> = Vec::new();
    for term in terms {
        if done.contains(&term) {
            continue;
        }
        let same: Vec<&Term> = terms.iter().filter(|t| t.text == term.text).collect();
        done.extend(&same);
        let scopes = |terms: &[&Term]| -> Vec<String> {
            terms.iter().map(|term| term.scope.clone()).collect()
        };
        let sentence = sentence(definition, term);
        match told
            .iter_mut()
            .find(|(over, _)| scopes(over) == scopes(&same))
        {
            Some((_, sentences)) => sentences.push(sentence),
            None => told.push((same, vec![sentence])),
        }
    }
    let lines = told.into_iter().map(|(over, sentences)| {
        let mut line = sentences.join("; ");
        if several_scopes {
            let scopes: Vec<String> = over.iter().map(|term| scope(definition, term)).collect();
            let both = if scopes.len() > 1 {
                ", not on both at once"
            } else {
                ""
            };
            line = format!("On {}{both}: {line}", list(&scopes, "or on"));
        }
        if let Some(forward) = forward_note(definition, &over) {
            line.push_str(&format!(". {forward}"));
        }
        format!("{}.", capital(&line))
    });
    lines.collect()
}

/// `flat (file and rank)`: the scope of a term with its axes and, where cells
/// have addresses, which digits they are.
fn scope(definition: &Definition, term: &Term) -> String {
    let space = Space::of(definition, term);
    let mut text = format!("{} ({}", term.scope, list(space.names(), "and"));
    if definition.board().charts()[term.chart]
        .address_len()
        .is_some()
    {
        let digits: Vec<String> = term
            .axes
            .iter()
            .map(|axis| (axis + 1).to_string())
            .collect();
        text.push_str(&format!(
            "; digit{} {} of the address",
            if digits.len() == 1 { "" } else { "s" },
            list(&digits, "and")
        ));
    }
    text.push(')');
    text
}

/// Which way forward is, if a term of these goes only some ways and it is not
/// plain.
fn forward_note(definition: &Definition, terms: &[&Term]) -> Option<String> {
    let directed = |term: &&&Term| {
        let space = Space::of(definition, term);
        let vectors: Vec<Coordinate> = match &term.shape {
            Shape::Line { vectors, .. } => vectors.clone(),
            Shape::Path { routes, .. } => routes.iter().map(|r| r.legs[0].vector).collect(),
        };
        space.ways(&vectors).is_some()
    };
    let spaces: Vec<Space> = terms
        .iter()
        .filter(directed)
        .map(|term| Space::of(definition, term))
        .collect();
    if spaces.iter().any(Space::to_promotion) {
        return Some("Forward is the way round to the nearest promotion cell".to_owned());
    }
    let mut axes: Vec<&str> = spaces.iter().flat_map(Space::forward_axes).collect();
    axes.dedup();
    (axes.len() > 1).then(|| {
        format!(
            "Forward is up {} for White, down for Black, and never the opposite way along another of \
             them",
            list(&axes, "or")
        )
    })
}

fn sentence(definition: &Definition, term: &Term) -> String {
    let space = Space::of(definition, term);
    let mut text = match &term.shape {
        Shape::Line {
            vectors,
            range,
            hop,
        } => line(&space, vectors, *range, *hop),
        Shape::Path { routes, times } => path(&space, routes, *times),
    };
    match (term.quiet, term.capture) {
        (true, false) => text.push_str(", without capturing"),
        (false, true) => text.push_str(", only to capture"),
        _ => {}
    }
    if term.en_passant {
        text.push_str(
            ", also in passing (it captures a piece whose first move has just passed over that cell)",
        );
    }
    if term.initial {
        text = format!("from a starting cell of its own kind and side, {text}");
    }
    text
}

/// A line in words.
fn line(space: &Space, vectors: &[Coordinate], range: u16, hop: Hop) -> String {
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
    match hop {
        Hop::None if slide && !step => {
            text.push_str(" (the cells it lands on before the last must be empty)");
        }
        Hop::None => {}
        Hop::Over => text.push_str(
            " over exactly one piece of either side, and lands anywhere beyond it before the next",
        ),
        Hop::Just => {
            text.push_str(
                " over the first piece in the way, of either side, to the cell behind it",
            );
        }
    }
    if hop != Hop::None && range != UNLIMITED {
        text.push_str(&format!(", within {} steps", number(range as i16)));
    }
    text.replace(", (", " (").trim_end_matches(',').to_owned()
}

/// A walk in words.
fn path(space: &Space, routes: &[Route], times: u16) -> String {
    let lengths: BTreeSet<usize> = routes.iter().map(|route| route.legs.len()).collect();
    let longest = lengths.last().copied().unwrap_or(0);
    let mut text = String::new();
    let mut last = String::new();
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
        let verb = if space.is_step(&vectors) {
            "steps"
        } else {
            "leaps"
        };
        if leg == 0 {
            text = format!("{verb} {how_far}");
        } else {
            let perhaps = if lengths.contains(&leg) {
                "perhaps "
            } else {
                ""
            };
            text.push_str(&format!(", then {perhaps}"));
            if how_far == last && space.is_step(&vectors) {
                text.push_str("one more");
            } else {
                text.push_str(&format!("{verb} {how_far}"));
            }
            text.push_str(turns(&with, leg));
        }
        last = how_far;
    }
    let slides = routes.iter().flat_map(|r| &r.legs).any(|leg| leg.most > 1);
    match longest {
        0 | 1 => {}
        2 if !slides => text.push_str(" (the cell between must be empty)"),
        _ => text.push_str(" (the cells between must be empty)"),
    }
    match times {
        1 => {}
        2 => text.push_str(
            ", and may do the same again with the same displacement if the cell it has reached is \
             empty",
        ),
        UNLIMITED => text.push_str(
            ", and may repeat this with the same displacement as long as the cells it reaches are \
             empty",
        ),
        n => text.push_str(&format!(
            ", and may do this up to {} times with the same displacement, as long as the cells it \
             reaches are empty",
            number(n as i16)
        )),
    }
    text
}

/// Which way a leg goes on after the ones before.
fn turns(routes: &[&Route], leg: usize) -> &'static str {
    let turns: BTreeSet<Turn> = routes.iter().map(|route| turn(route, leg)).collect();
    let straight = routes
        .iter()
        .all(|route| (1..leg).all(|leg| turn(route, leg) == Turn::Same));
    match turns.into_iter().collect::<Vec<_>>()[..] {
        [Turn::Same] => " the same way",
        [Turn::Back] => " straight back",
        [Turn::Across] if straight => " at a right angle",
        [Turn::Across] => " at right angles to all steps before",
        [Turn::Onward] => ", bending by less than a right angle",
        _ => ", any way",
    }
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
    let spec = definition.piece(kind);
    let name = &spec.name;
    let mut lines = Vec::new();
    if definition.complete_blocks() && spec.moves.terms.iter().any(changes_several) {
        lines.push(
            "A step or leap that changes several coordinates is possible only if every cell of the \
             box between its ends is on the board. It does not matter what stands there."
                .to_owned(),
        );
    }
    lines.extend(super::zones::zone(definition, kind, side));
    if spec.royal {
        lines.push(format!(
            "The {name} is royal: a move may not leave it attacked. If it is attacked and no move \
             helps, it is checkmated."
        ));
    }
    if let Some(span) = spec.span {
        let axis = &definition.board().charts()[span.chart].axes()[span.axis].name;
        lines.push(format!(
            "It stands on {} cells in a row along {axis} and moves as a whole: all its new cells \
             must exist and have no friendly piece, and it captures every enemy piece on them.",
            number(span.length as i16)
        ));
    }
    if let Some(change) = definition.transformation() {
        let (from, to) = (
            &definition.piece(change.from).name,
            &definition.piece(change.to).name,
        );
        if kind == change.from {
            lines.push(format!(
                "When one of its cells is attacked, and when its side has no other move, it becomes \
                 {} on one of its cells. Then no other move is allowed.",
                a(to)
            ));
        }
        if kind == change.to && change.bound.is_some() {
            lines.push(format!(
                "{} that has just replaced {} may not leave its row until the enemy has made a \
                 move that is not a transformation.",
                capital(&a(to)),
                a(from)
            ));
        }
    }
    if spec.royal {
        lines.extend(definition.holds().iter().map(|hold| {
            let group = &definition.groups()[hold.group].name;
            format!(
                "By moving to a cell with the same {group} coordinates as the enemy {name}, it \
                 holds that {name}. While both have the same, the held {name} may not change them."
            )
        }));
        let castlings = definition.castlings().iter().filter(|c| c.side == side);
        lines.extend(castlings.map(|castling| {
            let name = |cell| definition.board().name(cell);
            format!(
                "It may castle from {} to {}. The {} then goes from {} to {}. Neither may have moved \
                 before, the cells between must be empty, and the {} may not be attacked \
                 anywhere on its way.",
                name(castling.king_from),
                name(castling.king_to),
                definition.piece(castling.rook).name,
                name(castling.rook_from),
                name(castling.rook_to),
                spec.name,
            )
        }));
    }
    for promotion in definition.promotions() {
        let cells = promotion.cells[side.index()];
        if promotion.pieces.contains(&kind) && cells.any() {
            let to: Vec<&str> = promotion
                .to
                .iter()
                .map(|kind| definition.piece(*kind).name.as_str())
                .collect();
            lines.push(format!(
                "On {} it {} promote to {}.",
                region(definition.board(), cells),
                if promotion.optional { "may" } else { "must" },
                list(&to, "or")
            ));
        }
    }
    if definition.ends().moves > 0 && definition.ends().resets.contains(&kind) {
        lines.push("Its moves reset the count of moves that ends in a draw.".to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    fn words(definition: &Definition, piece: char) -> String {
        let kind = definition.kind(piece).unwrap();
        moves(definition, kind).join(" ")
    }

    fn shipped(game: &str) -> Definition {
        GameFile::shipped(game).unwrap().define(&[]).unwrap()
    }

    #[test]
    fn shipped_pieces_are_told_of() {
        let walkers = shipped("walkers");
        assert_eq!(
            words(&walkers, 'B'),
            "On flat (file and rank): slides any distance diagonally; steps one cell back."
        );
        assert!(words(&walkers, 'K').starts_with("On big ("));
        assert!(
            words(&walkers, 'K').contains("not on both at once: steps one cell orthogonally or")
        );
        let sesqui = shipped("sesqui");
        assert_eq!(
            words(&sesqui, 'K'),
            "Steps one cell either way round; leaps two cells either way round; leaps to the \
             opposite cell."
        );
        assert!(words(&sesqui, 'P').contains("Forward is the way round to the nearest promotion"));
        let riftwalker = shipped("riftwalker");
        assert_eq!(
            words(&riftwalker, 'S'),
            "Steps one cell orthogonally, then one more at a right angle (the cell between must be \
             empty)."
        );
        let chess = shipped("chess");
        assert_eq!(
            words(&chess, 'N'),
            "Leaps two along one axis and one along another."
        );
        assert!(words(&chess, 'P').contains("from a starting cell of its own kind and side"));
        let king = piece(&chess, chess.kind('K').unwrap(), Side::Black).join(" ");
        assert!(king.contains("castle from e8 to g8"), "{king}");
        let gateway = shipped("gateway");
        let king = piece(&gateway, gateway.kind('K').unwrap(), Side::White).join(" ");
        assert!(king.contains("four cells in a row along file"), "{king}");
        assert!(king.contains("becomes an emperor"), "{king}");
        let raumschach = shipped("raumschach");
        assert!(words(&raumschach, 'P').contains("Forward is up level or rank for White"));
        let twoboards = shipped("twoboards");
        let king = piece(&twoboards, twoboards.kind('K').unwrap(), Side::White).join(" ");
        assert!(king.contains("holds that king"), "{king}");
    }

    /// Constructs that no shipped game has.
    #[test]
    fn other_pieces_are_told_of() {
        let text = r#"
            format = 1
            name = "trial"
            title = "Trial"
            about = "Pieces that no shipped game has."
            credit = "a test"
            [board]
            drawn = "flat"
            files = 8
            ranks = 8
            [charts.flat]
            axes = ["file", "rank, forward"]
            [pieces.K]
            name = "king"
            royal = true
            moves = "K"
            [pieces.C]
            name = "cannon"
            moves = "mR cpR"
            [pieces.G]
            name = "grasshopper"
            moves = "gQ"
            [pieces.H]
            name = "horse"
            moves = "nN"
            [pieces.S]
            name = "silver"
            moves = "F fW"
            [pieces.V]
            name = "vector"
            moves = "<1.-1>"
            [pieces.L]
            name = "ski"
            moves = "[F-aR] W3 NN"
            [start]
            board = "k7/8/8/8/8/8/8/K7"
        "#;
        let file = GameFile::parse("trial.toml", text).unwrap();
        let trial = file.define(&[]).unwrap();
        for (piece, wanted) in [
            (
                'C',
                "Slides any distance orthogonally, without capturing; hops orthogonally over \
                 exactly one piece of either side, and lands anywhere beyond it before the next, \
                 only to capture.",
            ),
            (
                'G',
                "Hops orthogonally or diagonally over the first piece in the way, of either side, to \
                 the cell behind it.",
            ),
            (
                'H',
                "Steps one cell orthogonally, then steps one cell diagonally, bending by less than a \
                 right angle (the cell between must be empty).",
            ),
            ('S', "Steps one cell diagonally; steps one cell forward."),
            ('V', "Steps one cell diagonally by file +1 rank -1."),
            (
                'L',
                "Steps one cell diagonally, then steps any distance orthogonally, any way (the \
                 cells between must be empty); slides up to three cells orthogonally; rides any \
                 distance two along one axis and one along another (the cells it lands on before \
                 the last must be empty).",
            ),
        ] {
            assert_eq!(words(&trial, piece), wanted, "{piece}");
        }
    }
}

//! The rules of a piece, in sentences.

use super::castling::castling_conditions;
use super::hexagons::joined;
use super::vectors::Space;
use super::{a, capital, list, number, ordinal, region};
use hyperrook_geometry::{Board, Cell, Coordinate, Drawing, dot};
use hyperrook_rules::{Definition, Hop, Kind, Leg, Route, Shape, Side, Term, UNLIMITED};
use std::collections::{BTreeMap, BTreeSet};

/// All rules of a piece of a side, one or two sentences per line.
pub fn piece(definition: &Definition, kind: Kind, side: Side) -> Vec<String> {
    let mut lines = moves(definition, kind);
    lines.extend(features(definition, kind, side));
    lines
}

/// How it moves: a line for each set of scopes, with all moves over them.
pub fn moves(definition: &Definition, kind: Kind) -> Vec<String> {
    let terms = joined(definition, &definition.piece(kind).moves.terms);
    let several_scopes = definition.groups().len() > 1;
    // Moves that are written once for several scopes are described once for all of them.
    let mut described: Vec<(Vec<&Term>, Vec<String>)> = Vec::new();
    let mut done: Vec<&Term> = Vec::new();
    for term in &terms {
        if done.contains(&term) {
            continue;
        }
        let mut same: Vec<&Term> = Vec::new();
        for other in terms.iter().filter(|other| other.text == term.text) {
            done.push(other);
            if !same.iter().any(|described| described.scope == other.scope) {
                same.push(other);
            }
        }
        let scopes = |terms: &[&Term]| -> Vec<String> {
            terms.iter().map(|term| term.scope.clone()).collect()
        };
        let sentence = sentence(definition, term);
        match described
            .iter_mut()
            .find(|(over, _)| scopes(over) == scopes(&same))
        {
            Some((_, sentences)) if sentences.contains(&sentence) => {}
            Some((_, sentences)) => sentences.push(sentence),
            None => described.push((same, vec![sentence])),
        }
    }
    let lines = described.into_iter().map(|(over, sentences)| {
        let mut line = sentences.join("; ");
        if several_scopes && !over.iter().all(|term| is_plain(definition, term)) {
            line = format!("{}: {line}", scopes_in_words(definition, &over));
        }
        if let Some(forward) = forward_note(definition, &over) {
            line.push_str(&format!(". {forward}"));
        }
        format!("{}.", capital(&line))
    });
    lines.collect()
}

/// Whether a term is over all axes of the only chart, and the board is drawn by its coordinates:
/// then its scope need not be mentioned.
fn is_plain(definition: &Definition, term: &Term) -> bool {
    let charts = definition.board().charts();
    let [chart] = charts else {
        return false;
    };
    chart.address_len().is_none() && term.axes.len() == chart.axes().len()
}

/// The coordinates that terms over these scopes change, in words for each scope.
fn scopes_in_words(definition: &Definition, over: &[&Term]) -> String {
    let blocks: Vec<Option<Blocks>> = over.iter().map(|term| blocks(definition, term)).collect();
    if blocks.contains(&Some(Blocks::Within)) && blocks.contains(&Some(Blocks::Between)) {
        let words = "inside its big square, or from big square to big square on the same little \
                     square";
        if over.len() == 2 {
            return words.to_owned();
        }
    }
    let scopes: Vec<String> = over.iter().map(|term| scope(definition, term)).collect();
    let both = match scopes.len() {
        0 | 1 => "",
        2 => ", but not both in one move",
        _ => ", but only one of these in one move",
    };
    format!("{}{both}", list(&scopes, "or"))
}

/// The relation of a scope to the inner boards of a board of boards, the big squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocks {
    /// Pieces stay in their big square.
    Within,
    /// Pieces keep their place within the big square.
    Between,
}

fn blocks(definition: &Definition, term: &Term) -> Option<Blocks> {
    let board = definition.board();
    let Drawing::Flat {
        blocks: Some((width, height)),
        ..
    } = *board.drawing()
    else {
        return None;
    };
    let chart = &board.charts()[term.chart];
    let kept = |cell: Cell| -> Vec<i16> {
        let coordinate = chart.coordinate(cell);
        let axes = (0..chart.axes().len()).filter(|axis| !term.axes.contains(axis));
        axes.map(|axis| coordinate[axis]).collect()
    };
    let big = |cell: Cell| {
        let place = board.place(cell);
        (place.file / width, place.rank / height)
    };
    let little = |cell: Cell| {
        let place = board.place(cell);
        (place.file % width, place.rank % height)
    };
    if says_the_same(board, kept, big) {
        Some(Blocks::Within)
    } else if says_the_same(board, kept, little) {
        Some(Blocks::Between)
    } else {
        None
    }
}

/// Whether two ways of grouping the cells give the same groups.
fn says_the_same<A: Ord + Clone, B: Ord + Clone>(
    board: &Board,
    one: impl Fn(Cell) -> A,
    other: impl Fn(Cell) -> B,
) -> bool {
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    board.cells().all(|cell| {
        let (a, b) = (one(cell), other(cell));
        *there.entry(a.clone()).or_insert_with(|| b.clone()) == b
            && *back.entry(b).or_insert_with(|| a.clone()) == a
    })
}

/// The coordinates that a term changes: `inside its big square`, `by file and rank`, `by the digits
/// of the address`, or `by file and rank within one palace` if these words do not distinguish the
/// scope from others.
fn scope(definition: &Definition, term: &Term) -> String {
    let charts = definition.board().charts();
    let chart = &charts[term.chart];
    match blocks(definition, term) {
        Some(Blocks::Within) => return "inside its big square".to_owned(),
        Some(Blocks::Between) => {
            return "from big square to big square on the same little square".to_owned();
        }
        None => {}
    }
    if chart.address_len().is_some() {
        if term.axes.len() == chart.axes().len() {
            return "by the digits of the address".to_owned();
        }
        let digits: Vec<String> = term.axes.iter().map(|&axis| ordinal(axis + 1)).collect();
        let noun = if digits.len() == 1 { "digit" } else { "digits" };
        return format!("by the {} {noun} of the address", list(&digits, "and"));
    }
    let space = Space::of(definition, term);
    let names = space.names();
    let words = list(names, "and");
    let alike = definition.groups().iter().filter(|group| {
        let axes = charts[group.chart].axes();
        let mut theirs = group.axes.iter().map(|&axis| &axes[axis].name);
        theirs.len() == names.len() && theirs.all(|name| names.contains(name))
    });
    if !names.iter().all(|name| is_word(name)) {
        let noun = if names.len() == 1 { "axis" } else { "axes" };
        return format!("along the {noun} {words} of the chart {}", chart.name());
    }
    if alike.count() == 1 || term.axes.len() == chart.axes().len() {
        format!("by {words}")
    } else {
        format!("by {words} within one {}", term.scope)
    }
}

/// Whether the name of an axis is a word that players understand.
fn is_word(name: &str) -> bool {
    name.len() > 2 && name.chars().all(|c| c.is_ascii_lowercase())
}

/// The direction of forward, if one of these terms goes only in some directions and forward is not
/// obvious.
fn forward_note(definition: &Definition, terms: &[&Term]) -> Option<String> {
    let directed = |term: &&&Term| {
        let space = Space::of(definition, term);
        // There, forward is what people see.
        if space.is_hexagonal() {
            return false;
        }
        let vectors: Vec<Coordinate> = match &term.shape {
            Shape::Line { vectors, .. } => vectors.clone(),
            Shape::Path { routes, .. } => routes.iter().map(|r| r.legs[0].vector).collect(),
            _ => Vec::new(),
        };
        space.ways(&vectors).is_some()
    };
    let mut to_promotion = false;
    let mut axes: Vec<String> = Vec::new();
    for term in terms.iter().filter(directed) {
        let chart = &definition.board().charts()[term.chart];
        let space = Space::of(definition, term);
        to_promotion |= space.to_promotion();
        for (axis, name) in space.forward_axes() {
            let text = if chart.address_len().is_some() {
                format!("{} digit", ordinal(axis + 1))
            } else {
                name.to_owned()
            };
            if !axes.contains(&text) {
                axes.push(text);
            }
        }
    }
    if to_promotion {
        return Some("Forward is the way round to the nearest promotion cell".to_owned());
    }
    let slants = terms.iter().any(|term| changes_several(term));
    let also_back = if slants {
        ". A move that also goes back along one of them is not forward"
    } else {
        ""
    };
    (axes.len() > 1).then(|| {
        format!(
            "Forward is towards a higher {} for White and a lower one for Black{also_back}",
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
        } => line(&space, vectors, *range, *hop, term),
        Shape::Path { routes, times } => path(&space, routes, *times),
        _ => format!("moves as `{}` says", term.text),
    };
    let cannon = matches!(term.shape, Shape::Line { hop: Hop::Over, .. });
    match (term.quiet, term.capture) {
        (true, false) => text.push_str(", without capturing"),
        (false, true) if !cannon => text.push_str(", only to capture"),
        _ => {}
    }
    if term.en_passant {
        text.push_str(
            ", also in passing (it captures a piece whose first move has just passed over that cell)",
        );
    }
    if term.initial {
        text = format!("from a cell where such a piece of its side starts, {text}");
    }
    text
}

/// A line in words.
fn line(space: &Space, vectors: &[Coordinate], range: u16, hop: Hop, term: &Term) -> String {
    let slide = range > 1;
    let step = space.is_step(vectors);
    let mut text = match (hop, range) {
        (Hop::None, 1) if step => "steps".to_owned(),
        (Hop::None, 1) => "leaps".to_owned(),
        (Hop::None, _) if !step => ride(space, vectors, range),
        (Hop::None, _) => format!("slides {}", slide_length(range)),
        _ => "hops".to_owned(),
    };
    let rides = hop == Hop::None && slide && !step;
    if !rides {
        text.push_str(&format!(" {}", space.distance(vectors, slide)));
    }
    match hop {
        Hop::None if rides => {
            text.push_str(" (the cells that it lands on before the last must be empty)");
        }
        Hop::Over => {
            text.push_str(" over exactly one piece of either side, ");
            text.push_str(match (term.quiet, term.capture) {
                (false, _) => "only to capture the next piece behind it",
                (true, false) => "and lands anywhere behind it before the next piece",
                (true, true) => {
                    "and lands anywhere behind it before the next piece, or captures that next \
                     piece"
                }
            });
        }
        Hop::Grasshopper => {
            text.push_str(
                " over the first piece in the way, of either side, to the cell behind it",
            );
        }
        _ => {}
    }
    if hop != Hop::None && range != UNLIMITED {
        text.push_str(&format!(", within {} steps", number(range.into())));
    }
    text.replace(", (", " (").trim_end_matches(',').to_owned()
}

/// The length of a slide: `any distance`, `up to three cells`.
fn slide_length(max_steps: u16) -> String {
    match max_steps {
        UNLIMITED => "any distance".to_owned(),
        n => format!("up to {} cells", number(n.into())),
    }
}

/// Several leaps by the same vector: `leaps up to two times, each time two cells orthogonally in
/// the same direction`.
fn ride(space: &Space, vectors: &[Coordinate], max_steps: u16) -> String {
    let often = match max_steps {
        UNLIMITED => "again and again".to_owned(),
        n => format!("up to {} times", number(n.into())),
    };
    let distance = space.distance(vectors, false);
    format!("leaps {often}, each time {distance} in the same direction")
}

/// A walk in words.
fn path(space: &Space, routes: &[Route], times: u16) -> String {
    let lengths: BTreeSet<usize> = routes.iter().map(|route| route.legs.len()).collect();
    let longest = lengths.last().copied().unwrap_or(0);
    let mut text = match straight_walk(space, routes) {
        Some(text) => text,
        None => legs(space, routes, &lengths),
    };
    let slides = routes
        .iter()
        .flat_map(|r| &r.legs)
        .any(|leg| leg.max_steps > 1);
    match longest {
        0 | 1 => {}
        2 if !slides => text.push_str(" (the cell between must be empty)"),
        _ => text.push_str(" (the cells between must be empty)"),
    }
    match times {
        1 => {}
        2 => text.push_str(
            ", and may then go as far again in the same direction if the cell that it has reached is \
             empty",
        ),
        UNLIMITED => text.push_str(
            ", and may go as far again and again in the same direction, as long as the cells that it \
             reaches are empty",
        ),
        n => text.push_str(&format!(
            ", and may go up to {} times as far in the same direction, as long as the cells that it \
             reaches are empty",
            number(n.into())
        )),
    }
    text
}

/// A walk of three or more equal steps, in words; `None` for other walks.
fn straight_walk(space: &Space, routes: &[Route]) -> Option<String> {
    let length = routes.first()?.legs.len();
    let straight = |route: &Route| {
        let first = &route.legs[0];
        route.legs.len() == length
            && first.max_steps == 1
            && route.legs.iter().all(|leg| leg == first)
    };
    let firsts: Vec<Coordinate> = routes.iter().map(|route| route.legs[0].vector).collect();
    if length < 3 || !routes.iter().all(straight) || !space.is_step(&firsts) {
        return None;
    }
    let wholes = firsts.iter().map(|first| first.map(|n| n * length as i16));
    let wholes: Vec<Coordinate> = wholes.collect();
    let distance = space.distance(&wholes, false);
    Some(format!("steps {distance} in a straight line"))
}

/// The legs of a walk in words.
fn legs(space: &Space, routes: &[Route], lengths: &BTreeSet<usize>) -> String {
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
        let max_steps = with
            .iter()
            .map(|r| r.legs[leg].max_steps)
            .max()
            .unwrap_or(1);
        let step = space.is_step(&vectors);
        let whole = match max_steps {
            1 if step => format!("steps {}", space.distance(&vectors, false)),
            1 => format!("leaps {}", space.distance(&vectors, false)),
            _ if !step => ride(space, &vectors, max_steps),
            _ => {
                let direction = space.distance(&vectors, true);
                format!("slides {} {direction}", slide_length(max_steps))
            }
        };
        if leg == 0 {
            text.clone_from(&whole);
        } else {
            let perhaps = if lengths.contains(&leg) {
                "perhaps "
            } else {
                ""
            };
            text.push_str(&format!(", then {perhaps}"));
            match max_steps {
                1 if step && whole == last => text.push_str("one more"),
                2.. if step && whole == last => text.push_str(&slide_length(max_steps)),
                _ => text.push_str(&whole),
            }
            text.push_str(&turns(space, &with, leg, &vectors));
        }
        last = whole;
    }
    text
}

/// The direction of a leg relative to the earlier ones.
fn turns(space: &Space, routes: &[&Route], leg: usize, vectors: &[Coordinate]) -> String {
    let turns: BTreeSet<LegTurn> = routes.iter().map(|route| turn(route, leg)).collect();
    if turns.len() > 1 && goes_any_way(space, routes, leg, vectors) {
        return ", in any direction".to_owned();
    }
    let straight = routes
        .iter()
        .all(|route| (1..leg).all(|leg| turn(route, leg) == LegTurn::Same));
    let words = turns.iter().map(|turn| match turn {
        LegTurn::Same => "the same way",
        LegTurn::Onward => "turning by less than a right angle",
        LegTurn::Across if straight => "at a right angle",
        LegTurn::Across => "at right angles to all steps before",
        LegTurn::AcrossLast => "at a right angle to the step before",
        LegTurn::Returning => "turning by more than a right angle",
        LegTurn::Back => "straight back",
    });
    let words: Vec<&str> = words.collect();
    let comma = if words[0].starts_with("turning") {
        ","
    } else {
        ""
    };
    format!("{comma} {}", list(&words, "or"))
}

/// Whether a leg can go in every direction that its atom has, whatever the legs before it.
fn goes_any_way(space: &Space, routes: &[&Route], leg: usize, vectors: &[Coordinate]) -> bool {
    let mut after: BTreeMap<&[Leg], BTreeSet<Coordinate>> = BTreeMap::new();
    for route in routes {
        let next = after.entry(&route.legs[..leg]).or_default();
        next.insert(route.legs[leg].vector);
    }
    let all = space.all_like(vectors);
    after.values().all(|next| Some(next) == all.as_ref())
}

/// The direction of a leg relative to the earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LegTurn {
    Same,
    /// By less than a right angle.
    Onward,
    /// At right angles to all earlier legs.
    Across,
    /// At a right angle to the last leg, but not to all.
    AcrossLast,
    /// By more than a right angle.
    Returning,
    Back,
}

fn turn(route: &Route, leg: usize) -> LegTurn {
    let now = &route.legs[leg].vector;
    let before = &route.legs[leg - 1].vector;
    let product = dot(now, before);
    let parallel =
        i64::from(product).pow(2) == i64::from(dot(now, now)) * i64::from(dot(before, before));
    let earlier = &route.legs[..leg];
    match product {
        1.. if parallel => LegTurn::Same,
        ..=-1 if parallel => LegTurn::Back,
        1.. => LegTurn::Onward,
        ..=-1 => LegTurn::Returning,
        0 if earlier.iter().all(|leg| dot(now, &leg.vector) == 0) => LegTurn::Across,
        0 => LegTurn::AcrossLast,
    }
}

/// What complete blocks mean, in sentences.
pub(super) const BLOCKS: &str = "A step or leap that changes several coordinates is possible only if every cell of the box \
     between its ends is on the board. It does not matter what stands there.";

/// That a piece stands on several cells, in a sentence: `mover` is `it` or `a king`.
pub(super) fn span_words(definition: &Definition, kind: Kind, mover: &str) -> Option<String> {
    let span = definition.piece(kind).span?;
    let axis = &definition.board().charts()[span.chart].axes()[span.axis].name;
    Some(format!(
        "{} stands on {} cells in a row along the {axis} axis and moves as a whole: all its new cells \
         must exist and have no friendly piece, and it captures every enemy piece on them.",
        capital(mover),
        number(span.length)
    ))
}

/// The other special rules of a piece.
fn features(definition: &Definition, kind: Kind, side: Side) -> Vec<String> {
    let spec = definition.piece(kind);
    let name = &spec.name;
    let mut lines = Vec::new();
    if definition.complete_blocks() && spec.moves.terms.iter().any(changes_several) {
        lines.push(BLOCKS.to_owned());
    }
    lines.extend(super::zones::zone(definition, kind, side));
    if spec.royal {
        lines.push(format!(
            "The {name} is royal: a move may not leave it attacked. If it is attacked and no move \
             helps, it is checkmated."
        ));
    }
    lines.extend(span_words(definition, kind, "it"));
    if let Some(change) = definition.transformation() {
        let (from, to) = (
            &definition.piece(change.from).name,
            &definition.piece(change.to).name,
        );
        if kind == change.from {
            lines.push(format!(
                "When one of its cells is attacked, or its side has no other move, it becomes {} \
                 on one of its cells. Then no other move is allowed.",
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
        lines.extend(
            definition
                .holds()
                .iter()
                .map(|hold| hold_words(definition, hold.group, "it", name)),
        );
        let castlings = definition.castlings().iter().filter(|c| c.side == side);
        lines.extend(castlings.map(|castling| {
            let board = definition.board();
            let name = |cell| board.name(cell);
            format!(
                "It may castle from {} to {}. The {} then goes from {} to {}. Neither may have moved \
                 before, {}.",
                name(castling.king_from),
                name(castling.king_to),
                definition.piece(castling.rook).name,
                name(castling.rook_from),
                name(castling.rook_to),
                castling_conditions(board, castling, &spec.name),
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
        lines.push(
            "Each of its moves restarts the count of moves after which the game is drawn."
                .to_owned(),
        );
    }
    lines
}

/// How a royal piece holds the enemy one, in sentences: `mover` is `it` or `a king`.
pub(super) fn hold_words(definition: &Definition, group: usize, mover: &str, name: &str) -> String {
    let board = definition.board();
    let group = &definition.groups()[group];
    let chart = &board.charts()[group.chart];
    // Cells that the group does not distinguish.
    let together = |a: Cell, b: Cell| {
        let (a, b) = (chart.coordinate(a), chart.coordinate(b));
        group.axes.iter().all(|&axis| a[axis] == b[axis])
    };
    let all_pairs = |same: &dyn Fn(Cell, Cell) -> bool| {
        board
            .cells()
            .all(|a| board.cells().all(|b| together(a, b) == same(a, b)))
    };
    if let Drawing::Flat {
        blocks: Some((width, height)),
        ..
    } = *board.drawing()
    {
        let parts = |cell: Cell| {
            let place = board.place(cell);
            let big = (place.file / width, place.rank / height);
            (big, (place.file % width, place.rank % height))
        };
        if all_pairs(&|a, b| parts(a).0 == parts(b).0) {
            return format!(
                "When {mover} moves into the big square of the enemy {name}, it holds that {name}. As long as \
                 both stand in the same big square, the held {name} may not leave it."
            );
        }
        if all_pairs(&|a, b| parts(a).1 == parts(b).1) {
            return format!(
                "When {mover} moves to the same little square as the enemy {name}, in another big square, it \
                 holds that {name}. As long as both stand on the same little square, the held {name} \
                 may go to other big squares but not leave the little square."
            );
        }
    }
    let names: Vec<&str> = group
        .axes
        .iter()
        .map(|&axis| chart.axes()[axis].name.as_str())
        .collect();
    let it = if names.len() == 1 { "it" } else { "them" };
    format!(
        "When {mover} moves to a cell with the same {} as the enemy {name}, it holds that {name}. As long as \
         both have the same, the held {name} may not change {it}.",
        list(&names, "and")
    )
}

fn changes_several(term: &Term) -> bool {
    let several = |vector: &Coordinate| vector.iter().filter(|&&value| value != 0).count() > 1;
    match &term.shape {
        Shape::Line { vectors, .. } => vectors.iter().any(several),
        Shape::Path { routes, .. } => routes
            .iter()
            .any(|route| route.legs.iter().any(|leg| several(&leg.vector))),
        _ => false,
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
    fn shipped_pieces_are_described() {
        let walkers = shipped("walkers");
        assert_eq!(
            words(&walkers, 'B'),
            "By file and rank: slides any distance diagonally; steps one cell back."
        );
        assert!(
            words(&walkers, 'K')
                .starts_with("Inside its big square, or from big square to big square on the same")
        );
        assert!(
            words(&walkers, 'K')
                .contains("little square: steps one cell orthogonally or diagonally")
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
            "Leaps two cells along one axis and one cell along another."
        );
        assert!(words(&chess, 'P').contains("from a cell where such a piece of its side starts"));
        let king = piece(&chess, chess.kind('K').unwrap(), Side::Black).join(" ");
        assert!(king.contains("castle from e8 to g8"), "{king}");
        let gateway = shipped("gateway");
        let king = piece(&gateway, gateway.kind('K').unwrap(), Side::White).join(" ");
        assert!(
            king.contains("four cells in a row along the file axis"),
            "{king}"
        );
        assert!(king.contains("becomes an emperor"), "{king}");
        let raumschach = shipped("raumschach");
        assert!(
            words(&raumschach, 'P')
                .contains("Forward is towards a higher level or rank for White and a lower one")
        );
        let twoboards = shipped("twoboards");
        let king = piece(&twoboards, twoboards.kind('K').unwrap(), Side::White).join(" ");
        assert!(king.contains("holds that king"), "{king}");
    }

    /// Constructs that no shipped game uses.
    #[test]
    fn constructs_without_a_shipped_game_are_described() {
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
            [pieces.Z]
            name = "half knight"
            moves = "fhN"
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
                 exactly one piece of either side, only to capture the next piece behind it.",
            ),
            (
                'G',
                "Hops orthogonally or diagonally over the first piece in the way, of either side, to \
                 the cell behind it.",
            ),
            (
                'H',
                "Steps one cell orthogonally, then steps one cell diagonally, turning by less than a \
                 right angle (the cell between must be empty).",
            ),
            ('S', "Steps one cell diagonally; steps one cell forward."),
            (
                'Z',
                "Leaps two cells along one axis and one cell along another, forward.",
            ),
            (
                'V',
                "Steps one cell diagonally (one file to White's right and one rank back).",
            ),
            (
                'L',
                "Steps one cell diagonally, then slides any distance orthogonally, in any direction (the \
                 cells between must be empty); slides up to three cells orthogonally; leaps again \
                 and again, each time two cells along one axis and one cell along another in the \
                 same direction (the cells that it lands on before the last must be empty).",
            ),
        ] {
            assert_eq!(words(&trial, piece), wanted, "{piece}");
        }
    }

    /// The sentences about the moves of a piece on a board of 12x12 cells.
    fn described(rule: &str) -> String {
        let text = format!(
            r#"
            format = 1
            name = "trial"
            title = "Trial"
            about = "One piece."
            credit = "a test"
            [board]
            drawn = "flat"
            files = 12
            ranks = 12
            [charts.flat]
            axes = ["file", "rank, forward"]
            [pieces.K]
            name = "king"
            royal = true
            moves = "K"
            [pieces.X]
            name = "trial"
            moves = "{rule}"
            [start]
            board = "k11/12/12/12/12/12/12/12/12/12/12/K11"
        "#
        );
        let file = GameFile::parse("trial.toml", &text).unwrap();
        words(&file.define(&[]).unwrap(), 'X')
    }

    #[test]
    fn later_legs_say_how_far_and_which_way_they_go() {
        const BETWEEN: &str = " (the cell between must be empty).";
        const ALL: &str = " (the cells between must be empty).";
        let orthogonally = "lides any distance orthogonally";
        let knight = "two cells along one axis and one cell along another";
        for (rule, wanted, end) in [
            (
                "[R?sR]",
                format!("S{orthogonally}, then perhaps any distance at a right angle"),
                ALL,
            ),
            (
                "[B?sB]",
                "Slides any distance diagonally, then perhaps any distance at a right angle".into(),
                ALL,
            ),
            (
                "[R-bR]",
                format!("S{orthogonally}, then any distance straight back"),
                ALL,
            ),
            (
                "[WW?sWW]",
                format!("S{orthogonally}, then perhaps any distance at a right angle"),
                ALL,
            ),
            (
                "[W3-fW3]",
                "Slides up to three cells orthogonally, then up to three cells the same way".into(),
                ALL,
            ),
            (
                "[W-fbW]",
                "Steps one cell orthogonally, then one more the same way or straight back".into(),
                BETWEEN,
            ),
            (
                "[W-fsW]",
                "Steps one cell orthogonally, then one more the same way or at a right angle"
                    .into(),
                BETWEEN,
            ),
            (
                "[W-W]",
                "Steps one cell orthogonally, then one more, in any direction".into(),
                BETWEEN,
            ),
            (
                "[D-vW]",
                "Leaps two cells orthogonally, then steps one cell orthogonally the same way or \
                 straight back"
                    .into(),
                BETWEEN,
            ),
            (
                "[N?vN]",
                format!(
                    "Leaps {knight}, then perhaps leaps {knight} the same way or straight back"
                ),
                BETWEEN,
            ),
            (
                "[A-bW]",
                "Leaps two cells diagonally, then steps one cell orthogonally, turning by more \
                 than a right angle"
                    .into(),
                BETWEEN,
            ),
            (
                "[D-bF]",
                "Leaps two cells orthogonally, then steps one cell diagonally, turning by more \
                 than a right angle"
                    .into(),
                BETWEEN,
            ),
            (
                "[K-fW]",
                "Steps one cell orthogonally or diagonally, then steps one cell orthogonally the \
                 same way or turning by less than a right angle"
                    .into(),
                BETWEEN,
            ),
            (
                "[K-aW]",
                "Steps one cell orthogonally or diagonally, then steps one cell orthogonally, in \
                 any direction"
                    .into(),
                BETWEEN,
            ),
            (
                "[N2-fN]",
                format!(
                    "Leaps up to two times, each time {knight} in the same direction, then leaps \
                     {knight} the same way"
                ),
                ALL,
            ),
            (
                "[NN?fW]",
                format!(
                    "Leaps again and again, each time {knight} in the same direction, then \
                     perhaps steps one cell orthogonally, turning by less than a right angle"
                ),
                ALL,
            ),
            (
                "[DD-fW]",
                "Leaps again and again, each time two cells orthogonally in the same direction, \
                 then steps one cell orthogonally the same way"
                    .into(),
                ALL,
            ),
            (
                "nH",
                "Steps three cells orthogonally in a straight line".into(),
                ALL,
            ),
            (
                "n(6.0)",
                "Steps six cells orthogonally in a straight line".into(),
                ALL,
            ),
            (
                "D2",
                "Leaps up to two times, each time two cells orthogonally in the same direction"
                    .into(),
                " (the cells that it lands on before the last must be empty).",
            ),
            (
                "W40000",
                "Slides up to 40000 cells orthogonally".into(),
                ".",
            ),
        ] {
            assert_eq!(described(rule), format!("{wanted}{end}"), "{rule}");
        }
    }

    #[test]
    fn a_move_is_described_once() {
        for (rule, wanted) in [
            ("W W", "Steps one cell orthogonally."),
            ("W flat: W W1", "Steps one cell orthogonally."),
            (
                "W F",
                "Steps one cell orthogonally; steps one cell diagonally.",
            ),
        ] {
            assert_eq!(described(rule), wanted, "{rule}");
        }
    }

    #[test]
    fn a_cannon_that_moves_and_captures_takes_the_next_piece() {
        let hops = "Hops orthogonally over exactly one piece of either side, ";
        for (rule, wanted) in [
            (
                "pR",
                "and lands anywhere behind it before the next piece, or captures that next piece.",
            ),
            (
                "mpR",
                "and lands anywhere behind it before the next piece, without capturing.",
            ),
            ("cpR", "only to capture the next piece behind it."),
        ] {
            assert_eq!(described(rule), format!("{hops}{wanted}"), "{rule}");
        }
    }
}

//! Checks that look at several sections of a file at once.

use super::board::ReadBoard;
use super::diagnostic::Faults;
use super::reader::text_of;
use super::text_range::TextRange;
use super::tree::{Table, Value};
use crate::{Definition, Forward, Hop, Route, Shape, Side, Term};
use hyperrook_geometry::{Cell, Chart, Coordinate};

/// Reports contradictions between sections, once the definition is read.
pub(super) fn check(
    definition: &Definition,
    part: &ReadBoard,
    merged: &Table,
    faults: &mut Faults<'_>,
) {
    check_goals(definition, part, faults);
    check_passing(definition, merged, faults);
    warn_of_moves_never_made(definition, merged, faults);
    check_holds(definition, merged, faults);
    if definition.ends.moves == 0 && definition.ends.repetition == 0 {
        faults.warn(
            &place(merged, &["ends"]),
            "a game need not end: neither repetition nor a number of moves is a draw",
            "set `repetition` or `moves` to more than 0, or leave one of them out",
        );
    }
    for &kind in &definition.ends.too_weak {
        let piece = definition.piece(kind);
        if piece.royal {
            let message = format!("{} is royal, so it cannot be too weak", piece.letter);
            faults.add(
                &place(merged, &["ends", "too_weak"]),
                message,
                "name other pieces",
            );
        }
    }
}

/// Where the last key of a path stands, or else the deepest value that exists on the path.
pub(super) fn key_place(merged: &Table, path: &[&str]) -> TextRange {
    let mut table = merged;
    let mut span = 0..0;
    for (i, key) in path.iter().enumerate() {
        let Some(entry) = table.get(key) else { break };
        if i + 1 == path.len() {
            return entry.key.clone();
        }
        span = entry.node.span.clone();
        match &entry.node.value {
            Value::Table(inner) => table = inner,
            _ => break,
        }
    }
    span
}

/// Where the value at a path stands, or else the deepest value that exists on the path.
pub(super) fn place(merged: &Table, path: &[&str]) -> TextRange {
    let mut table = merged;
    let mut span = 0..0;
    for key in path {
        let Some(entry) = table.get(key) else { break };
        span = entry.node.span.clone();
        match &entry.node.value {
            Value::Table(inner) => table = inner,
            _ => break,
        }
    }
    span
}

/// Where a part of a text value stands; `None` if the value is not a text. White
/// space around the text does not count.
pub(super) fn place_in(
    merged: &Table,
    path: &[&str],
    part: &TextRange,
    faults: &Faults<'_>,
) -> Option<TextRange> {
    let (last, tables) = path.split_last()?;
    let mut table = merged;
    for key in tables {
        match &table.get(key)?.node.value {
            Value::Table(inner) => table = inner,
            _ => return None,
        }
    }
    let text = text_of(&table.get(last)?.node)?;
    let skipped = text.text.len() - text.text.trim_start().len();
    Some(text.at(part.start + skipped, faults))
}

/// If an axis goes forward to promotion, every cell must know which direction that is.
fn check_goals(definition: &Definition, part: &ReadBoard, faults: &mut Faults<'_>) {
    let board = &definition.board;
    for (chart, (read, forward)) in board
        .charts()
        .iter()
        .zip(part.charts.iter().zip(&definition.forward))
    {
        for (axis, _) in forward
            .iter()
            .enumerate()
            .filter(|(_, f)| **f == Forward::ToPromotion)
        {
            let (name, len) = (&chart.axes()[axis].name, chart.axes()[axis].len as i16);
            for side in Side::BOTH {
                let goals: Vec<i16> = definition
                    .promotions
                    .iter()
                    .filter(|promotion| !promotion.optional)
                    .flat_map(|promotion| promotion.cells[side.index()].iter())
                    .map(|cell| chart.coordinate(cell)[axis])
                    .collect();
                if goals.is_empty() {
                    let message = format!(
                        "axis `{name}` goes forward to promotion, but {side} has no piece that must promote"
                    );
                    let help = "add a promotion that is not optional, or write `forward`";
                    faults.add(&read.axis_spans[axis], message, help);
                    continue;
                }
                let undecided = board.cells().find(|&cell| {
                    let here = chart.coordinate(cell)[axis];
                    let up = goals.iter().map(|goal| (goal - here).rem_euclid(len)).min();
                    let down = goals.iter().map(|goal| (here - goal).rem_euclid(len)).min();
                    up == down && up != Some(0)
                });
                if let Some(cell) = undecided {
                    let message = format!(
                        "on {} the promotion cells of {side} are equally near both ways round",
                        board.name(cell)
                    );
                    let help = "move a promotion cell, so that forward is one way on every cell";
                    faults.add(&read.axis_spans[axis], message, help);
                }
            }
        }
    }
}

/// Capture in passing needs a piece that makes double steps.
fn check_passing(definition: &Definition, merged: &Table, faults: &mut Faults<'_>) {
    if !definition.has_en_passant() {
        return;
    }
    // A royal piece is never captured, not even in passing.
    let mut pieces = definition.pieces.iter().filter(|piece| !piece.royal);
    if pieces.any(|piece| piece.moves.terms.iter().any(has_double_step)) {
        warn_of_first_moves(definition, merged, faults);
        return;
    }
    for piece in &definition.pieces {
        if piece.moves.terms.iter().any(|term| term.en_passant) {
            let letter = piece.letter.to_string();
            let message = format!(
                "{letter} captures in passing (`e`), but no piece can be captured in passing"
            );
            let help = "that needs a lame first move of two steps, such as `imfnD`";
            faults.add(&place(merged, &["pieces", &letter, "moves"]), message, help);
        }
    }
}

fn has_double_step(term: &Term) -> bool {
    match &term.shape {
        Shape::Path { routes, .. } => routes.iter().any(|route| term.passes(route)),
        Shape::Line { .. } => false,
    }
}

/// If pieces can capture in passing, a first move of several steps that no piece can capture in
/// passing is probably a mistake.
fn warn_of_first_moves(definition: &Definition, merged: &Table, faults: &mut Faults<'_>) {
    let is_leap = |vector: &Coordinate| vector.iter().any(|value| value.abs() > 1);
    for piece in &definition.pieces {
        for term in piece.moves.terms.iter().filter(|t| t.initial && t.quiet) {
            let far = match &term.shape {
                Shape::Line { vectors, range, .. } => *range > 1 || vectors.iter().any(is_leap),
                Shape::Path { routes, times } => {
                    let far = |route: &Route| {
                        let legs = &route.legs;
                        legs.len() > 1
                            || legs
                                .iter()
                                .any(|leg| leg.max_steps > 1 || is_leap(&leg.vector))
                    };
                    *times > 1 || routes.iter().any(|route| far(route) && !term.passes(route))
                }
            };
            if far {
                let letter = piece.letter.to_string();
                let message = format!(
                    "the first move `{}` of {letter} cannot be captured in passing",
                    term.text
                );
                let help = "only a lame first move of exactly two steps can: `imfnD`";
                faults.warn(&place(merged, &["pieces", &letter, "moves"]), message, help);
            }
        }
    }
}

/// Maximum number of steps tried to find one move of a term. Beyond it there is no warning.
const MAX_TRIED_STEPS: usize = 200_000;
/// Maximum number of steps tried for all terms of a file. Beyond it there are no more warnings.
const MAX_ALL_TRIED_STEPS: usize = 2_000_000;

/// A move that is impossible from every cell of the board is probably a mistake.
fn warn_of_moves_never_made(definition: &Definition, merged: &Table, faults: &mut Faults<'_>) {
    let mut all_tries = MAX_ALL_TRIED_STEPS;
    for piece in definition.pieces.iter().filter(|p| p.span.is_none()) {
        for term in &piece.moves.terms {
            let chart = &definition.board.charts()[term.chart];
            let forward = &definition.forward[term.chart];
            if forward.contains(&Forward::ToPromotion) {
                // The direction of the vector depends on the cell.
                continue;
            }
            let allowed = all_tries.min(MAX_TRIED_STEPS);
            let mut tries = allowed;
            let mut cells = definition.board.cells();
            let found = cells.any(|cell| can_be_made(chart, &term.shape, cell, &mut tries));
            all_tries -= allowed - tries;
            if found || tries == 0 {
                continue;
            }
            let letter = piece.letter.to_string();
            let path = ["pieces", &letter, "moves"];
            let at =
                place_in(merged, &path, &term.at, faults).unwrap_or_else(|| place(merged, &path));
            let message = format!(
                "the {} cannot make the move `{}` from any cell",
                piece.name, term.text
            );
            faults.warn(&at, message, "leave it out, or choose another move");
        }
    }
}

/// Whether a piece on a cell of an empty board, or with one piece to hop over, can make one of the
/// moves. Each step tried is subtracted from `tries`; the search stops at 0.
fn can_be_made(chart: &Chart, shape: &Shape, cell: Cell, tries: &mut usize) -> bool {
    let mut step = |from: Cell, vector: &Coordinate| {
        *tries = tries.checked_sub(1)?;
        chart.step(from, vector)
    };
    match shape {
        Shape::Line { vectors, hop, .. } => vectors.iter().any(|vector| {
            let next = step(cell, vector).filter(|&next| next != cell);
            match hop {
                Hop::None => next.is_some(),
                Hop::Over | Hop::Grasshopper => next
                    .and_then(|next| step(next, vector))
                    .is_some_and(|end| end != cell),
            }
        }),
        Shape::Path { routes, .. } => routes.iter().any(|route| {
            let mut ends = vec![cell];
            for leg in &route.legs {
                let mut next = Vec::new();
                for from in ends {
                    let mut at = from;
                    for _ in 0..leg.max_steps {
                        let Some(to) = step(at, &leg.vector).filter(|&to| to != from) else {
                            break;
                        };
                        if !next.contains(&to) {
                            next.push(to);
                        }
                        at = to;
                    }
                }
                ends = next;
            }
            ends.iter().any(|&end| end != cell)
        }),
    }
}

/// A hold must be possible on this board, and must not be in force at the start.
fn check_holds(definition: &Definition, merged: &Table, faults: &mut Faults<'_>) {
    if definition
        .pieces
        .iter()
        .any(|piece| piece.royal && piece.span.is_some())
    {
        // That is reported as a separate fault.
        return;
    }
    let royal = |side: Side| {
        definition.board.cells().find(|&cell| {
            let piece = definition.start.piece(cell);
            piece.is_some_and(|piece| piece.side == side && definition.piece(piece.kind).royal)
        })
    };
    for hold in &definition.holds {
        let group = &definition.groups[hold.group];
        let chart = &definition.board.charts()[group.chart];
        let span = place(merged, &["hold", &group.name]);
        if group.axes.len() == chart.axes().len() {
            let message = format!(
                "two royal pieces can never agree in all of `{}`, so it cannot be held",
                group.name
            );
            faults.add(&span, message, "name a group of some of a chart's axes");
        } else if let (Some(white), Some(black)) = (royal(Side::White), royal(Side::Black)) {
            let (white, black) = (chart.coordinate(white), chart.coordinate(black));
            if group.axes.iter().all(|&axis| white[axis] == black[axis]) {
                let message = format!(
                    "the royal pieces start together in `{}`, so one would hold the other",
                    group.name
                );
                let help = "start them apart";
                faults.add(&place(merged, &["start", "board"]), message, help);
            }
        }
    }
}

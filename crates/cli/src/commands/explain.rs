//! `hyperrook explain`: how a piece moves, in words and with a drawing.

use super::common::json;
use crate::args::ExplainArgs;
use crate::draw::{self, CellMark, PROMOTION_SIGN, Scene};
use crate::error::{CommandError, CommandResult};
use crate::load;
use crate::words;
use hyperrook_explain::words::pieces;
use hyperrook_explain::{LonePiece, central_cell, lone_piece};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, Kind, Piece, Side};
use serde_json::json;
use std::io::Write;

pub(super) fn run(args: &ExplainArgs, out: &mut dyn Write) -> CommandResult {
    let loaded = load::load(&args.game.game, &args.game.options.options)?;
    let game = &loaded.game;
    let definition = game.definition();
    let kind = kind(definition, &args.piece)?;
    let side = if args.black { Side::Black } else { Side::White };
    let cell = match &args.cell {
        Some(text) => named_cell(definition, kind, text)?,
        None => central_cell(game, kind, side),
    };
    let reach = lone_piece(game, kind, side, cell);
    if args.json {
        return json(out, &value(definition, kind, side, cell, &reach));
    }
    let piece = definition.piece(kind);
    writeln!(
        out,
        "{}, {} in {}: {}",
        words::capital(&piece.name),
        draw::letter(definition, Piece { side, kind }),
        definition.title(),
        piece.moves.text
    )?;
    for line in words::wrap(&piece.about, 78) {
        writeln!(out, "{line}")?;
    }
    for line in pieces::piece(definition, kind, side) {
        for (i, line) in words::wrap(&line, 76).into_iter().enumerate() {
            writeln!(out, "{} {line}", if i == 0 { "-" } else { " " })?;
        }
    }
    // A move of a spanning piece ends on several cells.
    let noun = match piece.span {
        Some(_) => "cell that it can reach",
        None => "destination",
    };
    let whose = if args.black { "Black" } else { "White" };
    writeln!(
        out,
        "\n{whose}'s {} alone on {}, {}:",
        piece.name,
        place(definition, cell),
        words::count((reach.quiet | reach.capture).count() as usize, noun),
    )?;
    write!(out, "\n{}", drawn(definition, kind, side, cell, &reach))?;
    let promotion = draw::promotion_cells(definition, Some(Piece { side, kind }));
    let legend = [
        ('*', reach.quiet & reach.capture, "moves or captures"),
        ('o', reach.quiet & !reach.capture, "only moves"),
        ('x', reach.capture & !reach.quiet, "only captures"),
    ];
    writeln!(out)?;
    for (sign, cells, text) in legend {
        if cells.any() {
            writeln!(out, "{sign} {text} ({})", cells.count())?;
        }
    }
    if promotion.any() {
        writeln!(
            out,
            "{PROMOTION_SIGN} promotes here ({})",
            promotion.count()
        )?;
    }
    if piece.moves.hops() {
        writeln!(
            out,
            "Moves that hop need a piece to hop over and are not drawn."
        )?;
    }
    Ok(())
}

/// The kind with a letter or name.
pub(super) fn kind(definition: &Definition, text: &str) -> CommandResult<Kind> {
    let mut chars = text.chars();
    let by_letter = match (chars.next(), chars.next()) {
        (Some(letter), None) => definition.kind(letter),
        _ => None,
    };
    let by_name = || {
        let wanted = text.to_lowercase();
        let mut kinds = definition.kinds();
        kinds.find(|kind| definition.piece(*kind).name.to_lowercase() == wanted)
    };
    by_letter.or_else(by_name).ok_or_else(|| {
        let pieces: Vec<String> = definition
            .pieces()
            .iter()
            .map(|piece| format!("{} ({})", piece.name, piece.letter))
            .collect();
        let names = definition.pieces().iter().map(|piece| piece.name.as_str());
        let wanted = text.to_lowercase();
        let near = names
            .map(|name| {
                (
                    strsim::damerau_levenshtein(&wanted, &name.to_lowercase()),
                    name,
                )
            })
            .filter(|(distance, name)| *distance <= 1 + name.len() / 6)
            .min();
        let hint = match near {
            Some((_, name)) => format!("did you mean `{name}`?"),
            None => format!("its pieces are {}", words::list(&pieces, "and")),
        };
        CommandError::Usage(format!(
            "{} has no piece `{text}`; {hint}",
            definition.name()
        ))
    })
}

fn named_cell(definition: &Definition, kind: Kind, text: &str) -> CommandResult<Cell> {
    let board = definition.board();
    let cell = board.cell(text).ok_or_else(|| {
        let some = Cell::from_index(board.len() / 2);
        CommandError::Usage(format!(
            "{} has no cell `{text}`; cells are named like {}",
            definition.name(),
            place(definition, some)
        ))
    })?;
    if definition.body(kind, cell).is_none() {
        return Err(CommandError::Usage(format!(
            "{} does not fit on the board from {text}",
            words::a(&definition.piece(kind).name)
        )));
    }
    Ok(cell)
}

/// The name of a cell, and its address if it has one.
fn place(definition: &Definition, cell: Cell) -> String {
    let name = definition.board().name(cell);
    match definition.board().address(cell) {
        Some(address) => format!("{name} ({address})"),
        None => name,
    }
}

fn drawn(definition: &Definition, kind: Kind, side: Side, cell: Cell, reach: &LonePiece) -> String {
    let mut letters = vec![None; definition.board().len()];
    let letter = draw::letter(definition, Piece { side, kind });
    for part in definition.body(kind, cell).unwrap_or_default() {
        letters[part.index()] = Some((letter, side));
    }
    let mut scene = Scene::plain(letters);
    scene.marks.add(CellMark::Quiet, reach.quiet);
    scene.marks.add(CellMark::Capture, reach.capture);
    let promotion = draw::promotion_cells(definition, Some(Piece { side, kind }));
    scene.marks.add(CellMark::Promotion, promotion);
    draw::plain(definition, &scene, false)
}

fn value(
    definition: &Definition,
    kind: Kind,
    side: Side,
    cell: Cell,
    reach: &LonePiece,
) -> serde_json::Value {
    let board = definition.board();
    let names = |cells: CellSet| -> Vec<String> { cells.iter().map(|c| board.name(c)).collect() };
    let piece = definition.piece(kind);
    json!({
        "game": definition.name(), "piece": piece.name, "letter": piece.letter,
        "side": side.to_string(), "about": piece.about, "moves": piece.moves.text,
        "words": pieces::piece(definition, kind, side),
        "cell": board.name(cell), "address": board.address(cell),
        "quiet": names(reach.quiet), "captures": names(reach.capture),
    })
}

//! Games in the form that clients show.

use crate::board::{dimensions, layout, layout_kind};
use crate::drawing::drawing;
use crate::types::{
    CellsBySide, GameInfo, GameOption, GameRef, ListedGame, OptionChoice, PieceInfo, Ruling,
};
use hyperrook_eval::piece_values;
use hyperrook_explain::words;
use hyperrook_geometry::Cell;
use hyperrook_notation::position::format_position;
use hyperrook_rules::{DefineError, Definition, Game, GameFile, Kind, Note, OptionValue, Side};

/// A game in a list of games.
///
/// # Errors
/// If the file has faults.
pub fn summary(file: &GameFile) -> Result<ListedGame, DefineError> {
    let definition = file.define(&[])?;
    Ok(ListedGame {
        name: definition.name().to_owned(),
        title: join_lines(definition.title()),
        credit: join_lines(definition.credit()),
        about: join_lines(definition.about()),
        cells: definition.board().len(),
        kind: layout_kind(definition.board()),
        dimensions: dimensions(definition.board()),
        options: options(&definition),
    })
}

/// The name of a game and its options that are not at their defaults. If the definition is
/// stored, the caller must add its hash.
pub fn game_ref(definition: &Definition) -> GameRef {
    let changed = definition.changed_options();
    GameRef {
        name: definition.name().to_owned(),
        options: changed
            .map(|option| (option.name.clone(), option.value.clone()))
            .collect(),
        definition: None,
    }
}

/// Everything that a client needs to know about a game.
pub fn info(game: &Game) -> GameInfo {
    let definition = game.definition();
    let values = piece_values(game);
    let (rulings, notes): (Vec<_>, Vec<_>) =
        definition.notes().iter().partition(|note| note.ruling);
    GameInfo {
        game: game_ref(definition),
        title: join_lines(definition.title()),
        credit: join_lines(definition.credit()),
        about: join_lines(definition.about()),
        aim: words::about::aim(definition),
        board: words::about::board(definition),
        tips: definition.tips().to_vec(),
        published: Some(definition.published().to_owned()).filter(|address| !address.is_empty()),
        options: options(definition),
        layout: layout(definition.board()),
        pieces: definition
            .kinds()
            .map(|kind| piece(definition, kind, &values))
            .collect(),
        rulings: rulings
            .into_iter()
            .map(|note| Ruling {
                title: note.title.clone(),
                text: note.text.clone(),
                reason: note.reason.clone(),
            })
            .collect(),
        notes: notes.into_iter().map(paragraph).collect(),
        rules: words::rules::promotions(definition),
        ends: words::rules::ends(definition),
        start: format_position(&game.start()),
    }
}

/// A note as one paragraph.
fn paragraph(note: &Note) -> String {
    let parts = [&note.title, &note.text, &note.reason];
    let ends = |part: &str| part.ends_with(['.', ':', '!', '?']);
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    let parts = parts.map(|part| {
        if ends(part) {
            part.clone()
        } else {
            format!("{part}.")
        }
    });
    parts.collect::<Vec<_>>().join(" ")
}

/// Joins the lines of a text.
fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn options(definition: &Definition) -> Vec<GameOption> {
    let option = |option: &OptionValue| GameOption {
        name: option.name.clone(),
        title: join_lines(&option.about),
        default: option.values.first().cloned().unwrap_or_default(),
        values: option
            .values
            .iter()
            .map(|value| OptionChoice {
                value: value.clone(),
                title: OptionValue::in_words(value),
            })
            .collect(),
    };
    definition.options().iter().map(option).collect()
}

fn promotion_cells(definition: &Definition, side: Side, kind: Kind) -> Vec<usize> {
    let cells = definition.promotion_cells(side, kind);
    cells.iter().map(Cell::index).collect()
}

fn piece(definition: &Definition, kind: Kind, values: &[i32]) -> PieceInfo {
    let spec = definition.piece(kind);
    let mut promotes_to: Vec<Kind> = Vec::new();
    for promotion in definition.promotions().iter() {
        if promotion.pieces.contains(&kind) {
            let new = promotion.to.iter().filter(|to| !promotes_to.contains(to));
            let new: Vec<Kind> = new.copied().collect();
            promotes_to.extend(new);
        }
    }
    PieceInfo {
        letter: spec.letter.to_string(),
        name: spec.name.clone(),
        drawing: drawing(definition, kind),
        royal: spec.royal,
        value_cp: if spec.royal {
            0
        } else {
            values.get(kind.index()).copied().unwrap_or(0)
        },
        about: words::about::piece(definition, kind),
        moves: words::pieces::moves(definition, kind).join(" "),
        promotes_to: promotes_to
            .into_iter()
            .map(|kind| definition.piece(kind).letter.to_string())
            .collect(),
        promotes_on: CellsBySide {
            white: promotion_cells(definition, Side::White, kind),
            black: promotion_cells(definition, Side::Black, kind),
        },
        spans: spec.span.is_some(),
    }
}

//! The first moves, with symmetric ones taken together.

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_rules::{Automorphism, Game, Move, Position, Setup};
use serde::{Deserialize, Serialize};

/// A first move, with those that a symmetry of the game maps to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstMove {
    /// The moves, in the order of their texts. Only the first one is played: the others would give
    /// the same games, mirrored or turned.
    pub moves: Vec<String>,
    /// The name of the piece that moves.
    pub piece: String,
}

/// A first move with its compiled form.
#[derive(Clone, Debug)]
pub(super) struct CompiledFirstMove {
    pub(super) mv: Move,
    pub(super) named: FirstMove,
}

/// The maximum number of symmetries that are used. With fewer than all of them, some symmetric
/// moves are played separately, which is sound.
const MAX_SYMMETRIES: usize = 400;

/// The chosen legal moves of the starting position, in the order of their texts.
pub(super) fn first_moves(game: &Game, chosen: &[Move]) -> Vec<CompiledFirstMove> {
    let start = game.start();
    let symmetries = symmetries_of(&start);
    let mut moves: Vec<(String, Move)> = start
        .moves()
        .into_iter()
        .filter(|mv| chosen.is_empty() || chosen.contains(mv))
        .map(|mv| (format_move(game.definition(), mv, CellStyle::Plain), mv))
        .collect();
    moves.sort();
    let mut found: Vec<(Setup, CompiledFirstMove)> = Vec::new();
    for (text, mv) in moves {
        let (Some(piece), Ok(after)) = (start.piece(mv.origin()), start.after(mv)) else {
            continue;
        };
        let piece = &game.definition().piece(piece.kind).name;
        let after = after.setup();
        let images: Vec<Setup> = symmetries.iter().map(|map| map.setup(&after)).collect();
        let known = found.iter_mut().find(|(setup, known)| {
            known.named.piece == *piece && (*setup == after || images.contains(setup))
        });
        if let Some((_, known)) = known {
            known.named.moves.push(text);
            continue;
        }
        let named = FirstMove {
            moves: vec![text],
            piece: piece.clone(),
        };
        found.push((after, CompiledFirstMove { mv, named }));
    }
    found.into_iter().map(|(_, first)| first).collect()
}

/// The symmetries of the game that keep the sides and the starting position.
///
/// Two first moves are symmetric if one of these maps the position after one of them to the position
/// after the other. No map of moves is needed, and games from both positions have equal chances.
fn symmetries_of(start: &Position) -> Vec<Automorphism> {
    let setup = start.setup();
    let mut maps = start.game().automorphisms(false, MAX_SYMMETRIES);
    maps.retain(|map| map.setup(&setup) == setup);
    maps
}

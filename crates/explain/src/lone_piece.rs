//! How a piece moves, in words and by cells.

use crate::types::{PieceExplanation, ReachKind, ReachedCell};
use crate::words;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::paths::each_piece_path;
use hyperrook_rules::{Game, Hop, Kind, Piece, Side};

/// The destinations of a lone piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LonePiece {
    /// The cells that it can move to without capturing.
    pub quiet: CellSet,
    /// The cells where it could capture if an enemy piece stood there.
    pub capture: CellSet,
}

/// How a piece moves from a cell of an otherwise empty board. Without a cell, the one nearest the
/// centre is used from which the piece reaches the most cells. Moves that hop need a piece to hop
/// over: the sentences describe them, but they are not among the cells reached. `None` if the piece
/// does not fit on the board from that cell.
pub fn explain(
    game: &Game,
    kind: Kind,
    side: Side,
    cell: Option<Cell>,
) -> Option<PieceExplanation> {
    let definition = game.definition();
    let cell = cell.unwrap_or_else(|| central_cell(game, kind, side));
    let body = definition.body(kind, cell)?;
    let alone = lone_piece(game, kind, side, cell);
    let piece = Piece { side, kind };
    let mut ways: Vec<Vec<Vec<usize>>> = vec![Vec::new(); definition.board().len()];
    each_piece_path(definition, piece, cell, &mut |end, path| {
        let path = path();
        let starts = !path.term.initial || definition.start().piece(cell) == Some(piece);
        if path.incomplete || path.hop != Hop::None || !starts {
            return;
        }
        let passed = path.passed.iter().filter(|at| !body.contains(**at));
        let way: Vec<usize> = passed.map(|at| at.index()).collect();
        let Some(ends) = definition.body(kind, end) else {
            return;
        };
        for at in ends.iter().filter(|&at| !body.contains(at)) {
            add_way(&mut ways[at.index()], &way);
        }
    });
    let reaches = (alone.quiet | alone.capture).iter().map(|at| ReachedCell {
        cell: at.index(),
        ways: std::mem::take(&mut ways[at.index()]),
        kind: match (alone.quiet.contains(at), alone.capture.contains(at)) {
            (true, true) => ReachKind::Both,
            (true, false) => ReachKind::Move,
            (false, _) => ReachKind::Capture,
        },
    });
    Some(PieceExplanation {
        sentences: words::pieces::piece(definition, kind, side),
        cell: cell.index(),
        reaches: reaches.collect(),
    })
}

/// Adds a way. If one of two ways needs all cells that the other needs, only the other is kept.
fn add_way(ways: &mut Vec<Vec<usize>>, way: &[usize]) {
    let needs = |a: &[usize], b: &[usize]| a.iter().all(|cell| b.contains(cell));
    if ways.iter().any(|known| needs(known, way)) {
        return;
    }
    ways.retain(|known| !needs(way, known));
    ways.push(way.to_vec());
}

/// The cell from which a piece reaches the most cells; of several, the one nearest the centre. A
/// piece that never leaves a zone is put there.
pub fn central_cell(game: &Game, kind: Kind, side: Side) -> Cell {
    let board = game.board();
    let (files, ranks, levels) = board.extent();
    let off_centre = |cell: Cell| {
        let place = board.place(cell);
        let off = |at: usize, len: usize| (2 * at + 1).abs_diff(len);
        off(place.file, files) + off(place.rank, ranks) + off(place.level, levels)
    };
    let fits = |cell: &Cell| game.definition().body(kind, *cell).is_some();
    let zones = words::zones::zones(game.definition(), kind, side).into_iter();
    let zone = zones.fold(CellSet::EMPTY, |all, zone| all | zone);
    let stands = |cell: &Cell| zone.is_empty() || zone.contains(*cell);
    let cells = board.cells().filter(fits).filter(stands);
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_by_key(|&cell| off_centre(cell));
    cells.truncate(16);
    let count = |cell: Cell| {
        let alone = lone_piece(game, kind, side, cell);
        (alone.quiet | alone.capture).count()
    };
    // Of equal cells the first one, which is nearest the centre.
    let best = cells.into_iter().rev().max_by_key(|&cell| count(cell));
    best.unwrap_or_default()
}

/// The destinations of a lone piece, by the compiled rules.
pub fn lone_piece(game: &Game, kind: Kind, side: Side, cell: Cell) -> LonePiece {
    let body = game.definition().body(kind, cell).unwrap_or_default();
    let quiet = game
        .destinations(kind, side, cell, body, CellSet::EMPTY)
        .quiet;
    // Its captures, tested with one enemy piece on each cell in turn.
    let others = game.board().cells().filter(|&other| !body.contains(other));
    let capture = others
        .filter(|&other| {
            let enemy = CellSet::of(other);
            let reach = game.destinations(kind, side, cell, body | enemy, enemy);
            reach.captures.contains(other)
        })
        .collect();
    LonePiece { quiet, capture }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    #[test]
    fn a_piece_stands_in_its_zone() {
        let text = words::zones::tests::xiangqi();
        let file = GameFile::parse("xiangqi.toml", text).unwrap();
        let game = Game::new(file.define(&[]).unwrap()).unwrap();
        let stands = |letter, side| {
            let kind = game.definition().kind(letter).unwrap();
            game.board().name(central_cell(&game, kind, side))
        };
        assert_eq!(stands('G', Side::White), "e2");
        assert_eq!(stands('G', Side::Black), "e9");
    }
}

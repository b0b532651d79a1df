//! Zones that a piece never leaves, such as the palaces of Xiangqi.

use super::region;
use hyperrook_geometry::{Board, Cell, CellSet};
use hyperrook_rules::{Definition, Kind, Side};

/// The zones that pieces of this kind and side never leave, one for each place where one starts;
/// none if pieces can become this kind during a game or castle, or none stands on the board at the
/// start.
///
/// A piece that moves only over groups of axes never changes the other coordinates of their chart.
pub(crate) fn zones(definition: &Definition, kind: Kind, side: Side) -> Vec<CellSet> {
    let spec = definition.piece(kind);
    let promoted = definition.promotions().iter().any(|p| p.to.contains(&kind));
    let transformed = definition.transformation().is_some_and(|t| t.to == kind);
    let castles = definition.castlings().iter().any(|castling| {
        let king = definition.start().piece(castling.king_from);
        castling.side == side && (castling.rook == kind || king.is_some_and(|k| k.kind == kind))
    });
    if promoted || transformed || castles || spec.span.is_some() {
        return Vec::new();
    }
    let terms = &spec.moves.terms;
    let Some(chart) = terms.first().map(|term| term.chart) else {
        return Vec::new();
    };
    if terms.iter().any(|term| term.chart != chart) {
        return Vec::new();
    }
    let board = definition.board();
    let chart = &board.charts()[chart];
    let fixed: Vec<usize> = (0..chart.axes().len())
        .filter(|axis| !terms.iter().any(|term| term.axes.contains(axis)))
        .collect();
    let zone = |from: Cell| -> CellSet {
        let same = |cell: &Cell| {
            let (here, there) = (chart.coordinate(*cell), chart.coordinate(from));
            fixed.iter().all(|&axis| here[axis] == there[axis])
        };
        board.cells().filter(same).collect()
    };
    let starts = |cell: &Cell| {
        let piece = definition.start().piece(*cell);
        piece.is_some_and(|piece| piece.kind == kind && piece.side == side)
    };
    let mut zones: Vec<CellSet> = Vec::new();
    for found in board.cells().filter(starts).map(zone) {
        if !zones.contains(&found) {
            zones.push(found);
        }
    }
    zones
}

/// The zone that pieces of this kind and side never leave, in a sentence; `None` if they can go
/// anywhere, if pieces can become this kind during a game, or if they castle.
pub(super) fn zone(definition: &Definition, kind: Kind, side: Side) -> Option<String> {
    let zones = zones(definition, kind, side);
    let board = definition.board();
    let name = &definition.piece(kind).name;
    match &zones[..] {
        [] => None,
        [one] if one.count() as usize == board.len() => None,
        [one] => Some(format!(
            "{side}'s {name} never leaves {}.",
            cells(board, *one)
        )),
        several => {
            let texts: Vec<String> = several.iter().map(|&zone| cells(board, zone)).collect();
            let zones = super::list(&texts, "or");
            Some(format!(
                "{side}'s {name} never leaves the zone in which it starts: {zones}."
            ))
        }
    }
}

/// Cells by name; a box is written `d1 to f3`.
fn cells(board: &Board, set: CellSet) -> String {
    let mut cells = set.iter();
    if let (Some(first), Some(last)) = (cells.next(), cells.last()) {
        let corners = format!("{}..{}", board.name(first), board.name(last));
        if board.region(&corners) == Some(set) {
            return corners.replace("..", " to ");
        }
    }
    region(board, set)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::pieces;
    use hyperrook_rules::{GameFile, Side};

    /// The example of the page on definitions.
    pub(crate) fn xiangqi() -> &'static str {
        let page = include_str!("../../../../docs/definitions.md");
        let example = page
            .split("## Example: palaces and a river")
            .nth(1)
            .unwrap();
        let text = example.split("```toml\n").nth(1).unwrap();
        text.split("```").next().unwrap()
    }

    #[test]
    fn palaces_and_banks_are_described() {
        let definition = GameFile::parse("xiangqi.toml", xiangqi()).unwrap();
        let definition = definition.define(&[]).unwrap();
        for (letter, side, wanted) in [
            (
                'G',
                Side::White,
                Some("White's general never leaves d1 to f3."),
            ),
            (
                'G',
                Side::Black,
                Some("Black's general never leaves d8 to f10."),
            ),
            (
                'A',
                Side::White,
                Some("White's advisor never leaves d1 to f3."),
            ),
            (
                'E',
                Side::Black,
                Some("Black's elephant never leaves a6 to i10."),
            ),
            ('R', Side::White, None),
            ('T', Side::White, None),
        ] {
            let kind = definition.kind(letter).unwrap();
            let lines = pieces::piece(&definition, kind, side);
            let found = lines.iter().find(|line| line.contains("never leaves"));
            assert_eq!(found.map(String::as_str), wanted, "{letter}");
        }
        let kind = definition.kind('G').unwrap();
        assert_eq!(
            pieces::moves(&definition, kind),
            ["By file and rank within one palace: steps one cell orthogonally."]
        );
    }

    #[test]
    fn pieces_that_castle_have_no_zone() {
        let text = r#"
            format = 1
            name = "trial"
            title = "Trial"
            about = "Kings and rooks that stay on their files, but for castling."
            credit = "a test"
            [board]
            drawn = "flat"
            files = 8
            ranks = 8
            [charts.flat]
            axes = ["file", "rank, forward"]
            groups = { up = "rank" }
            [pieces.K]
            name = "king"
            royal = true
            moves = "up: W"
            [pieces.R]
            name = "rook"
            moves = "up: R"
            [start]
            board = "r3k2r/8/8/8/8/8/8/4K2R"
            [castling.K]
            king = "e1 g1"
            rook = "h1 f1"
            empty = "f1 g1"
            safe = "f1"
        "#;
        let file = GameFile::parse("trial.toml", text).unwrap();
        let trial = file.define(&[]).unwrap();
        for kind in trial.kinds() {
            assert_eq!(super::zone(&trial, kind, Side::White), None);
            assert!(super::zone(&trial, kind, Side::Black).is_some());
        }
    }

    #[test]
    fn shipped_pieces_go_anywhere() {
        for (name, _) in hyperrook_rules::SHIPPED {
            let definition = GameFile::shipped(name).unwrap().define(&[]).unwrap();
            for kind in definition.kinds() {
                assert_eq!(super::zone(&definition, kind, Side::White), None, "{name}");
            }
        }
    }
}

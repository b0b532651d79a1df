//! The texts that players read first: a piece, the aim of a game and its board in one or two
//! sentences. A definition can contain these texts. If it does not, they are made from the rules.

use super::pieces::moves;
use super::{capital, list};
use hyperrook_geometry::{Board, Drawing, PlaceAxis};
use hyperrook_rules::{Definition, Kind, Stalemate};

/// What a piece is, in one or two sentences: the text of the definition, or else how it moves.
pub fn piece(definition: &Definition, kind: Kind) -> String {
    let about = &definition.piece(kind).about;
    if about.is_empty() {
        moves(definition, kind).join(" ")
    } else {
        about.clone()
    }
}

/// What a player must do to win: the text of the definition, or else a text made from its ends.
pub fn aim(definition: &Definition) -> String {
    if !definition.aim().is_empty() {
        return definition.aim().to_owned();
    }
    let royals = definition.pieces().iter().filter(|piece| piece.royal);
    let names: Vec<String> = royals.map(|piece| piece.name.clone()).collect();
    let royal = list(&names, "or");
    let mut text =
        format!("Checkmate the enemy {royal}: attack it so that no move of its side can save it.");
    let ends = definition.ends();
    let also = match (ends.stalemate == Stalemate::Loss, ends.baring) {
        (true, true) => format!("has no legal move, or has nothing left but the {royal}"),
        (true, false) => "has no legal move".to_owned(),
        (false, true) => format!("has nothing left but the {royal}"),
        (false, false) => String::new(),
    };
    if !also.is_empty() {
        text.push_str(&format!(" You also win when your opponent {also}."));
    }
    if ends.stalemate == Stalemate::Win {
        text.push_str(" Do not stalemate your opponent: that would win for the opponent.");
    }
    text
}

/// A description of the board: the text of the definition, or else its size and shape.
pub fn board(definition: &Definition) -> String {
    if !definition.board_about().is_empty() {
        return definition.board_about().to_owned();
    }
    let board = definition.board();
    let mut text = match board.drawing() {
        Drawing::Flat {
            files,
            ranks,
            blocks,
        } => {
            let of = format!("A board of {files} files and {ranks} ranks");
            match blocks {
                Some((width, height)) => {
                    format!("{of}, divided into inner boards of {width} by {height} cells.")
                }
                None => format!("{of}."),
            }
        }
        Drawing::Stack {
            files,
            ranks,
            levels,
        } => {
            let names: Vec<String> = levels.iter().map(ToString::to_string).collect();
            match &names[..] {
                [lowest, .., highest] => format!(
                    "{} levels lie above each other, {lowest} at the bottom and {highest} at the top, \
                     each with {files} files and {ranks} ranks.",
                    names.len()
                ),
                _ => format!("A board of {files} files and {ranks} ranks."),
            }
        }
        Drawing::Ring { cells, sectors } => {
            format!("A ring of {cells} cells in {sectors} sectors, numbered counterclockwise.")
        }
        Drawing::Hex { files, ranks, .. } => format!(
            "A board of hexagons, {files} files wide and {ranks} ranks high. An orthogonal step goes \
             through a side, a diagonal one along the line between two cells."
        ),
        _ => format!("A board of {} cells.", board.len()),
    };
    if let Some(gaps) = missing(board) {
        text.push_str(&format!(" {gaps}"));
    }
    for seam in seams(board) {
        text.push_str(&format!(" {seam}"));
    }
    text
}

/// Which edges of the board are joined, a sentence for each cyclic axis. Of a ring this is clear.
fn seams(board: &Board) -> Vec<String> {
    if matches!(board.drawing(), Drawing::Ring { .. }) {
        return Vec::new();
    }
    let mut seams = Vec::new();
    for chart in board.charts() {
        for (number, axis) in chart.axes().iter().enumerate() {
            // Of two coordinates, each is next to the other anyway.
            if !axis.cyclic || axis.len < 3 {
                continue;
            }
            let ends = match board.axis_in_drawing(chart, number) {
                Some(PlaceAxis::File) => "the first and the last file".to_owned(),
                Some(PlaceAxis::Rank) => "the first and the last rank".to_owned(),
                Some(PlaceAxis::Level) => "the lowest and the highest level".to_owned(),
                None => format!("the first and the last cell along the axis {}", axis.name),
            };
            let whose = if board.charts().len() > 1 {
                format!("In the chart {}, {ends}", chart.name())
            } else {
                capital(&ends)
            };
            seams.push(format!("{whose} are neighbours."));
        }
    }
    seams
}

/// How many cells a box of this size has too few, in a sentence.
fn missing(board: &Board) -> Option<String> {
    let (files, ranks, levels) = board.extent();
    let places = files * ranks * levels;
    let count = places.checked_sub(board.len()).filter(|&count| count > 0)?;
    let cells = if count == 1 { "cell is" } else { "cells are" };
    Some(format!("{count} {cells} missing."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{
        BoardPart, ChartPart, DefinitionBuilder, EndsPart, GameFile, PiecePart, StartPart,
    };

    fn small() -> DefinitionBuilder {
        Definition::builder("small")
            .board(BoardPart::flat(4, 4).missing("b2"))
            .chart(ChartPart::new("board").axes(["file", "rank, forward"]))
            .piece(PiecePart::new('K').name("khan").royal(true).moves("K"))
            .piece(PiecePart::new('R').name("rook").moves("R"))
            .start(StartPart::new("2rk/4/1*2/KR2"))
    }

    #[test]
    fn texts_that_are_missing_are_made_from_the_rules() {
        let bare = small().build().unwrap();
        let rook = bare.kind('R').unwrap();
        assert_eq!(piece(&bare, rook), "Slides any distance orthogonally.");
        assert_eq!(
            aim(&bare),
            "Checkmate the enemy khan: attack it so that no move of its side can save it."
        );
        assert_eq!(
            board(&bare),
            "A board of 4 files and 4 ranks. 1 cell is missing."
        );
        let ends = EndsPart::new().stalemate(Stalemate::Loss).baring(true);
        let ends = small().ends(ends).build().unwrap();
        assert!(aim(&ends).ends_with(
            "You also win when your opponent has no legal move, or has nothing left but the khan."
        ));
    }

    #[test]
    fn joined_edges_are_told() {
        let on = |axes: [&str; 2]| {
            let chart = ChartPart::new("board").axes(axes);
            let definition = Definition::builder("round")
                .board(BoardPart::flat(4, 4))
                .chart(chart)
                .piece(PiecePart::new('K').name("khan").royal(true).moves("K"))
                .start(StartPart::new("3k/4/4/K3"));
            board(&definition.build().unwrap())
        };
        assert_eq!(
            on(["file, cyclic", "rank, forward"]),
            "A board of 4 files and 4 ranks. The first and the last file are neighbours."
        );
        assert_eq!(
            on(["file", "turn = rank + file, cyclic"]),
            "A board of 4 files and 4 ranks. The first and the last cell along the axis turn are neighbours."
        );
    }

    #[test]
    fn texts_of_the_definition_come_first() {
        let chess = GameFile::shipped("chess").unwrap().define(&[]).unwrap();
        let knight = chess.kind('N').unwrap();
        assert_eq!(piece(&chess, knight), chess.piece(knight).about);
        assert_eq!(aim(&chess), chess.aim());
        assert_eq!(board(&chess), chess.board_about());
    }
}

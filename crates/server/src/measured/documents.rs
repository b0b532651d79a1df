//! Reads the tables of the documents on values and endgames. A section is that of a game if
//! its heading is the name or the title of the game.

use hyperrook_rules::Definition;
use serde::Serialize;
use utoipa::ToSchema;

const VALUES: &str = include_str!("../../../../docs/piece-values.md");
const ENDGAMES: &str = include_str!("../../../../docs/endgames.md");

/// What a piece is worth, in hundredths of the least valuable piece.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct MeasuredPiece {
    /// The letter of the piece.
    letter: String,
    /// Its name.
    name: String,
    /// From matches between unequal armies.
    #[serde(skip_serializing_if = "Option::is_none")]
    handicap: Option<ValueWithInterval>,
    /// From the results of games on the pieces that a side is ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    regression: Option<ValueWithInterval>,
    /// By which the engine plays; it has no error.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<ValueWithInterval>,
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = MeasuredValue)]
pub(crate) struct ValueWithInterval {
    /// The value.
    value: f64,
    /// The ends of its 95 % interval, which need not be symmetric.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
}

/// Which pieces win, from endgame tables.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct MeasuredEndgames {
    /// What the figures show, in paragraphs.
    about: Vec<String>,
    /// One row for each set of pieces.
    rows: Vec<EndgameRow>,
}

/// An endgame. Shares and counts are texts as people read them; `–` stands for no positions.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct EndgameRow {
    /// The pieces: White's, then Black's from the last royal piece on.
    pieces: String,
    /// How many positions there are up to symmetry.
    positions: String,
    /// The share of the positions with White to move that White wins.
    white_wins: String,
    /// The share of the positions with Black to move that Black loses.
    black_loses: String,
    /// The moves of White's longest win; empty if White never wins.
    longest_white: String,
    /// The same of Black.
    longest_black: String,
}

/// A name without what differs between headings: `Two Boards` and `twoboards` are one.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// The sections of a document: headings and texts.
fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = text.split("\n## ").skip(1);
    parts.map(|part| part.split_once('\n').unwrap_or((part, "")))
}

/// The section of a game.
fn section<'t>(text: &'t str, definition: &Definition) -> Option<&'t str> {
    let names = [definition.name(), definition.title()].map(folded);
    let mut found = sections(text).filter(|(heading, _)| names.contains(&folded(heading)));
    found.next().map(|(_, text)| text)
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// The first table of a section whose header begins with such a cell: header and rows.
fn table<'t>(section: &'t str, first: &str) -> Option<(Vec<&'t str>, Vec<Vec<&'t str>>)> {
    let mut lines = section.lines();
    let header = lines.find_map(|line| cells(line).filter(|row| row.first() == Some(&first)))?;
    let rows = lines.map_while(cells).skip(1);
    let rows = rows.filter(|row| row.len() == header.len()).collect();
    Some((header, rows))
}

/// `343 (300 to 396)` or `313`.
fn value(text: &str) -> Option<ValueWithInterval> {
    let (value, interval) = match text.split_once(" (") {
        Some((value, ends)) => {
            let (low, high) = ends.strip_suffix(')')?.split_once(" to ")?;
            (value, Some([low.parse().ok()?, high.parse().ok()?]))
        }
        None => (text, None),
    };
    Some(ValueWithInterval {
        value: value.parse().ok()?,
        interval,
    })
}

/// What the pieces of a game are worth.
pub(super) fn values(definition: &Definition) -> Vec<MeasuredPiece> {
    let found = section(VALUES, definition).and_then(|text| table(text, "Piece"));
    let Some((header, rows)) = found else {
        return Vec::new();
    };
    let column = |row: &[&str], name: &str| {
        let at = header.iter().position(|head| *head == name)?;
        value(row.get(at)?)
    };
    let pieces = rows.iter().filter_map(|row| {
        let kinds = definition.pieces().iter();
        let kind = kinds
            .clone()
            .find(|kind| row.first() == Some(&&*kind.name))?;
        Some(MeasuredPiece {
            letter: kind.letter.to_string(),
            name: kind.name.clone(),
            handicap: column(row, "Handicap"),
            regression: column(row, "Regression"),
            evaluation: column(row, "Evaluation"),
        })
    });
    pieces.collect()
}

/// Which pieces win in a game.
pub(super) fn endgames(definition: &Definition) -> Option<MeasuredEndgames> {
    let section = section(ENDGAMES, definition)?;
    let (header, rows) = table(section, "Pieces")?;
    let column = |row: &[&str], name: &str| {
        let at = header.iter().position(|head| *head == name);
        at.and_then(|at| row.get(at))
            .map_or("", |text| text)
            .to_owned()
    };
    Some(MeasuredEndgames {
        about: paragraphs(section.split("\n|").next().unwrap_or("")),
        rows: rows
            .iter()
            .map(|row| EndgameRow {
                pieces: column(row, "Pieces"),
                positions: column(row, "Positions"),
                white_wins: column(row, "White wins"),
                black_loses: column(row, "Black loses"),
                longest_white: column(row, "Longest win of White"),
                longest_black: column(row, "of Black"),
            })
            .collect(),
    })
}

/// The paragraphs of a text, each item of a list as one of its own, without the one that explains the
/// letters of the pieces: clients have the names.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in text.lines().map(str::trim) {
        let item = line.strip_prefix("- ");
        let words = item.unwrap_or(line).replace('`', "");
        match found.last_mut() {
            Some(open) if item.is_none() && !line.is_empty() && !open.is_empty() => {
                *open = format!("{open} {words}");
            }
            _ => found.push(words),
        }
    }
    found.retain(|paragraph| !paragraph.is_empty() && !paragraph.starts_with("Letters: "));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::{GameFile, SHIPPED};

    fn definitions() -> Vec<Definition> {
        let names = SHIPPED.iter().map(|(name, _)| name);
        let defined = names.map(|name| GameFile::shipped(name).unwrap().define(&[]).unwrap());
        defined.collect()
    }

    #[test]
    fn every_table_of_the_documents_is_that_of_a_game() {
        let games = definitions();
        for (text, first) in [(VALUES, "Piece"), (ENDGAMES, "Pieces")] {
            let with_table = sections(text).filter(|(_, text)| table(text, first).is_some());
            for (heading, _) in with_table {
                let is_of = |game: &Definition| {
                    [game.name(), game.title()]
                        .map(folded)
                        .contains(&folded(heading))
                };
                assert!(games.iter().any(is_of), "no game is called {heading}");
            }
        }
    }

    #[test]
    fn the_rows_are_read_whole() {
        let games = definitions();
        let chess = games.iter().find(|game| game.name() == "chess").unwrap();
        let knight = values(chess)
            .into_iter()
            .find(|piece| piece.letter == "N")
            .unwrap();
        let handicap = knight.handicap.unwrap();
        let [low, high] = handicap.interval.unwrap();
        assert!(200.0 < low && low < handicap.value && handicap.value < high);
        assert_eq!(knight.evaluation.unwrap().interval, None);
        for game in &games {
            let found = section(VALUES, game).and_then(|text| table(text, "Piece"));
            let (header, rows) = found.unwrap_or_default();
            assert_eq!(values(game).len(), rows.len(), "{}", game.name());
            for name in ["Handicap", "Regression", "Evaluation"] {
                let Some(at) = header.iter().position(|head| *head == name) else {
                    assert!(rows.is_empty(), "{} has no column {name}", game.name());
                    continue;
                };
                let cells = rows.iter().map(|row| row[at]);
                for cell in cells.filter(|cell| *cell != "–") {
                    assert!(value(cell).is_some(), "{}: {cell}", game.name());
                }
            }
            for piece in values(game) {
                let some = [piece.handicap, piece.regression];
                assert!(
                    some.iter().any(Option::is_some),
                    "{}: {piece:?}",
                    game.name()
                );
            }
            let found = endgames(game).unwrap();
            assert!(found.rows.len() >= 3, "{}", game.name());
            let marks = ["|", "[", "`", "- "];
            assert!(!found.about.is_empty());
            for paragraph in &found.about {
                let has_mark = marks.iter().any(|mark| paragraph.contains(mark));
                assert!(
                    !has_mark && !paragraph.starts_with("Letters"),
                    "{paragraph}"
                );
            }
            for row in found.rows {
                let filled = [&row.positions, &row.white_wins, &row.black_loses];
                assert!(filled.iter().all(|text| !text.is_empty()), "{row:?}");
            }
        }
    }
}

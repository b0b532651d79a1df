//! The parts of a definition, for faults.

use std::fmt;

/// A part of a definition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The whole definition, or its general texts: name, title, credit, about.
    Game,
    /// The cells and how they are drawn.
    Board,
    /// The chart of this name.
    Chart(String),
    /// The piece with this letter.
    Piece(char),
    /// The starting position.
    Start,
    /// The promotion rule of this name.
    Promotion(String),
    /// The castling of this letter.
    Castling(char),
    /// The hold over this chart or group of axes.
    Hold(String),
    /// The transformation.
    Transformation,
    /// How the game ends.
    Ends,
    /// A note, by its number from 0.
    Note(usize),
    /// The option of this name.
    Option(String),
    /// An overlay, by its number from 0.
    Overlay(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Game => f.write_str("definition"),
            Part::Board => f.write_str("board"),
            Part::Chart(name) => write!(f, "chart `{name}`"),
            Part::Piece(letter) => write!(f, "piece {letter}"),
            Part::Start => f.write_str("start"),
            Part::Promotion(name) => write!(f, "promotion `{name}`"),
            Part::Castling(letter) => write!(f, "castling {letter}"),
            Part::Hold(group) => write!(f, "hold `{group}`"),
            Part::Transformation => f.write_str("transformation"),
            Part::Ends => f.write_str("ends"),
            Part::Note(index) => write!(f, "note {}", index.saturating_add(1)),
            Part::Option(name) => write!(f, "option `{name}`"),
            Part::Overlay(index) => write!(f, "overlay {}", index.saturating_add(1)),
        }
    }
}

//! The rules of chess games on boards of any dimension.
//!
//! A [`GameFile`] (TOML) with chosen options gives a [`Definition`], and so does a
//! [`DefinitionBuilder`] in code; a [`Game`] is a definition compiled into tables; a [`Position`] is a valid position of
//! a game, with its legal moves, attacks and outcome. A [`History`] is a game
//! being played. [`mod@reference`] does the same slowly and obviously, as a twin to
//! test against.
//!
//! ```
//! use hyperrook_rules::{Game, GameFile};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = GameFile::shipped("sesqui").expect("a shipped game");
//! let game = Game::new(file.define(&[])?)?;
//! let mut position = game.start();
//! assert_eq!(position.moves().len(), 14);
//! position.play(position.moves()[0])?;
//! assert_eq!(position.outcome(), None);
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here knows a game by name, and nothing does input or output.
#![forbid(unsafe_code)]

mod board_text;
mod builder;
mod check;
#[cfg_attr(not(feature = "engine"), allow(dead_code, unreachable_pub))]
mod compile;
mod compile_error;
mod definition;
#[cfg(feature = "engine")]
pub mod fast;
#[cfg(not(feature = "engine"))]
#[allow(dead_code, unreachable_pub, unused_imports)]
mod fast;
mod file;
mod game;
mod history;
mod identity;
mod moves;
mod outcome;
mod part;
mod pattern;
mod piece;
mod position;
#[cfg_attr(not(feature = "engine"), allow(unreachable_pub))]
mod random;
pub mod reference;
mod reversal;
mod setup;
mod width;

pub use board_text::{BoardTextFault, format_board, parse_board};
pub use builder::{
    BoardPart, CastlingPart, ChartPart, DefinitionBuilder, EndsPart, NotePart, OptionPart,
    OverlayPart, PiecePart, PromotionPart, StartPart, TransformationPart,
};
pub use compile::{Automorphism, Path, PiecePaths};
pub use compile_error::{CompileError, TermSource};
pub use definition::{
    Castling, Definition, Ends, Forward, Group, Hold, Note, OptionValue, PieceSpec, Promotion,
    Span, Stalemate, Transformation,
};
pub use file::{DefineError, DefinitionFault, Diagnostic, GameFile, SHIPPED, is_displayable};
pub use game::{Destinations, Game};
pub use history::History;
pub use moves::{Move, MoveClass};
pub use outcome::{Outcome, Reason};
pub use part::Part;
pub use pattern::{Hop, Leg, MoveRule, Route, Shape, Term, UNLIMITED};
pub(crate) use pattern::{Scope, parse};
pub use piece::{Kind, MAX_KINDS, Piece, Side};
#[cfg(feature = "engine")]
pub use position::Visit;
pub use position::{IllegalMove, Position};
pub use setup::{Setup, SetupFault, SetupFaultKind, State};

/// Boards, cells and sets of cells.
pub use hyperrook_geometry as geometry;
pub use hyperrook_geometry::{
    Bits, Board, Cell, CellSet, Chart, Coordinate, Drawing, FaultList, HexShift, MAX_AXES,
    MAX_CELLS, Place, Symmetry, symmetries,
};

/// The examples of the README are tested like all others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

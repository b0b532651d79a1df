//! The rules of chess games on boards of any dimension.
//!
//! # Start here
//!
//! | Type | What it is |
//! |---|---|
//! | [`Game`] | a game to play: [`Game::shipped`] has those that come with this crate |
//! | [`Position`] | a valid position of a game, with its legal moves, attacks and outcome |
//! | [`History`] | a game that is being played, with repetition |
//! | [`GameFile`], [`DefinitionBuilder`] | a game of your own: a TOML file, or code. Both give a [`Definition`], which [`Game::new`] compiles |
//! | [`Setup`] | a position that may be impossible, as in an editor; [`Game::position`] checks it |
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
//! The shipped games are ordinary definition files: the rules know no game by name. This crate does
//! no input or output.
//!
//! The language of definition files and of moves is described in
//! [docs/definitions.md](https://github.com/hyperrook/hyperrook/blob/main/docs/definitions.md).
//!
//! # Errors
//!
//! | From | Error | Where the fault is |
//! |---|---|---|
//! | [`GameFile::parse`] | list of [`Diagnostic`] | line and column, from 1 |
//! | [`GameFile::define`], [`DefinitionBuilder::build`] | [`DefineError`], [`DefinitionFault`] | line and column, or the name of the part |
//! | [`Game::new`] | [`CompileError`] | the piece and the term of its moves |
//! | [`Game::position`] | list of [`SetupFault`] | cells |
//! | [`Position::play`] | [`IllegalMove`] | |
//!
//! All of them work with `?`. Lists are a [`FaultList`]. It prints one fault per line, also when it
//! is returned from `main`.
//!
//! # Features
//!
//! `engine` opens the module `fast`, [`Position`]`::visit` and the trait `Visit`: bitboards of a
//! fixed width without checks of arguments, for engines. `examples/alphabeta.rs` is a small one.
//! Build engines with optimisation (`cargo run --release`): this code is generic, so it is
//! compiled in your crate, with the settings of your profile.
#![forbid(unsafe_code)]

mod board_text;
mod builder;
mod check;
#[cfg_attr(not(feature = "engine"), allow(dead_code, unreachable_pub))]
mod compile;
mod compile_error;
mod definition;
mod design;
#[cfg(feature = "engine")]
pub mod fast;
#[cfg(not(feature = "engine"))]
#[allow(dead_code, unreachable_pub, unused_imports)]
mod fast;
mod file;
mod game;
mod history;
mod identity;
mod look_alike;
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
pub use compile::{Automorphism, MovePath, PiecePaths};
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
pub(crate) use pattern::{MAX_WORK, Scope, parse};
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

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Finds games by name, file or text, and compiles them once.
//!
//! A [`GameSource`] is a definition with the text it was read from. A [`Catalogue`] finds sources
//! and turns them into [`CompiledGame`]s. It caches the most recently used ones, within limits on
//! their number and the size of their tables.
//!
//! The terminal commands, the protocols and the web server share it. It never waits for anything
//! except files and the compiler. An asynchronous program calls [`Catalogue::cached`] first, and
//! then [`Catalogue::compile`] on a thread that may block.
//!
//! ```
//! use hyperrook_catalogue::Catalogue;
//!
//! let catalogue = Catalogue::new();
//! let options = [("kinging".to_owned(), "mixed".to_owned())];
//! let walkers = catalogue.game("walkers", &options)?;
//! assert_eq!(walkers.name(), "walkers");
//! // The second call compiles nothing.
//! let again = catalogue.game("walkers", &options)?;
//! assert!(again.game.is(&walkers.game));
//! # Ok::<(), hyperrook_catalogue::CatalogueError>(())
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod check;
mod error;
mod limits;
pub mod regular_file;
mod source;

pub use catalogue::{Catalogue, CompiledGame, SkippedFile};
pub use check::check_within;
pub use error::CatalogueError;
pub use limits::CatalogueLimits;
pub use source::{GameSource, SourceOrigin, hash_of_text, is_shipped};

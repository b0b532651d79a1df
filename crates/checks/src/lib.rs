//! Which files of a crate use which others.
//!
//! [`import_circles`] finds files that use each other in a circle. Such files cannot be read from
//! the bottom up: basic facts belong in lower files, which the higher ones use.
//! [`forbidden_uses`] finds files of a layer that use what belongs above it.
//!
//! A file uses another if it names an item that the other defines, by any path. A name that passes
//! through `pub use` counts for the file where the item is defined. So a file that only gathers
//! items of others (`mod` and `pub use`) does not use them. Methods and test modules are ignored.
#![forbid(unsafe_code)]

mod circles;
mod layers;
mod source;
mod uses;

pub use source::ReadSourceError;

use std::collections::BTreeSet;
use std::path::Path;

/// Files of a crate that use each other in a circle, as `a -> b -> a` for each
/// circle that was found; `folder` is the crate's `src`.
///
/// # Errors
/// If a file cannot be read or is not Rust.
pub fn import_circles(folder: &Path) -> Result<Vec<String>, ReadSourceError> {
    let sources = source::read(folder)?;
    Ok(circles::circles(&uses::uses(&sources)))
}

/// Files of one module of a crate that use forbidden crates or modules, as
/// `game/clock uses sqlx::Any`. `folder` is the crate's `src`, `layer` the name of the module;
/// forbidden modules of the crate begin with `crate::`. What is passed on under another name
/// is found too.
///
/// # Errors
/// If a file cannot be read or is not Rust.
pub fn forbidden_uses(
    folder: &Path,
    layer: &str,
    forbidden: &[&str],
) -> Result<BTreeSet<String>, ReadSourceError> {
    let sources = source::read(folder)?;
    Ok(layers::forbidden_uses(&sources, layer, forbidden))
}

#[cfg(test)]
mod tests;

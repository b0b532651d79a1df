//! Which files of a crate use which others.
//!
//! [`import_circles`] finds files that use each other in a circle. A reader of such
//! files can begin nowhere: facts belong below, what is made of them above.
//! [`forbidden_uses`] finds files of a layer that use what belongs above it.
//!
//! A file uses another if it names an item that the other defines, by whatever path:
//! a name that passes through `pub use` counts for the file where the item is written.
//! So a file that only gathers what others define (`mod` and `pub use`) uses none of
//! them. Methods are not looked at, nor are modules of tests.
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

//! Which files of a crate use which others.
//!
//! [`import_circles`] finds files that use each other in a circle. Such files cannot be read from
//! the bottom up: basic facts belong in lower files, which the higher ones use.
//!
//! A file uses another if it names an item that the other defines, by any path. A name that passes
//! through `pub use` counts for the file where the item is defined. So a file that only gathers
//! items of others (`mod` and `pub use`) does not use them. Methods and test modules are ignored.
#![forbid(unsafe_code)]

mod circles;
mod source;
mod uses;

pub use source::ReadSourceError;

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

#[cfg(test)]
mod tests;

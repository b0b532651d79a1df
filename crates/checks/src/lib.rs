//! Which files of a crate use which others.
//!
//! [`import_circles`] finds files that use each other in a circle. A reader of such
//! files can begin nowhere: facts belong below, what is made of them above.
//!
//! A file uses another if it names an item that the other defines, by whatever path:
//! a name that passes through `pub use` counts for the file where the item is written.
//! So a file that only gathers what others define (`mod` and `pub use`) uses none of
//! them. Methods are not looked at, nor are modules of tests.
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

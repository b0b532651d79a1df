//! An error that lists every fault of an input.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// One or more faults of one input, as one error.
///
/// Checks in these crates do not stop at the first fault, so their error is a list. It derefs to a
/// slice, works with `?`, and prints one fault per line. `Debug` prints the same text, so a `main`
/// that returns the error shows people what is wrong.
///
/// ```
/// use hyperrook_geometry::{BoardError, FaultList};
///
/// let faults = FaultList::from(vec![BoardError::Levels("AA".into())]);
/// assert_eq!(faults.len(), 1);
/// assert!(faults.to_string().contains("different letters"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FaultList<T>(Vec<T>);

impl<T> FaultList<T> {
    /// The faults as a vector.
    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T> From<Vec<T>> for FaultList<T> {
    fn from(faults: Vec<T>) -> FaultList<T> {
        FaultList(faults)
    }
}

impl<T> Deref for FaultList<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for FaultList<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a FaultList<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: fmt::Display> fmt::Display for FaultList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl<T: fmt::Display> fmt::Debug for FaultList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: fmt::Display> Error for FaultList<T> {}

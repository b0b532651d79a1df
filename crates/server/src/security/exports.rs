//! Downloads of people's data: few at once from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most downloads from one address at the same time.
const AT_ONCE: usize = 2;

/// The downloads that run, by address. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exports(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A download. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct ExportTurn {
    exports: Exports,
    address: IpAddr,
}

impl Exports {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a download, unless too many run for the address.
    pub(crate) fn begin(&self, address: IpAddr) -> Option<ExportTurn> {
        let mut running = self.lock();
        let count = running.entry(address).or_insert(0);
        if *count >= AT_ONCE {
            return None;
        }
        *count += 1;
        Some(ExportTurn {
            exports: self.clone(),
            address,
        })
    }
}

impl Drop for ExportTurn {
    fn drop(&mut self) {
        let mut running = self.exports.lock();
        if let Some(count) = running.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                running.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_downloads_run_for_an_address() {
        let exports = Exports::default();
        let [here, there] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let first = exports.begin(here).unwrap();
        let _second = exports.begin(here).unwrap();
        assert!(exports.begin(here).is_none());
        assert!(exports.begin(there).is_some());
        drop(first);
        assert!(exports.begin(here).is_some());
        assert_eq!(exports.lock().len(), 1);
    }
}

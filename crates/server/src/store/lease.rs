//! This process, as a node, and its lease.

use super::error::{StoreError, StoreResult};
use crate::security::secret;
use crate::time::running;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a node's lease lasts, and whether others are known to be gone.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTerms {
    /// How long the lease lasts.
    pub duration: Duration,
    /// Whether no other node can be running, whatever its lease says: this process holds
    /// the lock of the file.
    pub alone: bool,
    /// Whether other nodes play games of the same database, with leases of their own.
    pub shared: bool,
}

/// What a node has taken over with its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeover {
    /// How long nobody has owned the games, in ms: the time that clocks were given back.
    pub away_ms: i64,
}

/// This process, as a node.
#[derive(Debug)]
pub(super) struct NodeIdentity {
    pub(super) id: String,
    /// The name by which operators know it.
    pub(super) label: String,
    lease: Mutex<Option<Lease>>,
}

/// The lease that a node has, or has lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lease {
    pub(super) terms: LeaseTerms,
    pub(super) epoch: i64,
    /// When the last renewal began that succeeded; `None` once the lease is lost.
    pub(super) renewed: Option<Duration>,
}

impl NodeIdentity {
    pub(super) fn new() -> NodeIdentity {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
        let host = host.unwrap_or_else(|_| "this machine".to_owned());
        NodeIdentity {
            id: secret::id(),
            label: format!("process {} on {}", std::process::id(), host.trim()),
            lease: Mutex::new(None),
        }
    }

    /// The lease, if the node has ever had one.
    pub(super) fn lease(&self) -> Option<Lease> {
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a lease that was taken or renewed.
    pub(super) fn set(&self, lease: Lease) {
        *self.lease.lock().unwrap_or_else(PoisonError::into_inner) = Some(lease);
    }

    /// Notes that the lease is lost.
    pub(super) fn lose(&self) {
        let mut lease = self.lease.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lease) = &mut *lease {
            lease.renewed = None;
        }
    }

    /// The node's id, if it is sure of its lease.
    pub(super) fn id_while_leased(&self) -> Option<String> {
        (self.holds_lease() == Some(true)).then(|| self.id.clone())
    }

    /// The node's id, if it has ever had a lease: the owner of new games.
    pub(super) fn owner(&self) -> Option<String> {
        self.lease().map(|_| self.id.clone())
    }

    /// Whether it has ever had a lease, and whether it is still sure of it.
    pub(super) fn holds_lease(&self) -> Option<bool> {
        let lease = self.lease()?;
        let sure = |renewed| running().saturating_sub(renewed) < lease.terms.duration / 2;
        Some(lease.renewed.is_some_and(sure))
    }

    /// # Errors
    /// [`StoreError::LeaseLost`] if the node has had a lease and is not sure of it any more.
    pub(super) fn check(&self) -> StoreResult<()> {
        match self.holds_lease() {
            Some(false) => Err(StoreError::LeaseLost),
            _ => Ok(()),
        }
    }
}

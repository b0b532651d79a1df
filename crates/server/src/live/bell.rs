//! Wakes those who find the engine's moves.

use crate::cluster::node::ClusterNode;
use crate::cluster::wire::Noticed;
use std::sync::Arc;
use tokio::sync::Notify;

/// Wakes those who find the engine's moves, here and elsewhere.
#[derive(Debug)]
pub(crate) struct JobBell {
    here: Notify,
    cluster: Arc<ClusterNode>,
}

impl JobBell {
    /// A bell that nobody hears yet.
    pub(crate) fn new(cluster: Arc<ClusterNode>) -> JobBell {
        JobBell {
            here: Notify::new(),
            cluster,
        }
    }

    /// There is something to do.
    pub(crate) fn ring(&self) {
        self.ring_here();
        self.cluster.tell(Noticed::Jobs {});
    }

    /// There is something to do, as another node says.
    pub(crate) fn ring_here(&self) {
        self.here.notify_one();
    }

    /// Waits until there is something to do.
    pub(crate) async fn rung(&self) {
        self.here.notified().await;
    }
}

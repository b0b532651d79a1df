//! Wakes those who find the engine's moves.

use crate::cluster::node::ClusterNode;
use crate::cluster::wire::NoticeBody;
use std::sync::Arc;
use tokio::sync::Notify;

/// Wakes those who find the engine's moves, here and elsewhere.
#[derive(Debug)]
pub(crate) struct JobSignal {
    local: Notify,
    cluster: Arc<ClusterNode>,
}

impl JobSignal {
    /// A signal that nobody waits for yet.
    pub(crate) fn new(cluster: Arc<ClusterNode>) -> JobSignal {
        JobSignal {
            local: Notify::new(),
            cluster,
        }
    }

    /// There is something to do.
    pub(crate) fn notify(&self) {
        self.notify_local();
        self.cluster.broadcast(NoticeBody::Jobs {});
    }

    /// There is something to do, as another node says.
    pub(crate) fn notify_local(&self) {
        self.local.notify_one();
    }

    /// Waits until there is something to do.
    pub(crate) async fn notified(&self) {
        self.local.notified().await;
    }
}

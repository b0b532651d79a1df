//! This node, as the others see it.

use super::bus::{BusError, NoBus, SharedBus};
use super::subjects::Subjects;
use super::wire::{self, Notice, NoticeBody, Reply, Request};
use std::sync::Arc;
use thiserror::Error;

/// Why another node has not answered.
#[derive(Debug, Error)]
pub(crate) enum NodeRequestError {
    /// The message did not get through.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The answer cannot be read.
    #[error(transparent)]
    Unreadable(#[from] wire::WireError),
}

/// This node or worker, and how it reaches others.
#[derive(Debug)]
pub(crate) struct ClusterNode {
    pub(crate) bus: SharedBus,
    pub(crate) subjects: Subjects,
    /// The node's ID.
    pub(crate) id: String,
    /// Whether there may be others.
    pub(crate) shared: bool,
}

impl ClusterNode {
    /// A node that is alone on its database.
    pub(crate) fn alone(id: &str) -> ClusterNode {
        ClusterNode {
            bus: Arc::new(NoBus),
            subjects: Subjects::new("alone"),
            id: id.to_owned(),
            shared: false,
        }
    }

    /// Tells all other nodes something. It may be lost.
    pub(crate) fn broadcast(&self, what: NoticeBody) {
        if self.shared {
            let notice = Notice {
                from: self.id.clone(),
                what,
            };
            let subject = self.subjects.notices();
            self.bus.publish(subject, wire::write(&notice));
        }
    }

    /// Asks a node, or any of them.
    pub(crate) async fn request(
        &self,
        node: Option<&str>,
        request: &Request,
    ) -> Result<Reply, NodeRequestError> {
        let subject = match node {
            Some(node) => self.subjects.node(node),
            None => self.subjects.any_node(),
        };
        let answer = self.bus.request(subject, wire::write(request)).await?;
        Ok(wire::read(&answer)?)
    }
}

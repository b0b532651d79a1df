//! The analyses that clients of this node ask for.

use super::analysis::{AnalysisPool, AnalysisRequest};
use super::shared_analyses::SharedAnalyses;
use crate::cluster::wire::analyses::AnalysisQuery;
use crate::live::GameRegistry;
use hyperrook_rules::History;
use std::sync::Arc;

/// The analyses that clients of this node ask for: made by its own threads, or, where there
/// are several nodes, by those of all nodes and workers. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Analyses {
    pool: AnalysisPool,
    shared: Option<Arc<SharedAnalyses>>,
}

impl std::fmt::Debug for Analyses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyses").finish_non_exhaustive()
    }
}

impl Analyses {
    /// The analyses of a node.
    pub(crate) fn new(pool: AnalysisPool, games: &Arc<GameRegistry>) -> Analyses {
        let shared = games.cluster.shared.then(|| {
            let shared = SharedAnalyses::new(games.clone(), pool.clone());
            Arc::new(shared)
        });
        Analyses { pool, shared }
    }

    /// Begins an analysis, or lets it wait; what the same person had before ends.
    pub(crate) async fn analyse(
        &self,
        request: AnalysisRequest,
        history: History,
        query: &AnalysisQuery,
    ) {
        match &self.shared {
            Some(shared) => shared.analyse(request, history, query).await,
            None => self.pool.analyse(request, history),
        }
    }

    /// Ends an analysis.
    pub(crate) fn stop(&self, socket: u64, req: i64) {
        if let Some(shared) = &self.shared {
            shared.stop(socket, req);
        }
        self.pool.stop(socket, req);
    }

    /// Ends what a socket asked for.
    pub(crate) fn leave(&self, socket: u64) {
        if let Some(shared) = &self.shared {
            shared.leave(socket);
        }
        self.pool.leave(socket);
    }

    /// Ends everything.
    pub(crate) fn close(&self) {
        self.pool.close();
        if let Some(shared) = &self.shared {
            shared.close();
        }
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        let shared = self.shared.as_ref().map_or(0, |shared| shared.waiting());
        shared + self.pool.waiting()
    }

    /// Runs until the future is dropped.
    pub(crate) async fn run(&self) {
        match &self.shared {
            Some(shared) => shared.run().await,
            None => std::future::pending().await,
        }
    }
}

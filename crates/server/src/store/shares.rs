//! How several nodes on one database divide their work: the games of nodes that are gone, and
//! what one node does for all.

use super::backend::Backend;
use super::database::Store;
use super::error::StoreResult;
use super::nodes::{NodeRow, adopt, all_nodes, database_now, millis};
use crate::time::now_ms;
use sqlx::AnyConnection;
use std::time::Duration;

/// The most games that a node adopts in one transaction.
const MAX_ADOPTED: i64 = 500;
/// How long the row of a node that is gone is kept, in ms. A write of it may still be
/// under way, and give a game a clock.
const KEPT_MS: i64 = 60_000;
/// The lease of the node that does what is done once for all.
const LEADER: &str = "leader";

impl Store {
    /// Adopts this node's share of the games with clocks whose nodes are gone. Every node
    /// does so with every beat, until none is left. Returns how many it has adopted.
    pub async fn adopt_share(&self) -> StoreResult<u64> {
        let (backend, id) = (self.backend(), self.node_id().to_owned());
        self.write(move |connection| {
            Box::pin(async move { adopt_share(backend, connection, &id).await })
        })
        .await
    }

    /// Takes the lease of the leader, or renews it. Returns whether this node leads.
    pub async fn lead(&self, duration: Duration) -> StoreResult<bool> {
        let (backend, id) = (self.backend(), self.node_id().to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let now = database_now(backend, connection).await?;
                let done = sqlx::query(
                    "INSERT INTO leases (name, node, until) VALUES ($1, $2, $3) \
                     ON CONFLICT (name) DO UPDATE SET node = $2, until = $3 \
                     WHERE leases.node = $2 OR leases.until <= $4",
                )
                .bind(LEADER)
                .bind(id)
                .bind(now + millis(duration))
                .bind(now)
                .execute(connection)
                .await?;
                Ok(done.rows_affected() == 1)
            })
        })
        .await
    }

    /// Ends the lease of the leader, if this node leads.
    pub async fn stop_leading(&self) -> StoreResult<()> {
        let query = sqlx::query("DELETE FROM leases WHERE name = $1 AND node = $2")
            .bind(LEADER)
            .bind(self.node_id().to_owned());
        self.execute(query).await?;
        Ok(())
    }

    /// The node that owns a game, if the game has an owner.
    pub async fn owner_of(&self, game: &str) -> StoreResult<Option<String>> {
        let owner: Option<Option<String>> =
            sqlx::query_scalar("SELECT owner FROM games WHERE id = $1")
                .bind(game)
                .fetch_optional(self.reads())
                .await?;
        Ok(owner.flatten())
    }
}

async fn adopt_share(
    backend: Backend,
    connection: &mut AnyConnection,
    id: &str,
) -> StoreResult<u64> {
    let now = database_now(backend, connection).await?;
    let nodes = all_nodes(connection).await?;
    let (living, gone): (Vec<NodeRow>, Vec<NodeRow>) =
        nodes.into_iter().partition(|node| node.lease_until > now);
    let mut adopted = 0;
    for node in gone {
        if node.id == id {
            continue;
        }
        let left: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM games WHERE owner = $1 AND deadline IS NOT NULL",
        )
        .bind(node.id.clone())
        .fetch_one(&mut *connection)
        .await?;
        if left == 0 {
            // The node may have come back meanwhile.
            sqlx::query("DELETE FROM nodes WHERE id = $1 AND lease_until <= $2")
                .bind(node.id)
                .bind(now - KEPT_MS)
                .execute(&mut *connection)
                .await?;
            continue;
        }
        let nodes = i64::try_from(living.len()).unwrap_or(1).max(1);
        let share = (left + nodes - 1) / nodes;
        let own_now = now_ms();
        let (gone, share) = (Some(&*node.id), share.min(MAX_ADOPTED));
        let games = adopt(connection, gone, node.beat, own_now, id, share).await?;
        if games > 0 {
            tracing::warn!(
                node = node.label,
                games,
                away_ms = own_now - node.beat,
                "adopted games of a node that is gone"
            );
        }
        adopted += games;
    }
    // Those of a database that was copied, or of a version without nodes.
    let own_now = now_ms();
    adopted += adopt(connection, None, own_now, own_now, id, MAX_ADOPTED).await?;
    Ok(adopted)
}

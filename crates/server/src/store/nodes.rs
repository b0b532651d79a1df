//! Nodes: the processes that own games, and the leases by which they do.
//!
//! A node renews its lease twice a second. When it could not for half of the lease's
//! time it acknowledges nothing more and forgets its games; when the lease has ended
//! another node may adopt them. Adopting a game raises its epoch, and each change of a
//! game names the epoch that it was worked out in, so that a node that was adopted
//! without noticing (it was asleep, or cut off) changes nothing any more.
//!
//! Leases are in the database's time. Beats are by the clock of the node, which is the
//! clock of its games: the time since a node's last beat is given back to the players
//! whose clocks ran, in the transaction that raises the epochs. That also moves the
//! games to the new owner's clock, whatever the old one's showed.

use super::backend::Backend;
use super::database::Store;
use super::error::{StoreError, StoreResult};
use super::lease::{Lease, LeaseTerms, Takeover};
use super::rows::{GameRow, columns};
use super::shifted_clocks::shifted;
use crate::game::model::{GameStatus, StoredGame};
use crate::time::{now_ms, rfc3339, running};
use sqlx::{AnyConnection, FromRow};
use std::time::Duration;

/// The setting in which versions before 0.2 recorded when the server was last known to run.
const LAST_ALIVE_KEY: &str = "alive";
/// As many games as there are.
const NO_LIMIT: i64 = i64::MAX;

/// A row of the table `nodes`.
#[derive(FromRow)]
pub(super) struct NodeRow {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) lease_until: i64,
    pub(super) beat: i64,
    /// 1 if it plays games of the database besides others.
    pub(super) shared: i64,
}

/// All nodes, the one whose lease lasts longest first.
pub(super) async fn all_nodes(connection: &mut AnyConnection) -> Result<Vec<NodeRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, label, lease_until, beat, shared FROM nodes ORDER BY lease_until DESC",
    )
    .fetch_all(connection)
    .await
}

/// The query for the database's time, in ms since 1970.
pub(super) fn now_query(backend: Backend) -> &'static str {
    match backend {
        Backend::Sqlite => "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
        Backend::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    }
}

/// The database's time, in ms since 1970.
pub(super) async fn database_now(
    backend: Backend,
    connection: &mut AnyConnection,
) -> StoreResult<i64> {
    let now = sqlx::query_scalar(now_query(backend));
    Ok(now.fetch_one(connection).await?)
}

pub(super) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

impl Store {
    /// Takes the lease on the games of this database, or takes it again. The running
    /// games of nodes whose leases have ended become this node's, and their clocks get
    /// the time back since the last beat of their node.
    ///
    /// # Errors
    /// [`StoreError::Leased`] if another node has a lease.
    pub async fn take_lease(&self, terms: LeaseTerms) -> StoreResult<Takeover> {
        let node = self.node().clone();
        let (id, label) = (node.id.clone(), node.label.clone());
        let backend = self.backend();
        let begun = running();
        let (epoch, takeover) = self
            .write_unfenced(move |connection| {
                Box::pin(async move { take_lease(backend, connection, terms, &id, label).await })
            })
            .await?;
        node.set(Lease {
            terms,
            epoch,
            renewed: Some(begun),
        });
        Ok(takeover)
    }

    /// Records that this node is alive, and renews its lease.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if another node has adopted the games.
    pub async fn renew_lease(&self) -> StoreResult<()> {
        let node = self.node().clone();
        let Some(lease) = node.lease() else {
            return Ok(());
        };
        // A renewal that comes too late does not count: this node has forgotten its games.
        node.check()?;
        let begun = running();
        let (id, backend) = (node.id.clone(), self.backend());
        let renewed = self
            .write_unfenced(move |connection| {
                Box::pin(async move {
                    let now = database_now(backend, connection).await?;
                    let done = sqlx::query(
                        // A lease that has ended is not renewed: games may have been adopted.
                        "UPDATE nodes SET beat = $1, lease_until = $2 \
                         WHERE id = $3 AND epoch = $4 AND lease_until > $5",
                    )
                    .bind(now_ms())
                    .bind(now + millis(lease.terms.duration))
                    .bind(id)
                    .bind(lease.epoch)
                    .bind(now)
                    .execute(connection)
                    .await?;
                    Ok(done.rows_affected() == 1)
                })
            })
            .await?;
        if !renewed {
            node.lose();
            return Err(StoreError::LeaseLost);
        }
        node.set(Lease {
            renewed: Some(begun),
            ..lease
        });
        Ok(())
    }

    /// Ends this node's lease, so that another node need not wait for its end.
    pub async fn release_lease(&self) -> StoreResult<()> {
        let node = self.node().clone();
        let Some(lease) = node.lease() else {
            return Ok(());
        };
        node.check()?;
        node.lose();
        let id = node.id.clone();
        self.write_unfenced(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE nodes SET beat = $1, lease_until = 0 WHERE id = $2 AND epoch = $3",
                )
                .bind(now_ms())
                .bind(id)
                .bind(lease.epoch)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }

    /// This node's ID.
    pub fn node_id(&self) -> &str {
        &self.node().id
    }

    /// The name by which operators know this process.
    pub fn node_label(&self) -> &str {
        &self.node().label
    }

    /// Whether this node is sure of its lease; also true of a process that is not a node.
    pub fn holds_lease(&self) -> bool {
        self.node().holds_lease() != Some(false)
    }

    /// The game with an id, which becomes this node's if it is not over. Changes of it
    /// that another node has still under way will conflict.
    ///
    /// # Errors
    /// [`StoreError::NotOwner`] if the game belongs to another node with a lease.
    pub async fn take_game(&self, id: &str) -> StoreResult<Option<StoredGame>> {
        let Some((row, owner)) = self.game_row(id).await? else {
            return Ok(None);
        };
        let game = StoredGame::try_from(row)?;
        let node = self.node().clone();
        let Some(lease) = node.lease() else {
            return Ok(Some(game));
        };
        // Nothing but the version guards a game that is over.
        if game.status == GameStatus::Over || owner.as_ref() == Some(&node.id) {
            node.check()?;
            return Ok(Some(game));
        }
        let backend = self.backend();
        let id = id.to_owned();
        let row: Option<GameRow> = self
            .write(move |connection| {
                Box::pin(async move {
                    let now = database_now(backend, connection).await?;
                    // The last beat of the owner that is gone.
                    let since: Option<i64> = sqlx::query_scalar(
                        "SELECT beat FROM nodes \
                         WHERE id = (SELECT owner FROM games WHERE id = $1)",
                    )
                    .bind(id.clone())
                    .fetch_optional(&mut *connection)
                    .await?;
                    let row: Option<GameRow> = sqlx::query_as(concat!(
                        "UPDATE games SET owner = $1, owner_epoch = owner_epoch + 1 WHERE id = $2 \
                         AND (owner IS NULL OR owner NOT IN \
                           (SELECT id FROM nodes WHERE lease_until > $3)) \
                         AND EXISTS (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $4) RETURNING ",
                        columns!()
                    ))
                    .bind(node.id.clone())
                    .bind(id.clone())
                    .bind(now)
                    .bind(lease.epoch)
                    .fetch_optional(&mut *connection)
                    .await?;
                    let clock_ran = row.as_ref().is_some_and(|row| row.deadline.is_some());
                    let (Some(since), true) = (since, clock_ran) else {
                        return Ok(row);
                    };
                    let now = now_ms();
                    let row = sqlx::query_as(concat!(
                        "UPDATE games SET ",
                        shifted!(),
                        " WHERE id = $4 RETURNING ",
                        columns!()
                    ))
                    .bind(since)
                    .bind(now - since)
                    .bind(now)
                    .bind(id)
                    .fetch_optional(connection)
                    .await?;
                    Ok(row)
                })
            })
            .await?;
        let row = row.ok_or(StoreError::NotOwner)?;
        Ok(Some(StoredGame::try_from(row)?))
    }

    /// Leaves a game of this node to others, if there are any.
    pub async fn leave_game(&self, id: &str) -> StoreResult<()> {
        let (backend, node, id) = (self.backend(), self.node_id().to_owned(), id.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let now = database_now(backend, connection).await?;
                sqlx::query(
                    "UPDATE games SET owner = NULL, owner_epoch = owner_epoch + 1 \
                     WHERE id = $1 AND owner = $2 \
                     AND EXISTS (SELECT 1 FROM nodes WHERE id <> $2 AND lease_until > $3)",
                )
                .bind(id)
                .bind(node)
                .bind(now)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
        .await
    }
}

/// Takes the lease within a transaction. Returns the epoch of the node.
async fn take_lease(
    backend: Backend,
    connection: &mut AnyConnection,
    terms: LeaseTerms,
    id: &str,
    label: String,
) -> StoreResult<(i64, Takeover)> {
    if backend == Backend::Postgres {
        // Two nodes that start at the same time take turns.
        sqlx::query("LOCK TABLE nodes IN EXCLUSIVE MODE")
            .execute(&mut *connection)
            .await?;
    }
    let now = database_now(backend, connection).await?;
    let nodes = all_nodes(connection).await?;
    let mut others = nodes.iter().filter(|node| node.id != id);
    // Nodes that share the database reach each other; nobody reaches one that is alone.
    let bars = |node: &&NodeRow| node.lease_until > now && !(terms.shared && node.shared != 0);
    if let Some(other) = others.find(bars)
        && !terms.alone
    {
        return Err(StoreError::Leased {
            node: other.label.clone(),
            until: rfc3339(other.lease_until),
        });
    }
    let own_now = now_ms();
    let epoch: i64 = sqlx::query_scalar(
        "INSERT INTO nodes (id, label, epoch, lease_until, beat, shared) \
         VALUES ($1, $2, 1, $3, $4, $5) \
         ON CONFLICT (id) DO UPDATE SET epoch = nodes.epoch + 1, lease_until = $3, beat = $4 \
         RETURNING epoch",
    )
    .bind(id.to_owned())
    .bind(label)
    .bind(now + millis(terms.duration))
    .bind(own_now)
    .bind(i64::from(terms.shared))
    .fetch_one(&mut *connection)
    .await?;
    if terms.shared {
        // What it owned before it lost its lease, as far as nobody else has adopted it. The
        // games of nodes that are gone are adopted by all that are there, in shares.
        let own = nodes.iter().find(|node| node.id == id);
        if let Some(own) = own {
            adopt(connection, Some(id), own.beat, own_now, id, NO_LIMIT).await?;
        }
        let away_ms = own.map_or(0, |own| own_now - own.beat);
        return Ok((epoch, Takeover { away_ms }));
    }
    for node in &nodes {
        adopt(connection, Some(&node.id), node.beat, own_now, id, NO_LIMIT).await?;
    }
    let last = match nodes.first() {
        Some(node) => node.beat,
        None => old_heartbeat(connection).await?.unwrap_or(own_now),
    };
    adopt(connection, None, last, own_now, id, NO_LIMIT).await?;
    sqlx::query("DELETE FROM nodes WHERE id <> $1")
        .bind(id.to_owned())
        .execute(&mut *connection)
        .await?;
    // The workers of the other nodes are gone, too.
    sqlx::query("UPDATE jobs SET lease = 0 WHERE lease > 0")
        .execute(connection)
        .await?;
    let away_ms = own_now - last;
    Ok((epoch, Takeover { away_ms }))
}

/// Makes games of a node this node's, at most `limit` and only those with clocks, or games
/// that nobody has owned yet, and gives the time since `since` back. Others are taken when
/// they are loaded. Returns how many.
pub(super) async fn adopt(
    connection: &mut AnyConnection,
    node: Option<&str>,
    since: i64,
    now: i64,
    by: &str,
    limit: i64,
) -> Result<u64, sqlx::Error> {
    // Another node may be adopting the same ones: its transaction is waited for, and then
    // they have another owner.
    let query = match node {
        Some(_) => concat!(
            "UPDATE games SET ",
            shifted!(),
            ", owner = $4, owner_epoch = owner_epoch + 1 \
             WHERE owner = $6 AND deadline IS NOT NULL AND id IN \
               (SELECT id FROM games WHERE owner = $6 AND deadline IS NOT NULL LIMIT $5)"
        ),
        None => concat!(
            "UPDATE games SET ",
            shifted!(),
            ", owner = $4, owner_epoch = owner_epoch + 1 \
             WHERE owner IS NULL AND deadline IS NOT NULL AND id IN \
               (SELECT id FROM games WHERE owner IS NULL AND deadline IS NOT NULL LIMIT $5)"
        ),
    };
    let mut query = sqlx::query(query)
        .bind(since)
        .bind(now - since)
        .bind(now)
        .bind(by.to_owned())
        .bind(limit);
    if let Some(node) = node {
        query = query.bind(node.to_owned());
    }
    Ok(query.execute(connection).await?.rows_affected())
}

/// When a server of a version without leases was last known to run.
async fn old_heartbeat(connection: &mut AnyConnection) -> StoreResult<Option<i64>> {
    let alive = super::settings::read(connection, LAST_ALIVE_KEY).await?;
    Ok(alive.and_then(|text| text.parse().ok()))
}

//! A worker: a process that finds moves of the engine for nodes on other machines, and
//! does nothing else.

use crate::catalogue::ServerCatalogue;
use crate::cluster::bus::messages;
use crate::cluster::wire::{self, Notice, Noticed};
use crate::engine::desk::RemoteDesk;
use crate::engine::moves;
use crate::serve::{ServeError, StopSignals, cluster_node, effort, io};
use crate::settings::Settings;
use crate::store::Store;
use crate::study::{playtests, reports};
use futures_util::StreamExt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// What this version can do, by the names under which workers offer it.
const KINDS: [&str; 3] = ["engine moves", "reports", "playtests"];
/// How often a worker says that it is there.
const SAY: Duration = Duration::from_secs(5);
/// How long it waits for the moves that are being found when it stops.
const LAST_MOVES: Duration = Duration::from_secs(5);
/// The pause before the connection to NATS is looked at again.
const PAUSE: Duration = Duration::from_millis(500);

/// Runs a worker until the process receives SIGINT or SIGTERM. `started` is called when
/// it is ready to work.
pub async fn work(settings: Settings, started: impl FnOnce()) -> Result<(), ServeError> {
    let mut stop = StopSignals::listen().map_err(io("signals"))?;
    let (Some(url), Some(_), true) = (
        &settings.database,
        &settings.nats,
        settings.is_on_postgres(),
    ) else {
        return Err(ServeError::Alone(
            "a worker needs the PostgreSQL database (`database`) and the NATS (`nats`) of the servers",
        ));
    };
    let store = Store::open_as_it_is(url).await?;
    let catalogue = ServerCatalogue::new(store.clone(), settings.games.as_deref())
        .map_err(io("the definitions"))?;
    let cluster = cluster_node(&settings, store.node_id())
        .await
        .map_err(io("NATS"))?;
    let catalogue = Arc::new(catalogue);
    let desk = Arc::new(RemoteDesk {
        store: store.clone(),
        catalogue: catalogue.clone(),
        cluster,
        bell: Notify::new(),
    });
    let stopping = CancellationToken::new();
    let effort = effort(&settings);
    let threads = moves::start(&desk, effort, &stopping).map_err(io("threads"))?;
    let players = playtests::start(&store, &catalogue, &settings, &stopping);
    let reporter = reports::start(
        store.clone(),
        catalogue,
        settings.hash_mib,
        stopping.clone(),
    );
    let reporter = reporter.map_err(io("threads"))?;
    tracing::info!(
        threads = effort.threads,
        kinds = KINDS.join(", "),
        "working"
    );
    started();
    tokio::select! {
        () = stop.wait() => {}
        () = hear(&desk) => {}
        () = say(&desk, effort.threads) => {}
    }
    tracing::info!("stopping");
    stopping.cancel();
    let ended = futures_util::future::join3(threads.wait(), reporter.wait(), players.wait());
    let _ = tokio::time::timeout(LAST_MOVES, ended).await;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Wakes a thread when a node says that there is something to do.
async fn hear(desk: &RemoteDesk) {
    let subject = desk.cluster.subjects.notices();
    let mut notices = pin!(messages(&*desk.cluster.bus, subject, None));
    while let Some(received) = notices.next().await {
        let notice = wire::read::<Notice>(&received.payload);
        if notice.is_ok_and(|notice| notice.what == Noticed::Jobs {}) {
            desk.bell.notify_one();
        }
    }
}

/// Says from time to time that this worker is there, and what it can do.
async fn say(desk: &RemoteDesk, threads: usize) {
    let label = desk.store.node_label().to_owned();
    loop {
        if !desk.cluster.bus.is_connected() {
            tokio::time::sleep(PAUSE).await;
            continue;
        }
        desk.cluster.tell(Noticed::Worker {
            label: label.clone(),
            threads,
            kinds: KINDS.map(str::to_owned).to_vec(),
        });
        tokio::time::sleep(SAY).await;
    }
}

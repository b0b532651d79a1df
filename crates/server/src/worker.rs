//! A worker: a process in which engines work for nodes on other machines. It does nothing
//! else.

use crate::background::{playtests, reports};
use crate::catalogue::ServerCatalogue;
use crate::cluster::bus::messages;
use crate::cluster::wire::{self, Notice, NoticeBody};
use crate::engine::analysis_worker;
use crate::engine::game_host::RemoteGameHost;
use crate::engine::moves;
use crate::engine::thread;
use crate::serve::{
    ServeError, StopSignals, analysis_worker_settings, cluster_node, io, move_engine_settings,
};
use crate::settings::Settings;
use crate::store::Store;
use futures_util::StreamExt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// What this version can do, by the names under which workers offer it.
const KINDS: [&str; 4] = ["engine moves", "analyses", "reports", "playtests"];
/// How often a worker says that it is there.
const ANNOUNCE_INTERVAL: Duration = Duration::from_secs(5);
/// How long it waits for the moves that are being found when it stops.
const LAST_MOVES: Duration = Duration::from_secs(5);
/// The pause before the connection to NATS is looked at again.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

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
    let cluster = Arc::new(cluster);
    let host = Arc::new(RemoteGameHost {
        store: store.clone(),
        catalogue: catalogue.clone(),
        cluster: cluster.clone(),
        notify: Notify::new(),
    });
    let stopping = CancellationToken::new();
    let move_engine_settings = move_engine_settings(&settings);
    let threads = moves::start(&host, move_engine_settings, &stopping).map_err(io("threads"))?;
    let players = playtests::start(&store, &catalogue, &settings, &stopping);
    let analysts = analysis_worker::start(
        store.clone(),
        catalogue.clone(),
        cluster,
        analysis_worker_settings(&settings),
        stopping.clone(),
    )
    .map_err(io("threads"))?;
    let reporter = reports::start(
        store.clone(),
        catalogue,
        thread::settings(settings.hash_mib, move_engine_settings.tables),
        stopping.clone(),
    );
    let reporter = reporter.map_err(io("threads"))?;
    tracing::info!(
        threads = move_engine_settings.threads,
        kinds = KINDS.join(", "),
        "working"
    );
    started();
    tokio::select! {
        () = stop.wait() => {}
        () = wake_on_notices(&host) => {}
        () = announce(&host, move_engine_settings.threads) => {}
    }
    tracing::info!("stopping");
    stopping.cancel();
    let ended = futures_util::future::join4(
        threads.wait(),
        analysts.wait(),
        reporter.wait(),
        players.wait(),
    );
    let _ = tokio::time::timeout(LAST_MOVES, ended).await;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Wakes a thread when a node says that there is something to do.
async fn wake_on_notices(host: &RemoteGameHost) {
    let subject = host.cluster.subjects.notices();
    let mut notices = pin!(messages(&*host.cluster.bus, subject, None));
    while let Some(received) = notices.next().await {
        let notice = wire::read::<Notice>(&received.payload);
        if notice.is_ok_and(|notice| notice.what == NoticeBody::Jobs {}) {
            host.notify.notify_one();
        }
    }
}

/// Says from time to time that this worker is there, and what it can do.
async fn announce(host: &RemoteGameHost, threads: usize) {
    let label = host.store.node_label().to_owned();
    loop {
        if !host.cluster.bus.is_connected() {
            tokio::time::sleep(POLL_INTERVAL).await;
            continue;
        }
        host.cluster.broadcast(NoticeBody::Worker {
            label: label.clone(),
            threads,
            kinds: KINDS.map(str::to_owned).to_vec(),
        });
        tokio::time::sleep(ANNOUNCE_INTERVAL).await;
    }
}

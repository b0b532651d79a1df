//! Threads that search.

use hyperrook_search::{EngineSettings, EngineThread, TablesSource};

/// How many games' engines a thread keeps. Each has a hash table of its own.
const KEPT_ENGINES: usize = 3;

/// Starts a thread with a priority below that of the threads that answer people.
pub(crate) fn start(name: &str) -> std::io::Result<EngineThread> {
    EngineThread::named(name)
        .engines(KEPT_ENGINES)
        .at_start(|| {
            // On Linux this concerns the thread alone. It may be forbidden.
            let _ = rustix::process::nice(5);
        })
        .spawn()
}

/// The settings of an engine. The engines of a thread share `hash_mib`.
pub(crate) fn settings(hash_mib: usize, tables: TablesSource) -> EngineSettings {
    EngineSettings {
        hash_mib: (hash_mib / KEPT_ENGINES).max(1),
        threads: 1,
        tables,
        ..EngineSettings::default()
    }
}

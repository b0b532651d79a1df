//! Servers in processes of their own, which can be killed, stopped and starved.
//!
//! A test starts its own program again with the settings in the environment. So that program
//! has an ignored test `the_server`, which calls [`serve_if_asked`].

use super::Person;
use hyperrook_server::settings::Settings;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Not `HYPERROOK_…`, which the program reads as settings.
const SETTINGS: &str = "TEST_SERVER_SETTINGS";
/// Set for a process that is a worker.
const WORKER: &str = "TEST_SERVER_WORKER";

/// Runs a server if this program was started by [`Process`].
pub fn serve_if_asked() {
    let Ok(settings) = std::env::var(SETTINGS) else {
        return;
    };
    let settings: Settings = serde_json::from_str(&settings).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // Said in the output of a test that fails.
    hyperrook_server::log(&settings);
    let ended = if std::env::var_os(WORKER).is_some() {
        runtime.block_on(hyperrook_server::work(settings, || {}))
    } else {
        runtime.block_on(hyperrook_server::serve(settings, |_| {}))
    };
    if let Err(error) = ended {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

/// A port that is free now.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// A server in a process of its own. It is killed when this is dropped.
pub struct Process {
    child: Child,
    pub settings: Settings,
}

impl Process {
    /// Starts a server; its settings need a port.
    pub fn start(settings: &Settings) -> Process {
        Process::start_with(settings, |server| server)
    }

    /// Starts a worker.
    pub fn start_worker(settings: &Settings) -> Process {
        Process::start_with(settings, |mut worker| {
            worker.env(WORKER, "1");
            worker
        })
    }

    /// Starts a server by another command than its own. `wrap` gets the server's.
    pub fn start_with(settings: &Settings, wrap: impl FnOnce(Command) -> Command) -> Process {
        assert_ne!(settings.port, 0);
        let mut server = Command::new(std::env::current_exe().unwrap());
        server.args(["--exact", "the_server", "--ignored", "--nocapture"]);
        let child = wrap(server)
            .env(SETTINGS, serde_json::to_string(settings).unwrap())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        Process {
            child,
            settings: settings.clone(),
        }
    }

    /// Its address.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.settings.port)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it answers that it is ready.
    pub async fn is_ready(&self) -> bool {
        let answer = reqwest::get(format!("http://{}/readyz", self.host())).await;
        answer.is_ok_and(|answer| answer.status().is_success())
    }

    /// Waits until it is ready, or until it is not.
    pub async fn wait_ready(&mut self, ready: bool) {
        let begun = Instant::now();
        while self.is_ready().await != ready {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "the server has ended: {ended:?}");
            assert!(
                begun.elapsed() < Duration::from_secs(120),
                "ready should become {ready}"
            );
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// A guest.
    pub async fn guest(&self) -> Person {
        let mut person = Person::new(&self.host());
        let guest = person.post("/api/guest", serde_json::json!({}));
        guest.await.ok();
        person
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        signal(self.id(), name);
    }

    /// Ends it at once: nothing can be finished.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its end.
    pub async fn wait(&mut self, at_most: Duration) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < at_most, "it does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process. It may have ended. After `-STOP` no thread of it runs any more.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .output();
    sent.unwrap();
    let begun = Instant::now();
    // The kernel stops each thread when it next looks for signals, so some may run on for a moment.
    while name == "-STOP" && !is_stopped(process) {
        assert!(begun.elapsed() < Duration::from_secs(10), "it runs on");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether all threads of a process are stopped, or it has ended.
fn is_stopped(process: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else {
        return true;
    };
    threads.flatten().all(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // `t` is stopped by a debugger; dead threads and zombies do nothing either.
        matches!(
            after_name(&stat).chars().next(),
            None | Some('T' | 't' | 'X' | 'Z')
        )
    })
}

/// The fields of a process's `stat` behind its name, which is in brackets and may have spaces:
/// the state, the parent, and more.
fn after_name(stat: &str) -> &str {
    stat.rsplit_once(") ").map_or("", |(_, rest)| rest)
}

/// The processes that a process has started.
pub fn children(process: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let parent = after_name(&stat).split_whitespace().nth(1);
        if parent.and_then(|parent| parent.parse().ok()) == Some(process) {
            found.push(id);
        }
    }
    found
}

/// The settings of a server on a folder, at a free port.
pub fn settings_at(folder: &Path) -> Settings {
    Settings {
        port: free_port(),
        engine_threads: 1,
        ..super::settings(folder)
    }
}

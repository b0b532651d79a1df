//! A PostgreSQL server of Debian's package, for as long as a test runs.

use super::process::{children, signal};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Set to do without the tests that need PostgreSQL.
const WITHOUT: &str = "HYPERROOK_WITHOUT_POSTGRES";

pub struct Postgres {
    server: Child,
    folder: TempDir,
    programs: PathBuf,
}

/// Runs a server on the data in a folder.
fn run(programs: &Path, folder: &Path) -> Child {
    unprivileged(&programs.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        // Only a socket in the folder: no port, nobody else.
        .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The newest installed version's programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> = versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

/// A command that root gives to somebody else: PostgreSQL refuses root.
fn unprivileged(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args(["--reuid=postgres", "--regid=postgres", "--clear-groups"])
        .arg(program);
    command
}

impl Postgres {
    /// Starts a server; `None` if the one who runs the tests wants none.
    pub fn start() -> Option<Postgres> {
        if std::env::var_os(WITHOUT).is_some() {
            eprintln!("without PostgreSQL, as {WITHOUT} says");
            return None;
        }
        let programs = programs().unwrap_or_else(|| {
            panic!("PostgreSQL is not installed: `apt-get install postgresql`, or set {WITHOUT}")
        });
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        if is_root() {
            let owner = Command::new("chown")
                .args(["-R", "postgres"])
                .arg(folder.path())
                .status();
            assert!(owner.unwrap().success());
        }
        let made = unprivileged(&programs.join("initdb"))
            .args([
                "--username=hyperrook",
                "--auth=trust",
                "--encoding=UTF8",
                "--no-sync",
                "-D",
            ])
            .arg(&data)
            .stdout(Stdio::null())
            .status();
        assert!(made.unwrap().success());
        let server = run(&programs, folder.path());
        let postgres = Postgres {
            server,
            folder,
            programs,
        };
        postgres.wait_ready();
        Some(postgres)
    }

    fn wait_ready(&self) {
        let begun = Instant::now();
        loop {
            let ready = Command::new(self.programs.join("pg_isready"))
                .args(["-q", "-h"])
                .arg(self.folder.path())
                .status();
            if ready.unwrap().success() {
                return;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "PostgreSQL does not start"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Ends the server at once, and cleanly. All its connections break.
    pub fn stop(&mut self) {
        signal(self.server.id(), "-INT");
        self.server.wait().unwrap();
    }

    /// Starts the server again on the same data.
    pub fn start_again(&mut self) {
        self.server = run(&self.programs, self.folder.path());
        self.wait_ready();
    }

    /// Stops all its processes without ending them: nothing is answered any more.
    pub fn freeze(&self) {
        // First the one that would start others.
        signal(self.server.id(), "-STOP");
        for child in children(self.server.id()) {
            signal(child, "-STOP");
        }
    }

    /// Lets all its processes go on.
    pub fn thaw(&self) {
        for child in children(self.server.id()) {
            signal(child, "-CONT");
        }
        signal(self.server.id(), "-CONT");
    }

    /// The socket that it listens on.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// The number of its first process.
    pub fn id(&self) -> u32 {
        self.server.id()
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgres://hyperrook@localhost/postgres?host={folder}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.server.try_wait().is_ok_and(|ended| ended.is_some()) {
            return;
        }
        self.thaw();
        self.stop();
    }
}

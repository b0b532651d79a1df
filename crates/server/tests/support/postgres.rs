//! A PostgreSQL server of Debian's package, for as long as a test runs.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Set to do without the tests that need PostgreSQL.
const WITHOUT: &str = "HYPERROOK_WITHOUT_POSTGRES";

pub struct Postgres {
    server: Child,
    folder: TempDir,
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
        let server = unprivileged(&programs.join("postgres"))
            .arg("-D")
            .arg(&data)
            // Only a socket in the folder: no port, nobody else.
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let postgres = Postgres { server, folder };
        let begun = Instant::now();
        loop {
            let ready = Command::new(programs.join("pg_isready"))
                .args(["-q", "-h"])
                .arg(postgres.folder.path())
                .status();
            if ready.unwrap().success() {
                return Some(postgres);
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "PostgreSQL does not start"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The URL of its database.
    pub fn url(&self) -> String {
        let folder = self.folder.path().display();
        format!("postgres://hyperrook@localhost/postgres?host={folder}")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // SIGINT ends it at once, and cleanly.
        let pid = self.server.id().to_string();
        let _ = Command::new("kill").args(["-INT", &pid]).status();
        let _ = self.server.wait();
    }
}

//! A PostgreSQL server of Debian's package, for as long as a test runs.

use super::process::{children, free_port, signal};
use hyperrook_server::store::Store;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
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
    /// How it is started, besides.
    options: Vec<String>,
}

/// Runs a server on the data in a folder.
fn run(programs: &Path, folder: &Path, options: &[String]) -> Child {
    unprivileged(&programs.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        // Only a socket in the folder: no port, nobody else.
        .args(["-c", "listen_addresses=", "-c", "fsync=off", "-k"])
        .arg(folder)
        .args(options)
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
        let server = run(&programs, folder.path(), &[]);
        let postgres = Postgres {
            server,
            folder,
            programs,
            options: Vec::new(),
        };
        postgres.wait_ready();
        Some(postgres)
    }

    /// Its database as two servers have it open.
    pub async fn two_stores(&self) -> [Store; 2] {
        let open = async || Store::open(&self.url()).await.unwrap();
        [open().await, open().await]
    }

    fn wait_ready(&self) {
        self.wait_ready_at(&self.folder.path().display().to_string(), 5432);
    }

    fn wait_ready_at(&self, host: &str, port: u16) {
        let begun = Instant::now();
        loop {
            let ready = Command::new(self.programs.join("pg_isready"))
                .args(["-q", "-h", host, "-p", &port.to_string()])
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
        self.server = run(&self.programs, self.folder.path(), &self.options);
        self.wait_ready();
    }

    /// Starts the server again, on a port of 127.0.0.1, for those who encrypt and know the
    /// password only. Returns what its URL begins with.
    pub fn restart_with_tls(&mut self, certificate: &Path, key: &Path, password: &str) -> String {
        let data = self.folder.path().join("data");
        let set = format!("ALTER ROLE hyperrook PASSWORD '{password}'");
        let socket = self.folder.path().display().to_string();
        let changed = Command::new(self.programs.join("psql"))
            .args([
                "-q",
                "-h",
                &socket,
                "-U",
                "hyperrook",
                "-c",
                &set,
                "postgres",
            ])
            .status();
        assert!(changed.unwrap().success());
        // It reads a key only if nobody else can.
        for (from, to) in [(certificate, "server.crt"), (key, "server.key")] {
            let to = data.join(to);
            std::fs::copy(from, &to).unwrap();
            std::fs::set_permissions(&to, Permissions::from_mode(0o600)).unwrap();
            if is_root() {
                let owner = Command::new("chown").arg("postgres").arg(&to).status();
                assert!(owner.unwrap().success());
            }
        }
        let only = "local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n";
        std::fs::write(data.join("pg_hba.conf"), only).unwrap();
        let port = free_port();
        let option = |text: String| ["-c".to_owned(), text];
        self.options = [
            option("listen_addresses=127.0.0.1".to_owned()),
            option(format!("port={port}")),
            option("ssl=on".to_owned()),
        ]
        .concat();
        self.stop();
        self.server = run(&self.programs, self.folder.path(), &self.options);
        self.wait_ready_at("127.0.0.1", port);
        format!("postgres://hyperrook:{password}@127.0.0.1:{port}/postgres")
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

//! A NATS server of Debian's package, for as long as a test runs.

use super::process::{free_port, signal};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set to leave out the tests that need NATS.
const WITHOUT: &str = "HYPERROOK_WITHOUT_NATS";
/// How often another port is tried: somebody else may take one that was free.
const PORTS: u32 = 10;

/// A server on a port of the loopback interface. It ends when this is dropped.
pub struct Nats {
    server: Child,
    port: u16,
    options: Vec<String>,
}

/// The program, in the search path or where Debian installs it.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    let mut programs = folders.iter().map(|folder| folder.join("nats-server"));
    programs.find(|program| program.is_file())
}

fn run(port: u16, options: &[String]) -> Child {
    Command::new(program().unwrap())
        .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

impl Nats {
    /// Starts a server that lets everybody in; `None` if the person who runs the tests
    /// does without NATS.
    pub fn start() -> Option<Nats> {
        Nats::start_with(&[])
    }

    /// Starts a server with more options: `["--user", "ann", "--pass", "secret"]`, or
    /// `["--config", FILE]`.
    pub fn start_with(options: &[&str]) -> Option<Nats> {
        if std::env::var_os(WITHOUT).is_some() {
            eprintln!("without NATS, as {WITHOUT} says");
            return None;
        }
        assert!(
            program().is_some(),
            "NATS is not installed: `apt-get install nats-server`, or set {WITHOUT}"
        );
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        for _ in 0..PORTS {
            let port = free_port();
            let mut nats = Nats {
                server: run(port, &options),
                port,
                options: options.clone(),
            };
            if nats.is_ready() {
                return Some(nats);
            }
        }
        panic!("NATS does not start with the options {options:?}");
    }

    /// Waits until the server greets; false if it has ended instead.
    fn is_ready(&mut self) -> bool {
        let begun = Instant::now();
        loop {
            if self.greeting().is_ok() {
                // Whoever else has the port could greet as well.
                std::thread::sleep(Duration::from_millis(10));
                return self.server.try_wait().unwrap().is_none();
            }
            if self.server.try_wait().unwrap().is_some() {
                return false;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "NATS does not start"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the server says first: `INFO` and its properties.
    pub fn greeting(&self) -> std::io::Result<String> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(2)))?;
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line)?;
        if line.starts_with("INFO ") {
            // It would log an error if the connection just ended.
            (&stream).write_all(b"CONNECT {}\r\n")?;
            Ok(line)
        } else {
            Err(std::io::ErrorKind::InvalidData.into())
        }
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.server.id()
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends the server at once. All its connections break, and messages under way are lost.
    pub fn kill(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// Starts the server again on the same port.
    pub fn start_again(&mut self) {
        self.server = run(self.port, &self.options);
        assert!(self.is_ready(), "NATS does not start again");
    }

    /// Stops the process without ending it: connections stay open, and nothing is
    /// answered any more.
    pub fn freeze(&self) {
        signal(self.server.id(), "-STOP");
    }

    /// Lets the process go on.
    pub fn thaw(&self) {
        signal(self.server.id(), "-CONT");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

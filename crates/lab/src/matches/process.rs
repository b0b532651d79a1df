//! Child processes that communicate by lines.
//!
//! A child cannot block its owner: one thread writes to it and another reads from it. Lines
//! are cut at [`MAX_LINE`]. Unread lines fill a bounded queue, after which the child has to
//! wait.

use crate::number_text::counted;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The length at which lines are cut, in bytes.
const MAX_LINE: usize = 64 << 10;

/// The capacity of the queue of unread lines.
const MAX_WAITING: usize = 4096;

/// How long a child may take to quit.
const QUIT_TIME: Duration = Duration::from_millis(1_000);

/// How often a waiting thread checks whether the match is stopped.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// A line of a child, and when it came.
#[derive(Clone, Debug)]
pub(super) struct OutputLine {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Why no line can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadLineError {
    /// The time is up.
    Timeout,
    /// The child has ended or closed its output.
    Closed,
    /// The match was stopped.
    Stopped,
}

/// A log of all communication with engines.
#[derive(Clone, Debug)]
pub struct Log {
    file: Arc<Mutex<File>>,
    begun: Instant,
}

impl Log {
    /// Opens a log, or creates it. What a file has stays: a match that goes on adds to its log.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Log> {
        let file = File::options().create(true).append(true).open(path)?;
        Ok(Log {
            file: Arc::new(Mutex::new(file)),
            begun: Instant::now(),
        })
    }

    /// Writes the line with which a part of a match begins.
    pub(super) fn begin_part(&self, played: usize) {
        let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S UTC");
        let games = counted(played as u64, "game");
        self.add(&format!("# {now}, {games} played before\n"));
    }

    fn write(&self, who: &str, arrow: char, text: &str, at: Instant) {
        let seconds = at.saturating_duration_since(self.begun).as_secs_f64();
        self.add(&format!("{seconds:.3} {who}{arrow} {text}\n"));
    }

    fn add(&self, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // If the log cannot be written, the match continues without it.
        let _ = file.write_all(line.as_bytes());
    }
}

/// The environment that all children of a match share.
#[derive(Clone, Debug, Default)]
pub(super) struct ProcessEnvironment {
    /// Set by the caller who stops the match.
    pub(super) stop: Arc<AtomicBool>,
    /// Set when the match is decided or has failed.
    pub(super) ended: Arc<AtomicBool>,
    pub(super) log: Option<Log>,
}

impl ProcessEnvironment {
    /// Whether games in progress are given up.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.ended.load(Ordering::Relaxed)
    }
}

/// A running child.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<OutputLine>,
    environment: ProcessEnvironment,
    label: String,
}

impl Process {
    /// Starts a program. `label` names it in the log.
    pub(super) fn start(
        command: &[String],
        directory: Option<&Path>,
        label: &str,
        environment: &ProcessEnvironment,
    ) -> io::Result<Process> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is given"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        {
            // Use a separate process group. The terminal's interrupt then reaches only this
            // program, and the children of a wrapper script end with it.
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (input, lines) = mpsc::channel();
        let (found, output) = mpsc::sync_channel(MAX_WAITING);
        // These threads end when the child or its owner is gone.
        if let Some(stdin) = stdin {
            thread::spawn(move || write(stdin, &lines));
        }
        if let Some(stdout) = stdout {
            thread::spawn(move || read(stdout, &found));
        }
        Ok(Process {
            child,
            input,
            output,
            environment: environment.clone(),
            label: label.to_owned(),
        })
    }

    /// Sends a line. If it does not arrive, its answer will be missing.
    pub(super) fn send(&self, line: &str) {
        if let Some(log) = &self.environment.log {
            log.write(&self.label, '<', line, Instant::now());
        }
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Waits for the next line, until `deadline`.
    pub(super) fn line(&self, deadline: Instant) -> Result<OutputLine, ReadLineError> {
        loop {
            if self.environment.is_stopped() {
                return Err(ReadLineError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let got = if left.is_zero() {
                // A line that came in time counts, even if it is read late.
                self.output.try_recv().map_err(|error| match error {
                    TryRecvError::Empty => RecvTimeoutError::Timeout,
                    TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
                })
            } else {
                self.output.recv_timeout(left.min(STOP_CHECK_INTERVAL))
            };
            match got {
                Ok(line) => {
                    if let Some(log) = &self.environment.log {
                        log.write(&self.label, '>', &line.text, line.at);
                    }
                    // A child that writes without end must not stop the clock.
                    return if line.at > deadline {
                        Err(ReadLineError::Timeout)
                    } else {
                        Ok(line)
                    };
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ReadLineError::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(ReadLineError::Closed),
            }
        }
    }

    /// The lines in the queue.
    pub(super) fn waiting(&self) -> Vec<OutputLine> {
        let lines: Vec<OutputLine> = self.output.try_iter().take(MAX_WAITING).collect();
        if let Some(log) = &self.environment.log {
            for line in &lines {
                log.write(&self.label, '>', &line.text, line.at);
            }
        }
        lines
    }

    /// How the child has ended, if it has.
    pub(super) fn exit_status(&mut self) -> Option<String> {
        // The output of a child can close a moment before it ends.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// Tells the child to quit, and kills it if it does not.
    pub(super) fn quit(mut self) {
        self.send("quit");
        let deadline = Instant::now() + QUIT_TIME;
        while Instant::now() < deadline {
            // A child blocked on a full queue would never read `quit`.
            for _ in self.output.try_iter().take(MAX_WAITING) {}
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            return;
        }
        #[cfg(unix)]
        {
            // Nobody has waited for the child yet, so its process ID is still valid.
            let group = rustix::process::Pid::from_child(&self.child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(stdout: ChildStdout, found: &SyncSender<OutputLine>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        let (used, ended) = match reader.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => {
                let end = bytes.iter().position(|&byte| byte == b'\n');
                let part = &bytes[..end.unwrap_or(bytes.len())];
                let room = MAX_LINE.saturating_sub(line.len());
                line.extend_from_slice(&part[..part.len().min(room)]);
                (part.len() + usize::from(end.is_some()), end.is_some())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        reader.consume(used);
        if ended && !give(&mut line, found) {
            return;
        }
    }
    if !line.is_empty() {
        give(&mut line, found);
    }
}

/// Passes a line on; returns false if the receiver is gone.
fn give(line: &mut Vec<u8>, found: &SyncSender<OutputLine>) -> bool {
    let at = Instant::now();
    let text = String::from_utf8_lossy(line).trim().to_owned();
    line.clear();
    found.send(OutputLine { text, at }).is_ok()
}

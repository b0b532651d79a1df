//! Runs a protocol on a thread, connected by pipes.

// Each test uses only some of these functions.
#![allow(dead_code)]

use hyperrook_protocol::{Host, WriteLine};
use hyperrook_rules::Position;
use hyperrook_search::Control;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long to wait for a line. Machines may be busy.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestProtocol {
    Uci,
    XBoard,
}

/// A running engine and its pipes.
pub(crate) struct TestEngine {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
}

fn draw(position: &Position) -> String {
    format!("(a board of {} cells)\n", position.game().board().len())
}

fn bench(depth: Option<u32>, control: &Control, say: WriteLine<'_>) {
    say(&format!("bench at {depth:?}"));
    // At depth 99 the bench runs until it is stopped.
    while depth == Some(99) && !control.is_stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    say("bench over");
}

impl TestEngine {
    pub(crate) fn start(dialect: TestProtocol) -> TestEngine {
        let (input, bytes) = channel();
        let (lines, output) = channel();
        let reader = BufReader::new(Pipe {
            bytes,
            rest: Vec::new(),
        });
        let thread = std::thread::spawn(move || {
            let mut writer = LineSender {
                lines,
                partial: Vec::new(),
            };
            let host = Host { draw, bench };
            match dialect {
                TestProtocol::Uci => hyperrook_protocol::uci(reader, &mut writer, &host),
                TestProtocol::XBoard => hyperrook_protocol::xboard(reader, &mut writer),
            }
        });
        TestEngine {
            input: Some(input),
            output,
            thread,
        }
    }

    /// Sends bytes.
    pub(crate) fn send_bytes(&self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            // An engine that has quit no longer reads.
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Sends a line.
    pub(crate) fn send(&self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line, if one comes in time.
    pub(crate) fn next_within(&self, time: Duration) -> Option<String> {
        self.output.recv_timeout(time).ok()
    }

    /// Waits until the engine has ended by itself, and returns the remaining lines.
    pub(crate) fn ended(mut self, end_input: bool) -> Vec<String> {
        if end_input {
            self.input = None;
        }
        let begun = Instant::now();
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    assert!(begun.elapsed() < TIMEOUT, "the engine does not end");
                }
            }
        }
        let result = self.thread.join().expect("the engine has panicked");
        result.expect("the output can be written to");
        lines
    }
}

/// A reader of bytes from a channel.
struct Pipe {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.bytes.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// A writer that sends whole lines to a channel.
struct LineSender {
    lines: Sender<String>,
    partial: Vec<u8>,
}

impl Write for LineSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.partial));
                let line = line.map_err(io::Error::other)?;
                // The test may have stopped reading.
                let _ = self.lines.send(line);
            } else {
                self.partial.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a line matches a pattern, in which `…` stands for any text.
pub(crate) fn matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

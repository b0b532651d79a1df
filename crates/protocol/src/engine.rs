//! The engine's thread, its jobs numbered, and the one channel that brings its
//! events and the lines of input together.

use crate::input::{InputLine, read_lines};
use hyperrook_rules::Game;
use hyperrook_search::{Control, EngineEvent, EngineThread, Report, SearchRequest, Settings};
use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

/// What the protocols listen to.
#[derive(Debug)]
pub(crate) enum ProtocolEvent {
    /// A line of input.
    Line(InputLine),
    /// There will be no more lines.
    EndOfInput,
    /// What the engine reports about the job with this number.
    Engine(u64, EngineEvent),
}

/// Reads lines on a thread of their own.
pub(crate) fn start_reading(
    input: Box<dyn BufRead + Send>,
    events: SyncSender<ProtocolEvent>,
) -> io::Result<()> {
    let read = move || {
        read_lines(input, |line| events.send(ProtocolEvent::Line(line)).is_ok());
        // At the end of the program nobody may be listening.
        let _ = events.send(ProtocolEvent::EndOfInput);
    };
    let thread = std::thread::Builder::new().name("input".to_owned());
    thread.spawn(read).map(drop)
}

/// A handle on the thread. Jobs are numbered in the order in which they are
/// given.
#[derive(Debug)]
pub(crate) struct NumberedEngine {
    thread: EngineThread,
    events: SyncSender<ProtocolEvent>,
    given: u64,
}

impl NumberedEngine {
    /// Starts the thread.
    pub(crate) fn start(events: SyncSender<ProtocolEvent>) -> io::Result<NumberedEngine> {
        Ok(NumberedEngine {
            thread: EngineThread::named("search").spawn()?,
            events,
            given: 0,
        })
    }

    /// The number of the next job, and what sends its events.
    fn next(&mut self) -> (u64, impl FnMut(EngineEvent) + Send + 'static) {
        self.given += 1;
        let (number, events) = (self.given, self.events.clone());
        let on_event = move |event| {
            // At the end of the program nobody may be listening.
            let _ = events.send(ProtocolEvent::Engine(number, event));
        };
        (number, on_event)
    }

    /// Searches a position.
    pub(crate) fn search(&mut self, request: SearchRequest) -> (u64, Control) {
        let (number, on_event) = self.next();
        (number, self.thread.search(request, on_event))
    }

    /// Gets the engine of a game ready; with `clear`, it forgets what it has
    /// learnt.
    pub(crate) fn prepare(
        &mut self,
        game: Game,
        settings: Settings,
        clear: bool,
    ) -> (u64, Control) {
        let (number, on_event) = self.next();
        let control = self.thread.prepare(game, settings, clear, on_event);
        (number, control)
    }

    /// Does something that writes lines of text.
    pub(crate) fn run(
        &mut self,
        task: impl FnOnce(&Control, &mut dyn FnMut(&str)) + Send + 'static,
    ) -> (u64, Control) {
        let (number, on_event) = self.next();
        let task = |control: &Control, write: &mut dyn FnMut(String)| {
            task(control, &mut |line: &str| write(line.to_owned()));
            Report::default()
        };
        (number, self.thread.run(task, on_event))
    }

    /// Stops what is running, and waits for the end of the thread. The receiver
    /// of the events must be gone, so that the thread does not wait for it.
    pub(crate) fn end(self) {
        self.thread.join();
    }
}

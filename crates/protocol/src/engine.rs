//! The engine thread with numbered jobs. Its events and the lines of input share one channel.

use crate::input::{InputLine, read_lines};
use hyperrook_rules::Game;
use hyperrook_search::{
    Control, EngineEvent, EngineSettings, EngineThread, SearchReport, SearchRequest,
};
use std::io::{self, BufRead};
use std::sync::mpsc::{SyncSender, sync_channel};

/// An event that a protocol handles.
#[derive(Debug)]
pub(crate) enum ProtocolEvent {
    /// A line of input.
    Line(InputLine),
    /// The input has ended.
    EndOfInput,
    /// An event of the engine, with the number of its job.
    Engine(u64, EngineEvent),
}

/// The capacity of the channel of events. With the longest lines it takes 16 MiB.
const EVENT_CAPACITY: usize = 16;

/// A session of a protocol.
pub(crate) trait ProtocolSession {
    /// Handles an event.
    fn handle_event(&mut self, event: ProtocolEvent) -> io::Result<()>;

    /// Whether the session has ended.
    fn is_over(&self) -> bool;

    /// Ends the session and returns the engine, whose thread must still be ended.
    fn into_engine(self) -> NumberedEngine;
}

/// Runs a session until it is over.
pub(crate) fn run_session<S: ProtocolSession>(
    input: Box<dyn BufRead + Send>,
    begin: impl FnOnce(NumberedEngine) -> S,
) -> io::Result<()> {
    let (sender, events) = sync_channel(EVENT_CAPACITY);
    let engine_thread = NumberedEngine::start(sender.clone())?;
    start_reading(input, sender)?;
    let mut session = begin(engine_thread);
    let mut result = Ok(());
    while let Ok(event) = events.recv() {
        result = session.handle_event(event);
        if result.is_err() || session.is_over() {
            break;
        }
    }
    let engine_thread = session.into_engine();
    drop(events);
    engine_thread.end();
    result
}

/// Starts a thread that reads lines of input.
fn start_reading(
    input: Box<dyn BufRead + Send>,
    events: SyncSender<ProtocolEvent>,
) -> io::Result<()> {
    let read = move || {
        read_lines(input, |line| events.send(ProtocolEvent::Line(line)).is_ok());
        // When the program ends, the receiver may be gone.
        let _ = events.send(ProtocolEvent::EndOfInput);
    };
    let thread = std::thread::Builder::new().name("input".to_owned());
    thread.spawn(read).map(drop)
}

/// A handle to the engine thread. Jobs are numbered in the order in which they are added.
#[derive(Debug)]
pub(crate) struct NumberedEngine {
    thread: EngineThread,
    events: SyncSender<ProtocolEvent>,
    given: u64,
}

impl NumberedEngine {
    /// Starts the engine thread.
    fn start(events: SyncSender<ProtocolEvent>) -> io::Result<NumberedEngine> {
        Ok(NumberedEngine {
            thread: EngineThread::named("search").spawn()?,
            events,
            given: 0,
        })
    }

    /// The number of the next job, and the function that sends its events.
    fn next(&mut self) -> (u64, impl FnMut(EngineEvent) + Send + 'static) {
        self.given += 1;
        let (number, events) = (self.given, self.events.clone());
        let on_event = move |event| {
            // When the program ends, the receiver may be gone.
            let _ = events.send(ProtocolEvent::Engine(number, event));
        };
        (number, on_event)
    }

    /// Searches a position.
    pub(crate) fn search(&mut self, request: SearchRequest) -> (u64, Control) {
        let (number, on_event) = self.next();
        (number, self.thread.search(request, on_event))
    }

    /// Prepares the engine of a game. With `clear`, its tables are emptied.
    pub(crate) fn prepare(
        &mut self,
        game: Game,
        settings: EngineSettings,
        clear: bool,
    ) -> (u64, Control) {
        let (number, on_event) = self.next();
        let control = self.thread.prepare(game, settings, clear, on_event);
        (number, control)
    }

    /// Runs a task that writes lines of text.
    pub(crate) fn run(
        &mut self,
        task: impl FnOnce(&Control, &mut dyn FnMut(&str)) + Send + 'static,
    ) -> (u64, Control) {
        let (number, on_event) = self.next();
        let task = |control: &Control, write: &mut dyn FnMut(String)| {
            task(control, &mut |line: &str| write(line.to_owned()));
            SearchReport::default()
        };
        (number, self.thread.run(task, on_event))
    }

    /// Stops the running job and waits until the thread has ended. Drop the receiver of the
    /// events first: the thread could be blocked on a full channel.
    fn end(self) {
        self.thread.join();
    }
}

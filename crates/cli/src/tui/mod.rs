//! Full-screen play. [`app::TerminalApp`] is the state, which does not know the terminal:
//! it handles keys and draws frames. This file connects it to a terminal.

mod app;
mod board;
mod game_screen;
mod insight;
mod line_editor;
mod menu;
mod panel;
mod popup;
mod svg;
mod theme;
mod viewport;
mod worths;

#[cfg(test)]
mod tests;

use crate::error::{CommandError, CommandResult};
use crate::play::GameSession;
use app::TerminalApp;
use hyperrook_geometry::Cell;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind,
};
use ratatui::crossterm::execute;
use std::io::stdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The signal for a closed terminal.
const HANG_UP: i32 = signal_hook::consts::SIGHUP;

/// The signals that end the program.
const SIGNALS: [i32; 3] = [
    signal_hook::consts::SIGTERM,
    signal_hook::consts::SIGINT,
    HANG_UP,
];

/// How long to wait for a key before checking the engine, during a search.
const THINKING_TICK: Duration = Duration::from_millis(40);

/// How long to wait for a key if there is no search.
const IDLE_TICK: Duration = Duration::from_millis(250);

/// How long the loop may take to end after a signal.
const SIGNAL_GRACE: Duration = Duration::from_millis(500);

/// Plays on the terminal until the player leaves. Without a game, starts with the menu. The
/// computer has `move_time` for each move.
pub(crate) fn run(
    session: Option<GameSession>,
    move_time: Duration,
    seed: Option<u64>,
) -> CommandResult {
    let ended = end_on_signal()?;
    crate::tables::build_on_first_use();
    let mut app = TerminalApp::new(session, seed);
    app.move_time = move_time;
    // After this call, a panic also restores the terminal before it is reported.
    let mut terminal = ratatui::try_init()?;
    let screen = TerminalGuard;
    let _ = execute!(stdout(), EnableMouseCapture);
    while !app.quit && ended.load(Ordering::Relaxed) == 0 {
        app.tick();
        terminal.draw(|frame| app.draw(frame))?;
        let wait = if app.is_thinking() {
            THINKING_TICK
        } else {
            IDLE_TICK
        };
        // Handle all waiting events before drawing the next frame.
        let mut ready = event::poll(wait)?;
        while ready {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.key(key),
                Event::Mouse(mouse) => app.mouse(mouse),
                _ => {}
            }
            ready = !app.quit && event::poll(Duration::ZERO)?;
        }
    }
    drop(screen);
    match u8::try_from(ended.load(Ordering::Relaxed)) {
        Ok(signal) if signal > 0 => Err(CommandError::Signal(signal)),
        _ => Ok(()),
    }
}

/// Makes signals that end the program restore the terminal.
///
/// The loop above checks the flag. But after the terminal is closed, reading from it can block
/// inside the terminal library. A thread therefore ends the program some time after the signal.
fn end_on_signal() -> std::io::Result<Arc<AtomicUsize>> {
    let ended = Arc::new(AtomicUsize::new(0));
    let flag = Arc::clone(&ended);
    let mut signals = signal_hook::iterator::Signals::new(SIGNALS)?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            flag.store(signal as usize, Ordering::Relaxed);
            std::thread::sleep(SIGNAL_GRACE);
            // After a hang-up there is no terminal to restore.
            if signal != HANG_UP {
                drop(TerminalGuard);
            }
            std::process::exit(128 + signal);
        }
    });
    Ok(ended)
}

/// Restores the terminal when it is dropped, even in a panic.
struct TerminalGuard;

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// A picture of a game in a terminal of some size, as SVG. `about` is its description in
/// the file.
pub(crate) fn picture(
    session: GameSession,
    cursor: Option<Cell>,
    attackers: bool,
    size: (u16, u16),
    about: &str,
) -> String {
    let mut app = TerminalApp::new(Some(session), Some(1));
    app.prepare_picture(cursor, attackers);
    let mut terminal = match Terminal::new(TestBackend::new(size.0, size.1)) {
        Ok(terminal) => terminal,
        Err(never) => match never {},
    };
    match terminal.draw(|frame| app.draw(frame)) {
        Ok(_) => svg::write(terminal.backend().buffer(), about),
        Err(never) => match never {},
    }
}

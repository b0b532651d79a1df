//! An editor for one line of text.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The effect of a key on the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EditResult {
    /// The line is still being edited.
    Editing,
    /// The line is complete: Enter was pressed.
    Entered,
    /// The line was cancelled: Escape was pressed.
    Cancelled,
}

/// A line of text that is being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEditor {
    /// The text.
    pub(super) text: String,
}

impl LineEditor {
    /// An editor that starts with a text.
    pub(super) fn new(text: impl Into<String>) -> LineEditor {
        LineEditor { text: text.into() }
    }

    /// Handles a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> EditResult {
        match key.code {
            KeyCode::Enter => return EditResult::Entered,
            KeyCode::Esc => return EditResult::Cancelled,
            KeyCode::Backspace if self.text.is_empty() => return EditResult::Cancelled,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear();
            }
            KeyCode::Char('w') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                let kept = self.text.trim_end().rfind(' ').map_or(0, |at| at + 1);
                self.text.truncate(kept);
            }
            KeyCode::Char(c)
                if !key
                    .modifiers
                    .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                self.text.push(c);
            }
            _ => {}
        }
        EditResult::Editing
    }
}

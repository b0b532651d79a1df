//! A line of text being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key did to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TypedText {
    /// It is still being typed.
    On,
    /// It is done.
    CommandResult,
    /// It is given up.
    Left,
}

/// A line of text being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineEditor {
    /// What stands there.
    pub(super) text: String,
}

impl LineEditor {
    /// A line that begins with a text.
    pub(super) fn new(text: impl Into<String>) -> LineEditor {
        LineEditor { text: text.into() }
    }

    /// Takes a key in.
    pub(super) fn key(&mut self, key: KeyEvent) -> TypedText {
        match key.code {
            KeyCode::Enter => return TypedText::CommandResult,
            KeyCode::Esc => return TypedText::Left,
            KeyCode::Backspace if self.text.is_empty() => return TypedText::Left,
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
        TypedText::On
    }
}

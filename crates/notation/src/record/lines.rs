//! Breaking the words of a record into lines.

use super::tags::{is_name_byte, is_usual_name};

/// PGN's lines have fewer than 80 characters.
const MAX_WIDTH: usize = 79;

/// Fills lines with words, as many on each as fit.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    /// Number of characters on the current line.
    width: usize,
    /// The last word, to which something may still be added.
    word: String,
    /// The text that the next word begins with.
    opening: String,
}

impl Lines {
    /// Adds a word.
    pub(super) fn word(&mut self, word: &str) {
        self.flush();
        self.word = std::mem::take(&mut self.opening);
        self.word.push_str(word);
    }

    /// Puts an opening parenthesis before the next word.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
    }

    /// Puts a closing parenthesis directly after the last word.
    pub(super) fn close(&mut self) {
        if !self.opening.is_empty() {
            self.word("");
        }
        self.word.push(')');
    }

    /// Adds a text in braces. The line may be broken where there is exactly one space, because such
    /// a break is read as one space again.
    pub(super) fn braces(&mut self, text: &str) {
        let text = format!("{{{text}}}");
        let mut word = String::new();
        let mut last = '{';
        for (at, c) in text.char_indices() {
            // A line that begins with `%` would be skipped when read, and one that begins with a
            // tag would end the comment.
            let rest = &text[at + c.len_utf8()..];
            let single = c == ' '
                && !last.is_whitespace()
                && !rest.starts_with(|next: char| next.is_whitespace() || next == '%')
                && !begins_with_tag(rest);
            if single {
                self.word(&std::mem::take(&mut word));
            } else {
                word.push(c);
            }
            last = c;
        }
        self.word(&word);
    }

    /// Adds a text that ends its line.
    pub(super) fn rest_of_line(&mut self, text: &str) {
        self.word(text);
        self.flush();
        self.end_line();
    }

    /// All lines.
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.end_line();
        self.text
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let width = self.word.chars().count();
        if self.width > 0 && self.width + 1 + width > MAX_WIDTH {
            self.end_line();
        }
        if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(&self.word);
        self.width += width;
        self.word.clear();
    }

    fn end_line(&mut self) {
        if self.width > 0 {
            self.text.push('\n');
            self.width = 0;
        }
    }
}

/// Whether a text begins with a tag that records usually have, such as `[Event "x"`.
fn begins_with_tag(text: &str) -> bool {
    let Some(text) = text.strip_prefix('[') else {
        return false;
    };
    let end = text.bytes().position(|byte| !is_name_byte(byte));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    is_usual_name(name) && rest.trim_start_matches([' ', '\t']).starts_with('"')
}

//! What the engine finds while the game is looked at: its best lines, and a bar
//! that says who is better.

use super::theme;
use crate::engine;
use hyperrook_rules::{Position, Side};
use hyperrook_search::{Info, Score};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The most lines shown.
const MOST: usize = 3;

/// Moves of a line that are put into words.
const MOVES: usize = 12;

/// What of it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Shown {
    /// How many of the best lines; none, if it is 0.
    pub(super) lines: usize,
    /// Whether the bar is.
    pub(super) bar: bool,
}

impl Shown {
    /// One line more, or none after the most.
    pub(super) fn turn(&mut self) {
        self.lines = (self.lines + 1) % (MOST + 1);
    }

    /// Whether the engine has to think for it.
    pub(super) fn any(self) -> bool {
        self.lines > 0 || self.bar
    }
}

/// A line in words.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Found {
    score: String,
    depth_plies: u32,
    moves: String,
}

/// What the engine has found.
#[derive(Debug, Default)]
pub(super) struct Insight {
    pub(super) shown: Shown,
    /// The best lines of the position on the screen, the best first.
    found: Vec<Found>,
    /// The score of the best line, for White: the last one heard, until there
    /// is another, so that the bar does not jump with every move.
    score: Option<Score>,
}

impl Insight {
    /// Forgets the lines: the position is another one.
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }

    /// Takes a line of a position in.
    pub(super) fn take(&mut self, position: &Position, info: &Info) {
        let Some(at) = info.line.checked_sub(1).filter(|at| *at < MOST) else {
            return;
        };
        if at == 0 {
            self.score = Some(engine::white(info.score, position.turn()));
        }
        let found = Found {
            score: engine::with_bound(info.score, info.bound, position.turn()),
            depth_plies: info.depth_plies,
            moves: engine::line(position, &info.moves, MOVES, false),
        };
        if at < self.found.len() {
            self.found[at] = found;
        } else if at == self.found.len() {
            self.found.push(found);
        }
        // Lines come in order: one before its betters is of a thought begun
        // with other wishes, and the next will be right.
    }

    /// The bar and the lines in so many columns; each line has at most `rows`.
    pub(super) fn draw(&self, width: usize, rows: usize) -> Vec<Line<'static>> {
        let mut out = Vec::new();
        if self.shown.bar {
            out.push(self.bar(width));
        }
        for (n, found) in self.found.iter().take(self.shown.lines).enumerate() {
            let number = match self.shown.lines {
                1 => String::new(),
                _ => format!("{}. ", n + 1),
            };
            let head = format!("{number}{} d{} ", found.score, found.depth_plies);
            out.extend(line(&head, &found.moves, width, rows));
        }
        if self.found.is_empty() && self.shown.lines > 0 {
            out.push(Line::styled("no line yet", theme::dim()));
        }
        out
    }

    /// White's part light, from the left, and the score.
    fn bar(&self, width: usize) -> Line<'static> {
        let text = match self.score {
            Some(score) => engine::score(score),
            None => "?".to_owned(),
        };
        let score = format!(" {text:>7}");
        let columns = width.saturating_sub(score.len());
        let share = self.score.map_or(500, engine::share) as usize;
        let white = (columns * share + 500) / 1000;
        Line::from(vec![
            Span::styled("█".repeat(white), theme::bar(Side::White)),
            Span::styled("░".repeat(columns - white), theme::bar(Side::Black)),
            Span::raw(score),
        ])
    }
}

/// A head and as many moves as fit.
fn line(head: &str, moves: &str, width: usize, rows: usize) -> Vec<Line<'static>> {
    let mut out: Vec<Vec<Span<'static>>> = Vec::new();
    let mut row = vec![Span::styled(
        head.to_owned(),
        Style::new().fg(theme::ACCENT),
    )];
    let mut used = head.chars().count();
    for word in moves.split(' ') {
        let needed = word.chars().count();
        if used > 0 && used + needed > width {
            out.push(std::mem::take(&mut row));
            used = 0;
            if out.len() == rows {
                break;
            }
        }
        row.push(Span::raw(format!("{word} ")));
        used += needed + 1;
    }
    if out.len() < rows {
        out.push(row);
    }
    out.into_iter().map(Line::from).collect()
}

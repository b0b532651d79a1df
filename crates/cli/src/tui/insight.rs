//! The engine's results while a game is shown: its best lines, and a bar that shows which side is
//! better.

use super::theme;
use crate::engine;
use crate::tables::TableVerdict;
use hyperrook_rules::{Position, Side};
use hyperrook_search::{Chances, Info, Score};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// The maximum number of lines.
const MAX_LINES: usize = 3;

/// The maximum number of moves of a line.
const MAX_MOVES: usize = 12;

/// The parts that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ShownInsight {
    /// The number of lines; 0 for none.
    pub(super) lines: usize,
    /// Whether to show the bar.
    pub(super) bar: bool,
}

impl ShownInsight {
    /// Shows one more line; after the maximum number, none.
    pub(super) fn show_more_lines(&mut self) {
        self.lines = (self.lines + 1) % (MAX_LINES + 1);
    }

    /// Whether the engine must search for this.
    pub(super) fn needs_engine(self) -> bool {
        self.lines > 0 || self.bar
    }
}

/// A line as text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct EngineLine {
    score: String,
    depth_plies: u32,
    moves: String,
}

/// The results of the engine.
#[derive(Debug, Default)]
pub(super) struct Insight {
    pub(super) shown: ShownInsight,
    /// The best lines of the position on the screen, best first.
    found: Vec<EngineLine>,
    /// The score of the best line, for White. After a move the old score stays until there
    /// is a new one, so that the bar does not jump.
    score: Option<Score>,
    /// The chances with this score.
    chances: Option<Chances>,
    /// The verdict of endgame tables on the position on the screen.
    table: Option<TableVerdict>,
}

impl Insight {
    /// Removes the lines when the position changes.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.table = None;
    }

    /// Shows the verdict of endgame tables on a position.
    pub(super) fn set_table(&mut self, table: Option<TableVerdict>) {
        self.table = table;
    }

    /// Adds a line of a position.
    pub(super) fn add_line(&mut self, position: &Position, info: &Info) {
        let Some(at) = info.line.checked_sub(1).filter(|at| *at < MAX_LINES) else {
            return;
        };
        if at == 0 {
            self.score = Some(engine::white(info.score, position.turn()));
            self.chances = Some(engine::white_chances(info.chances, position.turn()));
        }
        let found = EngineLine {
            score: engine::with_bound(info.score, info.bound, position.turn()),
            depth_plies: info.depth_plies,
            moves: engine::line(position, &info.moves, MAX_MOVES, false),
        };
        if at < self.found.len() {
            self.found[at] = found;
        } else if at == self.found.len() {
            self.found.push(found);
        }
        // Lines arrive in order. A line without the better ones before it belongs to an
        // earlier search.
    }

    /// Draws the bar and the lines. Each line takes at most `rows` rows.
    pub(super) fn draw(&self, width: usize, rows: usize) -> Vec<Line<'static>> {
        let mut out = Vec::new();
        if self.shown.bar {
            out.push(self.bar(width));
            if let Some(chances) = self.chances {
                out.push(Line::styled(engine::chances(chances), theme::dim()));
            }
        }
        if let Some(table) = self.table.as_ref().filter(|_| self.shown.lines > 0) {
            let moves = table
                .moves
                .iter()
                .map(|(mv, result)| format!("{mv} {result}"));
            let head = format!("table: {} ", table.position);
            out.extend(line(
                &head,
                &moves.collect::<Vec<_>>().join(", "),
                width,
                rows + 1,
            ));
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

    /// Draws the bar: White's part is light, on the left, with the score.
    fn bar(&self, width: usize) -> Line<'static> {
        let text = match self.score {
            Some(score) => engine::score(score),
            None => "?".to_owned(),
        };
        let score = format!(" {text:>7}");
        let columns = width.saturating_sub(score.len());
        let share = self.chances.map_or(500, engine::share) as usize;
        let white = (columns * share + 500) / 1000;
        Line::from(vec![
            Span::styled("█".repeat(white), theme::bar(Side::White)),
            Span::styled("░".repeat(columns - white), theme::bar(Side::Black)),
            Span::raw(score),
        ])
    }
}

/// A line: score and depth, and as many moves as fit.
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

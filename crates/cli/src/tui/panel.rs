//! The panel beside the board: the state of the game, the cell of the cursor, the moves.

use super::game_screen::GameScreen;
use super::theme;
use crate::draw;
use crate::play::attack_lines;
use crate::words;
use hyperrook_geometry::Cell;
use hyperrook_rules::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

/// Draws the panel, in two columns if it is low and wide.
pub(super) fn draw(game_screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    if area.width >= 56 && area.height < 14 {
        let half = area.width / 2;
        let left = Rect {
            width: half - 1,
            ..area
        };
        let right = Rect {
            x: area.x + half + 1,
            width: area.width - half - 1,
            ..area
        };
        write(left, buffer, &facts(game_screen, usize::from(left.width)));
        let left = insight(game_screen, right, 1, buffer);
        moves(game_screen, left, buffer);
        return;
    }
    let facts = facts(game_screen, usize::from(area.width));
    let used = write(area, buffer, &facts);
    let left = Rect {
        y: area.y + used,
        height: area.height - used,
        ..area
    };
    let left = insight(game_screen, left, 2, buffer);
    if left.height > 2 {
        let left = Rect {
            y: left.y + 1,
            height: left.height - 1,
            ..left
        };
        moves(game_screen, left, buffer);
    }
}

fn write(area: Rect, buffer: &mut Buffer, lines: &[Line<'static>]) -> u16 {
    Paragraph::new(lines.to_vec()).render(area, buffer);
    (lines.len() as u16).min(area.height)
}

/// Draws the results of the engine, with each line in at most `rows` rows. Returns the remaining
/// area.
fn insight(game_screen: &GameScreen, area: Rect, rows: usize, buffer: &mut Buffer) -> Rect {
    if !game_screen.insight.shown.needs_engine() {
        return area;
    }
    let lines = game_screen.insight.draw(usize::from(area.width), rows);
    let used = write(area, buffer, &lines);
    Rect {
        y: area.y + used,
        height: area.height - used,
        ..area
    }
}

/// The lines about the state of the game.
fn facts(game_screen: &GameScreen, width: usize) -> Vec<Line<'static>> {
    let session = &game_screen.session;
    let mut lines = Vec::new();
    let mut put = |text: &str, style: Style| {
        for line in words::wrap(text, width) {
            lines.push(Line::styled(line, style));
        }
    };
    let status = if session.is_over() || session.position().in_check() {
        Style::new().fg(theme::ALARM).add_modifier(Modifier::BOLD)
    } else {
        theme::heading()
    };
    put(&session.status(), status);
    for side in Side::BOTH {
        let who = session.players[side.index()].about();
        let letter = match side {
            Side::White => "UPPER",
            Side::Black => "lower",
        };
        put(&format!("{side} ({letter}): {who}"), theme::dim());
    }
    for line in session.state_lines() {
        put(&line, Style::new().fg(theme::NEWS));
    }
    put(&cursor(game_screen, game_screen.cursor), Style::new());
    if let Some(selected) = game_screen.selected {
        let (quiet, captures) = game_screen.destinations();
        let text = format!(
            "{} chosen: · {} ×{}",
            named(game_screen, selected),
            quiet.count(),
            captures.count()
        );
        put(&text, Style::new().fg(theme::ACCENT));
    }
    if game_screen.attackers {
        for (line, side) in attack_lines(session, game_screen.cursor)
            .iter()
            .zip(Side::BOTH)
        {
            let here = session.position().piece(game_screen.cursor);
            let defends = here.is_some_and(|piece| piece.side == side);
            let sign = if defends { "= =" } else { "+ +" };
            put(&format!("{sign} {line}"), Style::new().fg(theme::NEWS));
        }
    }
    let definition = session.position().game().definition();
    for side in Side::BOTH {
        let mut pieces: Vec<_> = session.captured_by(side);
        if !pieces.is_empty() {
            pieces.sort();
            let letters: String = pieces
                .iter()
                .map(|piece| draw::letter(definition, *piece))
                .collect();
            put(
                &format!("{side} took {}: {letters}", pieces.len()),
                theme::dim(),
            );
        }
    }
    lines
}

fn named(game_screen: &GameScreen, cell: Cell) -> String {
    let position = game_screen.session.position();
    let name = position.game().board().name(cell);
    match position.piece(cell) {
        Some(piece) => format!(
            "{} {name}",
            position.game().definition().piece(piece.kind).name
        ),
        None => name,
    }
}

/// The description of the cursor's cell: `e4 (2212): White knight`.
fn cursor(game_screen: &GameScreen, cell: Cell) -> String {
    let position = game_screen.session.position();
    let board = position.game().board();
    let mut text = format!("[ ] {}", board.name(cell));
    if let Some(address) = board.address(cell) {
        text.push_str(&format!(" ({address})"));
    }
    match position.piece(cell) {
        Some(piece) => {
            let name = &position.game().definition().piece(piece.kind).name;
            text.push_str(&format!(": {} {name}", piece.side));
            let worths = Some(&game_screen.worths).filter(|worths| worths.shown);
            if let Some(pawns) = worths.and_then(|worths| worths.on(position, cell)) {
                text.push_str(&format!(", worth {pawns}"));
            }
        }
        None => text.push_str(": empty"),
    }
    text
}

/// Draws the moves; the last ones if there are too many.
fn moves(game_screen: &GameScreen, area: Rect, buffer: &mut Buffer) {
    let session = &game_screen.session;
    let start = session.history().start();
    let mut texts: Vec<String> = session.shorts().to_vec();
    if start.turn() == Side::Black && !texts.is_empty() {
        texts.insert(0, "…".to_owned());
    }
    let first = start.fullmove() as usize;
    let last = first + texts.len() / 2;
    let number = last.to_string().len();
    let column = texts.iter().map(|text| text.chars().count()).max();
    let column = column.unwrap_or(0).max(6) + 2;
    let per_line = number + 2 + 2 * column;
    // A wide panel has several columns of moves.
    let side_by_side = (usize::from(area.width) / per_line.max(1)).max(1);
    let rows = usize::from(area.height);
    let pairs: Vec<&[String]> = texts.chunks(2).collect();
    let skipped = pairs.len().saturating_sub(rows * side_by_side);
    let shown = &pairs[skipped..];
    let width = usize::from(area.width);
    let mut lines: Vec<Line> = Vec::new();
    for row in 0..rows {
        let mut spans: Vec<Span> = Vec::new();
        for slot in 0..side_by_side {
            let Some(pair) = shown.get(slot * rows + row) else {
                continue;
            };
            let n = first + skipped + slot * rows + row;
            spans.push(Span::styled(format!("{n:>number$}. "), theme::dim()));
            for text in *pair {
                spans.push(Span::raw(format!("{text:<column$}")));
            }
            if pair.len() == 1 && side_by_side > 1 {
                spans.push(Span::raw(" ".repeat(column)));
            }
        }
        if !spans.is_empty() {
            lines.push(Line::from(spans));
        }
    }
    if texts.is_empty() {
        let text = "No moves yet. Choose a piece with the arrow keys and Enter, or type a move.";
        for line in words::wrap(text, width) {
            lines.push(Line::styled(line, theme::dim()));
        }
    }
    Paragraph::new(lines).render(area, buffer);
}

//! The board on the screen: its visible part and its colours.

use super::game_screen::GameScreen;
use super::theme;
use super::viewport::Window;
use crate::draw::{self, AvailableSpace, CellMark, Scene, Sheet, SheetLayout, paint};
use hyperrook_geometry::{Cell, CellSet, Drawing};
use hyperrook_rules::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The best layout of a game for the available space.
pub(super) fn layout(game_screen: &GameScreen, room: AvailableSpace) -> SheetLayout {
    let definition = game_screen.session.position().game().definition();
    let side = if game_screen.flipped {
        Side::Black
    } else {
        Side::White
    };
    let anchor = draw::anchor(definition, side);
    draw::fit(definition.board(), game_screen.flipped, anchor, room)
}

/// Draws the board of a game.
pub(super) fn draw(
    game_screen: &mut GameScreen,
    layout: SheetLayout,
    area: Rect,
    buffer: &mut Buffer,
) {
    let scene = scene(game_screen);
    let board = game_screen.session.position().game().board();
    let mut sheet = paint(&layout, board, &scene);
    describe_inside(game_screen, &layout, &mut sheet);
    let (wide, high) = (usize::from(area.width), usize::from(area.height));
    let scrolls = (layout.width > wide, layout.height > high);
    // Scroll bars take a column or a row.
    let seen = Rect {
        width: area.width - u16::from(scrolls.1),
        height: area.height - u16::from(scrolls.0),
        ..area
    };
    let spare = |room: u16, need: usize| (room.saturating_sub(need as u16)) / 2;
    let shown = Rect {
        x: seen.x + spare(seen.width, layout.width),
        y: seen.y + spare(seen.height, layout.height),
        width: seen.width.min(layout.width as u16),
        height: seen.height.min(layout.height as u16),
    };
    let scroll = follow(&layout, shown, game_screen.view.scroll, game_screen.cursor);
    let window = Window::new(&layout, shown, scroll);
    for y in 0..shown.height {
        for x in 0..shown.width {
            let at = (window.column(usize::from(x)), window.row(usize::from(y)));
            if let Some(spot) = sheet.get(at.0, at.1) {
                buffer[(shown.x + x, shown.y + y)]
                    .set_char(spot.ch)
                    .set_style(theme::style(spot));
            }
        }
    }
    if scrolls.1 {
        let body = usize::from(shown.height) - layout.frozen_bottom;
        let all = layout.height - layout.frozen_bottom;
        let (from, len) = thumb(scroll.1, body, all, usize::from(seen.height));
        for y in 0..seen.height {
            let on = (from..from + len).contains(&usize::from(y));
            let cell = &mut buffer[(area.right() - 1, area.y + y)];
            cell.set_symbol(if on { "█" } else { "│" })
                .set_style(theme::dim());
        }
    }
    if scrolls.0 {
        let body = usize::from(shown.width) - layout.frozen_left;
        let all = layout.width - layout.frozen_left;
        let (from, len) = thumb(scroll.0, body, all, usize::from(seen.width));
        for x in 0..seen.width {
            let on = (from..from + len).contains(&usize::from(x));
            let cell = &mut buffer[(area.x + x, area.bottom() - 1)];
            cell.set_symbol(if on { "█" } else { "─" })
                .set_style(theme::dim());
        }
    }
    game_screen.view.scroll = scroll;
    game_screen.view.area = shown;
    game_screen.view.layout = Some(layout);
}

/// The start and length of the thumb of a scroll bar.
fn thumb(at: usize, seen: usize, all: usize, bar: usize) -> (usize, usize) {
    let len = (seen * bar / all.max(1)).clamp(1, bar.max(1));
    let most = all.saturating_sub(seen).max(1);
    (at * (bar - len.min(bar)) / most, len)
}

/// The scroll position closest to the last one that shows the cursor with some cells around
/// it.
fn follow(
    layout: &SheetLayout,
    shown: Rect,
    before: (usize, usize),
    cursor: Cell,
) -> (usize, usize) {
    let (x, y) = layout.corners[cursor.index()];
    let along = |at: usize, size: usize, body: usize, all: usize, before: usize| {
        // Show as much beyond the cursor as fits, up to one and a half cells.
        let margin = (size + size / 2 + 1).min(body.saturating_sub(size) / 2);
        let least = (at + size + margin).saturating_sub(body);
        let most = at.saturating_sub(margin);
        let scroll = before.clamp(least.min(most), most.max(least));
        scroll.min(all.saturating_sub(body))
    };
    let (left, bottom) = (layout.frozen_left, layout.frozen_bottom);
    let (width, height) = (usize::from(shown.width), usize::from(shown.height));
    (
        along(
            x.saturating_sub(left),
            layout.cell.width,
            width.saturating_sub(left),
            layout.width - left,
            before.0,
        ),
        along(
            y,
            layout.cell.height,
            height.saturating_sub(bottom),
            layout.height - bottom,
            before.1,
        ),
    )
}

/// The pieces and marks that the cells show.
fn scene(game_screen: &GameScreen) -> Scene {
    let position = game_screen.session.position();
    let board = position.game().board();
    let mut letters = draw::letters(position);
    if game_screen.worths.shown {
        game_screen.worths.replace(position, &mut letters);
    }
    let mut scene = Scene::new(letters);
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        scene.empty = '.';
    }
    let marks = &mut scene.marks;
    marks.add(CellMark::Last, game_screen.session.last_move());
    if position.in_check() {
        marks.add(CellMark::Check, position.royal_cells(position.turn()));
    }
    let (quiet, captures) = game_screen.destinations();
    marks.add(CellMark::Quiet, quiet);
    marks.add(CellMark::Capture, captures);
    let chosen = game_screen.selected.and_then(|cell| position.piece(cell));
    let promotion = draw::promotion_cells(position.game().definition(), chosen);
    marks.add(CellMark::Promotion, promotion);
    if let Some(selected) = game_screen.selected {
        // All cells of a spanning piece are chosen together.
        let body = position.piece(selected).and_then(|piece| {
            let definition = position.game().definition();
            let bodies = board
                .cells()
                .filter_map(|cell| definition.body(piece.kind, cell));
            bodies.into_iter().find(|body| {
                body.contains(selected) && body.iter().all(|c| position.piece(c) == Some(piece))
            })
        });
        marks.add(CellMark::Selected, body.unwrap_or(CellSet::of(selected)));
    }
    if game_screen.attackers {
        let here = position.piece(game_screen.cursor);
        for side in Side::BOTH {
            let defends = here.is_some_and(|piece| piece.side == side);
            let mark = if defends {
                CellMark::Defender
            } else {
                CellMark::Attacker
            };
            marks.add(mark, position.attackers(game_screen.cursor, side));
        }
    }
    if let Some(opposite) = opposite(game_screen, game_screen.cursor) {
        marks.add(CellMark::Opposite, CellSet::of(opposite));
    }
    marks.add(CellMark::Cursor, CellSet::of(game_screen.cursor));
    scene
}

/// The cell on the opposite side of a ring.
pub(super) fn opposite(game_screen: &GameScreen, cell: Cell) -> Option<Cell> {
    let board = game_screen.session.position().game().board();
    match board.drawing() {
        Drawing::Ring { cells, .. } if cells.is_multiple_of(2) => {
            let mut place = board.place(cell);
            place.file = (place.file + cells / 2) % cells;
            board.at(place)
        }
        _ => None,
    }
}

/// Writes a text into the middle of a ring.
fn describe_inside(game_screen: &GameScreen, layout: &SheetLayout, sheet: &mut Sheet) {
    let (Some((x, y, width, height)), Some(opposite)) =
        (layout.inside, opposite(game_screen, game_screen.cursor))
    else {
        return;
    };
    let board = game_screen.session.position().game().board();
    let lines = [
        "numbers rise counterclockwise".to_owned(),
        format!(
            "[ ] {} is opposite ( ) {}",
            board.name(game_screen.cursor),
            board.name(opposite)
        ),
    ];
    for (i, line) in lines.iter().enumerate() {
        if line.len() <= width && height > 4 {
            let at = x + (width - line.len()) / 2;
            sheet.write(at, y + height / 2 - 1 + i, line, draw::Ink::Label);
        }
    }
}

//! Colours, from the palette of 256 colours of terminals.

use crate::draw::{CellColour, Ink, SheetSpot};
use hyperrook_rules::Side;
use ratatui::style::{Color, Modifier, Style};

/// Headings and keys.
pub(super) const ACCENT: Color = Color::Indexed(179);
/// Less important text.
pub(super) const DIM: Color = Color::Indexed(246);
/// Less important text.
pub(super) const ALARM: Color = Color::Indexed(210);
/// Errors and refusals.
pub(super) const NEWS: Color = Color::Indexed(150);

/// The colours of a character of a board.
pub(super) fn style(spot: SheetSpot) -> Style {
    let ground = match spot.ground {
        CellColour::None => None,
        CellColour::Light => Some(103),
        CellColour::Dark => Some(60),
        CellColour::Last => Some(101),
        CellColour::Selected => Some(94),
        CellColour::Quiet => Some(65),
        CellColour::Capture => Some(131),
        CellColour::Check => Some(160),
        CellColour::Attacker => Some(133),
        CellColour::Defender => Some(30),
    };
    let mut style = Style::new();
    if let Some(ground) = ground {
        style = style.bg(Color::Indexed(ground));
    }
    match spot.ink {
        Ink::Plain => style,
        Ink::Label => style.fg(DIM),
        Ink::Name => style.fg(Color::Indexed(if spot.ground == CellColour::Dark {
            103
        } else {
            145
        })),
        Ink::Piece(Side::White) => style.fg(Color::Indexed(231)).add_modifier(Modifier::BOLD),
        Ink::Piece(Side::Black) => style.fg(Color::Indexed(16)).add_modifier(Modifier::BOLD),
        Ink::Sign => style.fg(Color::Indexed(230)).add_modifier(Modifier::BOLD),
        Ink::Cursor => style.fg(Color::Indexed(226)).add_modifier(Modifier::BOLD),
    }
}

/// The style of headings.
pub(super) fn heading() -> Style {
    Style::new().fg(ACCENT).add_modifier(Modifier::BOLD)
}

/// The style of less important text.
pub(super) fn dim() -> Style {
    Style::new().fg(DIM)
}

/// The style of the chosen line of a list.
pub(super) fn chosen() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// The style of a side's part of the bar that shows which side is better.
pub(super) fn bar(side: Side) -> Style {
    Style::new().fg(Color::Indexed(match side {
        Side::White => 231,
        Side::Black => 240,
    }))
}

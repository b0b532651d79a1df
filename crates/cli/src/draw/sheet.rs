//! A rectangle of characters with their meaning, which decides their colours later.

use hyperrook_rules::Side;

/// The meaning of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ink {
    /// No special meaning.
    #[default]
    Plain,
    /// A coordinate.
    Label,
    /// The name of a cell, inside the cell.
    Name,
    /// A piece of a side.
    Piece(Side),
    /// A mark beside a piece or on an empty cell.
    Sign,
    /// The cursor's brackets.
    Cursor,
}

/// The background of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum CellColour {
    /// Outside the cells.
    #[default]
    None,
    /// A light cell.
    Light,
    /// A dark cell.
    Dark,
    /// The origin or destination of the last move.
    Last,
    /// The chosen piece.
    Selected,
    /// A cell that the chosen piece can move to.
    Quiet,
    /// A piece that the chosen piece can capture.
    Capture,
    /// A royal piece in check.
    Check,
    /// A piece that attacks the cell of the cursor.
    Attacker,
    /// A piece that defends the cell of the cursor.
    Defender,
}

/// One character of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SheetSpot {
    /// The character.
    pub(crate) ch: char,
    /// Its meaning.
    pub(crate) ink: Ink,
    /// Its background.
    pub(crate) ground: CellColour,
}

impl Default for SheetSpot {
    fn default() -> SheetSpot {
        SheetSpot {
            ch: ' ',
            ink: Ink::Plain,
            ground: CellColour::None,
        }
    }
}

/// A rectangle of characters.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    width: usize,
    spots: Vec<SheetSpot>,
}

impl Sheet {
    /// An empty sheet.
    pub(crate) fn new(width: usize, height: usize) -> Sheet {
        Sheet {
            width,
            spots: vec![SheetSpot::default(); width * height],
        }
    }

    /// The character at a column and row, if they are on the sheet.
    pub(crate) fn get(&self, x: usize, y: usize) -> Option<SheetSpot> {
        (x < self.width)
            .then(|| self.spots.get(y * self.width + x))
            .flatten()
            .copied()
    }

    /// Sets a character. Does nothing outside the sheet.
    pub(crate) fn put(&mut self, x: usize, y: usize, spot: SheetSpot) {
        if x < self.width
            && let Some(place) = self.spots.get_mut(y * self.width + x)
        {
            *place = spot;
        }
    }

    /// Writes a text without a background.
    pub(crate) fn write(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        for (i, ch) in text.chars().enumerate() {
            let spot = SheetSpot {
                ch,
                ink,
                ground: CellColour::None,
            };
            self.put(x + i, y, spot);
        }
    }

    /// The text of the sheet, without spaces at the ends of lines.
    pub(crate) fn to_text(&self) -> String {
        let mut out = String::new();
        for row in self.spots.chunks(self.width.max(1)) {
            let line: String = row.iter().map(|spot| spot.ch).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

//! A rectangle of characters with their meaning; colours come later.

use hyperrook_rules::Side;

/// What a character is, for the choice of its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ink {
    /// Nothing particular.
    #[default]
    Plain,
    /// A coordinate.
    Label,
    /// A cell's name inside the cell.
    Name,
    /// A piece of a side.
    Piece(Side),
    /// A sign beside or instead of a piece.
    Sign,
    /// The cursor's brackets.
    Cursor,
}

/// What is under a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum CellColour {
    /// No cell.
    #[default]
    None,
    /// A cell of the lighter sort.
    Light,
    /// A cell of the darker sort.
    Dark,
    /// An end of the last move.
    Last,
    /// The chosen piece.
    Selected,
    /// Where the chosen piece can go.
    Quiet,
    /// What the chosen piece can capture.
    Capture,
    /// A royal piece that is attacked.
    Check,
    /// A piece that attacks the cursor's cell.
    Attacker,
    /// A piece that the side of the cursor's cell has to defend it.
    Defender,
}

/// One character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SheetSpot {
    /// The character.
    pub(crate) ch: char,
    /// What it is.
    pub(crate) ink: Ink,
    /// What it stands on.
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
    /// An empty one.
    pub(crate) fn new(width: usize, height: usize) -> Sheet {
        Sheet {
            width,
            spots: vec![SheetSpot::default(); width * height],
        }
    }

    /// The character at a column and row, if it is on the sheet.
    pub(crate) fn get(&self, x: usize, y: usize) -> Option<SheetSpot> {
        (x < self.width)
            .then(|| self.spots.get(y * self.width + x))
            .flatten()
            .copied()
    }

    /// Puts a character; beyond the sheet nothing happens.
    pub(crate) fn put(&mut self, x: usize, y: usize, spot: SheetSpot) {
        if x < self.width
            && let Some(place) = self.spots.get_mut(y * self.width + x)
        {
            *place = spot;
        }
    }

    /// Puts a text without ground.
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

    /// The characters alone, without spaces at the ends of lines.
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

//! The content of the cells of a board: pieces and marks.

use super::layout::SheetLayout;
use super::sheet::{CellColour, Ink, Sheet, SheetSpot};
use hyperrook_geometry::{Board, Cell, CellSet};
use hyperrook_rules::Side;

/// The sign beside the content of a cell on which pieces promote.
pub(crate) const PROMOTION_SIGN: char = '^';

/// A mark on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CellMark {
    /// The origin or destination of the last move.
    Last,
    /// A royal piece in check.
    Check,
    /// The chosen piece.
    Selected,
    /// The chosen piece can move there.
    Quiet,
    /// The chosen piece can capture there.
    Capture,
    /// A piece that attacks the cell in question.
    Attacker,
    /// A piece that defends the cell in question.
    Defender,
    /// The cell across the ring.
    Opposite,
    /// A cell on which pieces promote.
    Promotion,
    /// The cursor.
    Cursor,
}

/// The cells with each mark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<(CellMark, CellSet)>);

impl Marks {
    /// Marks cells.
    pub(crate) fn add(&mut self, mark: CellMark, cells: CellSet) {
        self.0.push((mark, cells));
    }

    /// Whether a cell has a mark.
    pub(crate) fn has(&self, mark: CellMark, cell: Cell) -> bool {
        self.0
            .iter()
            .any(|(m, cells)| *m == mark && cells.contains(cell))
    }
}

/// The pieces and marks of all cells.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// The letter of each cell's piece.
    pub(crate) letters: Vec<Option<(char, Side)>>,
    /// The marks.
    pub(crate) marks: Marks,
    /// The character of an empty cell.
    pub(crate) empty: char,
    /// The characters of cells that the chosen piece can only move to, only capture on, or
    /// both. Text without colours needs them to differ.
    pub(crate) reach: [char; 3],
}

impl Scene {
    /// A scene for a coloured screen.
    pub(crate) fn new(letters: Vec<Option<(char, Side)>>) -> Scene {
        Scene {
            letters,
            marks: Marks::default(),
            empty: ' ',
            reach: ['·', '×', '·'],
        }
    }

    /// A scene for text output.
    pub(crate) fn plain(letters: Vec<Option<(char, Side)>>) -> Scene {
        Scene {
            empty: '.',
            reach: ['o', 'x', '*'],
            ..Scene::new(letters)
        }
    }
}

/// Draws a scene on a sheet.
pub(crate) fn paint(layout: &SheetLayout, board: &Board, scene: &Scene) -> Sheet {
    let mut sheet = Sheet::new(layout.width, layout.height);
    for label in &layout.labels {
        sheet.write(label.x, label.y, &label.text, Ink::Label);
    }
    for cell in board.cells() {
        paint_cell(&mut sheet, layout, board, scene, cell);
    }
    sheet
}

fn ground(layout: &SheetLayout, scene: &Scene, cell: Cell) -> CellColour {
    // More important marks come first.
    let order = [
        (CellMark::Selected, CellColour::Selected),
        (CellMark::Capture, CellColour::Capture),
        (CellMark::Attacker, CellColour::Attacker),
        (CellMark::Defender, CellColour::Defender),
        (CellMark::Check, CellColour::Check),
        (CellMark::Quiet, CellColour::Quiet),
        (CellMark::Last, CellColour::Last),
    ];
    let marked = order.iter().find(|(mark, _)| scene.marks.has(*mark, cell));
    match marked {
        Some(&(_, ground)) => ground,
        None if layout.dark[cell.index()] => CellColour::Dark,
        None => CellColour::Light,
    }
}

/// The characters left and right of the middle of a cell, if it has a mark.
fn sign(scene: &Scene, cell: Cell) -> Option<(char, char)> {
    let order = [
        (CellMark::Selected, ('<', '>')),
        (CellMark::Capture, ('×', '×')),
        (CellMark::Attacker, ('+', '+')),
        (CellMark::Defender, ('=', '=')),
        (CellMark::Check, ('!', '!')),
        (CellMark::Opposite, ('(', ')')),
        (CellMark::Promotion, (PROMOTION_SIGN, PROMOTION_SIGN)),
    ];
    // An empty cell needs no sign for a capture: its character shows it.
    let is_empty = scene.letters[cell.index()].is_none();
    let marked = order.iter().find(|(mark, _)| {
        scene.marks.has(*mark, cell) && !(is_empty && *mark == CellMark::Capture)
    });
    marked.map(|&(_, signs)| signs)
}

fn paint_cell(sheet: &mut Sheet, layout: &SheetLayout, board: &Board, scene: &Scene, cell: Cell) {
    let (x, y) = layout.corners[cell.index()];
    let (width, height) = (layout.cell.width, layout.cell.height);
    let ground = ground(layout, scene, cell);
    for dy in 0..height {
        for dx in 0..width {
            let spot = SheetSpot {
                ch: ' ',
                ink: Ink::Plain,
                ground,
            };
            sheet.put(x + dx, y + dy, spot);
        }
    }
    // A cell of two columns has its letter on the right and one mark on the left.
    let middle = if width == 2 { 1 } else { (width - 1) / 2 };
    let row = y + (height - 1) / 2;
    let mut put =
        |x: usize, y: usize, ch: char, ink: Ink| sheet.put(x, y, SheetSpot { ch, ink, ground });
    let quiet = scene.marks.has(CellMark::Quiet, cell);
    let capture = scene.marks.has(CellMark::Capture, cell);
    match scene.letters[cell.index()] {
        Some((letter, side)) => put(x + middle, row, letter, Ink::Piece(side)),
        None if quiet && capture => put(x + middle, row, scene.reach[2], Ink::Sign),
        None if capture => put(x + middle, row, scene.reach[1], Ink::Sign),
        None if quiet => put(x + middle, row, scene.reach[0], Ink::Sign),
        None => put(x + middle, row, scene.empty, Ink::Plain),
    }
    let cursor = scene.marks.has(CellMark::Cursor, cell);
    let sign = sign(scene, cell);
    if width == 2 {
        if cursor {
            put(x, row, '>', Ink::Cursor);
        } else if let Some((left, _)) = sign {
            put(x, row, left, Ink::Sign);
        }
    } else {
        if let Some((left, right)) = sign {
            put(x + middle - 1, row, left, Ink::Sign);
            put(x + middle + 1, row, right, Ink::Sign);
        }
        if cursor {
            put(x, row, '[', Ink::Cursor);
            put(x + width - 1, row, ']', Ink::Cursor);
        }
    }
    if layout.names_inside {
        let name = board.name(cell);
        let at = x + (width - name.chars().count().min(width)) / 2;
        for (i, ch) in name.chars().enumerate() {
            put(at + i, y + height - 1, ch, Ink::Name);
        }
    }
}

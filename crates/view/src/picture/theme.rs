//! Colours of pictures.

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// For white paper.
    #[default]
    Light,
    /// For a dark background.
    Dark,
}

impl Theme {
    /// The theme with a name: `light` or `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        match name {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            _ => None,
        }
    }

    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PieceSet {
    /// Each part of a piece has a thin outline.
    #[default]
    Outlined,
    /// A piece is one figure with one heavy outline.
    Solid,
}

impl PieceSet {
    /// The set with a name: `outlined` or `solid`.
    pub fn named(name: &str) -> Option<PieceSet> {
        match name {
            "outlined" => Some(PieceSet::Outlined),
            "solid" => Some(PieceSet::Solid),
            _ => None,
        }
    }
}

/// All colours of a theme.
pub(super) struct Colours {
    /// The background of the picture.
    pub(super) paper: &'static str,
    /// The background of a board.
    pub(super) frame: &'static str,
    /// The two colours of cells. The first cell has the first one.
    pub(super) cells: [&'static str; 2],
    /// The third colour of cells of a board of hexagons.
    pub(super) between: &'static str,
    /// Places without a cell.
    pub(super) missing: &'static str,
    /// Coordinates.
    pub(super) ink: &'static str,
    /// Fill and outline of White's pieces.
    pub(super) white: [&'static str; 2],
    /// Fill and outline of Black's pieces.
    pub(super) black: [&'static str; 2],
    /// The tint of the last move.
    pub(super) last: &'static str,
    /// Attackers and their paths.
    pub(super) attack: &'static str,
    /// The royal piece in question, and cells that it cannot go to.
    pub(super) royal: &'static str,
    /// Pieces that stand in the way.
    pub(super) blocker: &'static str,
    /// Possible moves.
    pub(super) possible: &'static str,
    /// Pieces that are pinned or held.
    pub(super) held: &'static str,
}

const LIGHT: Colours = Colours {
    paper: "#ffffff",
    frame: "#6b5a48",
    cells: ["#b99a76", "#efe4cf"],
    between: "#d5bf9f",
    missing: "#e7e7e4",
    ink: "#4c453c",
    white: ["#ffffff", "#26221d"],
    black: ["#26221d", "#f6f2ea"],
    last: "#e9c34a",
    attack: "#c2410c",
    royal: "#b91c1c",
    blocker: "#52525b",
    possible: "#15803d",
    held: "#1d4ed8",
};

const DARK: Colours = Colours {
    paper: "#191a1c",
    frame: "#0d0e0f",
    cells: ["#5b6370", "#8d95a1"],
    between: "#747c88",
    missing: "#232528",
    ink: "#c9cdd3",
    white: ["#ffffff", "#17181a"],
    black: ["#17181a", "#e8eaed"],
    last: "#d8b03a",
    attack: "#fb923c",
    royal: "#f87171",
    blocker: "#d4d4d8",
    possible: "#4ade80",
    held: "#93c5fd",
};

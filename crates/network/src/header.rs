//! The header of a network: the game that it is for, and its size.

use hyperrook_rules::{Automorphism, Definition, Game, MAX_KINDS};
use serde::{Deserialize, Serialize};

/// The maximum number of automorphisms among which the mirror is chosen.
const MAX_MIRRORS: usize = 64;

/// The header of a network: the game that it is for, and its size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkHeader {
    /// The name of the game.
    pub game: String,
    /// How the network was made.
    pub made: String,
    /// The identities of the rule sets that it can be used for.
    pub rules: Vec<String>,
    /// The number of cells of the board.
    pub cells: usize,
    /// The letters of the kinds, in the order of the inputs.
    pub pieces: String,
    /// The letters of the castlings.
    pub castlings: String,
    /// The letters of the holds.
    pub holds: String,
    /// For each cell, the cell where Black sees what White sees there. Without such a map, each
    /// side has its own inputs.
    pub mirror: Option<Vec<u8>>,
    /// The number of cells with a piece at the start of the game.
    pub start_pieces: usize,
    /// The width of the hidden layer: a multiple of [`NetworkHeader::HIDDEN_STEP`].
    pub hidden: usize,
    /// The number of output layers.
    pub buckets: usize,
    /// An output of 1, in centipawns.
    pub scale: f32,
}

impl NetworkHeader {
    /// The width of the hidden layer is a multiple of this.
    pub const HIDDEN_STEP: usize = 32;
    /// The maximum width of the hidden layer.
    pub const MAX_HIDDEN: usize = 512;
    /// The maximum number of output layers.
    pub const MAX_BUCKETS: usize = 16;

    /// The header of a network for a game. Black sees the board through an automorphism of the game
    /// that exchanges the sides, if there is one. If some of these are their own inverses, one of
    /// them is chosen, and a position and its image have the same evaluation.
    pub fn new(
        game: &Game,
        hidden: usize,
        buckets: usize,
        scale: f32,
        made: &str,
    ) -> NetworkHeader {
        let definition = game.definition();
        let mirrors = game.automorphisms(true, MAX_MIRRORS);
        let undoes_itself = |map: &&Automorphism| {
            let cells = definition.board().cells();
            cells.into_iter().all(|cell| map.map(map.map(cell)) == cell)
        };
        let mirror = mirrors.iter().find(undoes_itself).or(mirrors.first());
        NetworkHeader {
            game: definition.name().to_owned(),
            made: made.to_owned(),
            rules: vec![definition.identity().to_owned()],
            cells: definition.board().len(),
            pieces: letters(definition).0,
            castlings: letters(definition).1,
            holds: letters(definition).2,
            mirror: mirror.map(|map| map.cells().to_vec()),
            start_pieces: definition.start().pieces.iter().flatten().count(),
            hidden,
            buckets,
            scale,
        }
    }

    /// Whether the network can be used for the rules of a definition.
    pub(crate) fn is_for(&self, definition: &Definition) -> bool {
        let mut rules = self.rules.iter();
        rules.any(|identity| definition.has_identity(identity))
    }

    /// The number of kinds.
    pub(crate) fn kinds(&self) -> usize {
        self.pieces.chars().count()
    }

    /// The number of inputs from the perspective of one side: own and enemy pieces of each kind on
    /// each cell; castling rights; holds and bindings by each side.
    pub(crate) fn block(&self) -> usize {
        2 * self.kinds() * self.cells
            + self.castlings.chars().count()
            + 2 * self.holds.chars().count()
            + 2
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.block() * if self.mirror.is_some() { 1 } else { 2 }
    }

    /// The output layer for a number of occupied cells.
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        (pieces.saturating_sub(1) * self.buckets / self.start_pieces.max(1)).min(self.buckets - 1)
    }

    /// What is wrong with the sizes; `None` if nothing is.
    pub(crate) fn fault(&self) -> Option<String> {
        let fault = |what: &str, value: usize, allowed: String| {
            Some(format!("`{what}` is {value}, and must be {allowed}"))
        };
        if !(1..=256).contains(&self.cells) {
            return fault("cells", self.cells, "from 1 to 256".into());
        }
        if !(1..=MAX_KINDS).contains(&self.kinds()) {
            let allowed = format!("from 1 to {MAX_KINDS} letters");
            return fault("pieces", self.kinds(), allowed);
        }
        if self.castlings.chars().count() > 8 {
            let count = self.castlings.chars().count();
            return fault("castlings", count, "at most 8 letters".into());
        }
        if self.holds.chars().count() > 4 {
            return fault(
                "holds",
                self.holds.chars().count(),
                "at most 4 letters".into(),
            );
        }
        let (hidden, step, most) = (
            self.hidden,
            NetworkHeader::HIDDEN_STEP,
            NetworkHeader::MAX_HIDDEN,
        );
        if hidden == 0 || hidden > most || hidden % step != 0 {
            let allowed = format!("a multiple of {step} up to {most}");
            return fault("hidden", hidden, allowed);
        }
        if !(1..=NetworkHeader::MAX_BUCKETS).contains(&self.buckets) {
            let allowed = format!("from 1 to {}", NetworkHeader::MAX_BUCKETS);
            return fault("buckets", self.buckets, allowed);
        }
        if !(1..=256).contains(&self.start_pieces) {
            return fault("start_pieces", self.start_pieces, "from 1 to 256".into());
        }
        if !(1.0..=100_000.0).contains(&self.scale) {
            return Some(format!(
                "`scale` is {}, and must be from 1 to 100000",
                self.scale
            ));
        }
        None
    }
}

/// The letters of the kinds, castlings and holds of a definition.
pub(crate) fn letters(definition: &Definition) -> (String, String, String) {
    (
        definition
            .pieces()
            .iter()
            .map(|piece| piece.letter)
            .collect(),
        definition
            .castlings()
            .iter()
            .map(|castling| castling.letter)
            .collect(),
        definition.holds().iter().map(|hold| hold.letter).collect(),
    )
}

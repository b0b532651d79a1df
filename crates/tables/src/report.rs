//! Reports on which pieces win: the materials, and examples from their tables.

use crate::placement::Placement;
use crate::value::DRAW;
use crate::{BuildError, Builder, Material, Tables};
use hyperrook_rules::Cell;
use hyperrook_rules::{Kind, Position, Side};

/// Instructive positions of a table.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MaterialExamples {
    /// The longest win of White: see [`TableHeader::longest_win`](crate::TableHeader::longest_win).
    pub longest_win: Option<Position>,
    /// A draw with White to move in which Black attacks no piece of White, so that it is not just
    /// the loss of a piece: the one in which White has the most moves.
    pub fortress: Option<Position>,
}

/// From twice this number of draws on, not all of them are looked at to find a fortress, but always
/// less than twice this number.
const FORTRESS_POSITIONS: usize = 100_000;

impl Builder {
    /// Every set of pieces of White against a bare royal piece, with at most this many pieces in
    /// total, the small sets first. Where baring wins, Black has one more piece, of each kind. Only
    /// royal pieces that can occur in a game count, and White's royal piece is of the same kind as
    /// Black's.
    pub fn against_bare(&self, pieces: usize) -> Vec<Material> {
        let definition = self.game().definition();
        let kinds: Vec<Kind> = definition
            .kinds()
            .filter(|&kind| !definition.piece(kind).royal)
            .collect();
        let mut found = Vec::new();
        if kinds.is_empty() {
            return found;
        }
        // The royal piece that others transform into occurs in endgames; the one of several cells
        // in openings.
        let royals = definition.kinds().filter(|&kind| {
            let piece = definition.piece(kind);
            piece.royal && piece.span.is_none()
        });
        for royal in royals {
            let enemies: Vec<Vec<Kind>> = if definition.ends().baring {
                kinds.iter().map(|&kind| vec![kind]).collect()
            } else {
                vec![Vec::new()]
            };
            let most = pieces.saturating_sub(2 + enemies[0].len());
            let mut sets: Vec<Vec<Kind>> = vec![Vec::new()];
            for _ in 0..most {
                let mut next = Vec::new();
                for set in &sets {
                    for &kind in &kinds {
                        if set.last().is_some_and(|last| kind > *last) {
                            continue;
                        }
                        let mut set = set.clone();
                        set.push(kind);
                        for enemy in &enemies {
                            found.push(Material::new([royal; 2], [set.clone(), enemy.clone()]));
                        }
                        next.push(set);
                    }
                }
                sets = next;
            }
        }
        found.sort_by_key(|material| {
            (
                material.pieces(),
                std::cmp::Reverse(material.others(Side::White).to_vec()),
            )
        });
        found
    }
}

impl Tables {
    /// Instructive positions of a table.
    pub fn examples(&self, material: &Material) -> Result<MaterialExamples, BuildError> {
        let mut examples = MaterialExamples::default();
        let Some(header) = self.header(material)? else {
            return Ok(examples);
        };
        let longest = header.longest_win(Side::White);
        examples.longest_win = longest.and_then(|win| self.position(material, win.entry));
        examples.fortress = self.fortress(material, header.counts[0].draws as usize)?;
        Ok(examples)
    }

    /// The fortress of [`MaterialExamples`], among `count` draws with White to move.
    fn fortress(&self, material: &Material, count: usize) -> Result<Option<Position>, BuildError> {
        let (stored, exchange) = self.builder().stored(material);
        let solved = self.load(&stored)?;
        let half = solved.codes.len() / 2;
        // White is to move in the first half, and in the second if the sides are exchanged.
        let entries = if exchange.is_none() {
            0..half
        } else {
            half..solved.codes.len()
        };
        let draws = entries.filter(|&entry| solved.codes[entry] == DRAW);
        let step = (count / FORTRESS_POSITIONS).max(1);
        let mut best: Option<(usize, Position)> = None;
        for entry in draws.step_by(step) {
            let width = solved.index.width;
            if !solved
                .index
                .chosen(entry / width)
                .contains(Cell::from_index(entry % width))
            {
                continue;
            }
            let placement = solved.index.placement(entry);
            let position = placement
                .and_then(|placement| self.position_of(placement, &stored, exchange.as_ref()));
            let Some(position) = position else {
                continue;
            };
            let attacked = Placement::of(&position)
                .pieces
                .iter()
                .any(|&(piece, cell)| {
                    piece.side == Side::White
                        && !position
                            .attackers(Cell::from_byte(cell), Side::Black)
                            .is_empty()
                });
            if attacked || position.outcome().is_some() {
                continue;
            }
            let moves = position.moves().len();
            if best.as_ref().is_none_or(|(least, _)| moves > *least) {
                best = Some((moves, position));
            }
        }
        Ok(best.map(|(_, position)| position))
    }
}

//! Positions by their pieces, and the pieces as a key.

use crate::Material;
use crate::symmetry::mapped_anchor;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{
    Cell, CellSet, Definition, Kind, Piece, Position, Setup, Side, State, Visit,
};
use smallvec::SmallVec;

/// A position of some material, by its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Placement {
    pub(crate) turn: Side,
    /// Naming cells.
    pub(crate) royals: [Cell; 2],
    pub(crate) holds: u8,
    /// The other pieces, in any order.
    pub(crate) pieces: SmallVec<[(Piece, u8); 10]>,
}

impl Placement {
    /// The pieces of a position.
    pub(crate) fn of(position: &Position) -> Placement {
        position.visit(ReadPosition)
    }

    /// The pieces of a position of one width, and their key: the same for the same pieces.
    /// None if there are more than tables have.
    pub(crate) fn of_pos<const W: usize>(
        rules: &Rules<W>,
        pos: &Pos<W>,
    ) -> Option<(Placement, MaterialKey)> {
        let mut pieces: SmallVec<[(Piece, u8); 10]> = SmallVec::new();
        let mut key = MaterialKey::default();
        for kind in rules.definition().kinds() {
            let cells = pos.kind(kind);
            if cells.is_empty() {
                continue;
            }
            for side in Side::BOTH {
                let cells = cells & pos.side(side);
                if rules.is_royal(kind) {
                    if cells.any() {
                        key.add(side, kind)?;
                    }
                    continue;
                }
                for cell in cells {
                    key.add(side, kind)?;
                    pieces.push((Piece { side, kind }, cell.byte()));
                }
            }
        }
        let royals = Side::BOTH.map(|side| pos.royal(side).0);
        let (turn, holds) = (pos.turn(), pos.state().holds);
        Some((
            Placement {
                turn,
                royals,
                holds,
                pieces,
            },
            key,
        ))
    }

    /// The position with sides exchanged by a map that does so.
    pub(crate) fn exchanged(
        &self,
        definition: &Definition,
        material: &Material,
        map: &hyperrook_rules::Automorphism,
    ) -> Option<Placement> {
        let image = |side: Side| {
            mapped_anchor(
                definition,
                map,
                material.royal(side),
                self.royals[side.index()],
            )
        };
        let state = State {
            holds: self.holds,
            ..State::default()
        };
        let pieces = self.pieces.iter().map(|&(piece, cell)| {
            let piece = Piece {
                side: map.side(piece.side),
                ..piece
            };
            (piece, map.map(Cell::from_byte(cell)).byte())
        });
        Some(Placement {
            turn: map.side(self.turn),
            royals: [image(Side::Black)?, image(Side::White)?],
            holds: map.state(state).holds,
            pieces: pieces.collect(),
        })
    }

    /// The position as a setup.
    pub(crate) fn setup(&self, definition: &Definition, material: &Material) -> Setup {
        let mut setup = Setup::empty(definition.board().len());
        for side in Side::BOTH {
            let kind = material.royal(side);
            let body = definition.body(kind, self.royals[side.index()]);
            for cell in body.unwrap_or(CellSet::EMPTY) {
                setup.put(cell, Some(Piece { side, kind }));
            }
        }
        for &(piece, cell) in &self.pieces {
            setup.put(Cell::from_byte(cell), Some(piece));
        }
        setup.turn = self.turn;
        setup.state.holds = self.holds;
        setup
    }
}

/// The pieces of a position as one number: 6 bits for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct MaterialKey(u64);

impl MaterialKey {
    /// Adds a piece. Kinds come in their order, White's first. None if there is no room.
    fn add(&mut self, side: Side, kind: Kind) -> Option<()> {
        let code = 1 + 2 * kind.index() as u64 + side.index() as u64;
        if self.0 >> 54 != 0 {
            return None;
        }
        self.0 = self.0 << 6 | code;
        Some(())
    }

    /// The material of a key.
    pub(crate) fn material(self, definition: &Definition) -> Option<Material> {
        let mut royals = [None; 2];
        let mut others = [Vec::new(), Vec::new()];
        let mut left = self.0;
        while left != 0 {
            let code = (left & 63) as usize - 1;
            left >>= 6;
            let (side, kind) = (code % 2, Kind::new(code / 2)?);
            if definition.piece(kind).royal {
                royals[side] = Some(kind);
            } else {
                others[side].push(kind);
            }
        }
        let [white, black] = royals;
        Some(Material::new([white?, black?], others))
    }
}

struct ReadPosition;

impl Visit for ReadPosition {
    type Output = Placement;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Placement {
        match Placement::of_pos(rules, pos) {
            Some((placement, _)) => placement,
            // More pieces than any table has.
            None => Placement {
                turn: pos.turn(),
                royals: Side::BOTH.map(|side| pos.royal(side).0),
                holds: pos.state().holds,
                pieces: SmallVec::new(),
            },
        }
    }
}

//! Exchanging the sides of a setup.

use crate::{Definition, Piece, Setup};
use hyperrook_geometry::Symmetry;

impl Setup {
    /// The setup with the sides exchanged and the board mapped by a symmetry. `None` if a castling
    /// right has no counterpart.
    pub fn reversed(&self, definition: &Definition, symmetry: &Symmetry) -> Option<Setup> {
        let mut reversed = Setup::empty(self.pieces.len());
        for cell in definition.board.cells() {
            let piece = self.piece(cell).map(|piece| Piece {
                side: piece.side.other(),
                kind: piece.kind,
            });
            reversed.put(symmetry.map(cell), piece);
        }
        for (i, mine) in definition.castlings.iter().enumerate().take(8) {
            if self.state.castling >> i & 1 != 0 {
                let theirs = definition.castlings.iter().position(|theirs| {
                    theirs.side != mine.side && theirs.rook_from == symmetry.map(mine.rook_from)
                });
                reversed.state.castling |= 1 << theirs?;
            }
        }
        let exchanged = |bits: u8| (bits & 0x55) << 1 | (bits & 0xaa) >> 1;
        reversed.state.en_passant = self.state.en_passant.map(|cell| symmetry.map(cell));
        reversed.state.holds = exchanged(self.state.holds);
        reversed.state.bound = exchanged(self.state.bound);
        reversed.turn = self.turn.other();
        (reversed.halfmove, reversed.fullmove) = (self.halfmove, self.fullmove);
        Some(reversed)
    }
}

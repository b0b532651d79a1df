//! Zobrist keys for hashing positions.

use crate::random::SplitMix64;
use crate::{Piece, Side, State};
use hyperrook_geometry::Cell;

/// One random key for each feature of a position. A position's hash is the
/// exclusive or of the keys of its features.
#[derive(Debug)]
pub(crate) struct ZobristKeys {
    kinds: usize,
    pieces: Vec<u64>,
    turn: u64,
    castling: [u64; 8],
    holds: [u64; 8],
    bound: [u64; 2],
    en_passant: Vec<u64>,
}

impl ZobristKeys {
    pub(super) fn new(cells: usize, kinds: usize) -> ZobristKeys {
        // A fixed seed, so that hashes are the same in every run.
        let mut random = SplitMix64::new(0x6879_7065_7272_6f6b);
        ZobristKeys {
            kinds,
            pieces: (0..cells * kinds * 2).map(|_| random.next_u64()).collect(),
            turn: random.next_u64(),
            castling: std::array::from_fn(|_| random.next_u64()),
            holds: std::array::from_fn(|_| random.next_u64()),
            bound: std::array::from_fn(|_| random.next_u64()),
            en_passant: (0..cells).map(|_| random.next_u64()).collect(),
        }
    }

    #[inline]
    pub(crate) fn piece(&self, piece: Piece, cell: Cell) -> u64 {
        self.pieces[(cell.index() * self.kinds + piece.kind.index()) * 2 + piece.side.index()]
    }

    #[inline]
    pub(crate) fn turn(&self, side: Side) -> u64 {
        if side == Side::Black { self.turn } else { 0 }
    }

    #[inline]
    pub(crate) fn state(&self, state: State) -> u64 {
        if state == State::default() {
            return 0;
        }
        let bits = |byte: u8, keys: &[u64]| {
            keys.iter()
                .enumerate()
                .filter(|(i, _)| byte >> i & 1 != 0)
                .fold(0, |all, (_, k)| all ^ k)
        };
        bits(state.castling, &self.castling)
            ^ bits(state.holds, &self.holds)
            ^ bits(state.bound, &self.bound)
            ^ state
                .en_passant
                .map_or(0, |cell| self.en_passant[cell.index()])
    }
}

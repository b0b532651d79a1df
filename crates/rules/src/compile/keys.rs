//! Random keys for hashing positions.

use crate::{Piece, Side, State};
use hyperrook_geometry::Cell;

/// One key for each thing that distinguishes positions; a position's hash is
/// the exclusive or of the keys of what it has.
#[derive(Debug)]
pub(crate) struct Keys {
    kinds: usize,
    pieces: Vec<u64>,
    turn: u64,
    castling: [u64; 8],
    holds: [u64; 8],
    bound: [u64; 2],
    en_passant: Vec<u64>,
}

impl Keys {
    pub(super) fn new(cells: usize, kinds: usize) -> Keys {
        // The same numbers in every run, so that hashes can be compared.
        let mut random = SplitMix(0x6879_7065_7272_6f6b);
        Keys {
            kinds,
            pieces: (0..cells * kinds * 2).map(|_| random.next()).collect(),
            turn: random.next(),
            castling: std::array::from_fn(|_| random.next()),
            holds: std::array::from_fn(|_| random.next()),
            bound: std::array::from_fn(|_| random.next()),
            en_passant: (0..cells).map(|_| random.next()).collect(),
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

/// Sebastiano Vigna's SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

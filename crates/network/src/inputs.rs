//! The inputs of a network: the facts of a position from the perspective of each side.

use crate::header::NetworkHeader;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Automorphism, Kind, Piece, Side, State};

/// Numbers the inputs of a network for the pieces and states of a game.
#[derive(Clone, Debug)]
pub struct Inputs {
    cells: usize,
    /// The kinds of the game.
    kinds: Vec<Kind>,
    /// By perspective, side and kind of the piece, and cell.
    pieces: Vec<u16>,
    /// By perspective and bit of a [`StateBits`].
    states: [[u16; STATE_BITS]; 2],
    /// The bits that have an input. A hold that the network does not know has none.
    known: StateBits,
}

/// The parts of a state that are inputs: castling rights, holds, bindings.
pub(crate) type StateBits = u32;
const STATE_BITS: usize = 18;

/// The parts of a state that are inputs.
#[inline]
pub(crate) fn state_bits(state: State) -> StateBits {
    u32::from(state.castling) | u32::from(state.holds) << 8 | u32::from(state.bound & 0b11) << 16
}

/// The state in which only one bit is set.
fn state_of(bit: usize) -> State {
    let mut state = State::default();
    match bit {
        0..8 => state.castling = 1 << bit,
        8..16 => state.holds = 1 << (bit - 8),
        _ => state.bound = 1 << (bit - 16),
    }
    state
}

impl Inputs {
    /// The inputs of a network for a game. `kinds` and `holds` give, for each kind and hold of the game,
    /// its index among the letters of the network; `None` for a hold that the network does not know.
    /// `mirror` maps the board to Black's perspective.
    pub(crate) fn new(
        header: &NetworkHeader,
        kinds: &[usize],
        holds: &[Option<usize>],
        mirror: Option<&Automorphism>,
    ) -> Inputs {
        let (cells, network_kinds, block) = (header.cells, header.kinds(), header.block());
        let mut pieces = Vec::new();
        for perspective in Side::BOTH {
            // Without a mirror, Black has its own inputs.
            let offset = if perspective == Side::Black && mirror.is_none() {
                block
            } else {
                0
            };
            for side in Side::BOTH {
                for &kind in kinds {
                    for cell in (0..cells).map(Cell::from_index) {
                        let seen = match mirror {
                            Some(mirror) if perspective == Side::Black => mirror.map(cell),
                            _ => cell,
                        };
                        let whose = usize::from(side != perspective);
                        let input = (whose * network_kinds + kind) * cells + seen.index();
                        pieces.push((offset + input) as u16);
                    }
                }
            }
        }
        let first = 2 * network_kinds * cells;
        let castlings = header.castlings.chars().count();
        let network_holds = header.holds.chars().count();
        let state_input = |perspective: Side, bit: usize| {
            let state = match mirror {
                Some(mirror) if perspective == Side::Black => mirror.state(state_of(bit)),
                _ => state_of(bit),
            };
            let offset = if perspective == Side::Black && mirror.is_none() {
                block
            } else {
                0
            };
            let input = match state_bits(state).trailing_zeros() as usize {
                bit @ 0..8 if bit < castlings => bit,
                bit @ 8..16 => {
                    let (hold, side) = ((bit - 8) / 2, (bit - 8) % 2);
                    castlings + 2 * (*holds.get(hold)?)? + side
                }
                bit @ 16..18 => castlings + 2 * network_holds + bit - 16,
                // The game has no such state.
                _ => return None,
            };
            Some((offset + first + input) as u16)
        };
        let states =
            Side::BOTH.map(|perspective| std::array::from_fn(|bit| state_input(perspective, bit)));
        let is_known = |bit: &usize| states.iter().all(|by_bit| by_bit[*bit].is_some());
        let known = (0..STATE_BITS).filter(is_known).map(|bit| 1 << bit).sum();
        Inputs {
            cells,
            kinds: (0..kinds.len()).filter_map(Kind::new).collect(),
            pieces,
            states: states
                .map(|by_bit: [Option<u16>; STATE_BITS]| by_bit.map(Option::unwrap_or_default)),
            known,
        }
    }

    /// The input of a piece on a cell, from a perspective.
    #[inline]
    pub fn piece(&self, perspective: Side, piece: Piece, cell: Cell) -> u16 {
        let row =
            (perspective.index() * 2 + piece.side.index()) * self.kinds.len() + piece.kind.index();
        self.pieces[row * self.cells + cell.index()]
    }

    /// The inputs of a state, from a perspective.
    pub fn state(&self, perspective: Side, state: State) -> impl Iterator<Item = u16> + '_ {
        self.bits(perspective, state_bits(state))
    }

    /// The inputs of the bits of a state.
    #[inline]
    pub(crate) fn bits(
        &self,
        perspective: Side,
        bits: StateBits,
    ) -> impl Iterator<Item = u16> + '_ {
        let states = &self.states[perspective.index()];
        let mut rest = bits & self.known;
        std::iter::from_fn(move || {
            let input = states.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*input)
        })
    }

    /// The kinds of the game.
    #[inline]
    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }
}

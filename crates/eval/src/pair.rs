//! Two numbers that move together: worth in the middle of the game and at its
//! end.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middle-game and an endgame number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// With all pieces on the board.
    pub mg: i32,
    /// With none but royal pieces and pawns.
    pub eg: i32,
}

impl Pair {
    /// Both zero.
    pub const ZERO: Pair = Pair { mg: 0, eg: 0 };
}

impl Add for Pair {
    type Output = Pair;
    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair {
            mg: self.mg + other.mg,
            eg: self.eg + other.eg,
        }
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline]
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[inline]
    fn neg(self) -> Pair {
        self * -1
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair {
            mg: self.mg * times,
            eg: self.eg * times,
        }
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

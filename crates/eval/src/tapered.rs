//! Tapered scores: one number for the middlegame, one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middlegame and one for the endgame, between which an evaluation interpolates by
/// the game phase. Sums wrap on overflow; sums of weights do not overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedScore {
    /// The score with all pieces on the board.
    pub mg: i32,
    /// The score with only royal pieces and pawns.
    pub eg: i32,
}

impl TaperedScore {
    /// Both zero.
    pub const ZERO: TaperedScore = TaperedScore { mg: 0, eg: 0 };
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore {
            mg: self.mg.wrapping_add(other.mg),
            eg: self.eg.wrapping_add(other.eg),
        }
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        self + -other
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn neg(self) -> TaperedScore {
        self * -1
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline]
    fn mul(self, times: i32) -> TaperedScore {
        TaperedScore {
            mg: self.mg.wrapping_mul(times),
            eg: self.eg.wrapping_mul(times),
        }
    }
}

impl AddAssign for TaperedScore {
    #[inline]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    #[inline]
    fn sub_assign(&mut self, other: TaperedScore) {
        *self = *self - other;
    }
}

/// A tapered score in one number, so that one addition adds both parts. Parts must not overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedScore(i64);

impl PackedScore {
    #[inline]
    pub(crate) fn new(score: TaperedScore) -> PackedScore {
        PackedScore((i64::from(score.mg) << 32) + i64::from(score.eg))
    }

    /// Both parts again.
    #[inline]
    pub(crate) fn unpack(self) -> TaperedScore {
        let eg = self.0 as i32;
        TaperedScore {
            // A negative lower part has borrowed from the upper one.
            mg: ((self.0 - i64::from(eg)) >> 32) as i32,
            eg,
        }
    }

    /// Adds a score `times` times.
    #[inline]
    pub(crate) fn add(&mut self, score: PackedScore, times: i32) {
        self.0 = self.0.wrapping_add(score.0.wrapping_mul(i64::from(times)));
    }
}

//! Clocks and other limits of a player's moves.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A time control: time for a number of moves, and an increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The number of moves for which the time is given, repeatedly; `None` if the time is for the
    /// whole game.
    pub moves: Option<u32>,
    /// The time.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// A text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a time control; write `moves/time+increment`, such as `5+0.05`, `40/60` or `2:30+1`"
)]
pub struct TimeControlError(pub String);

/// The maximum time that can be given: a week.
const MAX_SECONDS: f64 = 7.0 * 86_400.0;

/// Parses seconds: `90`, `1.5` or `1:30`.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    let plain = |c: char| c.is_ascii_digit() || c == '.';
    if seconds.is_empty() || !seconds.chars().all(plain) {
        return None;
    }
    let total = f64::from(minutes) * 60.0 + seconds.parse::<f64>().ok()?;
    (total <= MAX_SECONDS).then(|| Duration::from_micros((total * 1e6).round() as u64))
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let bad = || TimeControlError(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| bad())?), rest),
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (base, seconds(increment).ok_or_else(bad)?),
            None => (rest, Duration::ZERO),
        };
        let base = seconds(base).ok_or_else(bad)?;
        if moves == Some(0) || base.is_zero() {
            return Err(bad());
        }
        Ok(TimeControl {
            moves,
            base,
            increment,
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The limits of an engine's moves in a match. Several limits can be combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A fixed time for each move, enforced like a clock.
    pub move_time: Option<Duration>,
    /// The nodes for each move, as the engine counts them.
    pub nodes: Option<u64>,
    /// The depth of each search in plies, as the engine counts it.
    pub depth: Option<u32>,
}

impl EngineLimits {
    /// Whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        *self == EngineLimits::default()
    }

    /// Whether a player can lose on time.
    pub fn is_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(clock) = self.clock {
            parts.push(clock.to_string());
        }
        if let Some(time) = self.move_time {
            parts.push(format!("{} s a move", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes} nodes"));
        }
        if let Some(depth) = self.depth {
            parts.push(format!("depth {depth}"));
        }
        f.write_str(&parts.join(", "))
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    limits: EngineLimits,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(limits: EngineLimits) -> GameClock {
        GameClock {
            limits,
            left: limits.clock.map_or(Duration::ZERO, |clock| clock.base),
            moves_to_go: limits.clock.and_then(|clock| clock.moves),
        }
    }

    /// The player's limits.
    pub fn limits(&self) -> EngineLimits {
        self.limits
    }

    /// The time left on the clock; 0 if there is no clock.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The moves until more time is added.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The time that the next move may take; `None` if it has no time limit.
    pub fn allowed(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.left);
        match (clock, self.limits.move_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Subtracts the time of a move and adds the increment. If more time was used than was
    /// left (within the margin), only the increment remains.
    pub fn spend(&mut self, used: Duration) {
        let Some(control) = self.limits.clock else {
            return;
        };
        self.left = self.left.saturating_sub(used) + control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                *moves = control.moves.unwrap_or(1);
                self.left += control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("5+0.05", None, 5_000, 50),
            ("0.2+0.01", None, 200, 10),
            ("40/60", Some(40), 60_000, 0),
            ("40/2:30+1", Some(40), 150_000, 1_000),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.moves, moves);
            assert_eq!(control.base, ms(base));
            assert_eq!(control.increment, ms(increment));
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        for bad in [
            "", "x", "5+", "+1", "0", "0/5", "5/", "-5", "5+-1", "1e3", "inf", "nan", "9999999",
            "1:x",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_count_moves_and_increments() {
        let limits = EngineLimits {
            clock: Some("2/1+0.1".parse().unwrap()),
            ..EngineLimits::default()
        };
        let mut clock = GameClock::new(limits);
        clock.spend(ms(400));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(700), Some(1)));
        clock.spend(ms(900));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1_100), Some(2)));
        assert_eq!(clock.allowed(), Some(ms(1_100)));
        let fixed = GameClock::new(EngineLimits {
            move_time: Some(ms(50)),
            ..EngineLimits::default()
        });
        assert_eq!(fixed.allowed(), Some(ms(50)));
        assert_eq!(GameClock::new(EngineLimits::default()).allowed(), None);
    }
}

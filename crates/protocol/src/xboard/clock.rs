//! Time controls.

use hyperrook_search::{SearchClock, SearchLimits};
use std::time::Duration;

/// Longer times count as a year, so that sums of times cannot overflow.
const MAX_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

/// The time control and clock, as set by `level`, `st`, `sd`, `time` and `otim`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CecpTimeControl {
    /// The time for each move, if the time control is of this kind.
    per_move: Option<Duration>,
    /// The number of moves in a session of the time control, if it has sessions.
    session: Option<u32>,
    /// The time for a session, or for the game.
    base: Duration,
    /// The time gained with each move.
    increment: Duration,
    /// The engine's clock.
    mine: Duration,
    /// The number of moves until the session ends.
    moves_left: Option<u32>,
    /// The maximum depth, in plies.
    depth_plies: Option<u32>,
}

impl Default for CecpTimeControl {
    /// The default of XBoard: 40 moves in 5 minutes.
    fn default() -> CecpTimeControl {
        CecpTimeControl::sessions(40, Duration::from_secs(300), Duration::ZERO)
    }
}

impl CecpTimeControl {
    fn sessions(moves: u32, base: Duration, increment: Duration) -> CecpTimeControl {
        let session = Some(moves).filter(|&moves| moves > 0);
        CecpTimeControl {
            per_move: None,
            session,
            base,
            increment,
            mine: base,
            moves_left: session,
            depth_plies: None,
        }
    }

    /// The time control for a new game: full clocks, no limit of depth.
    pub(super) fn restarted(&self) -> CecpTimeControl {
        CecpTimeControl {
            mine: self.base,
            moves_left: self.session,
            depth_plies: None,
            ..self.clone()
        }
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; `None` if the text is not a time control.
    pub(super) fn level(&mut self, text: &str) -> Option<()> {
        let mut words = text.split_whitespace();
        let moves = words.next()?.parse().ok()?;
        let base = base(words.next()?)?;
        let increment = seconds(words.next()?)?;
        if words.next().is_some() {
            return None;
        }
        *self = CecpTimeControl {
            depth_plies: self.depth_plies,
            ..CecpTimeControl::sessions(moves, base, increment)
        };
        Some(())
    }

    /// `st SECONDS`.
    pub(super) fn per_move(&mut self, text: &str) -> Option<()> {
        self.per_move = Some(seconds(text)?);
        Some(())
    }

    /// `sd PLIES`; 0 means no limit.
    pub(super) fn depth(&mut self, text: &str) -> Option<()> {
        let depth = text.parse::<u32>().ok()?;
        self.depth_plies = Some(depth).filter(|&depth| depth > 0);
        Some(())
    }

    /// `time CENTISECONDS`, which can be negative.
    pub(super) fn time(&mut self, text: &str) -> Option<()> {
        self.mine = centiseconds(text)?;
        Some(())
    }

    /// Sets the limits of a search for a move.
    pub(super) fn limit(&self, limits: &mut SearchLimits) {
        limits.depth_plies = self.depth_plies;
        match self.per_move {
            Some(time) => limits.move_time = Some(time),
            None => {
                limits.clock = Some(SearchClock {
                    remaining: self.mine,
                    increment: self.increment,
                    moves_to_go: self.moves_left,
                });
            }
        }
    }

    /// Counts a move of the engine, in case the program does not send `time`.
    pub(super) fn count_move(&mut self, spent: Duration) {
        self.mine = self.mine.saturating_sub(spent) + self.increment;
        if let (Some(left), Some(session)) = (&mut self.moves_left, self.session) {
            *left -= 1;
            if *left == 0 {
                *left = session;
                self.mine += self.base;
            }
        }
        self.mine = self.mine.min(MAX_TIME);
    }
}

/// Whether the argument of `otim` is a time.
pub(super) fn is_time(text: &str) -> bool {
    centiseconds(text).is_some()
}

fn centiseconds(text: &str) -> Option<Duration> {
    let centiseconds = text.parse::<i64>().ok()?;
    let millis = u64::try_from(centiseconds).unwrap_or(0).saturating_mul(10);
    Some(Duration::from_millis(millis).min(MAX_TIME))
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()?;
    // Also false for NaN.
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(MAX_TIME.as_secs_f64())))
}

/// Minutes, optionally with seconds: `5`, `0:30`. The rest may describe later sessions and
/// is ignored.
fn base(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.');
    let text = &text[..end.unwrap_or(text.len())];
    match text.split_once(':') {
        Some((minutes, rest)) => {
            let minutes = minutes.parse::<u32>().ok()?;
            let whole = Duration::from_secs(60 * u64::from(minutes));
            Some((whole + seconds(rest)?).min(MAX_TIME))
        }
        None => {
            let minutes = seconds(text)?;
            Some(minutes.saturating_mul(60).min(MAX_TIME))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(control: &CecpTimeControl) -> SearchLimits {
        let mut limits = SearchLimits::default();
        control.limit(&mut limits);
        limits
    }

    fn clock(control: &CecpTimeControl) -> (u128, u128, Option<u32>) {
        let clock = limits(control).clock.unwrap();
        (
            clock.remaining.as_millis(),
            clock.increment.as_millis(),
            clock.moves_to_go,
        )
    }

    #[test]
    fn controls_are_read() {
        let mut control = CecpTimeControl::default();
        for (text, expected) in [
            ("40 5 0", (300_000, 0, Some(40))),
            ("40 0:30 0", (30_000, 0, Some(40))),
            ("0 2 12", (120_000, 12_000, None)),
            ("0 1 0.5", (60_000, 500, None)),
            ("40 25+5 0", (1_500_000, 0, Some(40))),
        ] {
            control.level(text).unwrap();
            assert_eq!(clock(&control), expected, "{text}");
        }
        for text in [
            "", "40", "40 5", "x 5 0", "40 x 0", "40 5 NaN", "40 5 -1", "1 2 3 4",
        ] {
            assert_eq!(control.level(text), None, "{text}");
        }
        control.time("1234").unwrap();
        assert_eq!(clock(&control).0, 12_340);
        control.time("-5").unwrap();
        assert_eq!(clock(&control).0, 0);
        control.depth("6").unwrap();
        control.per_move("2.5").unwrap();
        assert_eq!(limits(&control).depth_plies, Some(6));
        assert_eq!(
            limits(&control).move_time,
            Some(Duration::from_millis(2500))
        );
        assert_eq!(limits(&control.restarted()).depth_plies, None);
    }

    #[test]
    fn sessions_add_new_time() {
        let mut control = CecpTimeControl::default();
        control.level("2 1 0").unwrap();
        control.count_move(Duration::from_secs(10));
        assert_eq!(clock(&control), (50_000, 0, Some(1)));
        control.count_move(Duration::from_secs(10));
        assert_eq!(clock(&control), (100_000, 0, Some(2)));
        control.count_move(Duration::from_secs(1000));
        assert_eq!(clock(&control), (0, 0, Some(1)));
    }

    #[test]
    fn infinite_times_are_limited() {
        let mut control = CecpTimeControl::default();
        control.level("0 99999999999999999999 1e300").unwrap();
        control.count_move(Duration::ZERO);
        assert_eq!(limits(&control).clock.unwrap().remaining, MAX_TIME);
        control.time(&i64::MAX.to_string()).unwrap();
        assert_eq!(limits(&control).clock.unwrap().remaining, MAX_TIME);
    }
}

//! The server's own pings on a socket: they measure its round trip, and tell whether
//! the client still reads.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many round trips are remembered. The shortest counts, so that a client that
/// answers some pings late gains nothing.
const MAX_ROUND_TRIPS: usize = 4;

/// What a ping carries and its pong brings back. Nobody can guess it.
type Nonce = [u8; 8];

#[derive(Debug, Default)]
struct PingState {
    /// The ping that has no answer yet, and when it was sent. There is at most one.
    waiting: Option<(Nonce, Instant)>,
    round_trips: VecDeque<Duration>,
    /// Whether the server waits for the client's next frame.
    is_reading: bool,
}

/// The pings of a socket and their answers.
#[derive(Debug, Default)]
pub(super) struct Pings(Mutex<PingState>);

impl Pings {
    fn lock(&self) -> std::sync::MutexGuard<'_, PingState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The payload of a ping that is sent now; `None` while another has no answer.
    pub(super) fn ping(&self, now: Instant) -> Option<Nonce> {
        let mut state = self.lock();
        if state.waiting.is_some() {
            return None;
        }
        let nonce = rand::random();
        state.waiting = Some((nonce, now));
        Some(nonce)
    }

    /// Notes a pong. One that does not answer a ping of ours is ignored.
    pub(super) fn pong(&self, payload: &[u8], now: Instant) {
        let mut state = self.lock();
        let Some((nonce, sent)) = state.waiting else {
            return;
        };
        if payload != nonce {
            return;
        }
        state.waiting = None;
        if state.round_trips.len() == MAX_ROUND_TRIPS {
            state.round_trips.pop_front();
        }
        state
            .round_trips
            .push_back(now.saturating_duration_since(sent));
    }

    /// The shortest of the last round trips, in ms; 0 until one is known.
    pub(super) fn round_trip_ms(&self) -> i64 {
        let shortest = self.lock().round_trips.iter().min().copied();
        let ms = shortest.map_or(0, |shortest| shortest.as_millis());
        i64::try_from(ms).unwrap_or(i64::MAX)
    }

    /// Notes whether the server waits for the client's next frame, or still works on
    /// the one before.
    pub(super) fn set_reading(&self, is_reading: bool) {
        self.lock().is_reading = is_reading;
    }

    /// Whether an answer has been missing for so long, and not because the server has not read
    /// it yet. A client that sends so much that the server is always behind has four times as
    /// long.
    pub(super) fn is_overdue(&self, now: Instant, within: Duration) -> bool {
        let state = self.lock();
        let within = if state.is_reading { within } else { 4 * within };
        let waited = |(_, sent): (Nonce, Instant)| now.saturating_duration_since(sent) >= within;
        state.waiting.is_some_and(waited)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_to_our_pings_count() {
        let pings = Pings::default();
        let begun = Instant::now();
        let after = |ms| begun + Duration::from_millis(ms);
        pings.pong(b"", begun);
        pings.pong(&[0; 8], begun);
        assert_eq!(pings.round_trip_ms(), 0);
        let nonce = pings.ping(begun).unwrap();
        assert!(pings.ping(after(1)).is_none(), "one at a time");
        pings.pong(&[nonce[0] ^ 1; 8], after(400));
        assert_eq!(pings.round_trip_ms(), 0);
        pings.pong(&nonce, after(80));
        assert_eq!(pings.round_trip_ms(), 80);
        // Again, late: it has been answered.
        pings.pong(&nonce, after(9000));
        assert_eq!(pings.round_trip_ms(), 80);
        // Answers held back count only when all are.
        for (sent, took) in [(10_000, 400), (20_000, 60), (30_000, 500)] {
            let nonce = pings.ping(after(sent)).unwrap();
            pings.pong(&nonce, after(sent + took));
        }
        assert_eq!(pings.round_trip_ms(), 60);
        for sent in [40_000, 50_000, 60_000, 70_000] {
            let nonce = pings.ping(after(sent)).unwrap();
            pings.pong(&nonce, after(sent + 300));
        }
        assert_eq!(pings.round_trip_ms(), 300);
    }

    #[test]
    fn a_client_that_answers_no_ping_is_noticed() {
        let pings = Pings::default();
        let (begun, within) = (Instant::now(), Duration::from_secs(10));
        let late = begun + within;
        pings.set_reading(true);
        assert!(!pings.is_overdue(late, within), "there is no ping");
        let nonce = pings.ping(begun).unwrap();
        assert!(!pings.is_overdue(begun, within));
        assert!(pings.is_overdue(late, within));
        pings.set_reading(false);
        assert!(!pings.is_overdue(late, within), "the server is slow");
        pings.set_reading(true);
        pings.pong(&nonce, late);
        assert!(!pings.is_overdue(late, within));
    }
}

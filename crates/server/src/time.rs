//! The server's time.

use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, in UTC. Within one run of the program the time never goes
/// back or jumps, even if the machine's clock is set.
pub(crate) fn now_ms() -> i64 {
    static START: OnceLock<(Instant, i64)> = OnceLock::new();
    let (start, at) = START.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let ms = since.unwrap_or(Duration::ZERO).as_millis();
        (Instant::now(), i64::try_from(ms).unwrap_or(i64::MAX))
    });
    at + i64::try_from(start.elapsed().as_millis()).unwrap_or(i64::MAX)
}

/// A time as RFC 3339 in UTC, with milliseconds.
pub(crate) fn rfc3339(ms: i64) -> String {
    match jiff::Timestamp::from_millisecond(ms) {
        Ok(time) => format!("{time:.3}"),
        Err(_) => String::from("1970-01-01T00:00:00.000Z"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(1_700_000_000_123), "2023-11-14T22:13:20.123Z");
    }
}

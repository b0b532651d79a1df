//! Checking strangers' definitions in bounded time.

use hyperrook_rules::{Diagnostic, FaultList, Game, GameFile};
use std::time::Duration;

/// A file is rejected early if its combinations will probably take this many times the allowed
/// time.
const REFUSAL_FACTOR: u32 = 3;

/// Parses a definition and checks it with all combinations of its options.
///
/// The processor time of this thread is bounded: a stranger's file is rejected if its
/// combinations take longer to compile. (The work for a single combination is bounded by the reader
/// and the compiler, which count it.) Finding the places of the faults may take the same time again.
///
/// # Errors
/// All faults that were found.
pub fn check_within(
    file_name: &str,
    text: &str,
    longest: Duration,
) -> Result<GameFile, FaultList<Diagnostic>> {
    let file = GameFile::parse(file_name, text)?;
    let begun = time_on_core();
    let mut sound = true;
    let combinations = file.combinations();
    // One by one, because one may take a thousand times as long as another.
    for (index, combination) in combinations.iter().enumerate() {
        sound &= matches!(file.define(combination).map(Game::new), Ok(Ok(_)));
        let untried = combinations.len() - index - 1;
        let took = time_on_core().saturating_sub(begun);
        // The others will probably take about as long.
        let tried = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let expected = took / tried * u32::try_from(untried).unwrap_or(u32::MAX);
        if untried > 0 && (took > longest || expected > longest * REFUSAL_FACTOR) {
            return Err(vec![takes_too_long(file_name, combinations.len(), longest)].into());
        }
    }
    if sound {
        return Ok(file);
    }
    let faults = file.check();
    if faults.is_empty() {
        Ok(file)
    } else {
        Err(faults.into())
    }
}

fn takes_too_long(file_name: &str, combinations: usize, longest: Duration) -> Diagnostic {
    let mut fault = Diagnostic::of_file(
        file_name,
        format!(
            "the {combinations} combinations of options take longer than {} seconds to compile",
            longest.as_secs()
        ),
    );
    fault.help = Some("use fewer options, or a smaller game".to_owned());
    fault
}

/// The processor time of this thread. Unlike wall-clock time, it does not grow while other work
/// keeps the machine busy.
fn time_on_core() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::SHIPPED;

    #[test]
    fn options_are_checked_in_bounded_time() {
        let long = Duration::from_secs(60);
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "walkers").unwrap();
        assert!(check_within("walkers.toml", text, long).is_ok());
        let faults = check_within("walkers.toml", text, Duration::ZERO).unwrap_err();
        assert!(faults[0].message.contains("combinations"), "{faults:?}");
        // One combination is always tried.
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == "chess").unwrap();
        assert!(check_within("chess.toml", text, Duration::ZERO).is_ok());
    }
}

//! What processes take, from `/proc`.

use super::Failure;

/// What a process has had so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    /// Memory, in KiB.
    pub(crate) memory_kib: u64,
    /// Time on a core, in ms.
    pub(crate) core_ms: u64,
}

/// Linux counts in hundredths of a second.
const TICK_MS: u64 = 10;

/// What a process has had so far.
pub(crate) fn taken(process: u32) -> Result<Taken, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name, in brackets, may have spaces.
    let rest = stat.rsplit(')').next().unwrap_or("");
    let mut ticks = rest.split_whitespace().skip(11).take(2);
    let mut next = || -> Result<u64, Failure> { Ok(ticks.next().ok_or("no times")?.parse()?) };
    Ok(Taken {
        memory_kib: kib.ok_or("no VmRSS")?.parse()?,
        core_ms: (next()? + next()?) * TICK_MS,
    })
}

/// What else there is: cores, and how many want one.
pub(crate) fn surroundings() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<&str> = load.split_whitespace().take(3).collect();
    format!("{cores} cores, load average {}", load.join(" "))
}

//! What processes take, from `/proc`.

use super::Failure;
use super::people::Part;

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

/// What processes have had so far, together.
pub(crate) fn taken_by(processes: &[u32]) -> Result<Taken, Failure> {
    let mut sum = Taken {
        memory_kib: 0,
        core_ms: 0,
    };
    for &process in processes {
        let taken = taken(process)?;
        sum.memory_kib += taken.memory_kib;
        sum.core_ms += taken.core_ms;
    }
    Ok(sum)
}

/// The time on a core that each part has had so far, in ms. The processes that a server of
/// PostgreSQL has started count with it.
pub(crate) fn of_parts(parts: &[Part]) -> Result<Vec<u64>, Failure> {
    let mut times = Vec::new();
    for part in parts {
        let mut sum = taken_by(&part.processes)?.core_ms;
        for &process in &part.processes {
            for child in children(process)? {
                // It may have ended.
                sum += taken(child).map_or(0, |taken| taken.core_ms);
            }
        }
        times.push(sum);
    }
    Ok(times)
}

/// The processes that a process has started.
fn children(process: u32) -> Result<Vec<u32>, Failure> {
    let list = format!("/proc/{process}/task/{process}/children");
    // Not all kernels have the list.
    let text = std::fs::read_to_string(list).unwrap_or_default();
    let mut found = Vec::new();
    for child in text.split_whitespace() {
        found.push(child.parse()?);
    }
    Ok(found)
}

/// What else there is: cores, and how many want one.
pub(crate) fn surroundings() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Vec<&str> = load.split_whitespace().take(3).collect();
    format!("{cores} cores, load average {}", load.join(" "))
}

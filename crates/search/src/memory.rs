//! How much memory the system can give to this program now.

use std::fs::read_to_string;
use std::path::{Component, Path};

/// Where Linux shows the control groups.
const CONTROL_GROUPS: &str = "/sys/fs/cgroup";

/// The available bytes; `None` where the system does not say. On Linux this is what the machine has
/// left, or what the control group of a container or a service has left, if that is less.
pub(crate) fn available_bytes() -> Option<u64> {
    let of_machine = left_of_machine(&read_to_string("/proc/meminfo").ok()?)?;
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_group = left_of_groups(Path::new(CONTROL_GROUPS), &groups);
    Some(of_group.map_or(of_machine, |left| left.min(of_machine)))
}

/// What `/proc/meminfo` says.
fn left_of_machine(text: &str) -> Option<u64> {
    let found = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = found.trim().strip_suffix(" kB")?.parse().ok()?;
    kib.checked_mul(1024)
}

/// The least that a limited group leaves: the process's own one, which `/proc/self/cgroup` names, or
/// one that contains it. In a container, the root is often the only one that can be seen.
fn left_of_groups(root: &Path, own: &str) -> Option<u64> {
    let own = own.lines().find_map(|line| line.strip_prefix("0::"));
    let mut group = root.to_owned();
    let mut least = left_of_group(&group);
    for part in Path::new(own.unwrap_or_default()).components() {
        if let Component::Normal(part) = part {
            group.push(part);
            least = least.into_iter().chain(left_of_group(&group)).min();
        }
    }
    least
}

/// The bytes that a group of version 2 has left; `None` if it has no limit. Cached files are given
/// back when programs need the memory.
fn left_of_group(group: &Path) -> Option<u64> {
    let number = |name| -> Option<u64> {
        let text = read_to_string(group.join(name)).ok()?;
        text.trim().parse().ok()
    };
    let limit = number("memory.max")?;
    let used = number("memory.current")?;
    let stat = read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix("file "));
    let cached = cached.and_then(|bytes| bytes.parse().ok()).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(cached)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_machine_says_what_is_left() {
        let text = "MemTotal:  200 kB\nMemAvailable:  100 kB\n";
        assert_eq!(left_of_machine(text), Some(100 * 1024));
        assert_eq!(left_of_machine("MemTotal:  200 kB\n"), None);
        if cfg!(target_os = "linux") {
            assert!(available_bytes().is_some_and(|bytes| bytes > 1 << 20));
        }
    }

    #[test]
    fn the_narrowest_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let write = |group: &str, files: [(&str, &str); 3]| {
            fs::create_dir_all(root.path().join(group)).unwrap();
            for (name, text) in files {
                fs::write(root.path().join(group).join(name), text).unwrap();
            }
        };
        let (max, current, stat) = ("memory.max", "memory.current", "memory.stat");
        let left = |own| left_of_groups(root.path(), own);
        assert_eq!(left("0::/\n"), None);
        write("a/b", [(max, "max\n"), (current, "5\n"), (stat, "")]);
        assert_eq!(left("0::/a/b\n"), None);
        write(
            "a",
            [
                (max, "100\n"),
                (current, "70\n"),
                (stat, "anon 50\nfile 20\n"),
            ],
        );
        assert_eq!(left("4:memory:/x\n0::/a/b\n"), Some(50));
        write(
            "a/b",
            [(max, "30\n"), (current, "40\n"), (stat, "anon 40\n")],
        );
        assert_eq!(left("0::/a/b\n"), Some(0));
        assert_eq!(left("0::/a\n"), Some(50));
        // A group that cannot be seen does not count, but the root does.
        write("", [(max, "60\n"), (current, "1\n"), (stat, "")]);
        assert_eq!(left("0::/elsewhere\n"), Some(59));
        assert_eq!(left("0::/../a\n"), Some(50));
        assert_eq!(left(""), Some(59));
    }
}

//! Messages on standard error.

/// Writes a line to standard error, like `eprintln!`, but does not panic if nobody reads it: a long
/// run must not end because a pipe is closed or the disk of its log is full.
macro_rules! note {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($part)*);
    }};
}

/// Writes to standard error without ending the line, as `note!` does.
macro_rules! note_part {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($part)*);
    }};
}

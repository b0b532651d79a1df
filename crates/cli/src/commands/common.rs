//! What several commands write.

use crate::error::CommandResult;
use std::io::Write;

/// Writes a value as JSON, with a line break at its end.
pub(super) fn json(out: &mut dyn Write, value: &serde_json::Value) -> CommandResult {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// The options of a game that are not at their defaults, as `name=value`.
pub(super) fn options_text(definition: &hyperrook_rules::Definition) -> String {
    definition
        .changed_options()
        .map(|option| format!(" {}={}", option.name, option.value))
        .collect()
}

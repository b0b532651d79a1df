//! `hyperrook xboard`: the engine for CECP programs.

use crate::args::XboardArgs;
use crate::error::CommandResult;
use std::io::{BufReader, Write, stdin};

pub(super) fn run(_: &XboardArgs, out: &mut dyn Write) -> CommandResult {
    hyperrook_protocol::xboard(BufReader::new(stdin()), out)?;
    Ok(())
}

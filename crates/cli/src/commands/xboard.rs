//! `hyperrook xboard`: the engine for programs that speak CECP.

use super::uci::HOST;
use crate::args::XboardArgs;
use crate::failure::Done;
use std::io::{BufReader, Write, stdin};

pub(super) fn run(_: &XboardArgs, out: &mut dyn Write) -> Done {
    hyperrook_protocol::xboard(BufReader::new(stdin()), out, &HOST)?;
    Ok(())
}

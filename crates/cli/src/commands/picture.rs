//! `hyperrook picture`: terminal play as an SVG picture, for the documentation.

use crate::args::PictureArgs;
use crate::failure::{Done, Failure};
use crate::{load, texts, tui};
use std::io::Write;

pub(super) fn run(args: &PictureArgs, out: &mut dyn Write) -> Done {
    let loaded = load::load(&args.game)?;
    let mut history = hyperrook_rules::History::new(loaded.game.start());
    for text in args.moves.split_whitespace() {
        let mv = texts::read_move(history.position(), text)
            .map_err(|error| Failure::Data(format!("`{text}`: {error}")))?;
        history
            .play(mv)
            .map_err(|error| Failure::Data(error.to_string()))?;
    }
    let select = match &args.select {
        Some(text) => Some(loaded.game.board().cell(text).ok_or_else(|| {
            Failure::Usage(format!(
                "`{text}` is no cell of {}",
                loaded.game.definition().name
            ))
        })?),
        None => None,
    };
    let svg = tui::picture(loaded, history, select, args.size)?;
    out.write_all(svg.as_bytes())?;
    Ok(())
}

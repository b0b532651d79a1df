//! `hyperrook picture`: terminal games as SVG pictures, for the documentation.

use crate::args::{OptionArgs, PictureArgs};
use crate::failure::{Done, Failure};
use crate::play::{Seat, Session};
use crate::{load, texts, tui};
use std::io::Write;
use std::path::Path;

/// A picture of the documentation.
struct Picture {
    file: &'static str,
    game: &'static str,
    /// Moves made before, by spaces.
    moves: &'static str,
    /// The cell of the chosen man or, with `attackers`, the one asked about.
    cursor: &'static str,
    attackers: bool,
    /// Columns and rows.
    size: (u16, u16),
}

const PICTURES: &[Picture] = &[Picture {
    file: "terminal.svg",
    game: "walkers",
    moves: "",
    cursor: "c7",
    attackers: false,
    size: (100, 33),
}];

pub(super) fn run(args: &PictureArgs, out: &mut dyn Write) -> Done {
    let fault = |path: &Path, error| Failure::File {
        path: path.display().to_string(),
        error,
    };
    std::fs::create_dir_all(&args.directory).map_err(|error| fault(&args.directory, error))?;
    for picture in PICTURES {
        let path = args.directory.join(picture.file);
        std::fs::write(&path, draw(picture)?).map_err(|error| fault(&path, error))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

fn draw(picture: &Picture) -> Done<String> {
    let loaded = load::load_with(picture.game, &OptionArgs::default())?;
    let start = loaded.game.start();
    let mut session = Session::new(loaded, start);
    session.seats = [Seat::Human; 2];
    for text in picture.moves.split_whitespace() {
        let mv = texts::read_move(session.position(), text)
            .map_err(|error| Failure::Data(format!("`{text}`: {error}")))?;
        session.play(mv);
    }
    let cursor = session.position().game().board().cell(picture.cursor);
    let about = format!(
        "hyperrook play {}; made by `make pictures`, do not edit",
        picture.game
    );
    Ok(tui::picture(
        session,
        cursor,
        picture.attackers,
        picture.size,
        &about,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_are_as_the_program_draws_them() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
        for picture in PICTURES {
            let there = std::fs::read_to_string(directory.join(picture.file)).unwrap_or_default();
            assert!(
                there == draw(picture).unwrap(),
                "{} is stale; run `make pictures`",
                picture.file
            );
        }
    }
}

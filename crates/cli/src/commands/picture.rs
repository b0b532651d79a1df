//! `hyperrook picture`: draws terminal games as SVG, for the documentation.

use crate::args::PictureArgs;
use crate::error::{CommandError, CommandResult};
use crate::play::GameSession;
use crate::player_spec::PlayerSpec;
use crate::{load, texts, tui};
use std::io::Write;
use std::path::Path;

/// A picture of the documentation.
struct DocPicture {
    file: &'static str,
    game: &'static str,
    /// The moves of the game, separated by spaces.
    moves: &'static str,
    /// The cell of the chosen piece; with `attackers`, the cell in question.
    cursor: &'static str,
    attackers: bool,
    /// Columns and rows.
    size: (u16, u16),
}

const PICTURES: &[DocPicture] = &[
    DocPicture {
        file: "terminal.svg",
        game: "walkers",
        moves: "d1d3 f21g20 d3d9 d21e19 f1e3 b18e18 g7f9 c15e14 e3d5 d18f16 d5g5 g18g17 c7e8 d15d12 \
            d9d8 f15f12 f9g7 g15f13 d8f10 e19e13 f4c7 f18d16 g7e6 a18d18 h1i1 c18f18 e1e2 h21h19 \
            c4f4 f12e12 e2h5 h19h20 h5e5 i18i15 f10d8 e13d11 d8a8 i15f15",
        cursor: "a8",
        attackers: false,
        size: (100, 33),
    },
    DocPicture {
        file: "terminal-ring.svg",
        game: "sesqui",
        moves: "a1h6 c6d3 b2b3 g1f5 e1d5 d3c6 a6b2 c1b5 b2b4 c3c1 b4f4 c6c3 e2e1 g2f6 f4b4 d2d3 d5d4 \
            f5f4 f2f3 c5c6",
        cursor: "c3",
        attackers: true,
        size: (80, 24),
    },
    DocPicture {
        file: "terminal-levels.svg",
        game: "gateway",
        moves: "zd2xb3 za9xc8 zc1yc3 zc9xb8 yc2wc3 yb9wb8 zb2xc3 wb9yc8 xd2yb3 ya10yb9 vb1wb3 xa9wc8 \
            yc1yc2 wc9yb8 wc3xc5 yb8wc9 vc1wc3 wa10wb9 wc3wb5 wb8vb6 vc4vc5 vb6wb8 wb5vb7 wc9vb7",
        cursor: "xc5",
        attackers: false,
        size: (104, 24),
    },
];

pub(super) fn run(args: &PictureArgs, out: &mut dyn Write) -> CommandResult {
    let fault = |path: &Path, error| CommandError::file(path, error);
    std::fs::create_dir_all(&args.directory).map_err(|error| fault(&args.directory, error))?;
    for picture in PICTURES {
        let path = args.directory.join(picture.file);
        std::fs::write(&path, draw(picture)?).map_err(|error| fault(&path, error))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

fn draw(picture: &DocPicture) -> CommandResult<String> {
    let loaded = load::load(picture.game, &[])?;
    let start = loaded.game.start();
    let mut session = GameSession::new(loaded, start);
    session.players = [PlayerSpec::Human; 2];
    for text in picture.moves.split_whitespace() {
        let mv = texts::read_move(session.position(), text)
            .map_err(|error| CommandError::Data(format!("`{text}`: {error}")))?;
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
    fn the_pictures_match_what_the_program_draws() {
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

//! Defines a game in code and plays it at random: `cargo run --example builder`.
//! With `--toml` it writes the equivalent definition file.

use hyperrook_rules::{
    BoardPart, ChartPart, Definition, DefinitionBuilder, EndsPart, Game, History, OptionPart,
    OverlayPart, PiecePart, PromotionPart, Stalemate, StartPart,
};

/// Three boards of 4x4 cells, one above the other. Knights may also leap upwards.
fn tower() -> DefinitionBuilder {
    Definition::builder("tower")
        .title("Tower")
        .credit("An example")
        .about("Kings, rooks, knights and pawns on three boards of 16 cells.")
        .board(BoardPart::stack(4, 4, "ABC"))
        .chart(
            ChartPart::new("box")
                .axes(["level", "file", "rank, forward"])
                .group("flat", "file rank"),
        )
        .piece(PiecePart::new('K').name("king").royal(true).moves("K"))
        .piece(PiecePart::new('R').name("rook").moves("R"))
        .piece(PiecePart::new('N').name("knight").moves("N"))
        .piece(PiecePart::new('P').name("pawn").moves("flat: mfW cfF"))
        .start(StartPart::new(
            "rnnr/pppp/PPPP/RNNR|1k2/4/4/2K1|rnnr/pppp/PPPP/RNNR",
        ))
        .promotion(
            PromotionPart::new("pawns")
                .pieces("P")
                .to("RN")
                .white("Aa4..Cd4")
                .black("Aa1..Cd1"),
        )
        .ends(EndsPart::new().stalemate(Stalemate::Loss).resets("P"))
        .option(
            OptionPart::new("knights")
                .about("Whether knights stay on their level.")
                .values(["free", "flat"]),
        )
        .overlay(
            OverlayPart::new()
                .when("knights", ["flat"])
                .piece(PiecePart::new('N').moves("flat: N")),
        )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let builder = tower();
    if std::env::args().any(|argument| argument == "--toml") {
        print!("{}", builder.to_toml());
        return Ok(());
    }
    let file = builder.build_file()?;
    for knights in ["free", "flat"] {
        let definition = file.define(&[("knights", knights)])?;
        let mut history = History::new(Game::new(definition)?.start());
        while history.outcome().is_none() && history.moves().len() < 500 {
            let moves = history.position().moves();
            history.play(moves[fastrand::usize(..moves.len())])?;
        }
        let plies = history.moves().len();
        match history.outcome() {
            None => println!("{knights} knights: not over after {plies} plies"),
            Some(outcome) => println!("{knights} knights: {plies} plies, {}", outcome.reason),
        }
    }
    Ok(())
}

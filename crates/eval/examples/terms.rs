//! The static evaluation of a starting position, term by term.

use hyperrook_eval::Model;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Visit};

struct Terms;

impl Visit for Terms {
    type Output = Vec<(String, f32)>;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        let model = Model::new(rules);
        model.trace(rules, pos).by_term(&model)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("chess".into());
    let game = Game::shipped(&name).ok_or("no shipped game has this name")?;
    for (term, centipawns) in game.start().visit(Terms) {
        println!("{term:24} {centipawns:8.1}");
    }
    Ok(())
}

//! Evaluates the start of a game by a network file: `cargo run --example evaluate -- chess
//! chess.net`. Without a file, it uses a network with random weights.

use hyperrook_network::{Network, NetworkHeader, NetworkModel};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Visit};

const HIDDEN: usize = NetworkHeader::HIDDEN_STEP;

struct Evaluation<'m>(&'m NetworkModel<'m>);

impl Visit for Evaluation<'_> {
    type Output = i32;

    fn visit<const W: usize>(self, _: &Rules<W>, pos: &Pos<W>) -> i32 {
        self.0.evaluate(pos)
    }
}

/// A network with random weights.
fn random(game: &Game) -> Network {
    let header = NetworkHeader::new(game, HIDDEN, 1, 400.0, "random weights");
    let mut random = fastrand::Rng::new();
    let mut floats =
        |count: usize| -> Vec<f32> { (0..count).map(|_| random.f32() * 0.2 - 0.1).collect() };
    let (weights, biases) = (floats(header.inputs() * HIDDEN), floats(HIDDEN));
    let (output_weights, output_biases) = (floats(2 * HIDDEN), floats(1));
    Network::from_floats(header, &weights, &biases, &output_weights, &output_biases)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or("chess".into());
    let game = Game::shipped(&name).ok_or("no shipped game has this name")?;
    let network = match arguments.next() {
        Some(path) => Network::read(&std::fs::read(path)?)?,
        None => random(&game),
    };
    let model = NetworkModel::new(&network, &game)?;
    let score = game.start().visit(Evaluation(&model));
    println!("{score} centipawns for the side to move");
    Ok(())
}

//! Trains networks on the positions of a run of learning, with a different number of passes
//! over them each, and prints the error on positions that were held back:
//! `cargo run --release -p hyperrook-lab --example train_folder -- mygame.toml mygame.learn 4 8 16`.

use hyperrook_lab::learn::{DataFile, DataSet, TrainSettings, trial};
use hyperrook_network::Header;
use hyperrook_rules::{Game, GameFile};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, folder, passes @ ..] = &args[..] else {
        return Err("usage: train_folder DEFINITION FOLDER PASSES...".into());
    };
    let file = GameFile::parse(path, &std::fs::read_to_string(path)?)?;
    let game = Game::new(file.define(&[])?)?;
    let mut data = DataSet::default();
    for number in 1.. {
        let positions = Path::new(folder).join(format!("generation-{number:03}.positions"));
        if !positions.exists() {
            break;
        }
        data.append(&DataFile::open(&positions, &game)?.1);
    }
    println!("{} positions of {} games", data.samples().len(), data.games);
    let header = Header::new(&game, 128, 4, 400.0, "a measurement");
    for passes in passes {
        let batch = (data.samples().len() / 64).clamp(64, 8_192);
        let settings = TrainSettings {
            batch,
            steps: passes.parse::<usize>()? * data.samples().len() / batch,
            rate: 2e-3,
            result_share: 0.4,
            threads: 1,
            seed: 1,
        };
        let result = trial(&game, &data, &header, settings)?;
        let [before, after] = result.error;
        println!("{passes} passes: error {before:.5} to {after:.5}");
    }
    Ok(())
}

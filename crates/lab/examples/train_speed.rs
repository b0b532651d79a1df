//! Measures the trainer: `cargo run --release -p hyperrook-lab --example train_speed -- chess 2`
//! for a game and a number of threads.

use hyperrook_lab::learn::{DataSet, TrainSettings, trial};
use hyperrook_lab::tune::TuningPosition;
use hyperrook_network::NetworkHeader;
use hyperrook_rules::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "chess".to_owned());
    let threads = args.next().map_or(Ok(1), |text| text.parse())?;
    let game = Game::shipped(&name).ok_or("not a shipped game")?;
    let mut random = fastrand::Rng::with_seed(1);
    let mut data = DataSet::default();
    while data.samples().len() < 60_000 {
        let (mut position, mut samples) = (game.start(), Vec::new());
        for _ in 0..40 {
            let Some(&mv) = random.choice(&position.moves()) else {
                break;
            };
            position.play(mv)?;
            samples.push(TuningPosition {
                position: position.clone(),
                score_cp: 0,
                result: 0.5,
            });
        }
        data.add_game(&samples, &[]);
    }
    let header = NetworkHeader::new(&game, 128, 8, 400.0, "a measurement");
    let settings = TrainSettings {
        batch: 8_192,
        steps: 60,
        rate: 1e-3,
        result_share: 0.4,
        decay: 0.0,
        threads,
        seed: 1,
    };
    let result = trial(&game, &data, &header, None, settings)?;
    println!(
        "{name}: {} inputs, {threads} threads: {:.0} positions a second, {:.0} for each second of a processor",
        header.inputs(),
        result.speed,
        result.processor_speed
    );
    Ok(())
}

//! Trains networks on the positions of a learning run, each with different settings, and prints the
//! error on positions that were held back:
//! `cargo run --release -p hyperrook-lab --example train_folder -- mygame.toml mygame.learn
//! passes=8 passes=8,hidden=32,batch=1024,rate=0.002,share=0.4,decay=0.01,out=my.net`.
//! The positions of several runs are used together if their folders are given as `one.learn,two.learn`.
//! With `start=FILE`, training begins with the weights of a network of the same sizes.

use hyperrook_lab::learn::{DataFile, DataSet, TrainSettings, trial};
use hyperrook_network::{Network, NetworkHeader};
use hyperrook_rules::{Game, GameFile};
use hyperrook_search::{Engine, EngineSettings, NetworkSource};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, folders, variants @ ..] = &args[..] else {
        return Err("usage: train_folder DEFINITION FOLDER[,FOLDER...] SETTINGS...".into());
    };
    let game = match Game::shipped(path) {
        Some(game) => game,
        None => {
            let file = GameFile::parse(path, &std::fs::read_to_string(path)?)?;
            Game::new(file.define(&[])?)?
        }
    };
    let mut data = DataSet::default();
    for folder in folders.split(',') {
        for number in 1.. {
            let positions = Path::new(folder).join(format!("generation-{number:03}.positions"));
            if !positions.exists() {
                break;
            }
            data.append(&DataFile::open(&positions, &game)?.1);
        }
    }
    let settings = EngineSettings {
        network: NetworkSource::None,
        ..EngineSettings::default()
    };
    let threads = std::thread::available_parallelism()?.get();
    data.evaluate(&Engine::new(&game, settings), threads);
    let positions = data.samples().len();
    println!("{positions} positions of {} games", data.games);
    for variant in variants {
        let (mut passes, mut hidden, mut buckets, mut scale) = (8.0, 128, 4, 400.0);
        let (mut start, mut out) = (None, None);
        let mut settings = TrainSettings {
            batch: (positions / 64).clamp(64, 8_192),
            steps: 0,
            rate: 2e-3,
            result_share: 0.4,
            decay: 0.0,
            threads,
            seed: 1,
        };
        for setting in variant.split(',') {
            let (key, value) = setting.split_once('=').ok_or("a setting is KEY=VALUE")?;
            match key {
                "passes" => passes = value.parse::<f64>()?,
                "hidden" => hidden = value.parse()?,
                "buckets" => buckets = value.parse()?,
                "scale" => scale = value.parse()?,
                "batch" => settings.batch = value.parse()?,
                "rate" => settings.rate = value.parse()?,
                "share" => settings.result_share = value.parse()?,
                "decay" => settings.decay = value.parse()?,
                "threads" => settings.threads = value.parse()?,
                "start" => start = Some(Network::read(&std::fs::read(value)?)?),
                "out" => out = Some(value),
                _ => return Err(format!("there is no setting `{key}`").into()),
            }
        }
        settings.steps = (passes * positions as f64 / settings.batch as f64) as usize;
        let header = NetworkHeader::new(&game, hidden, buckets, scale, "a measurement");
        let result = trial(&game, &data, &header, start.as_ref(), settings)?;
        let [before, after] = result.error;
        let [by_score, by_result] = result.parts;
        let dead = (0..hidden).filter(|&unit| result.network.is_dead(unit));
        let dead = dead.count();
        println!(
            "{variant}: error {before:.5} to {after:.5}, of scores {by_score:.5}, of results {by_result:.5}, {dead} dead units, {:.0} positions/s",
            result.speed
        );
        if let Some(out) = out {
            std::fs::write(out, result.network.write())?;
        }
    }
    Ok(())
}

//! Writes random won positions of an endgame, to measure how many of them an engine wins:
//! `cargo run --profile quick -p hyperrook-tables --example won_positions -- FOLDER GAME MATERIAL
//! COUNT SEED`. White has the material that wins; half of the positions have Black to move. Each
//! takes at least a quarter of the moves of the longest win.

use hyperrook_notation::position::format_position;
use hyperrook_rules::{Game, GameFile, Side};
use hyperrook_tables::{BuildSettings, EndgameValue, Material, Tables};
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, name, material, count, seed] = &arguments[..] else {
        return Err("FOLDER GAME MATERIAL COUNT SEED".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let file = GameFile::shipped(name).ok_or("no such game")?;
    let game = Game::new(file.define(&[])?)?;
    let tables = Tables::new(&game, Path::new(folder))?;
    let material = Material::parse(game.definition(), material)?;
    let stop = AtomicBool::new(false);
    let settings = BuildSettings::with(8 << 30, 1);
    tables.build(
        std::slice::from_ref(&material),
        &settings,
        &stop,
        &mut |_| {},
    )?;
    let header = tables.header(&material)?.ok_or("no table")?;
    let [white, _] = header.counts;
    let least = white.longest_win.unwrap_or(0) / 4;
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = BTreeSet::new();
    for side in Side::BOTH {
        let wanted = match side {
            Side::White => count.div_ceil(2),
            Side::Black => count,
        };
        // A table with few such positions must not keep us here for ever.
        for _ in 0..count * 1_000_000 {
            if found.len() == wanted {
                break;
            }
            let entry = rng.u64(..header.entries);
            let Some(position) = tables.position(&material, entry) else {
                continue;
            };
            if position.turn() != side {
                continue;
            }
            let Some(probe) = tables.probe(&position)? else {
                continue;
            };
            let plies = match (probe.under_count(), side) {
                (Some(EndgameValue::Win(plies)), Side::White)
                | (Some(EndgameValue::Loss(plies)), Side::Black) => plies,
                _ => continue,
            };
            if plies > least.max(1) {
                found.insert(format_position(&position));
            }
        }
    }
    for position in found {
        println!("{position}");
    }
    Ok(())
}

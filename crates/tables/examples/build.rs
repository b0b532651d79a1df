//! Builds tables without the rest of the program and reports the speed:
//! `cargo run --profile quick -p hyperrook-tables --example build -- FOLDER GAME MATERIAL…`.
//! With `THREADS=1` it uses one thread; with `VERIFY=N` it then checks one entry in N.

use hyperrook_rules::{Game, GameFile};
use hyperrook_tables::{BuildEvent, BuildSettings, Material, Tables, VerifySettings};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, name, materials @ ..] = &arguments[..] else {
        return Err("FOLDER GAME MATERIAL…".into());
    };
    let file = GameFile::shipped(name).ok_or("no such game")?;
    let game = Game::new(file.define(&[])?)?;
    let tables = Tables::new(&game, Path::new(folder))?;
    let materials: Result<Vec<Material>, _> = materials
        .iter()
        .map(|text| Material::parse(game.definition(), text))
        .collect();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let threads = number("THREADS").unwrap_or(2);
    let settings = BuildSettings::with(12 << 30, threads);
    let stop = AtomicBool::new(false);
    let materials = materials?;
    tables.build(&materials, &settings, &stop, &mut |event| {
        if let BuildEvent::Built(material, header, stats) = event {
            let seconds = stats.time.as_secs_f64();
            let [white, black] = header.counts;
            let positions = white.positions() + black.positions();
            let bytes = std::fs::metadata(tables.path(material)).map_or(0, |file| file.len());
            println!(
                "{} {}: {} entries, {} positions, white {:.1} % won, longest {:?}/{:?} plies, {} passes, {:.1} s, {:.1} M/s/thread, {} bytes, {:.3} bytes/position",
                name,
                header.material,
                header.entries,
                positions,
                100.0 * white.wins as f64 / white.positions().max(1) as f64,
                white.longest_win,
                black.longest_win,
                header.passes,
                seconds,
                header.visited as f64 / seconds / 1e6 / threads as f64,
                bytes,
                bytes as f64 / positions.max(1) as f64
            );
        }
    })?;
    if let Some(every) = number("VERIFY") {
        for material in &materials {
            let found = tables.verify(
                material,
                &VerifySettings::with(every, threads),
                &stop,
                &|_| (),
            )?;
            println!(
                "{}: {} positions checked, {} wrong {:?}",
                material.text(game.definition()),
                found.positions,
                found.wrong,
                found.examples
            );
        }
    }
    Ok(())
}

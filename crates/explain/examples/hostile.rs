//! Temporary.
use hyperrook_explain::words;
use hyperrook_explain::{central_cell, lone_piece};
use hyperrook_rules::{Game, GameFile, Side};
fn rss() -> u64 {
    let s = std::fs::read_to_string("/proc/self/status").unwrap();
    let l = s.lines().find(|l| l.starts_with("VmHWM")).unwrap();
    l.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut out = format!("{} ({} B):", path.rsplit('/').next().unwrap(), text.len());
        let mut t = cpu();
        let mut lap = |out: &mut String, what: &str| {
            *out += &format!(" {what} {:.2}s/{}MB", cpu() - t, rss());
            t = cpu();
        };
        let file = match GameFile::parse("h.toml", &text) {
            Ok(f) => f,
            Err(e) => {
                lap(&mut out, "parse");
                println!(
                    "{out} PARSE ERR {} {}",
                    e.len(),
                    e[0].to_string().chars().take(160).collect::<String>()
                );
                continue;
            }
        };
        lap(&mut out, "parse");
        let faults = file.check();
        lap(&mut out, "check");
        file.warnings();
        lap(&mut out, "warn");
        let Ok(definition) = file.define(&[]) else {
            println!(
                "{out} ERR {} {}",
                faults.len(),
                faults[0].to_string().chars().take(200).collect::<String>()
            );
            continue;
        };
        lap(&mut out, "define");
        definition.identity();
        lap(&mut out, "id");
        let mut n = 0;
        for kind in definition.kinds() {
            n += words::pieces::moves(&definition, kind).join(" ").len();
            n += words::about::piece(&definition, kind).len();
        }
        n += words::rules::rules(&definition).join(" ").len();
        n += words::about::board(&definition).len();
        lap(&mut out, "words");
        if let Ok(game) = Game::new(definition) {
            lap(&mut out, "game");
            game.start().moves();
            lap(&mut out, "moves");
            let kinds: Vec<_> = game.definition().kinds().collect();
            for kind in kinds {
                let c = central_cell(&game, kind, Side::White);
                lone_piece(&game, kind, Side::White, c);
            }
            lap(&mut out, "lone");
        }
        println!(
            "{out} words {n} faults {} {}",
            faults.len(),
            faults
                .first()
                .map(|f| f.to_string().chars().take(200).collect::<String>())
                .unwrap_or_default()
        );
    }
}

//! scratch
use hyperrook_rules::*;
use hyperrook_search::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let file = GameFile::shipped(&args[1]).unwrap();
    let game = Game::new(file.define(&[]).unwrap()).unwrap();
    let t = std::time::Instant::now();
    let mut engine = Engine::new(&game, Settings::default());
    eprintln!("made in {:?}", t.elapsed());
    let pos = match args.get(3) {
        Some(t) => hyperrook_notation::position::parse_position(&game, t).unwrap(),
        None => game.start(),
    };
    let h = History::new(pos);
    println!("{:?}", engine.evaluate(h.position()));
    let limits = Limits {
        depth_plies: Some(args[2].parse().unwrap()),
        ..Default::default()
    };
    let r = engine.search(&h, &limits, &Control::new(), &mut |i| {
        println!(
            "d {}/{} {:?} {:?} n {} t {} nps {} {:?}",
            i.depth_plies,
            i.selective_depth_plies,
            i.score,
            i.bound,
            i.nodes,
            i.time.as_millis(),
            i.nodes_per_second(),
            i.moves
                .iter()
                .take(10)
                .map(|m| hyperrook_notation::moves::format_move(
                    game.definition(),
                    *m,
                    Default::default()
                ))
                .collect::<Vec<_>>()
                .join(" ")
        );
    });
    println!("{:?}", r.best);
}

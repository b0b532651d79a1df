//! Writes a network that is also for another rule set of its game, to match it there:
//! `cargo run --release -p hyperrook-network --example add_rules -- sesqui.net sesqui array=court
//! both.net`.

use hyperrook_network::Network;
use hyperrook_rules::{Game, GameFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [network, game, options @ .., out] = &args[..] else {
        return Err("usage: add_rules NETWORK GAME OPTION=VALUE... OUT".into());
    };
    let file = GameFile::shipped(game).ok_or("there is no such game")?;
    let mut chosen = Vec::new();
    for option in options {
        let (name, value) = option.split_once('=').ok_or("an option is NAME=VALUE")?;
        chosen.push((name, value));
    }
    let game = Game::new(file.define(&chosen)?)?;
    let network = Network::read(&std::fs::read(network)?)?;
    std::fs::write(out, network.with_rules(&game)?.write())?;
    Ok(())
}

//! Writes a network without the hidden units that add nothing to any evaluation:
//! `cargo run --release -p hyperrook-network --example drop_dead_units -- chess.net smaller.net`.

use hyperrook_network::Network;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [network, out] = &args[..] else {
        return Err("usage: drop_dead_units NETWORK OUT".into());
    };
    let network = Network::read(&std::fs::read(network)?)?;
    let smaller = network.without_dead_units();
    println!(
        "{} of {} hidden units are left",
        smaller.header().hidden,
        network.header().hidden
    );
    std::fs::write(out, smaller.write())?;
    Ok(())
}

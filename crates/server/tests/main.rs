//! All tests of the server from outside, in one program: what they share is compiled and
//! linked once.

mod analyses;
mod cluster;
mod compat;
mod connections;
mod copy;
mod definitions;
mod endgames;
mod fuzz;
mod helpers;
mod hostile;
mod kill;
mod learn;
mod leavers;
mod lobby;
mod network;
mod openapi;
mod operation;
mod outages;
mod plans;
mod play;
mod playtests;
mod privacy;
mod quotas;
mod reports;
mod security;
mod sockets;
mod store;
mod support;
mod unused;

/// Not a test: the servers and workers in processes of their own that tests start.
#[test]
#[ignore = "started by other tests"]
fn the_server() {
    support::process::serve_if_asked();
}

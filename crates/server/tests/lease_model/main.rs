//! A model of leases, ownership and fencing: two nodes, one database, one game. Every order
//! of their steps is tried, within bounds.
//!
//! Either node can sleep between any two steps, past the end of its lease, and wake up
//! with the game still in memory: a step that does not happen is time that passes. A
//! statement can be run by the database after its node has stopped waiting for it, or has
//! crashed. The steps on the database are the statements of `store/games.rs` and
//! `store/nodes.rs`; each names its own. [`Fault`] lists what could be left out of the
//! design, and the test shows which promise that breaks.

mod promises;
mod state;
mod steps;

use promises::{AFTER_END, BY_OTHER, LOST, OVERCHARGED, SOMETIMES, STALE, TWO_ANSWERS};
use state::Intent::{First, OtherFirst, Resign, Second};
use state::{Cluster, Fault, Intent};
use stateright::{Checker, HasDiscoveries, Model};
use std::collections::BTreeSet;

/// Two ticks, in which nothing crashes and nobody hands over.
fn cluster(intents: &'static [Intent]) -> Cluster {
    Cluster {
        fault: Fault::None,
        intents,
        has_clock: false,
        ticks: 2,
        crashes: 0,
        handovers: 0,
        late: 1,
    }
}

/// Tries all orders. Returns the number of states, and what happens sometimes.
fn explore(model: Cluster) -> (usize, BTreeSet<&'static str>) {
    let checker = model.checker().threads(2).spawn_bfs().join();
    let mut found = BTreeSet::new();
    for (name, path) in checker.discoveries() {
        let steps = path.into_actions();
        assert!(SOMETIMES.contains(&name), "not “{name}” after {steps:?}");
        found.insert(name);
    }
    let states = checker.unique_state_count();
    println!("{states} states, {} steps", checker.state_count());
    (states, found)
}

/// Explores several clusters, which have at least this many states together.
fn explore_all(clusters: Vec<Cluster>, least: usize) {
    let (mut states, mut found) = (0, BTreeSet::new());
    for cluster in clusters {
        let (more, names) = explore(cluster);
        states += more;
        found.extend(names);
    }
    assert_eq!(found, SOMETIMES.into());
    assert!(states >= least, "only {states} states");
}

#[test]
fn all_orders_of_steps_keep_the_promises() {
    let clusters = vec![
        cluster(&[First, Second, Resign]),
        Cluster {
            crashes: 1,
            ..cluster(&[First, OtherFirst])
        },
        Cluster {
            has_clock: true,
            ..cluster(&[First, Second])
        },
        Cluster {
            handovers: 1,
            ..cluster(&[First])
        },
    ];
    explore_all(clusters, 90_000);
}

/// The same with more of everything: minutes of an optimised build.
#[test]
#[ignore = "takes minutes"]
fn all_orders_of_more_steps_keep_the_promises() {
    let all = &[First, OtherFirst, Second, Resign];
    let clusters = vec![
        Cluster {
            has_clock: true,
            late: 2,
            ..cluster(all)
        },
        Cluster {
            crashes: 1,
            ..cluster(all)
        },
        Cluster {
            handovers: 1,
            ..cluster(all)
        },
        Cluster {
            ticks: 3,
            crashes: 1,
            handovers: 1,
            has_clock: true,
            ..cluster(&[First])
        },
        Cluster {
            ticks: 3,
            has_clock: true,
            ..cluster(&[First, Resign])
        },
    ];
    explore_all(clusters, 1_000_000);
}

/// Each part of the design is needed: without it a promise breaks.
#[test]
fn without_any_part_of_the_design_a_promise_breaks() {
    let faults: [(Fault, &'static [Intent], bool, &[&'static str]); 8] = [
        (
            Fault::NoFence,
            &[First, Resign],
            false,
            &[LOST, AFTER_END, BY_OTHER],
        ),
        (Fault::NoVersion, &[First, Resign], false, &[AFTER_END]),
        (Fault::NoEpoch, &[First], false, &[BY_OTHER]),
        (
            Fault::EarlyAnswer,
            &[First, OtherFirst],
            false,
            &[LOST, TWO_ANSWERS],
        ),
        (Fault::Revival, &[First], false, &[STALE]),
        (Fault::KeptGames, &[First], false, &[STALE]),
        (Fault::Robbery, &[First], false, &[STALE]),
        (Fault::LostTime, &[First], true, &[OVERCHARGED]),
    ];
    for (fault, intents, has_clock, broken) in faults {
        for &promise in broken {
            let model = Cluster {
                fault,
                has_clock,
                ticks: 3,
                ..cluster(intents)
            };
            let until = HasDiscoveries::AnyOf([promise].into());
            let checker = model.checker().threads(2).finish_when(until);
            let checker = checker.spawn_bfs().join();
            let path = checker.discovery(promise);
            let path = path.unwrap_or_else(|| panic!("{fault:?} keeps “{promise}”"));
            println!(
                "{fault:?}: not “{promise}” after {:?} ({} states)",
                path.into_actions(),
                checker.unique_state_count()
            );
        }
    }
}

//! Circles of files that use each other.

use crate::source::Module;
use crate::uses::Uses;
use std::collections::BTreeSet;

/// The shortest circle through each module that is part of one, each circle listed once.
pub(crate) fn circles(uses: &Uses) -> Vec<String> {
    let name = |module: &Module| {
        if module.is_empty() {
            "lib".to_owned()
        } else {
            module.join("/")
        }
    };
    let mut reported: BTreeSet<BTreeSet<Module>> = BTreeSet::new();
    let mut list = Vec::new();
    for start in uses.keys() {
        let Some(circle) = shortest_circle(uses, start) else {
            continue;
        };
        if reported.insert(circle.iter().cloned().collect()) {
            let names: Vec<String> = circle.iter().chain([start]).map(name).collect();
            list.push(names.join(" -> "));
        }
    }
    list
}

/// The shortest path from a module back to itself.
fn shortest_circle(uses: &Uses, start: &Module) -> Option<Vec<Module>> {
    let mut ways: Vec<Vec<Module>> = vec![vec![start.clone()]];
    let mut seen: BTreeSet<&Module> = BTreeSet::new();
    let mut next = 0;
    while next < ways.len() {
        let way = ways[next].clone();
        next += 1;
        for used in way
            .last()
            .and_then(|last| uses.get(last))
            .into_iter()
            .flatten()
        {
            if used == start {
                return Some(way);
            }
            if seen.insert(used) {
                let mut longer = way.clone();
                longer.push(used.clone());
                ways.push(longer);
            }
        }
    }
    None
}

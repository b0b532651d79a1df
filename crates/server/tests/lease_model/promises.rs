//! What must hold in every state, and what must happen in some.

use super::state::{Cluster, Database, Intent, NodeRow, State};
use stateright::Property;
use std::collections::BTreeSet;

pub(super) const LOST: &str = "what was acknowledged stands";
pub(super) const DOUBLED: &str = "each move stands once, in its place";
pub(super) const AFTER_END: &str = "nothing is written after the end";
pub(super) const TWO_ANSWERS: &str = "a version is acknowledged once";
pub(super) const BY_OTHER: &str = "only the owner writes";
pub(super) const NO_LEASE: &str = "a node that is sure of its lease has it";
pub(super) const STALE: &str = "a node that is sure of its lease knows what was acknowledged";
pub(super) const OVERCHARGED: &str = "a clock is charged only while somebody had the lease";
pub(super) const AHEAD: &str = "no clock began to run in the future";

/// What happens in some order of steps, so that the promises are worth something.
pub(super) const SOMETIMES: [&str; 4] = [FENCED, BOTH, UNHEARD, ENDED];

pub(super) const FENCED: &str = "a zombie is fenced off";
pub(super) const BOTH: &str = "two nodes answer, one after the other";
pub(super) const UNHEARD: &str = "a change is written that nobody waits for";
pub(super) const ENDED: &str = "an end is acknowledged";

/// All of these, to check.
pub(super) fn properties() -> Vec<Property<Cluster>> {
    vec![
        Property::always(LOST, |_, state: &State| {
            let Database { game, moves, .. } = &state.database;
            let stands = &moves[..game.log.min(moves.len())];
            state.answers.iter().all(|(intent, ..)| match intent {
                Intent::Resign => game.over,
                intent => stands.contains(intent),
            })
        }),
        Property::always(DOUBLED, |_, state: &State| {
            let moves = state.database.moves.iter().enumerate();
            moves.clone().all(|(index, mv)| mv.seq() == Some(index))
        }),
        Property::always(AFTER_END, |_, state: &State| !state.written_after_end),
        Property::always(TWO_ANSWERS, |_, state: &State| {
            let versions = state.answers.iter().filter_map(|(_, version, _)| *version);
            versions.clone().collect::<BTreeSet<u8>>().len() == versions.count()
        }),
        Property::always(BY_OTHER, |_, state: &State| !state.written_by_other),
        Property::always(NO_LEASE, |model: &Cluster, state: &State| {
            state.nodes.iter().all(|node| {
                let row = state.database.nodes[node.id].as_ref();
                let in_force =
                    |row: &NodeRow| row.lease_until > state.now && row.epoch == node.epoch;
                !model.is_sure(state.now, node) || row.is_some_and(in_force)
            })
        }),
        Property::always(STALE, |model: &Cluster, state: &State| {
            state.nodes.iter().all(|node| match &node.memory {
                Some((game, moves)) if model.is_sure(state.now, node) => {
                    state.answers.iter().all(|(intent, ..)| match intent {
                        Intent::Resign => game.over,
                        intent => moves.contains(intent),
                    })
                }
                _ => true,
            })
        }),
        Property::always(OVERCHARGED, |_, state: &State| !state.overcharged),
        Property::always(AHEAD, |_, state: &State| {
            let since = state.database.game.running_since;
            since.is_none_or(|since| since <= state.now)
        }),
        // What makes the others worth something.
        Property::sometimes(FENCED, |_, state: &State| {
            state.nodes.iter().any(|node| {
                let refused = matches!(&node.waiting, Some((_, Some(false))));
                refused && state.database.owner != Some(node.id)
            })
        }),
        Property::sometimes(BOTH, |_, state: &State| {
            let moves = [(Intent::First, 1, 0), (Intent::Second, 0, 1)];
            moves.iter().all(|(intent, not, by)| {
                let mut answers = state.answers.iter();
                answers.any(|(other, version, process)| {
                    other == intent && version.is_some() && process != not && process == by
                })
            })
        }),
        Property::sometimes(UNHEARD, |_, state: &State| {
            let Database { game, moves, .. } = &state.database;
            let told = |mv: &Intent| state.answers.iter().any(|(intent, ..)| intent == mv);
            let waits = state.nodes.iter().any(|node| node.waiting.is_some());
            !waits && moves[..game.log].iter().any(|mv| !told(mv))
        }),
        Property::sometimes(ENDED, |_, state: &State| {
            let mut answers = state.answers.iter();
            answers.any(|(intent, ..)| *intent == Intent::Resign)
        }),
    ]
}

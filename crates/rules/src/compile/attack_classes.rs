//! Groups the kinds that capture alike: kinds that share a move term share its reverse table, and
//! terms that belong to the same kinds are merged into one table.

use super::paths::{CompiledPath, paths_of};
use super::reverse::ReverseTable;
use super::term_paths::TermPathSet;
use crate::{Kind, Side, Term};
use std::collections::BTreeMap;

/// Kinds that capture by the same paths.
#[derive(Debug)]
pub(crate) struct AttackClass {
    pub(crate) kinds: Vec<Kind>,
    /// Index into `Rules::reverse_tables`.
    pub(crate) table: usize,
}

/// Collects which kinds capture by which terms.
#[derive(Default)]
pub(super) struct AttackClassBuilder {
    /// For each set of term paths, the kinds of each side that capture by it.
    by_set: BTreeMap<usize, [Vec<Kind>; 2]>,
}

impl AttackClassBuilder {
    /// Adds the capturing terms of a kind.
    pub(super) fn add(&mut self, side: Side, kind: Kind, terms: &[(&Term, usize)]) {
        for &(_, set) in terms.iter().filter(|(term, _)| term.capture) {
            let kinds = &mut self.by_set.entry(set).or_default()[side.index()];
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }

    /// The reverse tables, and the classes of each side that refer to them.
    pub(super) fn finish<const W: usize>(
        self,
        sets: &[TermPathSet],
    ) -> (Vec<ReverseTable<W>>, [Vec<AttackClass>; 2]) {
        let mut by_kinds: BTreeMap<[Vec<Kind>; 2], Vec<usize>> = BTreeMap::new();
        for (set, kinds) in self.by_set {
            by_kinds.entry(kinds).or_default().push(set);
        }
        let mut tables = Vec::new();
        let mut classes = [Vec::new(), Vec::new()];
        for (kinds, members) in by_kinds {
            let cells = sets[members[0]].len();
            let paths: Vec<Vec<CompiledPath>> = (0..cells)
                .map(|cell| paths_of(members.iter().flat_map(|&set| &sets[set][cell])))
                .collect();
            if paths.iter().all(Vec::is_empty) {
                continue;
            }
            for (side, kinds) in kinds.into_iter().enumerate() {
                if !kinds.is_empty() {
                    classes[side].push(AttackClass {
                        kinds,
                        table: tables.len(),
                    });
                }
            }
            tables.push(ReverseTable::new(&paths));
        }
        (tables, classes)
    }
}

//! Tables that are built in memory and not written to files.

use crate::builder::NeverStop;
use crate::placement::Placement;
use crate::probe::PositionValues;
use crate::solved::Solved;
use crate::{BuildError, BuildSettings, Builder, EndgameValue, Material, ProbeResult, SubTable};
use hyperrook_rules::{Game, Position};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Tables in memory, for small boards and few pieces.
pub struct MemoryTables {
    builder: Builder,
    solved: BTreeMap<Material, Arc<Solved>>,
    /// Zeroing distances, if they were built.
    zeroing: BTreeMap<Material, Arc<Solved>>,
}

impl MemoryTables {
    /// No tables yet.
    pub fn new(game: &Game) -> Result<MemoryTables, BuildError> {
        Ok(MemoryTables {
            builder: Builder::new(game)?,
            solved: BTreeMap::new(),
            zeroing: BTreeMap::new(),
        })
    }

    /// Builds the table of a material and the tables that it needs.
    pub fn build(
        &mut self,
        material: &Material,
        settings: &BuildSettings,
    ) -> Result<(), BuildError> {
        self.builder.solve_all(material, settings, &mut self.solved)
    }

    /// Finds the zeroing distances of the table of a material and of those that it needs. They
    /// must be built. Nothing is done in a game without a move count.
    pub fn build_zeroing(
        &mut self,
        material: &Material,
        settings: &BuildSettings,
    ) -> Result<(), BuildError> {
        let Some(limit) = self.builder.limit() else {
            return Ok(());
        };
        for next in self.builder.plan(material)? {
            let Some(solved) = self
                .solved
                .get(&next)
                .filter(|_| !self.zeroing.contains_key(&next))
            else {
                continue;
            };
            let subs = self.builder.sub_tables(&next, &self.zeroing);
            let (codes, _) = self
                .builder
                .solve_zeroing(solved, limit, &subs, settings, &NeverStop, None)?;
            let index = self.builder.index(&next)?;
            self.zeroing.insert(next, Arc::new(Solved { index, codes }));
        }
        Ok(())
    }

    /// The value of a position. None if no table has it.
    pub fn value(&self, position: &Position) -> Option<EndgameValue> {
        self.probe(position).map(|found| found.value)
    }

    /// What the tables say of a position. None if no table has it.
    pub fn probe(&self, position: &Position) -> Option<ProbeResult> {
        let definition = self.builder.game().definition();
        let found = crate::probe::values(position, &mut |position| {
            let (stored, exchange) = self.builder.stored(&Material::of(position));
            let placement = Placement::of(position);
            let code = |tables: &BTreeMap<Material, Arc<Solved>>| {
                let (table, exchange) = (tables.get(&stored)?.clone(), exchange.clone());
                EndgameValue::of(SubTable { table, exchange }.code(definition, &placement))
            };
            Some(PositionValues {
                end: code(&self.solved)?,
                zeroing: code(&self.zeroing),
            })
        });
        Some(found?.at_count(position.halfmove(), self.builder.limit()))
    }

    /// Whether every piece of a position stands on a cell that such a piece can reach in a game.
    /// Tables have no other positions.
    pub fn can_occur(&self, position: &Position) -> bool {
        let material = Material::of(position);
        let (stored, exchange) = self.builder.stored(&material);
        let Some(table) = self.solved.get(&stored) else {
            return false;
        };
        let placement = Placement::of(position);
        let definition = self.builder.game().definition();
        let placement = match &exchange {
            Some(map) => placement.exchanged(definition, &material, map),
            None => Some(placement),
        };
        placement.is_some_and(|placement| {
            let mut pieces = placement.pieces.iter();
            pieces.all(|&(piece, cell)| {
                table
                    .index
                    .can_stand(piece, hyperrook_rules::Cell::from_byte(cell))
            })
        })
    }

    /// The longest win of either side in the table of a material, in plies.
    pub fn longest(&self, material: &Material) -> Option<u16> {
        let table = self.solved.get(&self.builder.stored_material(material))?;
        let wins = table
            .codes
            .iter()
            .filter_map(|&code| match EndgameValue::of(code) {
                Some(EndgameValue::Win(plies)) => Some(plies),
                _ => None,
            });
        wins.max()
    }
}

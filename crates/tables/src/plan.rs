//! Which tables a build needs, in which order, and how much memory.

use crate::builder::{BuildSettings, Builder, Metric};
use crate::{BuildError, Material, Tables};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

impl Builder {
    /// The tables that building a table needs, and the table itself, in an order in which they can
    /// be built.
    ///
    /// # Errors
    /// If promotions lead back to pieces that were there before, so that there is no such order.
    pub fn plan(&self, material: &Material) -> Result<Vec<Material>, BuildError> {
        self.plan_all(std::slice::from_ref(material), &AtomicBool::new(false))
    }

    /// The same for several materials.
    pub(crate) fn plan_all(
        &self,
        materials: &[Material],
        stop: &AtomicBool,
    ) -> Result<Vec<Material>, BuildError> {
        let mut planner = Planner {
            builder: self,
            stop,
            needing: Vec::new(),
            planned: HashSet::new(),
            plan: Vec::new(),
        };
        for material in materials {
            planner.add(&self.stored_material(material))?;
        }
        Ok(planner.plan)
    }

    /// The tables that the moves of a material lead to.
    fn conversions(&self, material: &Material) -> HashSet<Material> {
        let conversions = material.conversions(self.game().definition());
        let stored = conversions
            .iter()
            .map(|material| self.stored_material(material));
        stored.collect()
    }
}

/// Puts tables in an order in which they can be built.
struct Planner<'a> {
    builder: &'a Builder,
    stop: &'a AtomicBool,
    /// The materials that lead to the one being added, each of which needs the next.
    needing: Vec<Material>,
    planned: HashSet<Material>,
    plan: Vec<Material>,
}

impl Planner<'_> {
    /// Adds a table after those that it needs.
    fn add(&mut self, material: &Material) -> Result<(), BuildError> {
        if self.planned.contains(material) {
            return Ok(());
        }
        check_stop(self.stop)?;
        if let Some(at) = self.needing.iter().position(|other| other == material) {
            let definition = self.builder.game().definition();
            let text = |material: &Material| material.text(definition);
            return Err(BuildError::Circle {
                material: self.needing.first().map(text).unwrap_or_default(),
                circle: self.needing[at..].iter().map(text).collect(),
            });
        }
        self.needing.push(material.clone());
        for conversion in material.conversions(self.builder.game().definition()) {
            self.add(&self.builder.stored_material(&conversion))?;
        }
        self.needing.pop();
        self.planned.insert(material.clone());
        self.plan.push(material.clone());
        Ok(())
    }
}

/// Ends the work if it is to stop.
pub(crate) fn check_stop(stop: &AtomicBool) -> Result<(), BuildError> {
    if stop.load(Ordering::Relaxed) {
        return Err(BuildError::Stopped);
    }
    Ok(())
}

impl Tables {
    /// Refuses tables if building one of them surely takes more memory than is allowed: the error is
    /// of the one that takes the most. The tables are stored ones that are to be built or lack their
    /// zeroing distances, each after those of them that it needs.
    pub(crate) fn check_least_memory(
        &self,
        tables: &[Material],
        settings: &BuildSettings,
        stop: &AtomicBool,
    ) -> Result<(), BuildError> {
        let builder = self.builder();
        // The bytes of whole tables in memory.
        let mut sizes: HashMap<Material, u64> = HashMap::new();
        let mut with_zeroing: HashSet<&Material> = HashSet::new();
        let mut most: Option<(u64, &Material)> = None;
        for material in tables {
            check_stop(stop)?;
            let index = builder.index(material)?;
            let conversions = builder.conversions(material);
            let mut solving = 0;
            if !self.path(material).exists() {
                solving = builder.solver_memory(&index, Metric::End)?;
            }
            let needs_zeroing = self.path(material).exists()
                || conversions.iter().any(|table| with_zeroing.contains(table))
                || self.surely_needs_zeroing(material);
            if needs_zeroing {
                with_zeroing.insert(material);
                solving = solving.max(builder.solver_memory(&index, Metric::Zeroing)?);
            }
            sizes.insert(material.clone(), index.bytes());
            let mut needed = solving;
            for conversion in conversions {
                needed += match sizes.get(&conversion) {
                    Some(&bytes) => bytes,
                    None => {
                        let bytes = builder.index(&conversion)?.bytes();
                        sizes.insert(conversion, bytes);
                        bytes
                    }
                };
            }
            if most.is_none_or(|(bytes, _)| needed > bytes) {
                most = Some((needed, material));
            }
        }
        most.map_or(Ok(()), |(needed, material)| {
            builder.check_allowed(material, needed, settings)
        })
    }
}

//! Builds tables, including those that captures and promotions lead to.

use crate::index::Index;
use crate::journal::BuildJournal;
use crate::reach::ReachableCells;
use crate::solve::{
    DecidedAtZero, GraphTask, GraphZeroing, JournalStart, MOST_ENTRIES, ProgressMonitor, RowSolver,
    RowZeroing, SolveError, SolveStats, SubTables, can_solve_rows, solve_graph,
};
use crate::solved::{Solved, SubTable};
use crate::symmetry::SymmetryCache;
use crate::value::{Code, MAX_PLIES};
use crate::{BuildError, Material};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Automorphism, Game, PiecePaths, Side, Visit};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Resources that building may use.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BuildSettings {
    /// The maximum memory for building a table, in bytes, including the tables that it needs.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Default for BuildSettings {
    /// 8 GiB, and one thread for each processor.
    fn default() -> Self {
        BuildSettings {
            memory: 8 << 30,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl BuildSettings {
    /// Settings with these limits.
    #[must_use]
    pub fn with(memory: u64, threads: usize) -> BuildSettings {
        BuildSettings {
            memory,
            threads: threads.max(1),
        }
    }
}

/// What distances are to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Metric {
    /// To the end of the game.
    End,
    /// To the next move that resets the move count, or to the end of the game.
    Zeroing,
}

/// How far building is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The table being built.
    pub material: Material,
    /// The number of the table being built, from 1.
    pub table: usize,
    /// The number of tables to build.
    pub tables: usize,
    /// What is being found.
    pub metric: Metric,
    /// The pass: positions decided in this many plies are being found.
    pub pass: usize,
    /// The part of the pass that is done, from 0 to 1.
    pub share: f64,
}

/// The work of building a table.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct BuildStats {
    /// Passes over the table.
    pub passes: usize,
    /// The number of positions that these passes looked at.
    pub visited: u64,
    /// The time of the passes and of the work before them.
    pub time: Duration,
}

/// Builds the tables of a game.
pub struct Builder {
    pub(crate) game: Game,
    pub(crate) paths: PiecePaths,
    reach: ReachableCells,
    symmetries: SymmetryCache,
}

/// The bytes for each entry of a table that is solved position by position: the moves of all
/// positions, about 40 of 4 bytes each, the positions themselves, and the records of the journal of
/// an interrupted build.
const GRAPH_BYTES: usize = 260;

/// The same for zeroing distances: also what the positions are at the beginning of a round, and
/// which are known to be decided.
const GRAPH_ZEROING_BYTES: usize = GRAPH_BYTES + 10;

impl Builder {
    /// A builder for a game.
    pub fn new(game: &Game) -> Result<Builder, BuildError> {
        let paths = game
            .paths()
            .map_err(|error| BuildError::Rules(error.to_string()))?;
        Ok(Builder {
            game: game.clone(),
            reach: ReachableCells::new(game.definition(), &paths),
            paths,
            symmetries: SymmetryCache::default(),
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The material whose table contains the positions of another: the same one, or the one with
    /// the sides exchanged, and the map that exchanges them.
    pub(crate) fn stored(&self, material: &Material) -> (Material, Option<Automorphism>) {
        if material.is_whites() {
            return (material.clone(), None);
        }
        let exchanged = material.exchanged();
        match self
            .symmetries
            .of(&self.game, &exchanged)
            .exchanging
            .clone()
        {
            Some(map) => (exchanged, Some(map)),
            None => (material.clone(), None),
        }
    }

    /// The material of the table that contains the positions of another.
    pub fn stored_material(&self, material: &Material) -> Material {
        self.stored(material).0
    }

    /// The index of a table.
    pub(crate) fn index(&self, material: &Material) -> Result<Index, BuildError> {
        let symmetries = self.symmetries.of(&self.game, material);
        let index = Index::new(&self.game, &self.paths, &self.reach, material, &symmetries);
        index.ok_or_else(|| BuildError::TooLarge {
            material: material.text(self.game.definition()),
        })
    }

    /// The number of entries of the table of a material: positions with either side to move, up to
    /// symmetry, and some impossible ones.
    pub fn entries(&self, material: &Material) -> Result<u64, BuildError> {
        Ok(self.index(&self.stored(material).0)?.size() as u64)
    }

    /// The tables that moves of a material lead to, taken from the available ones.
    pub(crate) fn sub_tables(
        &self,
        material: &Material,
        solved: &BTreeMap<Material, Arc<Solved>>,
    ) -> SubTables {
        let conversions = material.conversions(self.game.definition());
        let of = |conversion: Material| {
            let (stored, exchange) = self.stored(&conversion);
            let table = solved.get(&stored)?.clone();
            Some((conversion, SubTable { table, exchange }))
        };
        conversions.into_iter().filter_map(of).collect()
    }

    /// Solves one table from those that its moves lead to.
    pub(crate) fn solve(
        &self,
        index: Index,
        subs: &SubTables,
        settings: &BuildSettings,
        watch: &dyn ProgressMonitor,
        journal: Option<&Path>,
    ) -> Result<(Solved, BuildStats, Option<BuildJournal>), BuildError> {
        let began = Instant::now();
        let definition = self.game.definition();
        let material = index.material.clone();
        let rows = can_solve_rows(definition, &self.paths, &material);
        self.check_memory(&index, subs, Metric::End, settings)?;
        let threads = settings.threads;
        let opened = OnceLock::new();
        let journal = journal.map(|path| (path, self.fingerprint(&index)));
        let start = JournalStart(journal, &opened);
        let solved = if rows {
            let visit = SolveRows {
                builder: self,
                index: &index,
                subs,
                threads,
                watch,
                start,
            };
            self.game.start().visit(visit)
        } else {
            let task = GraphTask {
                game: &self.game,
                index: &index,
                subs,
                zeroing: None,
            };
            solve_graph(task, threads, watch, start)
        };
        let journal: Option<BuildJournal> = opened.into_inner();
        let (codes, work) = finished(solved, journal.as_ref())?;
        Ok((Solved { index, codes }, work.since(began), journal))
    }

    /// The plies after which the move count ends the game; none if the game has no move count.
    pub(crate) fn limit(&self) -> Option<u16> {
        let moves = self.game.definition().ends().moves;
        let plies = moves.saturating_mul(2).min(u32::from(MAX_PLIES)) as u16;
        (plies > 0).then_some(plies)
    }

    /// Whether the moves of some pieces of a material reset the move count.
    pub(crate) fn has_zeroing_pieces(&self, material: &Material) -> bool {
        let resets = &self.game.definition().ends().resets;
        let mut kinds = Side::BOTH.into_iter().flat_map(|side| material.kinds(side));
        kinds.any(|kind| resets.contains(&kind))
    }

    /// Finds the zeroing distances of a solved table from those of the tables that its moves lead
    /// to. `journal` names the journal of each round.
    pub(crate) fn solve_zeroing(
        &self,
        solved: &Solved,
        limit: u16,
        subs: &SubTables,
        settings: &BuildSettings,
        watch: &dyn ProgressMonitor,
        journal: Option<&(dyn Fn(usize) -> PathBuf + Sync)>,
    ) -> Result<(Vec<Code>, BuildStats), BuildError> {
        let began = Instant::now();
        let index = &solved.index;
        let rows = can_solve_rows(self.game.definition(), &self.paths, &index.material);
        self.check_memory(index, subs, Metric::Zeroing, settings)?;
        let threads = settings.threads;
        let (codes, work) = if rows {
            self.game.start().visit(SolveZeroing {
                builder: self,
                solved,
                limit,
                subs,
                threads,
                watch,
                journal,
            })?
        } else {
            let task = GraphTask {
                game: &self.game,
                index,
                subs,
                zeroing: Some(GraphZeroing {
                    distances: &solved.codes,
                    limit,
                }),
            };
            let path = journal.map(|journal| journal(1));
            let fingerprint = self.zeroing_fingerprint(index, 1);
            let opened = OnceLock::new();
            let start = JournalStart(path.as_deref().map(|path| (path, fingerprint)), &opened);
            let solved = solve_graph(task, threads, watch, start);
            finished(solved, opened.get())?
        };
        Ok((codes, work.since(began)))
    }

    /// Refuses what takes more memory than is allowed.
    fn check_memory(
        &self,
        index: &Index,
        subs: &SubTables,
        metric: Metric,
        settings: &BuildSettings,
    ) -> Result<(), BuildError> {
        // Several materials can have the same table.
        let tables = subs.values().map(|sub| &sub.table.index);
        let tables: BTreeMap<&Material, u64> = tables
            .map(|index| (&index.material, index.bytes()))
            .collect();
        let needed = self.solver_memory(index, metric)? + tables.values().sum::<u64>();
        self.check_allowed(&index.material, needed, settings)
    }

    /// The memory that solving a table takes, in bytes, without the tables that it needs.
    ///
    /// # Errors
    /// If there are more positions than the solver can number.
    pub(crate) fn solver_memory(&self, index: &Index, metric: Metric) -> Result<u64, BuildError> {
        let definition = self.game.definition();
        let rows = can_solve_rows(definition, &self.paths, &index.material);
        if !rows && index.size() > MOST_ENTRIES {
            return Err(BuildError::TooLarge {
                material: index.material.text(definition),
            });
        }
        let start = self.game.start();
        let solving = match (metric, rows) {
            (Metric::End, true) => start.visit(RowSolverMemory(index)),
            (Metric::End, false) => index.size() * GRAPH_BYTES,
            (Metric::Zeroing, true) => start.visit(RowZeroingMemory(index)),
            (Metric::Zeroing, false) => index.size() * GRAPH_ZEROING_BYTES,
        };
        // Zeroing distances are found from those to the end.
        let distances = if metric == Metric::Zeroing {
            index.bytes()
        } else {
            0
        };
        Ok(solving as u64 + distances)
    }

    pub(crate) fn check_allowed(
        &self,
        material: &Material,
        needed: u64,
        settings: &BuildSettings,
    ) -> Result<(), BuildError> {
        if needed > settings.memory {
            return Err(BuildError::Memory {
                material: material.text(self.game.definition()),
                needed,
                allowed: settings.memory,
            });
        }
        Ok(())
    }

    /// Identifies the build of a journal: the program, the rules, the pieces, and the numbering of
    /// positions.
    fn fingerprint(&self, index: &Index) -> [u8; 32] {
        let definition = self.game.definition();
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update(definition.identity());
        hash.update(index.material.text(definition));
        hash.update(index.fingerprint());
        hash.finalize().into()
    }

    /// What the journal of a round of zeroing distances is of.
    fn zeroing_fingerprint(&self, index: &Index, round: usize) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.fingerprint(index));
        hash.update("zeroing");
        hash.update(round.to_le_bytes());
        hash.finalize().into()
    }

    /// Solves a table and those that it needs, all in memory.
    pub(crate) fn solve_all(
        &self,
        material: &Material,
        settings: &BuildSettings,
        solved: &mut BTreeMap<Material, Arc<Solved>>,
    ) -> Result<(), BuildError> {
        for next in self.plan(material)? {
            if !solved.contains_key(&next) {
                let subs = self.sub_tables(&next, solved);
                let index = self.index(&next)?;
                let (table, _, _) = self.solve(index, &subs, settings, &NeverStop, None)?;
                solved.insert(next, Arc::new(table));
            }
        }
        Ok(())
    }
}

/// What a solver found. What the journal has in memory is written if the solver was stopped.
fn finished(
    solved: Result<(Vec<Code>, SolveStats), SolveError>,
    journal: Option<&BuildJournal>,
) -> Result<(Vec<Code>, SolveStats), BuildError> {
    match solved {
        Ok(solved) => Ok(solved),
        Err(SolveError::Stopped) => {
            if let Some(journal) = journal {
                journal.failure().map_or(Ok(()), Err)?;
                journal.flush()?;
            }
            Err(BuildError::Stopped)
        }
        Err(SolveError::File(error)) => Err(error.into()),
        Err(SolveError::Journal) => Err(BuildError::Journal),
    }
}

impl SolveStats {
    fn since(self, began: Instant) -> BuildStats {
        BuildStats {
            passes: self.passes,
            visited: self.visited,
            time: began.elapsed(),
        }
    }
}

/// Bytes that solving by rows takes.
struct RowSolverMemory<'a>(&'a Index);

impl Visit for RowSolverMemory<'_> {
    type Output = usize;
    fn visit<const W: usize>(self, _: &Rules<W>, _: &Pos<W>) -> usize {
        RowSolver::<W>::memory(self.0)
    }
}

struct SolveRows<'a> {
    builder: &'a Builder,
    index: &'a Index,
    subs: &'a SubTables,
    threads: usize,
    watch: &'a dyn ProgressMonitor,
    start: JournalStart<'a>,
}

impl Visit for SolveRows<'_> {
    type Output = Result<(Vec<u16>, crate::solve::SolveStats), SolveError>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let paths = &self.builder.paths;
        RowSolver::new(rules, paths, self.index, self.subs, self.threads)
            .solve(self.watch, self.start)
    }
}

/// Bytes that solving zeroing distances by rows takes.
struct RowZeroingMemory<'a>(&'a Index);

impl Visit for RowZeroingMemory<'_> {
    type Output = usize;
    fn visit<const W: usize>(self, _: &Rules<W>, _: &Pos<W>) -> usize {
        RowSolver::<W>::memory(self.0) + self.0.rows() * DecidedAtZero::<W>::ROW_BYTES
    }
}

struct SolveZeroing<'a> {
    builder: &'a Builder,
    solved: &'a Solved,
    limit: u16,
    subs: &'a SubTables,
    threads: usize,
    watch: &'a dyn ProgressMonitor,
    journal: Option<&'a (dyn Fn(usize) -> PathBuf + Sync)>,
}

impl Visit for SolveZeroing<'_> {
    type Output = Result<(Vec<Code>, SolveStats), BuildError>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let Solved {
            index,
            codes: distances,
        } = self.solved;
        let mut decided = DecidedAtZero::new(index, distances, self.limit);
        let mut total = SolveStats::default();
        let mut round = 0;
        loop {
            round += 1;
            let path = self.journal.map(|journal| journal(round));
            let fingerprint = self.builder.zeroing_fingerprint(index, round);
            let opened = OnceLock::new();
            let start = JournalStart(path.as_deref().map(|path| (path, fingerprint)), &opened);
            let paths = &self.builder.paths;
            let zeroing = RowZeroing {
                distances,
                limit: self.limit,
                decided: &decided,
            };
            let solver = RowSolver::new(rules, paths, index, self.subs, self.threads);
            let solved = solver.with_zeroing(zeroing).solve(self.watch, start);
            let journal: Option<BuildJournal> = opened.into_inner();
            let (codes, work) = finished(solved, journal.as_ref())?;
            if let Some(journal) = journal {
                journal.flush()?;
            }
            total.passes += work.passes;
            total.visited += work.visited;
            // Without zeroing moves within the table nothing depends on what is decided there.
            let is_new = decided.add(index, &codes);
            if !is_new || !self.builder.has_zeroing_pieces(&index.material) {
                return Ok((codes, total));
            }
        }
    }
}

/// Never stops.
pub(crate) struct NeverStop;

impl ProgressMonitor for NeverStop {
    fn should_continue(&self, _: usize, _: f64) -> bool {
        true
    }
}

/// Checks a flag for whether to stop, and reports the progress, but not too often.
pub(crate) struct StopFlagMonitor<'a> {
    pub(crate) stop: &'a AtomicBool,
    pub(crate) tell: &'a (dyn Fn(usize, f64) + Sync),
}

impl ProgressMonitor for StopFlagMonitor<'_> {
    fn should_continue(&self, pass: usize, share: f64) -> bool {
        (self.tell)(pass, share);
        !self.stop.load(Ordering::Relaxed)
    }
}

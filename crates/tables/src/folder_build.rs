//! Building tables in a folder.

use crate::builder::{BuildSettings, BuildStats, Metric, Progress, StopFlagMonitor};
use crate::file::{self, FileKind, NewFile, TableHeader, UNFINISHED};
use crate::lookup::ZeroingFile;
use crate::plan::check_stop;
use crate::solved::Solved;
use crate::value::{Code, SAME_AS_TABLE};
use crate::{BuildError, Material, TableError, Tables};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The end of the names of journals of tables under construction.
const JOURNAL: &str = "journal";

/// What building tells.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// These tables are going to be built, in this order. Some of them may lack only their zeroing
    /// distances.
    Planned(&'a [Material]),
    /// How far it is.
    Progress(&'a Progress),
    /// A table is built and written.
    Built(&'a Material, &'a TableHeader, BuildStats),
    /// The zeroing distances of a table are built and written. The counts of the header are those
    /// under the move count.
    Zeroing(&'a Material, &'a TableHeader, BuildStats),
}

/// Whole tables in memory.
type LoadedTables = BTreeMap<Material, Arc<Solved>>;

/// A build that runs.
struct FolderBuild<'a, 't> {
    tables: &'a Tables,
    settings: &'a BuildSettings,
    stop: &'a AtomicBool,
    tell: &'a mut (dyn FnMut(BuildEvent<'_>) + Send + 't),
    /// The number of the table being built, and how many there are.
    table: usize,
    all: usize,
    /// The tables that the last one needed.
    loaded: LoadedTables,
    /// Their zeroing distances.
    loaded_zeroing: LoadedTables,
}

impl Tables {
    /// Builds the tables of some materials, and all that they need. Tables that are there are
    /// not built again, but their hashes are checked: a damaged one is an error, and stays as it is.
    /// Tables that lack their zeroing distances get them.
    pub fn build(
        &self,
        materials: &[Material],
        settings: &BuildSettings,
        stop: &AtomicBool,
        tell: &mut (dyn FnMut(BuildEvent<'_>) + Send),
    ) -> Result<(), BuildError> {
        // Finding what they need can take minutes, so they themselves are refused before.
        let wanted = materials.iter();
        let mut wanted: Vec<Material> = wanted
            .map(|material| self.builder().stored_material(material))
            .collect();
        wanted.retain(|material| self.is_to_be_built(material));
        self.check_least_memory(&wanted, settings, stop)?;
        let mut plan = self.builder().plan_all(materials, stop)?;
        // Tables are built from others, so a damaged one would spoil them.
        for material in plan.iter().filter(|material| self.path(material).exists()) {
            check_stop(stop)?;
            self.check_file(material)?;
            if matches!(self.zeroing(material)?, ZeroingFile::Present { .. }) {
                self.check_zeroing_file(material)?;
            }
        }
        self.remove_old_journals(&plan);
        plan.retain(|material| self.is_to_be_built(material));
        if plan.is_empty() {
            return Ok(());
        }
        let _lock = self.lock()?;
        self.remove_unfinished();
        // Another process may have built some in the meantime.
        plan.retain(|material| self.is_to_be_built(material));
        // A table that can never be built is refused before hours go into smaller ones.
        self.check_least_memory(&plan, settings, stop)?;
        tell(BuildEvent::Planned(&plan));
        let mut build = FolderBuild {
            tables: self,
            settings,
            stop,
            tell,
            table: 0,
            all: plan.len(),
            loaded: LoadedTables::new(),
            loaded_zeroing: LoadedTables::new(),
        };
        for material in &plan {
            build.table += 1;
            // The tables that it needs may have told only now that it needs zeroing distances.
            self.check_least_memory(std::slice::from_ref(material), settings, stop)?;
            if !self.path(material).exists() {
                build.build_table(material)?;
            }
            if let Some(limit) = self.builder().limit()
                && matches!(self.zeroing(material)?, ZeroingFile::Missing)
            {
                build.build_zeroing(material, limit)?;
            }
        }
        Ok(())
    }

    /// Whether a table or its zeroing distances are to be built.
    fn is_to_be_built(&self, material: &Material) -> bool {
        !self.path(material).exists()
            || self
                .zeroing(material)
                .is_ok_and(|zeroing| matches!(zeroing, ZeroingFile::Missing))
    }

    /// Removes the journals of complete tables. A build leaves one if it is killed between writing the
    /// table and removing the journal. Another process that is building here may be at this point.
    fn remove_old_journals(&self, plan: &[Material]) {
        // There are few journals, if any, so the tables are looked at only for them.
        let files = std::fs::read_dir(self.folder()).into_iter().flatten();
        let files = files.flatten().map(|file| file.path());
        let mut old: Vec<PathBuf> = files
            .filter(|file| file.extension().is_some_and(|end| end == JOURNAL))
            .collect();
        old.retain(|journal| {
            // `KRKP.journal`, `KRKP.zeroing-1.journal`.
            let name = journal.file_name().unwrap_or_default().to_string_lossy();
            let of = name.split('.').next();
            let is_its = |material: &&Material| {
                let table = self.path(material);
                table.file_stem().and_then(|stem| stem.to_str()) == of
            };
            plan.iter()
                .find(is_its)
                .is_some_and(|material| !self.is_to_be_built(material))
        });
        if !old.is_empty()
            && let Ok(_lock) = self.lock()
        {
            for journal in old {
                let _ = std::fs::remove_file(journal);
            }
        }
    }

    /// Removes what a build has begun to write before it was killed. The folder must be locked.
    fn remove_unfinished(&self) {
        let files = std::fs::read_dir(self.folder()).into_iter().flatten();
        for file in files.flatten() {
            if file.file_name().to_string_lossy().starts_with(UNFINISHED) {
                // It does no harm but to take space.
                let _ = std::fs::remove_file(file.path());
            }
        }
    }

    /// Keeps other processes from building here, for as long as the file is open.
    fn lock(&self) -> Result<File, BuildError> {
        let path = self.folder().join("lock");
        let failed = |error| TableError::Io {
            path: path.clone(),
            error,
        };
        std::fs::create_dir_all(self.folder()).map_err(failed)?;
        let mut options = File::options();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy(self.folder().to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error).into()),
        }
    }

    /// Loads the tables that a material needs, and drops all others. `load` reads one.
    pub(crate) fn load_sub_tables(
        &self,
        material: &Material,
        loaded: &mut LoadedTables,
        load: impl Fn(&Material) -> Result<Solved, BuildError>,
    ) -> Result<(), BuildError> {
        let conversions = material.conversions(self.game().definition());
        let needed: Vec<Material> = conversions
            .iter()
            .map(|material| self.builder().stored_material(material))
            .collect();
        loaded.retain(|material, _| needed.contains(material));
        for material in needed {
            if let Entry::Vacant(place) = loaded.entry(material) {
                let solved = load(place.key())?;
                place.insert(Arc::new(solved));
            }
        }
        Ok(())
    }

    /// Reads a whole table.
    pub(crate) fn load(&self, material: &Material) -> Result<Solved, BuildError> {
        let file = self.open_file(FileKind::Table, &self.path(material), material)?;
        let index = self.builder().index(material)?;
        let codes = file.load(&index)?;
        Ok(Solved { index, codes })
    }

    /// Where the journal of a round of zeroing distances is.
    fn zeroing_journal(&self, material: &Material, round: usize) -> PathBuf {
        let path = self.path_of(material, FileKind::Zeroing);
        path.with_extension(format!("zeroing-{round}.{JOURNAL}"))
    }
}

impl FolderBuild<'_, '_> {
    /// Calls a function with what watches a solver.
    fn watched<T>(
        &mut self,
        material: &Material,
        metric: Metric,
        solve: impl FnOnce(&StopFlagMonitor<'_>) -> T,
    ) -> T {
        let (table, tables) = (self.table, self.all);
        let tell = Mutex::new(&mut *self.tell);
        let report = |pass: usize, share: f64| {
            let progress = Progress {
                material: material.clone(),
                table,
                tables,
                metric,
                pass,
                share,
            };
            if let Ok(mut tell) = tell.try_lock() {
                tell(BuildEvent::Progress(&progress));
            }
        };
        solve(&StopFlagMonitor {
            stop: self.stop,
            tell: &report,
        })
    }

    /// Builds and writes a table.
    fn build_table(&mut self, material: &Material) -> Result<(), BuildError> {
        let (tables, settings) = (self.tables, self.settings);
        self.loaded_zeroing.clear();
        tables.load_sub_tables(material, &mut self.loaded, |material| tables.load(material))?;
        let subs = tables.builder().sub_tables(material, &self.loaded);
        let index = tables.builder().index(material)?;
        let journal = tables.path(material).with_extension(JOURNAL);
        let (solved, stats, journal) = self.watched(material, Metric::End, |watch| {
            let builder = tables.builder();
            builder.solve(index, &subs, settings, watch, Some(&journal))
        })?;
        let new = NewFile {
            kind: FileKind::Table,
            definition: tables.game().definition(),
            codes: &solved.codes,
            solved: &solved,
            stats,
        };
        // Zeroing distances that are still there are those of a table that has been deleted.
        let zeroing = tables.path_of(material, FileKind::Zeroing);
        if zeroing.exists() {
            std::fs::remove_file(&zeroing).map_err(|error| TableError::Io {
                path: zeroing.clone(),
                error,
            })?;
        }
        let header = file::write(&tables.path(material), new, settings.threads)?;
        if let Some(journal) = journal {
            journal.remove()?;
        }
        tables.look_again();
        (self.tell)(BuildEvent::Built(material, &header, stats));
        Ok(())
    }

    /// Builds and writes the zeroing distances of a table.
    fn build_zeroing(&mut self, material: &Material, limit: u16) -> Result<(), BuildError> {
        let (tables, settings) = (self.tables, self.settings);
        self.loaded.clear();
        tables.load_sub_tables(material, &mut self.loaded_zeroing, |material| {
            tables.load_zeroing(material)
        })?;
        let subs = tables.builder().sub_tables(material, &self.loaded_zeroing);
        let mut solved = tables.load(material)?;
        solved.restore_equals();
        let journal = |round| tables.zeroing_journal(material, round);
        let (codes, stats) = self.watched(material, Metric::Zeroing, |watch| {
            let builder = tables.builder();
            builder.solve_zeroing(&solved, limit, &subs, settings, watch, Some(&journal))
        })?;
        let zeroing = Solved {
            index: solved.index,
            codes,
        };
        let new = NewFile {
            kind: FileKind::Zeroing,
            definition: tables.game().definition(),
            codes: &overriding_codes(&zeroing.codes, solved.codes),
            solved: &zeroing,
            stats,
        };
        let path = tables.path_of(material, FileKind::Zeroing);
        let header = file::write(&path, new, settings.threads)?;
        for path in (1..).map(journal).take_while(|path| path.exists()) {
            std::fs::remove_file(&path).map_err(|error| TableError::Io { path, error })?;
        }
        tables.look_again();
        (self.tell)(BuildEvent::Zeroing(material, &header, stats));
        Ok(())
    }
}

/// The zeroing distances that are not the distances to the end, and code 0 for the others.
fn overriding_codes(zeroing: &[Code], mut distances: Vec<Code>) -> Vec<Code> {
    for (distance, &code) in distances.iter_mut().zip(zeroing) {
        *distance = if *distance == code {
            SAME_AS_TABLE
        } else {
            code
        };
    }
    distances
}

//! Checking tables.

use super::build::settings;
use super::common::no_table;
use crate::args::BuildLimits;
use crate::commands::stop::{stop_flag, stopped};
use crate::error::{CommandError, CommandResult};
use crate::words;
use hyperrook_notation::position::format_setup;
use hyperrook_notation::words::thousands;
use hyperrook_tables::{
    BuildError, EndgameValue, Material, TableError, Tables, VerifyReport, VerifySettings,
    ZeroingFile,
};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Checks some tables, or all if none is named. A fault of one does not keep the others from being
/// checked. An interrupted check continues where it stopped.
pub(super) fn verify(
    tables: &Tables,
    materials: Vec<Material>,
    every: usize,
    limits: &BuildLimits,
    out: &mut dyn Write,
) -> CommandResult {
    let mut check = VerifySettings::with(every, settings(limits).threads);
    check.resume = Some(this_program());
    let mut run = VerifyRun {
        tables,
        settings: check,
        stop: stop_flag()?,
        damaged: Vec::new(),
        right: 0,
        wrong: 0,
        unchecked: 0,
        out,
    };
    let wanted = if materials.is_empty() {
        run.all()?
    } else {
        stored(tables, &materials)
    };
    if wanted.is_empty() && run.wrong == 0 {
        return Err(CommandError::Data(format!(
            "there are no tables of {} in {}",
            tables.game().definition().name(),
            tables.folder().display()
        )));
    }
    for material in &wanted {
        run.table(material)?;
    }
    tables.end_verify(&wanted);
    run.finish()
}

/// Stands for this program: its version, and the size and time of its file.
fn this_program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let file = file.and_then(|file| Ok((file.len(), file.modified()?)));
    format!("{} {file:?}", env!("CARGO_PKG_VERSION"))
}

/// Runs a check, with its progress on standard error if that is a terminal.
fn watched<T>(name: &str, check: impl FnOnce(&(dyn Fn(f64) + Sync)) -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return check(&|_| ());
    }
    let last_report = Mutex::new(Instant::now());
    let result = check(&|share| {
        if let Ok(mut last) = last_report.try_lock()
            && last.elapsed() > Duration::from_millis(200)
        {
            *last = Instant::now();
            note_part!("\r\x1b[K{name}: {:.0} % checked", 100.0 * share);
        }
    });
    note_part!("\r\x1b[K");
    result
}

/// The tables of some materials, each once.
fn stored(tables: &Tables, materials: &[Material]) -> Vec<Material> {
    let mut stored: Vec<Material> = Vec::new();
    for material in materials {
        let table = tables.builder().stored_material(material);
        if !stored.contains(&table) {
            stored.push(table);
        }
    }
    stored
}

struct VerifyRun<'a> {
    tables: &'a Tables,
    settings: VerifySettings,
    stop: Arc<AtomicBool>,
    /// Files that cannot be read.
    damaged: Vec<PathBuf>,
    /// The number of tables without a fault.
    right: usize,
    /// The number of tables that are damaged, or have wrong entries.
    wrong: usize,
    /// The number of tables that could not be checked, though their own files are not damaged.
    unchecked: usize,
    out: &'a mut dyn Write,
}

impl VerifyRun<'_> {
    /// All tables that can be opened. Reports the others.
    fn all(&mut self) -> CommandResult<Vec<Material>> {
        let mut materials = Vec::new();
        for table in self.tables.list() {
            match table {
                Ok(table) => materials.push(table.material),
                Err(error) => self.report_damaged(&error)?,
            }
        }
        Ok(materials)
    }

    fn report_damaged(&mut self, error: &TableError) -> CommandResult {
        writeln!(self.out, "{error}")?;
        self.damaged.push(error.path().to_owned());
        self.wrong += 1;
        Ok(())
    }

    /// Checks a table and counts it.
    fn table(&mut self, material: &Material) -> CommandResult {
        let name = material.text(self.tables.game().definition());
        if !self.tables.path(material).exists() {
            writeln!(self.out, "{}", no_table(self.tables, material))?;
            self.unchecked += 1;
            return Ok(());
        }
        match self.files(material, &name)? {
            Ok(true) => self.right += 1,
            Ok(false) => self.wrong += 1,
            Err(error) => self.report_failed(material, &name, error)?,
        }
        Ok(())
    }

    /// Checks the files of a table. Whether they are right, or why that is not known.
    fn files(
        &mut self,
        material: &Material,
        name: &str,
    ) -> CommandResult<Result<bool, BuildError>> {
        let (tables, settings) = (self.tables, self.settings.clone());
        let distances = watched(name, |tell| {
            tables.verify(material, &settings, &self.stop, tell)
        });
        let mut is_right = match distances {
            Ok(found) => self.report(name, "", &found)?,
            Err(error) => return Ok(Err(error)),
        };
        let what = ", zeroing distances";
        let zeroing = watched(&format!("{name}{what}"), |tell| {
            tables.verify_zeroing(material, &settings, &self.stop, tell)
        });
        match zeroing {
            Ok(Some(found)) => is_right &= self.report(name, what, &found)?,
            Ok(None) if matches!(tables.zeroing(material), Ok(ZeroingFile::Missing)) => writeln!(
                self.out,
                "{name}: no zeroing distances; build it again to have them"
            )?,
            Ok(None) => {}
            Err(error) => return Ok(Err(error)),
        }
        Ok(Ok(is_right))
    }

    /// Says why a table could not be checked: its own file is damaged, or that of a table that it
    /// needs.
    fn report_failed(
        &mut self,
        material: &Material,
        name: &str,
        error: BuildError,
    ) -> CommandResult {
        if matches!(error, BuildError::Stopped) {
            return Err(stopped("stopped; run the same command to continue"));
        }
        let own = self.tables.path(material);
        let is_own = |path: &Path| path.file_stem() == own.file_stem();
        if let BuildError::File(error) = &error
            && is_own(error.path())
        {
            return self.report_damaged(error);
        }
        self.unchecked += 1;
        let why = match error.path() {
            Some(path) if self.damaged.iter().any(|damaged| damaged == path) => {
                format!("they need {}, which is damaged", path.display())
            }
            Some(path) if !path.exists() => {
                format!("they need {}, which is missing", path.display())
            }
            _ => error.to_string(),
        };
        writeln!(self.out, "{name}: its entries are not checked: {why}")?;
        Ok(())
    }

    /// Writes what checking a file has found. Whether it is right.
    fn report(&mut self, name: &str, what: &str, found: &VerifyReport) -> CommandResult<bool> {
        writeln!(
            self.out,
            "{name}{what}: {} entries checked, {} wrong; sha256 {}",
            thousands(found.positions),
            thousands(found.wrong),
            found.hash
        )?;
        if found.positions == 0 && self.settings.every > 1 {
            writeln!(
                self.out,
                "  none of its entries was chosen; use a smaller number with --every"
            )?;
        }
        let words = |value: Option<EndgameValue>| {
            value.map_or("no position".to_owned(), |value| value.to_string())
        };
        let definition = self.tables.game().definition();
        for (setup, table, moves) in &found.examples {
            writeln!(
                self.out,
                "  {}: the table says {}, its moves {}",
                format_setup(definition, setup),
                words(*table),
                words(*moves)
            )?;
        }
        Ok(found.wrong == 0)
    }

    /// Sums up, if there was more than one table.
    fn finish(self) -> CommandResult {
        let all = self.right + self.wrong + self.unchecked;
        if all > 1 {
            writeln!(
                self.out,
                "{}: {} right, {} wrong or damaged, {} not checked",
                words::count(all, "table"),
                self.right,
                self.wrong,
                self.unchecked
            )?;
        }
        if self.right == all {
            Ok(())
        } else {
            Err(CommandError::Reported)
        }
    }
}

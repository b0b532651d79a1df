//! Checks tables: every entry against the positions that its moves lead to.

use crate::file::FileKind;
use crate::index::Index;
use crate::placement::Placement;
use crate::solve::{SubTables, of_outcome};
use crate::solved::Solved;
use crate::value::{Code, DRAW, NO_POSITION, at_zero, before, better, is_loss, is_win, within};
use crate::verify_progress::{PartResult, VerifyProgress, VerifyState};
use crate::{BuildError, EndgameValue, Material, TableError, Tables, ZeroingFile};
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Game, Position, Setup};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How tables are checked.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifySettings {
    /// About one entry in this many is checked, always the same ones; 1 checks all.
    pub every: usize,
    /// The number of threads.
    pub threads: usize,
    /// If given, a check that was interrupted goes on where it was, from a file beside the table. The
    /// text stands for the program: a check by another one begins again. The file stays until
    /// [`Tables::end_verify`]: a run over many tables then checks none twice. If the file cannot be
    /// written, an interrupted check begins again, too.
    pub resume: Option<String>,
}

impl VerifySettings {
    /// A check of about one entry in `every`, with this many threads.
    pub fn with(every: usize, threads: usize) -> VerifySettings {
        VerifySettings {
            every,
            threads,
            resume: None,
        }
    }
}

/// The result of checking a table.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct VerifyReport {
    /// The SHA-256 of the file.
    pub hash: String,
    /// Positions checked.
    pub positions: u64,
    /// Entries that are wrong.
    pub wrong: u64,
    /// The first wrong entries: the setup, the value in the table, and the value from its moves.
    /// The number of threads does not change them.
    pub examples: Vec<(Setup, Option<EndgameValue>, Option<EndgameValue>)>,
}

/// Entries that one thread takes at a time.
const PART: usize = 1 << 12;

/// Whether an entry is among the one in `every` that are checked. A hash of its number decides: with
/// a fixed step, the same cells of the last pieces would be checked again and again.
fn is_chosen(entry: usize, every: usize) -> bool {
    let hash = SplitMix64::new(entry as u64).next_u64();
    hash.is_multiple_of(every.max(1) as u64)
}

impl Tables {
    /// Checks a table: the hash of its file, and every entry (or about one in `every`) against the
    /// positions that its moves lead to, made by the move generator. The tables of captures and
    /// promotions must exist. `tell` gets the share that is checked.
    pub fn verify(
        &self,
        material: &Material,
        settings: &VerifySettings,
        stop: &AtomicBool,
        tell: &(dyn Fn(f64) + Sync),
    ) -> Result<VerifyReport, BuildError> {
        let stored = self.builder().stored_material(material);
        let hash = self.check_file(&stored)?;
        let solved = self.load(&stored)?;
        let mut loaded = BTreeMap::new();
        self.load_sub_tables(&stored, &mut loaded, |material| self.load(material))?;
        let check = Check {
            game: self.game(),
            solved: &solved,
            subs: &self.builder().sub_tables(&stored, &loaded),
            zeroing: None,
        };
        let state = self.verify_state(FileKind::Table, &stored, loaded.keys(), settings)?;
        check.run(hash, state, settings, stop, tell)
    }

    /// Checks the zeroing distances of a table in the same way. None if it needs none, or if they
    /// were never built. Where pawns can go back, entries that are won only through each other would
    /// pass this check.
    pub fn verify_zeroing(
        &self,
        material: &Material,
        settings: &VerifySettings,
        stop: &AtomicBool,
        tell: &(dyn Fn(f64) + Sync),
    ) -> Result<Option<VerifyReport>, BuildError> {
        let stored = self.builder().stored_material(material);
        let present = matches!(self.zeroing(&stored)?, ZeroingFile::Present { .. });
        let Some(limit) = self.builder().limit().filter(|_| present) else {
            return Ok(None);
        };
        let hash = self.check_zeroing_file(&stored)?;
        let distances = self.load(&stored)?.codes;
        let solved = self.load_zeroing(&stored)?;
        let mut loaded = BTreeMap::new();
        self.load_sub_tables(&stored, &mut loaded, |material| self.load_zeroing(material))?;
        let check = Check {
            game: self.game(),
            solved: &solved,
            subs: &self.builder().sub_tables(&stored, &loaded),
            zeroing: Some((&distances, limit)),
        };
        let state = self.verify_state(FileKind::Zeroing, &stored, loaded.keys(), settings)?;
        check.run(hash, state, settings, stop, tell).map(Some)
    }

    /// Deletes the files from which a check of these tables would go on.
    pub fn end_verify<'a>(&self, materials: impl IntoIterator<Item = &'a Material>) {
        for material in materials {
            for kind in [FileKind::Table, FileKind::Zeroing] {
                // There may be none, or the folder is read-only and never had one.
                let _ = std::fs::remove_file(self.verify_path(kind, material));
            }
        }
    }

    fn verify_path(&self, kind: FileKind, material: &Material) -> PathBuf {
        self.path_of(material, kind)
            .with_extension(format!("{}.verify", kind.extension()))
    }

    /// How far a check is. The hashes of all files that it reads say whether it is the same check.
    fn verify_state<'a>(
        &self,
        kind: FileKind,
        stored: &'a Material,
        subs: impl Iterator<Item = &'a Material>,
        settings: &VerifySettings,
    ) -> Result<VerifyState, BuildError> {
        let Some(program) = &settings.resume else {
            return Ok(VerifyState::default());
        };
        let mut identity = format!("{program} {}", settings.every.max(1));
        // Zeroing distances are compared with the distances to the end, too.
        let kinds: &[FileKind] = match kind {
            FileKind::Table => &[FileKind::Table],
            FileKind::Zeroing => &[FileKind::Table, FileKind::Zeroing],
        };
        let tables = std::iter::once(stored).chain(subs);
        for material in tables {
            for &kind in kinds {
                let path = self.path_of(material, kind);
                if path.exists() {
                    identity += " ";
                    identity += &self.open_file(kind, &path, material)?.stored_hash()?;
                }
            }
        }
        Ok(VerifyState::open(self.verify_path(kind, stored), identity))
    }

    /// Checks the hash of the file of zeroing distances. Gives it in hexadecimal.
    pub(crate) fn check_zeroing_file(&self, material: &Material) -> Result<String, TableError> {
        let stored = self.builder().stored_material(material);
        let path = self.path_of(&stored, FileKind::Zeroing);
        self.open_file(FileKind::Zeroing, &path, &stored)?.check()
    }

    /// Checks the hash of a table's file. Gives it in hexadecimal.
    pub fn check_file(&self, material: &Material) -> Result<String, TableError> {
        let stored = self.builder().stored_material(material);
        let path = self.path(&stored);
        self.open_file(FileKind::Table, &path, &stored)?.check()
    }
}

/// Finds what the moves of an entry say of it. Positions that no table has, such as those with a
/// capture in passing, are looked through.
struct Check<'a> {
    game: &'a Game,
    solved: &'a Solved,
    subs: &'a SubTables,
    /// For zeroing distances, the distances to the end and the plies after which the move count
    /// ends the game.
    zeroing: Option<(&'a [Code], u16)>,
}

impl Check<'_> {
    fn run(
        &self,
        hash: String,
        state: VerifyState,
        settings: &VerifySettings,
        stop: &AtomicBool,
        tell: &(dyn Fn(f64) + Sync),
    ) -> Result<VerifyReport, BuildError> {
        let size = self.solved.codes.len();
        let next = AtomicUsize::new(state.progress().entries);
        let state = Mutex::new(state);
        let run = || {
            while !stop.load(Ordering::Relaxed) {
                let from = next.fetch_add(PART, Ordering::Relaxed);
                if from >= size {
                    return;
                }
                let part = from..size.min(from + PART);
                let result = self.part(part.clone(), settings.every);
                let mut state = state
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner());
                state.add(part, result);
                // With the lock, so that the shares never fall.
                tell(state.progress().entries as f64 / size as f64);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..settings.threads.max(1) {
                scope.spawn(run);
            }
        });
        let mut state = state
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        state.save();
        if stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        let VerifyProgress {
            positions,
            wrong,
            examples,
            ..
        } = state.progress();
        let example = |&entry: &usize| {
            let (setup, expected) = self.expected(entry)?;
            let found = EndgameValue::of(self.solved.codes[entry]);
            Some((setup, found, EndgameValue::of(expected)))
        };
        Ok(VerifyReport {
            hash,
            positions: *positions,
            wrong: *wrong,
            examples: examples.iter().filter_map(example).collect(),
        })
    }

    /// Checks a part of the entries.
    fn part(&self, part: std::ops::Range<usize>, every: usize) -> PartResult {
        let mut result = PartResult::default();
        for entry in part.filter(|&entry| is_chosen(entry, every)) {
            let Some((_, expected)) = self.expected(entry) else {
                continue;
            };
            result.positions += 1;
            if expected != self.solved.codes[entry] {
                result.wrong.push(entry);
            }
        }
        result
    }

    /// The distance to the end, if the zeroing distance cannot be right beside it: whoever wins
    /// under the move count wins without it, and whoever wins within the limit wins under the move
    /// count.
    fn contradicting_distance(&self, entry: usize) -> Option<Code> {
        let (distances, limit) = self.zeroing?;
        let (code, distance) = (self.solved.codes[entry], distances[entry]);
        let is_same = (is_win(code), is_loss(code)) == (is_win(distance), is_loss(distance));
        let may_be_draw = code == DRAW && within(distance, limit) == DRAW;
        (!is_same && !may_be_draw).then_some(distance)
    }

    fn index(&self) -> &Index {
        &self.solved.index
    }

    /// What the moves of an entry say of it. None if it does not stand for a position.
    fn expected(&self, entry: usize) -> Option<(Setup, Code)> {
        let index = self.index();
        let width = index.width;
        let last = hyperrook_rules::Cell::from_index(entry % width);
        if !index.chosen(entry / width).contains(last) {
            return None;
        }
        let placement = index.placement(entry)?;
        let setup = placement.setup(self.game.definition(), &index.material);
        let Ok(position) = self.game.position(&setup) else {
            return Some((setup, NO_POSITION));
        };
        let contradicting = self.contradicting_distance(entry);
        Some((
            setup,
            contradicting.unwrap_or_else(|| self.ahead(&position)),
        ))
    }

    fn ahead(&self, position: &Position) -> Code {
        let Some(position) = crate::probe::at_beginning(position) else {
            return NO_POSITION;
        };
        if let Some(outcome) = position.outcome() {
            return of_outcome(outcome, position.turn());
        }
        let mut best = NO_POSITION;
        for mv in position.moves() {
            if let Ok(after) = position.after(mv) {
                let code = self.code(&after);
                // A move that leads out of the tables makes their values wrong.
                if code == NO_POSITION {
                    return NO_POSITION;
                }
                let zeroes = self.zeroing.is_some() && after.halfmove() == 0;
                best = better(before(if zeroes { at_zero(code) } else { code }), best);
            }
        }
        match self.zeroing {
            _ if best == NO_POSITION => DRAW,
            Some((_, limit)) => within(best, limit),
            None => best,
        }
    }

    fn code(&self, position: &Position) -> Code {
        if !crate::probe::is_plain(position) {
            return self.ahead(position);
        }
        let material = Material::of(position);
        let placement = Placement::of(position);
        if material == self.index().material {
            let entry = self.index().locate(&placement);
            return entry.map_or(NO_POSITION, |entry| self.solved.codes[entry]);
        }
        let table = self.subs.get(&material);
        table.map_or(NO_POSITION, |table| {
            table.code(self.game.definition(), &placement)
        })
    }
}

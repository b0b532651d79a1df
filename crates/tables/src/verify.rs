//! Checks tables: every entry against the positions that its moves lead to.

use crate::file::FileKind;
use crate::index::Index;
use crate::placement::Placement;
use crate::solve::{SubTables, of_outcome};
use crate::solved::Solved;
use crate::value::{Code, DRAW, NO_POSITION, at_zero, before, better, is_loss, is_win, within};
use crate::{BuildError, EndgameValue, Material, TableError, Tables, ZeroingFile};
use hyperrook_rules::fast::SplitMix64;
use hyperrook_rules::{Game, Position, Setup};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

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
    pub examples: Vec<(Setup, Option<EndgameValue>, Option<EndgameValue>)>,
}

/// The maximum number of examples of wrong entries.
const EXAMPLES: usize = 5;

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
    /// promotions must exist.
    pub fn verify(
        &self,
        material: &Material,
        every: usize,
        threads: usize,
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
        check.run(hash, every, threads, stop, tell)
    }

    /// Checks the zeroing distances of a table in the same way. None if it needs none, or if they
    /// were never built.
    pub fn verify_zeroing(
        &self,
        material: &Material,
        every: usize,
        threads: usize,
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
        check.run(hash, every, threads, stop, tell).map(Some)
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

/// Looks one move ahead.
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
        every: usize,
        threads: usize,
        stop: &AtomicBool,
        tell: &(dyn Fn(f64) + Sync),
    ) -> Result<VerifyReport, BuildError> {
        let codes = &self.solved.codes;
        let size = codes.len();
        let next = AtomicUsize::new(0);
        let (positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        let examples = Mutex::new(Vec::new());
        let run = || {
            while !stop.load(Ordering::Relaxed) {
                let from = next.fetch_add(PART, Ordering::Relaxed);
                if from >= size {
                    return;
                }
                let part = from..size.min(from + PART);
                for entry in part.filter(|&entry| is_chosen(entry, every)) {
                    let Some((setup, expected)) = self.expected(entry) else {
                        continue;
                    };
                    positions.fetch_add(1, Ordering::Relaxed);
                    if expected == codes[entry] {
                        continue;
                    }
                    wrong.fetch_add(1, Ordering::Relaxed);
                    let mut examples = examples
                        .lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner());
                    if examples.len() < EXAMPLES {
                        let found = EndgameValue::of(codes[entry]);
                        examples.push((setup, found, EndgameValue::of(expected)));
                    }
                }
                tell(from as f64 / size as f64);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(run);
            }
        });
        if stop.load(Ordering::Relaxed) {
            return Err(BuildError::Stopped);
        }
        Ok(VerifyReport {
            hash,
            positions: positions.into_inner(),
            wrong: wrong.into_inner(),
            examples: examples
                .into_inner()
                .unwrap_or_else(|poisoned| poisoned.into_inner()),
        })
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

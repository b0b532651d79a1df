//! Checks a table: every entry against the positions that its moves lead to.

use crate::index::{Index, Placement};
use crate::solve::{SubTables, of_outcome};
use crate::solved::Solved;
use crate::value::{Code, DRAW, NO_POSITION, before, better};
use crate::{BuildError, EndgameValue, Material, TableError, Tables};
use hyperrook_rules::{Game, Position, Reason, Setup};
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

impl Tables {
    /// Checks a table: the hash of its file, and every entry (or one in `every`) against the
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
        self.load_sub_tables(&stored, &mut loaded)?;
        let subs = self.builder().sub_tables(&stored, &loaded);
        let size = solved.codes.len();
        let check = Check {
            game: self.game(),
            index: &solved.index,
            solved: &solved,
            subs: &subs,
        };
        let next = AtomicUsize::new(0);
        let (positions, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        let examples = Mutex::new(Vec::new());
        const PART: usize = 1 << 12;
        let run = || {
            while !stop.load(Ordering::Relaxed) {
                let from = next.fetch_add(PART, Ordering::Relaxed);
                if from >= size {
                    return;
                }
                for entry in (from..size.min(from + PART)).filter(|entry| entry % every.max(1) == 0)
                {
                    let Some((setup, expected)) = check.expected(entry) else {
                        continue;
                    };
                    positions.fetch_add(1, Ordering::Relaxed);
                    if expected != solved.codes[entry] {
                        wrong.fetch_add(1, Ordering::Relaxed);
                        let mut examples = examples
                            .lock()
                            .unwrap_or_else(|poisoned| poisoned.into_inner());
                        if examples.len() < EXAMPLES {
                            examples.push((
                                setup,
                                EndgameValue::of(solved.codes[entry]),
                                EndgameValue::of(expected),
                            ));
                        }
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
}

/// Looks one move ahead.
struct Check<'a> {
    game: &'a Game,
    index: &'a Index,
    solved: &'a Solved,
    subs: &'a SubTables,
}

impl Check<'_> {
    /// The value of an entry from its moves. `None` if the entry is not a position.
    fn expected(&self, entry: usize) -> Option<(Setup, Code)> {
        let width = self.index.width;
        let last = hyperrook_rules::Cell::from_index(entry % width);
        if !self.index.chosen(entry / width).contains(last) {
            return None;
        }
        let placement = self.index.placement(entry)?;
        let setup = placement.setup(self.game.definition(), &self.index.material);
        let Ok(position) = self.game.position(&setup) else {
            return Some((setup, NO_POSITION));
        };
        Some((setup, self.ahead(&position)))
    }

    fn ahead(&self, position: &Position) -> Code {
        if let Some(outcome) = position
            .outcome()
            .filter(|outcome| outcome.reason != Reason::MoveCount)
        {
            return of_outcome(outcome, position.turn());
        }
        let mut best = NO_POSITION;
        for mv in position.moves() {
            if let Ok(after) = position.after(mv) {
                best = better(before(self.code(&after)), best);
            }
        }
        if best == NO_POSITION { DRAW } else { best }
    }

    fn code(&self, position: &Position) -> Code {
        if !crate::probe::is_plain(position) {
            return self.ahead(position);
        }
        let material = Material::of(position);
        let placement = Placement::of(position);
        if material == self.index.material {
            let entry = self.index.locate(&placement);
            return entry.map_or(NO_POSITION, |entry| self.solved.codes[entry]);
        }
        let table = self.subs.get(&material);
        table.map_or(NO_POSITION, |table| {
            table.code(self.game.definition(), &placement)
        })
    }
}

impl Tables {
    /// Checks the hash of a table's file. Returns it in hexadecimal.
    pub fn check_file(&self, material: &Material) -> Result<String, TableError> {
        let stored = self.builder().stored_material(material);
        self.open_file(&self.path(&stored), &stored)?.check()
    }
}

//! A folder of tables: its files, and the values of positions from them.

use crate::builder::{BuildSettings, BuildStats, Builder, Progress, StopFlagMonitor};
use crate::file::{self, TableFile, TableHeader};
use crate::index::{Index, MaterialKey, Placement};
use crate::solved::Solved;
use crate::{BuildError, EndgameValue, Material, TableError};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Automorphism, Game, Move, Position, Visit};
use moka::sync::Cache;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock, Weak};

/// Memory for unpacked blocks of tables, in bytes.
const CACHE_BYTES: u64 = 256 << 20;

/// The extension of table files.
pub const EXTENSION: &str = "table";

/// The extension of journals of tables under construction.
const JOURNAL: &str = "journal";

/// An open table of a folder.
#[derive(Debug)]
struct OpenTable {
    file: TableFile,
    index: Index,
    number: u32,
}

/// How to look up a material: the table, and the map if the sides are exchanged.
#[derive(Debug)]
struct Lookup {
    table: OpenTable,
    exchange: Option<Automorphism>,
    /// The pieces that are looked up.
    material: Material,
}

/// The result of looking up a position in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbeResult {
    /// The value, ignoring the move count and repetitions.
    pub value: EndgameValue,
    /// Whether the move count certainly does not change the value: the winner needs no more plies
    /// than are left, or the game is a draw or has no move count. If not, the position can still be
    /// won if captures or pawn moves on the way reset the count.
    pub within_count: bool,
}

/// A move, with the value of the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProbedMove {
    /// The move.
    pub mv: Move,
    /// The result for the side that makes the move. `None` if no table has the position after it.
    pub found: Option<ProbeResult>,
}

/// A table of a folder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableInfo {
    /// The pieces.
    pub material: Material,
    /// The file.
    pub path: PathBuf,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The header of the file.
    pub header: TableHeader,
}

/// The tables of one game in a folder.
pub struct Tables {
    builder: Builder,
    folder: PathBuf,
    /// Cached lookups by pieces, including pieces without a table.
    lookups: RwLock<HashMap<MaterialKey, Option<Arc<Lookup>>>>,
    next: AtomicUsize,
    most_pieces: AtomicUsize,
    blocks: Cache<(u32, u32), Arc<Vec<u8>>>,
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables")
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl Tables {
    /// The tables of a game under a folder. Each rule set has its own subfolder, which need not
    /// exist.
    pub fn new(game: &Game, folder: &Path) -> Result<Tables, BuildError> {
        let definition = game.definition();
        let identity = definition.identity();
        let identity = identity.rsplit(':').next().unwrap_or(identity);
        let name = format!(
            "{}-{}",
            definition.name(),
            identity.get(..12).unwrap_or(identity)
        );
        let weigh = |_: &(u32, u32), block: &Arc<Vec<u8>>| block.len() as u32 + 64;
        let tables = Tables {
            builder: Builder::new(game)?,
            folder: folder.join(name),
            lookups: RwLock::default(),
            next: AtomicUsize::new(0),
            most_pieces: AtomicUsize::new(0),
            blocks: Cache::builder()
                .max_capacity(CACHE_BYTES)
                .weigher(weigh)
                .build(),
        };
        tables.look_again();
        Ok(tables)
    }

    /// The tables of a game under a folder, shared by all users in the program.
    pub fn shared(game: &Game, folder: &Path) -> Result<Arc<Tables>, BuildError> {
        type Known = Vec<(PathBuf, Weak<Tables>)>;
        static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
        let mut known = KNOWN
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        known.retain(|(_, tables)| tables.strong_count() > 0);
        let is_same = |tables: &Arc<Tables>| tables.game().start() == game.start();
        let found = known.iter().filter(|(path, _)| path == folder);
        if let Some(tables) = found
            .filter_map(|(_, tables)| tables.upgrade())
            .find(is_same)
        {
            tables.look_again();
            return Ok(tables);
        }
        let tables = Arc::new(Tables::new(game, folder)?);
        known.push((folder.to_owned(), Arc::downgrade(&tables)));
        Ok(tables)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.builder.game()
    }

    /// The builder, which knows the sizes of tables.
    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// The folder of the tables of this rule set.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The maximum number of pieces of a table in the folder; 0 if there is none.
    pub fn most_pieces(&self) -> usize {
        self.most_pieces.load(Ordering::Relaxed)
    }

    /// Forgets which tables are missing, to find those that were built since.
    pub fn look_again(&self) {
        let mut lookups = self
            .lookups
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        lookups.retain(|_, lookup| lookup.is_some());
        let materials = self
            .files()
            .into_iter()
            .map(|(material, _)| material.pieces());
        self.most_pieces
            .store(materials.max().unwrap_or(0), Ordering::Relaxed);
    }

    /// The files that look like tables of this rule set.
    fn files(&self) -> Vec<(Material, PathBuf)> {
        let Ok(folder) = std::fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for path in folder.flatten().map(|entry| entry.path()) {
            let name = path.file_stem().and_then(|name| name.to_str());
            let is_table = path.extension().is_some_and(|end| end == EXTENSION);
            if let Some(name) = name.filter(|_| is_table)
                && let Ok(material) = Material::parse(self.game().definition(), name)
            {
                found.push((material, path));
            }
        }
        found.sort();
        found
    }

    /// The file of a table.
    pub fn path(&self, material: &Material) -> PathBuf {
        let stored = self.builder.stored_material(material);
        let name = stored.text(self.game().definition());
        self.folder.join(format!("{name}.{EXTENSION}"))
    }

    /// Every table in the folder, and an error for every file that is not a valid table.
    pub fn list(&self) -> Vec<Result<TableInfo, TableError>> {
        let listed = |(material, path): (Material, PathBuf)| {
            let file = self.open_file(&path, &material)?;
            Ok(TableInfo {
                material,
                bytes: file.bytes,
                header: file.header.clone(),
                path,
            })
        };
        self.files().into_iter().map(listed).collect()
    }

    /// Opens a file and checks that it is the table of this material for these rules.
    pub(crate) fn open_file(
        &self,
        path: &Path,
        material: &Material,
    ) -> Result<TableFile, TableError> {
        let file = TableFile::open(path)?;
        let definition = self.game().definition();
        if !definition.has_identity(&file.header.identity) {
            return Err(TableError::OtherRules {
                path: path.to_owned(),
                found: file.header.game.clone(),
                wanted: definition.name().to_owned(),
            });
        }
        if file.header.material != material.text(definition) {
            let fault = format!(
                "the file has the table of {}, which its name does not say; rename it or build the table again",
                file.header.material
            );
            return Err(TableError::Damaged {
                path: path.to_owned(),
                fault,
            });
        }
        Ok(file)
    }

    fn index(&self, material: &Material, path: &Path) -> Result<Index, TableError> {
        self.builder
            .index(material)
            .map_err(|error| TableError::Damaged {
                path: path.to_owned(),
                fault: error.to_string(),
            })
    }

    /// The table of these pieces. `None` if there is none.
    fn lookup(&self, key: MaterialKey) -> Result<Option<Arc<Lookup>>, TableError> {
        {
            let lookups = self
                .lookups
                .read()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            if let Some(known) = lookups.get(&key) {
                return Ok(known.clone());
            }
        }
        let found = match key.material(self.game().definition()) {
            Some(material) => self.open(&material)?,
            None => None,
        };
        let mut lookups = self
            .lookups
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        lookups.insert(key, found.clone());
        Ok(found)
    }

    /// Opens the table of a material, if there is one.
    fn open(&self, material: &Material) -> Result<Option<Arc<Lookup>>, TableError> {
        let (stored, exchange) = self.builder.stored(material);
        let path = self.path(&stored);
        if !path.exists() {
            return Ok(None);
        }
        let file = self.open_file(&path, &stored)?;
        let index = self.index(&stored, &path)?;
        file.check_layout(&index)?;
        let number = self.next.fetch_add(1, Ordering::Relaxed) as u32;
        let (table, material) = (
            OpenTable {
                file,
                index,
                number,
            },
            material.clone(),
        );
        Ok(Some(Arc::new(Lookup {
            table,
            exchange,
            material,
        })))
    }

    /// Looks up a position. `None` if no table has it, or if a side can castle.
    pub fn probe(&self, position: &Position) -> Result<Option<ProbeResult>, TableError> {
        if position_pieces(position) > self.most_pieces() {
            return Ok(None);
        }
        let mut failure = None;
        let value = crate::probe::value(position, &mut |position| {
            self.plain_value(position).unwrap_or_else(|error| {
                failure = Some(error);
                None
            })
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(value.map(|value| self.found(position, value))),
        }
    }

    /// The value of a position that a table contains itself.
    fn plain_value(&self, position: &Position) -> Result<Option<EndgameValue>, TableError> {
        position.visit(PlainValue(self))
    }

    /// The value of a position of a search, ignoring the move count. `None` if no table has it, or
    /// if it has a capture in passing, a castling right or a bound royal piece. Allocates nothing
    /// once the table's block has been read.
    pub fn value<const W: usize>(&self, rules: &Rules<W>, pos: &Pos<W>) -> Option<EndgameValue> {
        let state = pos.state();
        if state.castling != 0 || state.en_passant.is_some() || state.bound != 0 {
            return None;
        }
        // A damaged table gives no value; `hyperrook tables verify` reports it.
        self.value_of_pos(rules, pos).ok().flatten()
    }

    /// The maximum number of cells that the pieces of a table stand on. A position with more
    /// occupied cells is in no table.
    pub fn most_cells(&self) -> u32 {
        let definition = self.game().definition();
        let spans = definition.pieces().iter().filter_map(|piece| piece.span);
        let longest = spans.map(|span| span.length).max().unwrap_or(1);
        match self.most_pieces() {
            0 => 0,
            pieces => (pieces + 2 * (longest - 1)) as u32,
        }
    }

    fn value_of_pos<const W: usize>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
    ) -> Result<Option<EndgameValue>, TableError> {
        let Some((placement, key)) = Placement::of_pos(rules, pos) else {
            return Ok(None);
        };
        let Some(lookup) = self.lookup(key)? else {
            return Ok(None);
        };
        let (placement, material) = (&placement, &lookup.material);
        let table = &lookup.table;
        let entry = match &lookup.exchange {
            None => table.index.locate(placement),
            Some(map) => {
                let exchanged = placement.exchanged(self.game().definition(), material, map);
                exchanged.and_then(|placement| table.index.locate(&placement))
            }
        };
        let Some(entry) = entry else { return Ok(None) };
        let (block, place) = table.file.place(entry);
        let key = (table.number, block as u32);
        let symbols = match self.blocks.get(&key) {
            Some(symbols) => symbols,
            None => {
                let symbols = Arc::new(table.file.block(block)?);
                self.blocks.insert(key, symbols.clone());
                symbols
            }
        };
        Ok(table.file.code(&symbols, place).and_then(EndgameValue::of))
    }

    /// Every legal move with its value, the best first. Empty if the game is over.
    pub fn moves(&self, position: &Position) -> Result<Vec<ProbedMove>, TableError> {
        let mut moves = Vec::new();
        for mv in position.moves() {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let found = self.probe(&after)?.map(|found| ProbeResult {
                value: found.value.before(),
                ..found
            });
            moves.push(ProbedMove { mv, found });
        }
        moves.sort_by_key(|mv| {
            std::cmp::Reverse(mv.found.map_or(i32::MIN, |found| found.value.rank()))
        });
        Ok(moves)
    }

    /// A line of best play from a position to the end of the game, or until a table is missing.
    /// Empty for a draw.
    pub fn line(&self, position: &Position) -> Result<Vec<Move>, TableError> {
        let mut line = Vec::new();
        let mut position = position.clone();
        while self
            .probe(&position)?
            .is_some_and(|found| found.value.plies().is_some_and(|plies| plies > 0))
        {
            let best = self.moves(&position)?.into_iter().next();
            let Some(ProbedMove { mv, found: Some(_) }) = best else {
                break;
            };
            let Ok(after) = position.after(mv) else { break };
            line.push(mv);
            position = after;
        }
        Ok(line)
    }

    fn found(&self, position: &Position, value: EndgameValue) -> ProbeResult {
        let moves = self.game().definition().ends().moves;
        let left = u64::from(moves) * 2;
        let plies = value.plies().map_or(0, u64::from);
        let within_count = moves == 0
            || value == EndgameValue::Draw
            || u64::from(position.halfmove()) + plies <= left;
        ProbeResult {
            value,
            within_count,
        }
    }

    /// Builds the tables of these materials, and all tables that they need. Existing tables are not
    /// built again.
    pub fn build(
        &self,
        materials: &[Material],
        settings: &BuildSettings,
        stop: &AtomicBool,
        tell: &mut (dyn FnMut(BuildEvent<'_>) + Send),
    ) -> Result<(), BuildError> {
        let mut plan: Vec<Material> = Vec::new();
        for material in materials {
            for table in self.builder.plan(material) {
                if !plan.contains(&table) {
                    plan.push(table);
                }
            }
        }
        plan.retain(|material| !self.path(material).exists());
        if plan.is_empty() {
            return Ok(());
        }
        let _lock = self.lock()?;
        // Another process may have built some of them in the meantime.
        plan.retain(|material| !self.path(material).exists());
        let tables = plan.len();
        let mut loaded: BTreeMap<Material, Arc<Solved>> = BTreeMap::new();
        for (table, material) in plan.into_iter().enumerate() {
            self.load_sub_tables(&material, &mut loaded)?;
            let subs = self.builder.sub_tables(&material, &loaded);
            let index = self.builder.index(&material)?;
            let journal = self.path(&material).with_extension(JOURNAL);
            let solved = {
                let tell = Mutex::new(&mut *tell);
                let report = |pass: usize, share: f64| {
                    let progress = Progress {
                        material: material.clone(),
                        table: table + 1,
                        tables,
                        pass,
                        share,
                    };
                    if let Ok(mut tell) = tell.try_lock() {
                        tell(BuildEvent::Progress(&progress));
                    }
                };
                let watch = StopFlagMonitor {
                    stop,
                    tell: &report,
                };
                self.builder
                    .solve(index, &subs, settings, &watch, Some(&journal))
            };
            let (solved, stats, journal) = solved?;
            let definition = self.game().definition();
            let header = file::write(
                &self.path(&material),
                definition.name(),
                definition.identity(),
                &material.text(definition),
                &solved,
                stats,
                settings.threads,
            )?;
            if let Some(journal) = journal {
                journal.remove()?;
            }
            self.look_again();
            tell(BuildEvent::Built(&material, &header, stats));
        }
        Ok(())
    }

    /// Keeps other processes from building here as long as the file is open.
    fn lock(&self) -> Result<File, BuildError> {
        let path = self.folder.join("lock");
        let failed = |error| TableError::Io {
            path: path.clone(),
            error,
        };
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let mut options = File::options();
        let file = options
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(BuildError::Busy(self.folder.clone())),
            Err(TryLockError::Error(error)) => Err(failed(error).into()),
        }
    }

    /// Loads the tables that a material needs, and drops all others.
    pub(crate) fn load_sub_tables(
        &self,
        material: &Material,
        loaded: &mut BTreeMap<Material, Arc<Solved>>,
    ) -> Result<(), BuildError> {
        let conversions = material.conversions(self.game().definition());
        let needed: Vec<Material> = conversions
            .iter()
            .map(|material| self.builder.stored_material(material))
            .collect();
        loaded.retain(|material, _| needed.contains(material));
        for material in needed {
            if let Entry::Vacant(place) = loaded.entry(material) {
                let solved = self.load(place.key())?;
                place.insert(Arc::new(solved));
            }
        }
        Ok(())
    }

    /// Reads a whole table.
    pub(crate) fn load(&self, material: &Material) -> Result<Solved, BuildError> {
        let path = self.path(material);
        let file = self.open_file(&path, material)?;
        Ok(file.load(self.builder.index(material)?)?)
    }

    /// The position of an entry of a table, such as that of the longest win.
    pub fn position(&self, material: &Material, entry: u64) -> Option<Position> {
        let stored = self.builder.stored_material(material);
        let index = self.builder.index(&stored).ok()?;
        let placement = index.placement(usize::try_from(entry).ok()?)?;
        self.game()
            .position(&placement.setup(self.game().definition(), &stored))
            .ok()
    }

    /// The header of a table.
    pub fn header(&self, material: &Material) -> Result<Option<TableHeader>, TableError> {
        let lookup = self.open(material)?;
        Ok(lookup.map(|lookup| lookup.table.file.header.clone()))
    }
}

/// Looks up a position of any width.
struct PlainValue<'a>(&'a Tables);

impl Visit for PlainValue<'_> {
    type Output = Result<Option<EndgameValue>, TableError>;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output {
        self.0.value_of_pos(rules, pos)
    }
}

/// An event of a build.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildEvent<'a> {
    /// The progress of the build.
    Progress(&'a Progress),
    /// A table is built and written.
    Built(&'a Material, &'a TableHeader, BuildStats),
}

/// The number of pieces; a piece of several cells counts once.
fn position_pieces(position: &Position) -> usize {
    let definition = position.game().definition();
    let others = definition.board().cells().filter(|&cell| {
        let piece = position.piece(cell);
        piece.is_some_and(|piece| !definition.piece(piece.kind).royal)
    });
    2 + others.count()
}

//! A folder of tables: its files, and the values of positions from them.

use crate::file::{EXTENSION, FileKind, TableFile, TableHeader, version};
use crate::index::Index;
use crate::lookup::{Lookup, OpenFile, ZeroingFile};
use crate::placement::{MaterialKey, Placement};
use crate::value::Code;
use crate::{BuildError, Builder, EndgameValue, Material, TableError};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Automorphism, Game, Position};
use moka::sync::Cache;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock, Weak};

/// Memory for unpacked blocks of tables, in bytes.
const CACHE_BYTES: u64 = 256 << 20;

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
    /// The zeroing distances that belong to it.
    pub zeroing: ZeroingFile,
}

/// The tables of one game in a folder.
pub struct Tables {
    builder: Builder,
    folder: PathBuf,
    /// Cached lookups by pieces, including pieces without a table.
    lookups: RwLock<HashMap<MaterialKey, Option<Arc<Lookup>>>>,
    /// Held by [`Tables::look_again`].
    looking: Mutex<()>,
    /// How often [`Tables::look_again`] was called.
    looked: AtomicUsize,
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
            looking: Mutex::new(()),
            looked: AtomicUsize::new(0),
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
        let found = known
            .iter()
            .filter(|(path, _)| path == folder)
            .filter_map(|(_, tables)| tables.upgrade())
            .find(is_same);
        if let Some(tables) = found {
            // Others need not wait for the disk.
            drop(known);
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

    /// Forgets which files are not there, to find those that were built since.
    pub fn look_again(&self) {
        // One at a time, so that the last one to read the folder also says what it has.
        let _looking = self
            .looking
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut lookups = self
            .lookups
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        lookups.retain(|_, lookup| {
            lookup
                .as_ref()
                .is_some_and(|lookup| !lookup.lacks_zeroing())
        });
        self.looked.fetch_add(1, Ordering::Relaxed);
        // Searches need not wait for the disk.
        drop(lookups);
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
        self.path_of(material, FileKind::Table)
    }

    pub(crate) fn path_of(&self, material: &Material, kind: FileKind) -> PathBuf {
        self.file(&self.builder.stored_material(material), kind)
    }

    /// The file of a stored material.
    fn file(&self, stored: &Material, kind: FileKind) -> PathBuf {
        let name = stored.text(self.game().definition());
        self.folder.join(format!("{name}.{}", kind.extension()))
    }

    /// Every table in the folder, and an error for every file that is not a valid table.
    pub fn list(&self) -> Vec<Result<TableInfo, TableError>> {
        let listed = |(material, path): (Material, PathBuf)| {
            let file = self.open_file(FileKind::Table, &path, &material)?;
            let zeroing = self.zeroing_of(&material, &file.header)?;
            Ok(TableInfo {
                material,
                zeroing,
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
        kind: FileKind,
        path: &Path,
        material: &Material,
    ) -> Result<TableFile, TableError> {
        let file = TableFile::open(path, kind)?;
        let definition = self.game().definition();
        if !definition.has_identity(&file.header.identity) {
            return Err(TableError::OtherRules {
                path: path.to_owned(),
                found: file.header.game.clone(),
                wanted: definition.name().to_owned(),
            });
        }
        let damaged = |fault| TableError::Damaged {
            path: path.to_owned(),
            fault,
        };
        if file.header.material != material.text(definition) {
            return Err(damaged(format!(
                "the file has the table of {}, which its name does not say; rename it, or delete it and build the table again",
                file.header.material
            )));
        }
        if file.header.numbering != version(material, definition) {
            let fault =
                "another version of Hyperrook built the table; delete it and build it again";
            return Err(damaged(fault.to_owned()));
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
        let looked = self.looked.load(Ordering::Relaxed);
        let found = match key.material(self.game().definition()) {
            Some(material) => self.open(&material),
            None => Ok(None),
        };
        let mut lookups = self
            .lookups
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        // A table that cannot be used is not opened again at every node of a search. One that was
        // missing may have been built meanwhile.
        if self.looked.load(Ordering::Relaxed) == looked {
            lookups.insert(key, found.as_ref().ok().cloned().flatten());
        }
        found
    }

    /// Opens the table of a material, if there is one.
    fn open(&self, material: &Material) -> Result<Option<Arc<Lookup>>, TableError> {
        // Most pieces of a search have no table, and proving their symmetries takes long.
        let is_there = |stored: &Material| self.file(stored, FileKind::Table).exists();
        if !is_there(material) && !is_there(&material.exchanged()) {
            return Ok(None);
        }
        let (stored, exchange) = self.builder.stored(material);
        let path = self.file(&stored, FileKind::Table);
        if !path.exists() {
            return Ok(None);
        }
        let file = self.open_file(FileKind::Table, &path, &stored)?;
        let index = self.index(&stored, &path)?;
        file.check_layout(&index)?;
        Ok(Some(Arc::new(Lookup {
            table: self.numbered(file),
            zeroing: OnceLock::new(),
            index,
            exchange,
            material: material.clone(),
        })))
    }

    /// Gives an open file a number.
    pub(crate) fn numbered(&self, file: TableFile) -> OpenFile {
        let number = self.next.fetch_add(1, Ordering::Relaxed) as u32;
        OpenFile { file, number }
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
        let Some((lookup, entry)) = self.locate(rules, pos)? else {
            return Ok(None);
        };
        let code = self.code(&lookup.table, entry)?;
        Ok(code.and_then(EndgameValue::of))
    }

    /// The table that has a position, and its entry there. None if there is no table of it.
    pub(crate) fn locate<const W: usize>(
        &self,
        rules: &Rules<W>,
        pos: &Pos<W>,
    ) -> Result<Option<(Arc<Lookup>, usize)>, TableError> {
        let Some((placement, key)) = Placement::of_pos(rules, pos) else {
            return Ok(None);
        };
        let Some(lookup) = self.lookup(key)? else {
            return Ok(None);
        };
        let (placement, material) = (&placement, &lookup.material);
        let entry = match &lookup.exchange {
            None => lookup.index.locate(placement),
            Some(map) => {
                let exchanged = placement.exchanged(self.game().definition(), material, map);
                exchanged.and_then(|placement| lookup.index.locate(&placement))
            }
        };
        Ok(entry.map(|entry| (lookup, entry)))
    }

    /// The code of an entry of a file.
    pub(crate) fn code(&self, open: &OpenFile, entry: usize) -> Result<Option<Code>, TableError> {
        let (block, place) = open.file.place(entry);
        let key = (open.number, block as u32);
        let symbols = match self.blocks.get(&key) {
            Some(symbols) => symbols,
            None => {
                let symbols = Arc::new(open.file.block(block)?);
                self.blocks.insert(key, symbols.clone());
                symbols
            }
        };
        Ok(open.file.code(&symbols, place))
    }

    /// The position of an entry of a table, such as that of the longest win. It has exactly these
    /// pieces, even if the table is stored with the sides exchanged.
    pub fn position(&self, material: &Material, entry: u64) -> Option<Position> {
        let (stored, exchange) = self.builder.stored(material);
        let index = self.builder.index(&stored).ok()?;
        let placement = index.placement(usize::try_from(entry).ok()?)?;
        self.position_of(placement, &stored, exchange.as_ref())
    }

    /// The position of a placement of a stored material, with the sides exchanged if there is a
    /// map. Any map that exchanges the sides leads to a position of the same value.
    pub(crate) fn position_of(
        &self,
        placement: Placement,
        stored: &Material,
        exchange: Option<&Automorphism>,
    ) -> Option<Position> {
        let definition = self.game().definition();
        let setup = match exchange {
            None => placement.setup(definition, stored),
            Some(map) => placement
                .exchanged(definition, stored, map)?
                .setup(definition, &stored.exchanged()),
        };
        self.game().position(&setup).ok()
    }

    /// The header of a table. White in it is White of these pieces, even if the table is stored
    /// with the sides exchanged.
    pub fn header(&self, material: &Material) -> Result<Option<TableHeader>, TableError> {
        let header = self.read_header(&self.builder.stored_material(material))?;
        Ok(header.map(|header| self.seen_from(material, header)))
    }

    /// What the table of a stored material says of itself.
    pub(crate) fn read_header(&self, stored: &Material) -> Result<Option<TableHeader>, TableError> {
        let path = self.file(stored, FileKind::Table);
        if !path.exists() {
            return Ok(None);
        }
        Ok(Some(self.open_file(FileKind::Table, &path, stored)?.header))
    }

    /// A stored header, as it is for these pieces.
    pub(crate) fn seen_from(&self, material: &Material, stored: TableHeader) -> TableHeader {
        if self.builder.stored(material).1.is_none() {
            return stored;
        }
        stored.exchanged(material.text(self.game().definition()))
    }
}

/// The number of pieces; one of several cells counts once.
pub(crate) fn position_pieces(position: &Position) -> usize {
    let definition = position.game().definition();
    let others = definition.board().cells().filter(|&cell| {
        let piece = position.piece(cell);
        piece.is_some_and(|piece| !definition.piece(piece.kind).royal)
    });
    2 + others.count()
}

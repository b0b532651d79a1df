//! Files of tables.
//!
//! A file is `HRTABLE1`, the length of the header (4 bytes), the header (JSON), the directory of
//! blocks (for each its length and CRC-32, 4 bytes each), the blocks (raw DEFLATE), the SHA-256 of
//! everything before it, and the CRC-32 of everything before the blocks, so that opening a file
//! finds every damage that matters to it. Numbers are little-endian. A block has the symbols of
//! [`TableHeader::block`] entries, one byte each, or two if there are more than 256 of them; the
//! header says which code a symbol stands for. Entries that no position has repeat the symbol
//! before them, so that they cost nothing.
//!
//! A file of zeroing distances is the same, but begins with `HRZEROS1`. Its entries are those of the
//! table beside it. Code 0 says that the zeroing distance is the distance to the end, or that the
//! position is a draw in both.

use crate::error::TableError;
use crate::index::Index;
use crate::solved::Solved;
use crate::value::{Code, MAX_PLIES, NO_POSITION, plies};
use crate::{BuildStats, EndgameValue, Material};
use flate2::{Compression, Crc, read::DeflateDecoder, write::DeflateEncoder};
use hyperrook_rules::{Cell, Definition, Kind, Piece, Side};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the distances of a file are to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    /// To the end of the game: a table.
    Table,
    /// To the next zeroing move, or to the end of the game: the file beside a table.
    Zeroing,
}

impl FileKind {
    /// What such a file begins with.
    fn magic(self) -> &'static [u8; 8] {
        match self {
            FileKind::Table => b"HRTABLE1",
            FileKind::Zeroing => b"HRZEROS1",
        }
    }

    /// The end of the names of such files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            FileKind::Table => EXTENSION,
            FileKind::Zeroing => "zeroing",
        }
    }
}

/// The bytes of the hash near the end of a file.
const HASH_BYTES: u64 = 32;
/// The bytes of the checksum of the header and the directory, at the end.
const CRC_BYTES: u64 = 4;

/// The end of the names of table files.
pub const EXTENSION: &str = "table";

/// The version of the tables of a material. A table of another version must be built again.
///
/// Version 1 had wrong values if a royal piece can transform and is then bound: it missed
/// captures while a piece is bound. The versions before 3 had wrong values if a piece that only a
/// person can set up promotes.
pub(crate) fn version(material: &Material, definition: &Definition) -> u32 {
    let is_set_up = |side: Side, kind: Kind| {
        let piece = Piece { side, kind };
        let mut start = definition.start().pieces.iter().flatten();
        let mut promotions = definition.promotions().iter();
        promotions.any(|promotion| promotion.pieces.contains(&kind))
            && !start.any(|it| *it == piece)
    };
    let mut sides = Side::BOTH.into_iter();
    if sides.any(|side| material.kinds(side).any(|kind| is_set_up(side, kind))) {
        3
    } else if material.can_be_bound(definition) {
        2
    } else {
        1
    }
}

/// The number of entries in a block.
const BLOCK: usize = 1 << 15;

/// The words about a file whose header cannot be read.
const DAMAGED_HEADER: &str = "the header is damaged; delete the file and build the table again";

/// The maximum length of a header, in bytes.
const MAX_HEADER: u32 = 1 << 22;

/// The counts of a table for one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The longest win, in plies.
    pub longest_win: Option<u16>,
    /// An entry with the longest win.
    pub longest_win_entry: Option<u64>,
    /// The longest loss, in plies.
    pub longest_loss: Option<u16>,
    /// An entry with the longest loss.
    pub longest_loss_entry: Option<u64>,
}

impl Counts {
    /// The number of positions that are won or lost.
    pub fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, value: EndgameValue, entry: usize) {
        let longest = |longest: &mut Option<u16>, at: &mut Option<u64>, plies: u16| {
            if longest.is_none_or(|longest| longest < plies) {
                (*longest, *at) = (Some(plies), Some(entry as u64));
            }
        };
        match value {
            EndgameValue::Win(plies) => {
                self.wins += 1;
                longest(&mut self.longest_win, &mut self.longest_win_entry, plies);
            }
            EndgameValue::Draw => self.draws += 1,
            EndgameValue::Loss(plies) => {
                self.losses += 1;
                longest(&mut self.longest_loss, &mut self.longest_loss_entry, plies);
            }
        }
    }
}

/// The header of a table file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TableHeader {
    /// The name of the game.
    pub game: String,
    /// The identity of the rules: see `Definition::identity`.
    pub identity: String,
    /// The pieces, White's first.
    pub material: String,
    /// The version of the numbering of positions and of how they are solved.
    pub numbering: u32,
    /// A fingerprint of the numbering of positions. It changes if the definition names the same
    /// pieces in another order.
    pub layout: String,
    /// Entries of the table.
    pub entries: u64,
    /// Entries in a block.
    pub block: u32,
    /// The codes that symbols stand for.
    pub symbols: Vec<Code>,
    /// The counts, by side to move.
    pub counts: [Counts; 2],
    /// The number of passes of the build.
    pub passes: u64,
    /// The number of positions that the passes looked at.
    pub visited: u64,
}

/// The longest win of a side in a table. Either side can be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LongestWin {
    /// The side to move.
    pub turn: Side,
    /// The distance, in plies.
    pub plies: u16,
    /// An entry with this distance: see [`Tables::position`](crate::Tables::position).
    pub entry: u64,
}

impl LongestWin {
    /// The distance in moves of the winner.
    pub fn moves(&self) -> u16 {
        self.plies.div_ceil(2)
    }
}

impl TableHeader {
    /// The longest win of a side, in moves. Of two equally long ones, that with the winner to
    /// move. One with the loser to move is longer where the loser first captures or promotes.
    pub fn longest_win(&self, winner: Side) -> Option<LongestWin> {
        let loser = winner.other();
        let wins = self.counts[winner.index()];
        let losses = self.counts[loser.index()];
        let found = |turn, plies: Option<u16>, entry: Option<u64>| {
            let (plies, entry) = plies.zip(entry)?;
            Some(LongestWin { turn, plies, entry })
        };
        let winner_moves = found(winner, wins.longest_win, wins.longest_win_entry);
        let loser_moves = found(loser, losses.longest_loss, losses.longest_loss_entry);
        // The last of several equal ones counts.
        let both = [loser_moves, winner_moves].into_iter().flatten();
        both.max_by_key(LongestWin::moves)
    }

    /// The header for the same pieces with the sides exchanged. Entries keep their numbers.
    pub(crate) fn exchanged(mut self, material: String) -> TableHeader {
        self.material = material;
        self.counts.reverse();
        self
    }
}

/// An open table file.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    file: Mutex<File>,
    pub(crate) header: TableHeader,
    /// The offset of each block, and the end of the last one.
    offsets: Vec<u64>,
    checksums: Vec<u32>,
    /// The size of the file, in bytes.
    pub(crate) bytes: u64,
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> TableError + '_ {
    move |error| TableError::Io {
        path: path.to_owned(),
        error,
    }
}

fn damaged(path: &Path, fault: impl Into<String>) -> TableError {
    TableError::Damaged {
        path: path.to_owned(),
        fault: fault.into(),
    }
}

/// Counts the positions of a table.
pub(crate) fn counts(solved: &Solved) -> [Counts; 2] {
    let mut counts = [Counts::default(); 2];
    let (rows, width) = (solved.index.rows(), solved.index.width);
    for row in 0..rows {
        let turn = usize::from(row >= rows / 2);
        let chosen = solved.index.chosen(row);
        for cell in (0..width).filter(|&cell| chosen.contains(Cell::from_index(cell))) {
            let entry = row * width + cell;
            if let Some(value) = EndgameValue::of(solved.codes[entry]) {
                counts[turn].add(value, entry);
            }
        }
    }
    counts
}

/// The contents of a new file.
#[derive(Clone, Copy)]
pub(crate) struct NewFile<'a> {
    pub(crate) kind: FileKind,
    pub(crate) definition: &'a Definition,
    /// The codes to be written. A file of zeroing distances leaves out those of `solved` that are
    /// the same in the table beside it.
    pub(crate) codes: &'a [Code],
    pub(crate) solved: &'a Solved,
    pub(crate) stats: BuildStats,
}

/// How the names of files that are being written begin.
pub(crate) const UNFINISHED: &str = ".unfinished-";

/// A new file in a folder, which is deleted unless it is given its name, even if the disk is full.
pub(crate) fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Writes a table, whole or not at all.
pub(crate) fn write(
    path: &Path,
    new: NewFile<'_>,
    threads: usize,
) -> Result<TableHeader, TableError> {
    let NewFile {
        kind,
        definition,
        codes,
        solved,
        stats,
    } = new;
    let mut seen = vec![0u64; 1 << 16];
    for (entry, &code) in codes.iter().enumerate() {
        if code != NO_POSITION || entry % solved.index.width == 0 {
            seen[usize::from(code)] += 1;
        }
    }
    let mut symbols: Vec<Code> = (0..=u16::MAX)
        .filter(|&code| seen[usize::from(code)] > 0)
        .collect();
    symbols.sort_by_key(|&code| std::cmp::Reverse(seen[usize::from(code)]));
    if !symbols.contains(&NO_POSITION) {
        symbols.push(NO_POSITION);
    }
    let header = TableHeader {
        game: definition.name().to_owned(),
        identity: definition.identity().to_owned(),
        material: solved.index.material.text(definition),
        numbering: version(&solved.index.material, definition),
        layout: solved.index.fingerprint(),
        entries: codes.len() as u64,
        block: BLOCK as u32,
        symbols,
        counts: counts(solved),
        passes: stats.passes as u64,
        visited: stats.visited,
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io_error(folder))?;
    let file = new_file(folder).map_err(io_error(folder))?;
    let blocks = compressed(&header, codes, &solved.index, threads).map_err(io_error(path))?;
    write_to(file.as_file(), kind, &header, &blocks).map_err(io_error(path))?;
    file.persist(path)
        .map_err(|error| io_error(path)(error.error))?;
    Ok(header)
}

/// Passes on the bytes written, and computes their hash.
struct Hashing<W> {
    inner: W,
    hash: Sha256,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn write_to(
    file: &File,
    kind: FileKind,
    header: &TableHeader,
    blocks: &[Vec<u8>],
) -> io::Result<()> {
    let mut out = Hashing {
        inner: io::BufWriter::new(file),
        hash: Sha256::new(),
    };
    let text = serde_json::to_vec(header)?;
    let mut start = kind.magic().to_vec();
    start.extend((text.len() as u32).to_le_bytes());
    start.extend(text);
    for block in blocks {
        start.extend((block.len() as u32).to_le_bytes());
        start.extend(crc(&[block]).to_le_bytes());
    }
    out.write_all(&start)?;
    for block in blocks {
        out.write_all(block)?;
    }
    let hash = out.hash.clone().finalize();
    out.write_all(&hash)?;
    out.write_all(&crc(&[&start]).to_le_bytes())?;
    out.flush()?;
    file.sync_all()
}

/// The CRC-32 of some bytes.
fn crc(parts: &[&[u8]]) -> u32 {
    let mut crc = Crc::new();
    for part in parts {
        crc.update(part);
    }
    crc.sum()
}

/// The blocks of a table, compressed.
fn compressed(
    header: &TableHeader,
    codes: &[Code],
    index: &Index,
    threads: usize,
) -> io::Result<Vec<Vec<u8>>> {
    let mut symbol_of = vec![0u16; 1 << 16];
    for (symbol, &code) in header.symbols.iter().enumerate() {
        symbol_of[usize::from(code)] = symbol as u16;
    }
    let is_wide = header.symbols.len() > 256;
    let count = codes.len().div_ceil(BLOCK);
    let blocks: Vec<Mutex<io::Result<Vec<u8>>>> =
        (0..count).map(|_| Mutex::new(Ok(Vec::new()))).collect();
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = blocks.get(at) else { return };
            let range = at * BLOCK..codes.len().min((at + 1) * BLOCK);
            let mut plain = Vec::with_capacity(2 * BLOCK);
            let (mut symbol, width) = (0u16, index.width);
            let mut row = range.start / width;
            let mut chosen = index.chosen(row);
            for entry in range {
                if entry / width != row {
                    row = entry / width;
                    chosen = index.chosen(row);
                }
                if chosen.contains(Cell::from_index(entry % width)) {
                    symbol = symbol_of[usize::from(codes[entry])];
                }
                if is_wide {
                    plain.extend(symbol.to_le_bytes());
                } else {
                    plain.push(symbol as u8);
                }
            }
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(7));
            let packed = encoder.write_all(&plain).and_then(|()| encoder.finish());
            *block
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner()) = packed;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            scope.spawn(run);
        }
    });
    blocks
        .into_iter()
        .map(|block| {
            block
                .into_inner()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        })
        .collect()
}

impl TableFile {
    /// Opens a file. The hash of the whole is not checked: see [`TableFile::check`].
    pub(crate) fn open(path: &Path, kind: FileKind) -> Result<TableFile, TableError> {
        // Opening a pipe would wait until something writes into it.
        if !std::fs::metadata(path).map_err(io_error(path))?.is_file() {
            return Err(damaged(path, "this is not a file"));
        }
        let mut file = File::open(path).map_err(io_error(path))?;
        let bytes = file.metadata().map_err(io_error(path))?.len();
        let cut_short = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                damaged(path, "the file is cut short; delete it and build it again")
            }
            _ => io_error(path)(error),
        };
        let mut start = [0; 12];
        file.read_exact(&mut start).map_err(cut_short)?;
        if start[..8] != kind.magic()[..] {
            return Err(damaged(
                path,
                "this is not a table of Hyperrook, or it is from a newer version",
            ));
        }
        let length = u32::from_le_bytes([start[8], start[9], start[10], start[11]]);
        if length > MAX_HEADER {
            return Err(damaged(
                path,
                "the header is too long; delete the file and build the table again",
            ));
        }
        let mut text = vec![0; length as usize];
        file.read_exact(&mut text).map_err(cut_short)?;
        let header: Option<TableHeader> = serde_json::from_slice(&text).ok();
        let is_usable = |header: &TableHeader| {
            let is_code = |&code: &Code| plies(code) <= MAX_PLIES;
            header.block != 0 && !header.symbols.is_empty() && header.symbols.iter().all(is_code)
        };
        let header = header
            .filter(is_usable)
            .ok_or_else(|| damaged(path, DAMAGED_HEADER))?;
        let blocks = header.entries.div_ceil(u64::from(header.block));
        if blocks > bytes / 8 {
            return Err(damaged(
                path,
                "the file is cut short; delete it and build it again",
            ));
        }
        let mut directory = vec![0; 8 * blocks as usize];
        file.read_exact(&mut directory).map_err(cut_short)?;
        let mut offsets = vec![12 + u64::from(length) + directory.len() as u64];
        let mut checksums = Vec::new();
        let (numbers, _) = directory.as_chunks::<4>();
        for pair in numbers.chunks_exact(2) {
            let end = offsets.last().copied().unwrap_or(0) + u64::from(u32::from_le_bytes(pair[0]));
            offsets.push(end);
            checksums.push(u32::from_le_bytes(pair[1]));
        }
        let end = offsets.last().copied().unwrap_or(0);
        if end + HASH_BYTES == bytes {
            let fault =
                "another version of Hyperrook built the table; delete it and build it again";
            return Err(damaged(path, fault));
        }
        if end + HASH_BYTES + CRC_BYTES != bytes {
            return Err(damaged(
                path,
                "the length of the file is not that of its blocks; delete it and build it again",
            ));
        }
        file.seek(SeekFrom::End(-(CRC_BYTES as i64)))
            .map_err(io_error(path))?;
        let mut stored = [0; CRC_BYTES as usize];
        file.read_exact(&mut stored).map_err(cut_short)?;
        if crc(&[&start, &text, &directory]) != u32::from_le_bytes(stored) {
            return Err(damaged(path, DAMAGED_HEADER));
        }
        Ok(TableFile {
            path: path.to_owned(),
            file: Mutex::new(file),
            header,
            offsets,
            checksums,
            bytes,
        })
    }

    /// The number of bytes of a symbol.
    fn symbol_bytes(&self) -> usize {
        if self.header.symbols.len() > 256 {
            2
        } else {
            1
        }
    }

    /// The symbols of a block.
    pub(crate) fn block(&self, at: usize) -> Result<Vec<u8>, TableError> {
        let fault = || {
            damaged(
                &self.path,
                format!("block {at} is damaged; delete the file and build the table again"),
            )
        };
        let (Some(&from), Some(&to)) = (self.offsets.get(at), self.offsets.get(at + 1)) else {
            return Err(fault());
        };
        let mut packed = vec![0; (to - from) as usize];
        {
            let mut file = self
                .file
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            file.seek(SeekFrom::Start(from))
                .map_err(io_error(&self.path))?;
            file.read_exact(&mut packed).map_err(io_error(&self.path))?;
        }
        if crc(&[&packed]) != self.checksums[at] {
            return Err(fault());
        }
        let block = u64::from(self.header.block);
        let entries = block.min(self.header.entries - at as u64 * block) as usize;
        let length = entries * self.symbol_bytes();
        let mut plain = Vec::with_capacity(length);
        let mut decoder = DeflateDecoder::new(&packed[..]).take(length as u64 + 1);
        decoder.read_to_end(&mut plain).map_err(|_| fault())?;
        if plain.len() == length {
            Ok(plain)
        } else {
            Err(fault())
        }
    }

    /// The code of an entry of a block.
    pub(crate) fn code(&self, block: &[u8], entry: usize) -> Option<Code> {
        let symbol = match self.symbol_bytes() {
            1 => usize::from(*block.get(entry)?),
            _ => usize::from(u16::from_le_bytes([
                *block.get(2 * entry)?,
                *block.get(2 * entry + 1)?,
            ])),
        };
        self.header.symbols.get(symbol).copied()
    }

    /// The block of an entry, and the index of the entry in it.
    pub(crate) fn place(&self, entry: usize) -> (usize, usize) {
        let block = self.header.block as usize;
        (entry / block, entry % block)
    }

    /// Checks that the entries are numbered as in an index.
    pub(crate) fn check_layout(&self, index: &Index) -> Result<(), TableError> {
        let is_same =
            self.header.entries == index.size() as u64 && self.header.layout == index.fingerprint();
        let fault =
            "its positions are numbered in another way; delete the file and build the table again";
        if is_same {
            Ok(())
        } else {
            Err(damaged(&self.path, fault))
        }
    }

    /// Reads the codes of all entries.
    pub(crate) fn load(&self, index: &Index) -> Result<Vec<Code>, TableError> {
        self.check_layout(index)?;
        let mut codes = Vec::with_capacity(index.size());
        for at in 0..self.checksums.len() {
            let block = self.block(at)?;
            for entry in 0..block.len() / self.symbol_bytes() {
                let code = self.code(&block, entry);
                codes.push(code.ok_or_else(|| {
                    damaged(&self.path, format!("block {at} has an unknown symbol"))
                })?);
            }
        }
        if codes.len() != index.size() {
            return Err(damaged(
                &self.path,
                "the number of entries is not that of the pieces",
            ));
        }
        Ok(codes)
    }

    /// The hash that the file says it has, in hexadecimal: see [`TableFile::check`].
    pub(crate) fn stored_hash(&self) -> Result<String, TableError> {
        let mut file = File::open(&self.path).map_err(io_error(&self.path))?;
        let mut stored = [0; HASH_BYTES as usize];
        file.seek(SeekFrom::Start(self.bytes - HASH_BYTES - CRC_BYTES))
            .and_then(|_| file.read_exact(&mut stored))
            .map_err(io_error(&self.path))?;
        Ok(hex::encode(stored))
    }

    /// Checks the hash of the whole file. Returns it in hexadecimal.
    pub(crate) fn check(&self) -> Result<String, TableError> {
        let mut file = File::open(&self.path).map_err(io_error(&self.path))?;
        let mut left = self.bytes - HASH_BYTES - CRC_BYTES;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        while left > 0 {
            let part = buffer.len().min(left as usize);
            file.read_exact(&mut buffer[..part])
                .map_err(io_error(&self.path))?;
            hash.update(&buffer[..part]);
            left -= part as u64;
        }
        let mut stored = [0; 32];
        file.read_exact(&mut stored).map_err(io_error(&self.path))?;
        let found = hash.finalize();
        if found[..] != stored[..] {
            return Err(damaged(
                &self.path,
                "the hash of the file is wrong; delete the file and build the table again",
            ));
        }
        Ok(hex::encode(found))
    }
}

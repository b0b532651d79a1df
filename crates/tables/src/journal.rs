//! The journal of a table under construction: the results of passes, by chunk of rows. A build that
//! was killed continues from its journal and ends with the same table.
//!
//! A journal is `HRJOURN2`, a fingerprint of what is built (32 bytes), and records. A record is the
//! length of its content, the CRC-32 of the content (4 bytes each), the pass, the chunk (4 bytes each),
//! the positions looked at (8 bytes) and the content (raw DEFLATE). Everything after a damaged
//! record is dropped.

use crate::error::TableError;
use flate2::{Compression, Crc, read::DeflateDecoder, write::DeflateEncoder};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const MAGIC: &[u8; 8] = b"HRJOURN2";

/// The interval at which records are written to the disk.
const FLUSH: Duration = Duration::from_secs(3);

/// The maximum size of the unpacked content of a record, in bytes.
const MAX_CONTENT: u64 = 1 << 28;

/// The result of a chunk of rows in a pass.
#[derive(Debug)]
pub(crate) struct PassRecord {
    pub(crate) pass: usize,
    pub(crate) chunk: usize,
    /// The number of positions looked at.
    pub(crate) visited: u64,
    pub(crate) content: Vec<u8>,
}

/// An open journal.
#[derive(Debug)]
pub(crate) struct BuildJournal {
    path: PathBuf,
    out: Mutex<Out>,
}

#[derive(Debug)]
struct Out {
    file: BufWriter<File>,
    flushed: Instant,
    failure: Option<io::Error>,
}

impl BuildJournal {
    /// Opens or starts a journal. Passes its records to a function, in order. A journal of
    /// something else is discarded and started again.
    pub(crate) fn open(
        path: &Path,
        fingerprint: [u8; 32],
        replay: &mut dyn FnMut(PassRecord),
    ) -> Result<BuildJournal, TableError> {
        let failed = |error| TableError::Io {
            path: path.to_owned(),
            error,
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut reader = BufReader::new(&mut file);
        let mut end = 0;
        let mut start = [0; 40];
        if reader.read_exact(&mut start).is_ok()
            && start[..8] == MAGIC[..]
            && start[8..] == fingerprint
        {
            end = 40;
            while let Some((record, bytes)) = read_record(&mut reader) {
                end += bytes;
                replay(record);
            }
        }
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::Start(end)).map_err(failed)?;
        if end == 0 {
            file.write_all(MAGIC)
                .and_then(|()| file.write_all(&fingerprint))
                .map_err(failed)?;
        }
        let out = Out {
            file: BufWriter::new(file),
            flushed: Instant::now(),
            failure: None,
        };
        Ok(BuildJournal {
            path: path.to_owned(),
            out: Mutex::new(out),
        })
    }

    /// Adds a record. False if it cannot be written: see [`BuildJournal::failure`].
    pub(crate) fn add(&self, record: &PassRecord) -> bool {
        let packed = match pack(record) {
            Ok(packed) => packed,
            Err(_) => return false,
        };
        let mut out = self
            .out
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut written = out.file.write_all(&packed);
        if written.is_ok() && out.flushed.elapsed() > FLUSH {
            out.flushed = Instant::now();
            written = out.file.flush();
        }
        match written {
            Ok(()) => true,
            Err(error) => {
                out.failure = Some(error);
                false
            }
        }
    }

    /// Why the journal could not be written; `None` if there was no failure.
    pub(crate) fn failure(&self) -> Option<TableError> {
        let mut out = self
            .out
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let error = out.failure.take()?;
        Some(TableError::Io {
            path: self.path.clone(),
            error,
        })
    }

    /// Writes the records that are still in memory.
    pub(crate) fn flush(&self) -> Result<(), TableError> {
        let mut out = self
            .out
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        out.file.flush().map_err(|error| TableError::Io {
            path: self.path.clone(),
            error,
        })
    }

    /// Deletes the journal once the table is written.
    pub(crate) fn remove(self) -> Result<(), TableError> {
        let path = self.path;
        drop(self.out);
        std::fs::remove_file(&path).map_err(|error| TableError::Io { path, error })
    }
}

fn pack(record: &PassRecord) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&record.content)?;
    let content = encoder.finish()?;
    let mut crc = Crc::new();
    crc.update(&content);
    let mut bytes = Vec::with_capacity(content.len() + 24);
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(crc.sum().to_le_bytes());
    bytes.extend((record.pass as u32).to_le_bytes());
    bytes.extend((record.chunk as u32).to_le_bytes());
    bytes.extend(record.visited.to_le_bytes());
    bytes.extend(content);
    Ok(bytes)
}

/// The next record and its size in bytes. `None` at the end, or if the record is damaged.
fn read_record(reader: &mut impl Read) -> Option<(PassRecord, u64)> {
    let mut start = [0; 24];
    reader.read_exact(&mut start).ok()?;
    let (numbers, _) = start.as_chunks::<4>();
    let number = |at: usize| u32::from_le_bytes(numbers[at]);
    let length = number(0);
    let mut packed = Vec::new();
    reader
        .take(u64::from(length))
        .read_to_end(&mut packed)
        .ok()?;
    let mut crc = Crc::new();
    crc.update(&packed);
    if packed.len() != length as usize || crc.sum() != number(1) {
        return None;
    }
    let mut content = Vec::new();
    DeflateDecoder::new(&packed[..])
        .take(MAX_CONTENT)
        .read_to_end(&mut content)
        .ok()?;
    let record = PassRecord {
        pass: number(2) as usize,
        chunk: number(3) as usize,
        visited: u64::from(number(4)) | u64::from(number(5)) << 32,
        content,
    };
    Some((record, 24 + u64::from(length)))
}

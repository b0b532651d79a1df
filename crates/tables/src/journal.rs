//! The journal of a table under construction: the results of passes, by chunk of rows. A build that
//! was killed continues from its journal and ends with the same table.
//!
//! A journal is `HRJOURN3`, a fingerprint of what is built (32 bytes), and records. A record is the
//! length of its content, the CRC-32 of all its other bytes (4 bytes each), the pass, the chunk (4
//! bytes each), the positions looked at (8 bytes) and the content (raw DEFLATE). A damaged record is
//! dropped, and everything after it.

use crate::error::TableError;
use flate2::{Compression, Crc, read::DeflateDecoder, write::DeflateEncoder};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const MAGIC: &[u8; 8] = b"HRJOURN3";
/// How the journals of all versions begin.
const MAGIC_OF_ALL: &[u8] = b"HRJOURN";

/// The interval at which records are handed to the system.
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
    /// Opens or starts a journal. Passes its records to a function, in order. The journal of
    /// another build is discarded and started again; a file that is no journal is an error.
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
        let mut start = Vec::new();
        (&mut reader)
            .take(40)
            .read_to_end(&mut start)
            .map_err(failed)?;
        let magic = start.len().min(MAGIC_OF_ALL.len());
        if start[..magic] != MAGIC_OF_ALL[..magic] {
            return Err(TableError::Damaged {
                path: path.to_owned(),
                fault:
                    "this is not the journal of a build, or its beginning is damaged; delete it or \
                        move it away, and build again"
                        .to_owned(),
            });
        }
        if start.len() == 40 && start[..8] == MAGIC[..] && start[8..] == fingerprint {
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
    let length = (content.len() as u32).to_le_bytes();
    let mut rest = Vec::with_capacity(content.len() + 16);
    rest.extend((record.pass as u32).to_le_bytes());
    rest.extend((record.chunk as u32).to_le_bytes());
    rest.extend(record.visited.to_le_bytes());
    rest.extend(content);
    let mut bytes = length.to_vec();
    bytes.extend(checksum(length, &rest).to_le_bytes());
    bytes.extend(rest);
    Ok(bytes)
}

/// The CRC-32 of a record: its length, and what follows the checksum.
fn checksum(length: [u8; 4], rest: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(&length);
    crc.update(rest);
    crc.sum()
}

/// The next record and its size in bytes. `None` at the end, or if the record is damaged.
fn read_record(reader: &mut impl Read) -> Option<(PassRecord, u64)> {
    let mut start = [[0; 4]; 2];
    reader.read_exact(start.as_flattened_mut()).ok()?;
    let [length, sum] = start;
    let mut rest = Vec::new();
    let size = u64::from(u32::from_le_bytes(length)) + 16;
    reader.take(size).read_to_end(&mut rest).ok()?;
    if rest.len() as u64 != size || checksum(length, &rest) != u32::from_le_bytes(sum) {
        return None;
    }
    let (numbers, packed) = rest.split_at(16);
    let (numbers, _) = numbers.as_chunks::<4>();
    let number = |at: usize| u32::from_le_bytes(numbers[at]);
    let mut content = Vec::new();
    DeflateDecoder::new(packed)
        .take(MAX_CONTENT)
        .read_to_end(&mut content)
        .ok()?;
    let record = PassRecord {
        pass: number(0) as usize,
        chunk: number(1) as usize,
        visited: u64::from(number(2)) | u64::from(number(3)) << 32,
        content,
    };
    Some((record, 8 + size))
}

//! Files of networks.
//!
//! A file begins with a line that names the format and its version, and the length of the header.
//! Then come the header as TOML, the weights as little-endian integers, and the SHA-256 of
//! everything before. For any file content, reading gives either a network or an error.

use crate::header::NetworkHeader;
use crate::network::Network;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use thiserror::Error;

/// The first line of a file, without its version.
const MAGIC: &[u8] = b"hyperrook network ";
/// The version of the format.
const VERSION: &[u8] = b"2\n";
/// An older version: those networks replaced the weights instead of completing them.
const OLD_VERSION: &[u8] = b"1\n";
/// The maximum size of a header, in bytes.
const MAX_HEADER_BYTES: usize = 1 << 16;
/// The maximum size of a file, in bytes: for the largest board with the most kinds of pieces.
pub const MAX_FILE_BYTES: usize = 32 << 20;
/// The size of the hash at the end, in bytes.
const HASH_BYTES: usize = 32;

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The first line is not that of a network.
    #[error("this is not a network of Hyperrook")]
    NotANetwork,
    /// The format is newer than this program.
    #[error("the network has a format that this version does not know; use a newer version")]
    UnknownVersion,
    /// The format is the old one, of networks that replaced the weights.
    #[error(
        "the network was made by an older version, which evaluated by networks alone; make a new \
         one with `hyperrook learn`"
    )]
    OldVersion,
    /// The header is not valid.
    #[error("the header of the network is faulty: {0}")]
    Header(String),
    /// The file is shorter or longer than its header says.
    #[error("the network has {found} bytes instead of {expected}; copy the file again")]
    Length {
        /// The length that the header asks for.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// The file has changed since it was written.
    #[error("the network is damaged; copy the file again")]
    Damaged,
}

impl Network {
    /// Reads a network from a file with any content.
    ///
    /// # Errors
    /// If reading fails, or the content is not a network.
    pub fn read_from(source: impl io::Read) -> io::Result<Network> {
        let mut bytes = Vec::new();
        let most = MAX_FILE_BYTES as u64 + 1;
        source.take(most).read_to_end(&mut bytes)?;
        let invalid = |error: String| io::Error::new(io::ErrorKind::InvalidData, error);
        if bytes.len() > MAX_FILE_BYTES {
            return Err(invalid("this is too long for a network".to_owned()));
        }
        Network::read(&bytes).map_err(|error| invalid(error.to_string()))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are not those of a network.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NotANetwork)?;
        if rest.starts_with(OLD_VERSION) {
            return Err(NetworkError::OldVersion);
        }
        let rest = rest
            .strip_prefix(VERSION)
            .ok_or(NetworkError::UnknownVersion)?;
        let cut = |expected| NetworkError::Length {
            expected,
            found: bytes.len(),
        };
        let before_header = MAGIC.len() + VERSION.len() + 4;
        let (length, rest) = rest.split_first_chunk().ok_or(cut(before_header))?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_HEADER_BYTES {
            let message = format!("it has {length} bytes, and may have {MAX_HEADER_BYTES}");
            return Err(NetworkError::Header(message));
        }
        let (header, rest) = rest
            .split_at_checked(length)
            .ok_or(cut(before_header + length))?;
        let header =
            std::str::from_utf8(header).map_err(|e| NetworkError::Header(e.to_string()))?;
        let header: NetworkHeader =
            toml::from_str(header).map_err(|e| NetworkError::Header(e.message().to_owned()))?;
        if let Some(fault) = header.fault() {
            return Err(NetworkError::Header(fault));
        }
        // The sizes are limited, so nothing here overflows.
        let (inputs, hidden, buckets) = (header.inputs(), header.hidden, header.buckets);
        let lengths = [
            2 * inputs * hidden,
            2 * hidden,
            2 * buckets * hidden,
            4 * buckets,
        ];
        let expected = before_header + length + lengths.iter().sum::<usize>() + HASH_BYTES;
        if bytes.len() != expected {
            return Err(cut(expected));
        }
        let (content, hash) = bytes.split_at(bytes.len() - HASH_BYTES);
        if Sha256::digest(content)[..] != *hash {
            return Err(NetworkError::Damaged);
        }
        let [weights, biases, output_weights, output_biases] = parts(rest, lengths);
        let output_weights: Vec<i16> = output_weights
            .iter()
            .map(|&byte| i16::from(byte as i8))
            .collect();
        if output_weights.contains(&-128) {
            return Err(NetworkError::Damaged);
        }
        Ok(Network {
            weights: shorts(weights),
            biases: shorts(biases),
            output_weights,
            output_biases: output_biases
                .as_chunks()
                .0
                .iter()
                .map(|&bytes| i32::from_le_bytes(bytes))
                .collect(),
            header,
        })
    }

    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let header = toml::to_string(&self.header);
        let header = header.unwrap_or_else(|error| unreachable!("a header is a table: {error}"));
        let mut bytes = Vec::with_capacity(self.weights.len() * 2 + header.len() + (1 << 14));
        bytes.extend(MAGIC);
        bytes.extend(VERSION);
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(self.weights.iter().flat_map(|w| w.to_le_bytes()));
        bytes.extend(self.biases.iter().flat_map(|b| b.to_le_bytes()));
        bytes.extend(self.output_weights.iter().map(|&w| w as i8 as u8));
        bytes.extend(self.output_biases.iter().flat_map(|b| b.to_le_bytes()));
        let hash = Sha256::digest(&bytes);
        bytes.extend(&hash[..]);
        bytes
    }
}

/// Consecutive parts of these lengths.
fn parts(mut rest: &[u8], lengths: [usize; 4]) -> [&[u8]; 4] {
    lengths.map(|length| {
        let (part, after) = rest.split_at(length);
        rest = after;
        part
    })
}

fn shorts(bytes: &[u8]) -> Vec<i16> {
    let chunks = bytes.as_chunks().0;
    chunks
        .iter()
        .map(|&bytes| i16::from_le_bytes(bytes))
        .collect()
}

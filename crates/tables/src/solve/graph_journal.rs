//! The journal of the solver for any rules: the moves of all positions, by chunk, and then what each
//! pass has found.
//!
//! A record of a chunk has the pass 0. For each position it has the code, two flags, and the
//! moves; positions with moves to positions that the index does not include are listed again. A
//! record of a pass has the chunk 0 and the decided positions. Passes are numbered from 1 through all
//! rounds. Lists are sorted; numbers are stored as differences, seven bits in a byte.

use super::graph::{GraphMove, GraphNode};
use super::record::{JournalStart, SolveError, take};
use crate::journal::{BuildJournal, PassRecord};
use crate::value::{Code, loss, win};
use std::collections::{BTreeMap, HashMap};

/// The game is over.
const IS_OVER: u8 = 1;
/// Some moves are not in the record.
const HAS_OTHERS: u8 = 2;

/// The records of an interrupted build, and the journal to which more are added.
pub(super) struct GraphJournal<'j> {
    journal: Option<&'j BuildJournal>,
    /// The number of positions of the index, to which moves of records lead.
    size: usize,
    chunks: HashMap<usize, Vec<u8>>,
    passes: BTreeMap<usize, Vec<u8>>,
    /// The number of the last pass.
    pass: usize,
}

impl<'j> GraphJournal<'j> {
    /// Opens the journal of a build, or starts it.
    pub(super) fn open(
        start: JournalStart<'j>,
        size: usize,
    ) -> Result<GraphJournal<'j>, SolveError> {
        let (mut chunks, mut passes) = (HashMap::new(), BTreeMap::new());
        let journal = match start.0 {
            None => None,
            Some((path, fingerprint)) => {
                let opened = BuildJournal::open(path, fingerprint, &mut |record| {
                    if record.pass == 0 {
                        chunks.insert(record.chunk, record.content);
                    } else {
                        passes.insert(record.pass, record.content);
                    }
                })?;
                Some(start.1.get_or_init(|| opened))
            }
        };
        Ok(GraphJournal {
            journal,
            size,
            chunks,
            passes,
            pass: 0,
        })
    }

    /// The positions of a chunk: those of its record, or what `list` says of each. `None` if the
    /// journal cannot be written.
    pub(super) fn nodes(
        &self,
        chunk: usize,
        count: usize,
        list: &dyn Fn(usize) -> GraphNode,
    ) -> Option<Vec<GraphNode>> {
        if let Some(content) = self.chunks.get(&chunk)
            && let Ok(nodes) = take_nodes(content, count, self.size, list)
        {
            return Some(nodes);
        }
        let nodes: Vec<GraphNode> = (0..count).map(list).collect();
        if let Some(journal) = self.journal {
            let record = PassRecord {
                pass: 0,
                chunk,
                visited: count as u64,
                content: put_nodes(&nodes),
            };
            if !journal.add(&record) {
                return None;
            }
        }
        Some(nodes)
    }

    /// What the next pass has found, in the order of the positions: from its record, or by
    /// `look`. `plies` is the distance of what it finds.
    pub(super) fn pass(
        &mut self,
        plies: u16,
        settled: &[bool],
        look: impl FnOnce() -> Vec<(u32, Code)>,
    ) -> Result<Vec<(u32, Code)>, SolveError> {
        self.pass += 1;
        if let Some(content) = self.passes.get(&self.pass) {
            let found = take_found(content, plies).map_err(|()| SolveError::Journal)?;
            let is_open = |&(node, _): &(u32, Code)| settled.get(node as usize) == Some(&false);
            return if found.iter().all(is_open) {
                Ok(found)
            } else {
                Err(SolveError::Journal)
            };
        }
        let found = look();
        if let Some(journal) = self.journal {
            let record = PassRecord {
                pass: self.pass,
                chunk: 0,
                visited: 0,
                content: put_found(&found, plies),
            };
            if !journal.add(&record) {
                return Err(SolveError::Stopped);
            }
        }
        Ok(found)
    }
}

fn put_nodes(nodes: &[GraphNode]) -> Vec<u8> {
    let mut content = Vec::new();
    for node in nodes {
        content.extend(node.code.to_le_bytes());
        if !node.others.is_empty() {
            content.push(HAS_OTHERS);
            continue;
        }
        content.push(if node.is_over { IS_OVER } else { 0 });
        put_number(&mut content, node.moves.len() as u32);
        let mut last = 0;
        for &GraphMove(number) in &node.moves {
            put_number(&mut content, number.wrapping_sub(last));
            last = number;
        }
    }
    content
}

fn take_nodes(
    mut content: &[u8],
    count: usize,
    size: usize,
    list: &dyn Fn(usize) -> GraphNode,
) -> Result<Vec<GraphNode>, ()> {
    let mut nodes = Vec::with_capacity(count);
    for i in 0..count {
        let code = Code::from_le_bytes(take(&mut content)?);
        let [flags] = take(&mut content)?;
        if flags == HAS_OTHERS {
            nodes.push(list(i));
            continue;
        }
        let moves = take_number(&mut content)?;
        let mut last = 0u32;
        let moves = (0..moves).map(|_| {
            last = last.wrapping_add(take_number(&mut content)?);
            let mv = GraphMove(last);
            if mv.to() < size { Ok(mv) } else { Err(()) }
        });
        let moves = moves.collect::<Result<Vec<GraphMove>, ()>>()?;
        nodes.push(GraphNode {
            code,
            is_over: flags == IS_OVER,
            moves,
            others: Vec::new(),
        });
    }
    if content.is_empty() {
        Ok(nodes)
    } else {
        Err(())
    }
}

fn put_found(found: &[(u32, Code)], plies: u16) -> Vec<u8> {
    let mut content = Vec::new();
    let mut last = 0;
    for &(node, code) in found {
        put_number(&mut content, node - last);
        content.push(u8::from(code == win(plies)));
        last = node;
    }
    content
}

fn take_found(mut content: &[u8], plies: u16) -> Result<Vec<(u32, Code)>, ()> {
    let mut found = Vec::new();
    let mut last = 0u32;
    while !content.is_empty() {
        last = last.checked_add(take_number(&mut content)?).ok_or(())?;
        let [is_won] = take(&mut content)?;
        let code = if is_won == 1 { win(plies) } else { loss(plies) };
        found.push((last, code));
    }
    Ok(found)
}

/// Writes a number with seven bits in each byte, the lowest ones first; the highest bit says that more
/// follow.
fn put_number(content: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        content.push(number as u8 | 0x80);
        number >>= 7;
    }
    content.push(number as u8);
}

fn take_number(content: &mut &[u8]) -> Result<u32, ()> {
    let mut number = 0u32;
    for shift in (0..35).step_by(7) {
        let [byte] = take(content)?;
        let bits = u32::from(byte & 0x7f);
        number |= bits.checked_shl(shift).ok_or(())?;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [0, 1, 127, 128, 300, 1 << 20, u32::MAX];
        let mut content = Vec::new();
        for number in numbers {
            put_number(&mut content, number);
        }
        let mut rest = &content[..];
        for number in numbers {
            assert_eq!(take_number(&mut rest), Ok(number));
        }
        assert_eq!(take_number(&mut rest), Err(()));

        let found = vec![(3, win(7)), (4, loss(7)), (900, win(7))];
        assert_eq!(take_found(&put_found(&found, 7), 7), Ok(found));

        let node = |moves: &[u32]| GraphNode {
            code: 5,
            is_over: moves.is_empty(),
            moves: moves.iter().map(|&number| GraphMove(number)).collect(),
            others: Vec::new(),
        };
        let nodes = [node(&[1, 2, 70_000, 1 << 31, (1 << 31) + 5]), node(&[])];
        let content = put_nodes(&nodes);
        let list = |_: usize| unreachable!("no position has other moves");
        let size = 70_001;
        let read = take_nodes(&content, 2, size, &list).unwrap();
        for (read, node) in read.iter().zip(&nodes) {
            assert_eq!((read.code, read.is_over), (node.code, node.is_over));
            assert!(read.moves == node.moves);
        }
        assert!(take_nodes(&content, 1, size, &list).is_err());
        assert!(take_nodes(&content, 2, size - 1, &list).is_err());
        assert!(take_nodes(&content[..content.len() - 1], 2, size, &list).is_err());
    }
}

//! The journal of the solver for any rules: the moves of all positions, by chunk, and then what each
//! pass has found, by chunk.
//!
//! A record of moves has the pass 0. For each position it has the code, a flag, and the moves.
//! Positions with moves to positions that the index does not include are listed again. A record of a
//! pass has the positions that the pass has decided; passes are numbered from 1 through all
//! rounds. Lists are sorted; numbers are stored as differences, seven bits in a byte. What cannot be
//! read is worked out again.

use super::graph_node::{GraphMove, GraphNode};
use super::record::{JournalStart, SolveError, take};
use crate::journal::{BuildJournal, PassRecord};
use crate::value::{Code, loss, win};
use std::collections::HashMap;
use std::sync::Mutex;

/// Flags of a position: the game goes on, or is over, or some moves are not in the record.
const GOES_ON: u8 = 0;
const IS_OVER: u8 = 1;
const HAS_OTHERS: u8 = 2;

/// The records of an interrupted build, and the journal to which more are added.
pub(super) struct GraphJournal<'j> {
    journal: Option<&'j BuildJournal>,
    /// The number of positions of the index, to which moves of records lead.
    size: usize,
    /// The contents of records by pass and chunk, until they are used.
    records: Mutex<HashMap<(usize, usize), Vec<u8>>>,
}

impl<'j> GraphJournal<'j> {
    /// Opens the journal of a build, or starts it.
    pub(super) fn open(
        start: JournalStart<'j>,
        size: usize,
    ) -> Result<GraphJournal<'j>, SolveError> {
        let mut records = HashMap::new();
        let JournalStart(place, opened) = start;
        let journal = match place {
            None => None,
            Some((path, fingerprint)) => {
                let journal = BuildJournal::open(path, fingerprint, &mut |record| {
                    records.insert((record.pass, record.chunk), record.content);
                })?;
                Some(opened.get_or_init(|| journal))
            }
        };
        Ok(GraphJournal {
            journal,
            size,
            records: Mutex::new(records),
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
        if let Some(content) = self.record(0, chunk)
            && let Ok(nodes) = take_nodes(&content, count, self.size, list)
        {
            return Some(nodes);
        }
        let nodes: Vec<GraphNode> = (0..count).map(list).collect();
        self.add(0, chunk, &|| put_nodes(&nodes)).then_some(nodes)
    }

    /// What a pass has found in the open positions of a chunk, in their order: from its record, or by
    /// `look`. `plies` is the distance of what it finds. `None` if the journal cannot be written.
    pub(super) fn found(
        &self,
        pass: usize,
        chunk: usize,
        open: &[u32],
        plies: u16,
        look: impl FnOnce() -> Vec<(u32, Code)>,
    ) -> Option<Vec<(u32, Code)>> {
        if let Some(content) = self.record(pass, chunk)
            && let Ok(found) = take_found(&content, open, plies)
        {
            return Some(found);
        }
        let found = look();
        self.add(pass, chunk, &|| put_found(&found, plies))
            .then_some(found)
    }

    fn record(&self, pass: usize, chunk: usize) -> Option<Vec<u8>> {
        let mut records = self
            .records
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        records.remove(&(pass, chunk))
    }

    /// Adds a record, if there is a journal. False if it cannot be written.
    fn add(&self, pass: usize, chunk: usize, content: &dyn Fn() -> Vec<u8>) -> bool {
        self.journal.is_none_or(|journal| {
            journal.add(&PassRecord {
                pass,
                chunk,
                visited: 0,
                content: content(),
            })
        })
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
        content.push(if node.is_over { IS_OVER } else { GOES_ON });
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
        let is_over = match take(&mut content)? {
            [GOES_ON] => false,
            [IS_OVER] => true,
            [HAS_OTHERS] => {
                nodes.push(list(i));
                continue;
            }
            _ => return Err(()),
        };
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
            is_over,
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

fn take_found(mut content: &[u8], open: &[u32], plies: u16) -> Result<Vec<(u32, Code)>, ()> {
    let mut found: Vec<(u32, Code)> = Vec::new();
    let mut last = 0u32;
    while !content.is_empty() {
        let step = take_number(&mut content)?;
        last = last.checked_add(step).ok_or(())?;
        let code = match take(&mut content)? {
            [0] => loss(plies),
            [1] => win(plies),
            _ => return Err(()),
        };
        let is_repeated = step == 0 && !found.is_empty();
        if is_repeated || open.binary_search(&last).is_err() {
            return Err(());
        }
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
    let mut number = 0u64;
    for shift in (0..35).step_by(7) {
        let [byte] = take(content)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return u32::try_from(number).map_err(|_| ());
        }
    }
    Err(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
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
        assert_eq!(
            take_number(&mut &[0xff, 0xff, 0xff, 0xff, 0x7f][..]),
            Err(())
        );
    }

    #[test]
    fn records_of_passes() {
        let found = vec![(3, win(7)), (4, loss(7)), (900, win(7))];
        let content = put_found(&found, 7);
        let open = [3, 4, 5, 900];
        assert_eq!(take_found(&content, &open, 7), Ok(found));
        // Of another chunk, cut off, repeated, or changed.
        assert_eq!(take_found(&content, &open[..3], 7), Err(()));
        assert_eq!(take_found(&content[..3], &open, 7), Err(()));
        assert_eq!(take_found(&[3, 1, 0, 1], &open, 7), Err(()));
        assert_eq!(take_found(&[3, 2], &open, 7), Err(()));
    }

    #[test]
    fn records_of_moves() {
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
        assert!(take_nodes(&[5, 0, 9], 1, size, &list).is_err());
    }
}

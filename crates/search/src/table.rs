//! The transposition table: what was found out about positions, shared by all
//! threads without locks.
//!
//! An entry is two words, written and read one after the other without order.
//! The first is the key exclusive-or the second, so that halves of two writes
//! do not pass for an entry (the idea is Robert Hyatt's and Tim Mann's, "A lock-less
//! transposition table", 2002). What passes nevertheless, by equal
//! keys, is a wrong score at worst: a move is made only if it is legal.

use crate::report::Bound;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Kind, Move, MoveClass};
#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) mv: Option<Move>,
    /// With forced ends counted from the position.
    pub(crate) score: i32,
    pub(crate) limit: Bound,
    pub(crate) depth: i32,
    /// The static evaluation; `None` if attacked.
    pub(crate) eval: Option<i32>,
}

/// Entries that share an index.
const WAYS: usize = 4;

type Slot = [AtomicU64; 2];

/// The table. Generations are 6 bits, 0 to 63.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Vec<Slot>,
    buckets: u64,
    generation: u8,
    /// For tests: takes any entry for the one asked for.
    #[cfg(test)]
    pub(crate) blind: bool,
}

/// Depths are kept with this added, so that quiescence has a depth below 0.
const DEPTH_SHIFT: i32 = 2;
const NO_EVAL: i16 = i16::MIN;
const NO_MOVE: u32 = 7 << 21;

impl TranspositionTable {
    /// A table of at most `mib` MiB; smaller, by halves, if there is no room.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let mut bytes = mib.max(1) << 20;
        loop {
            let buckets = (bytes / (WAYS * size_of::<Slot>())).max(1);
            let mut slots: Vec<Slot> = Vec::new();
            if slots.try_reserve_exact(buckets * WAYS).is_err() && bytes > 1 << 20 {
                bytes /= 2;
                continue;
            }
            slots.resize_with(buckets * WAYS, || [AtomicU64::new(0), AtomicU64::new(0)]);
            return TranspositionTable {
                slots,
                buckets: buckets as u64,
                generation: 0,
                #[cfg(test)]
                blind: false,
            };
        }
    }

    /// A table of so many buckets.
    #[cfg(all(test, loom))]
    fn of_buckets(buckets: usize) -> TranspositionTable {
        let slot = || [AtomicU64::new(0), AtomicU64::new(0)];
        TranspositionTable {
            slots: (0..buckets * WAYS).map(|_| slot()).collect(),
            buckets: buckets as u64,
            generation: 0,
            blind: false,
        }
    }

    /// Its size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        for [key, data] in &self.slots {
            key.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
        self.generation = 0;
    }

    /// Makes the entries so far old.
    pub(crate) fn age(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    /// The first slot of a position: by the key's low byte first, as that
    /// makes room in the entry.
    #[inline]
    fn bucket(&self, hash: u64) -> &[Slot] {
        let index = (u128::from(hash.swap_bytes()) * u128::from(self.buckets)) >> 64;
        let at = index as usize * WAYS;
        &self.slots[at..at + WAYS]
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<TtEntry> {
        for [key, data] in self.bucket(hash) {
            let data = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ data;
            let is_same = key >> 8 == hash >> 8;
            #[cfg(test)]
            let is_same = is_same || self.blind;
            if is_same && data != 0 {
                return Some(unpack(key as u8, data));
            }
        }
        None
    }

    /// Keeps what was found out.
    #[inline]
    pub(crate) fn store(&self, hash: u64, mut entry: TtEntry) {
        let bucket = self.bucket(hash);
        let mut worst = 0;
        let mut least = i32::MAX;
        for (i, [key, data]) in bucket.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ old;
            let is_same = key >> 8 == hash >> 8 && old != 0;
            if is_same {
                let known = unpack(key as u8, old);
                entry.mv = entry.mv.or(known.mv);
                let is_new = key as u8 >> 2 != self.generation;
                if entry.limit != Bound::Exact && !is_new && entry.depth + 4 < known.depth {
                    return;
                }
                worst = i;
                break;
            }
            let age = i32::from((self.generation + 64 - (key as u8 >> 2)) & 63);
            let worth = if old == 0 {
                i32::MIN
            } else {
                (old >> 56) as i32 - 8 * age
            };
            if worth < least {
                (worst, least) = (i, worth);
            }
        }
        let data = pack(&entry);
        let meta = self.generation << 2 | entry.limit as u8;
        let key = hash & !0xff | u64::from(meta);
        bucket[worst][1].store(data, Ordering::Relaxed);
        bucket[worst][0].store(key ^ data, Ordering::Relaxed);
    }

    /// How full it is with entries of this search, in thousandths.
    pub(crate) fn permille(&self) -> u32 {
        let sample = self.slots.len().min(1000);
        let used = self.slots[..sample].iter().filter(|[key, data]| {
            let data = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ data;
            data != 0 && key as u8 >> 2 == self.generation
        });
        (used.count() * 1000 / sample) as u32
    }
}

fn pack(entry: &TtEntry) -> u64 {
    let mv = entry.mv.map_or(NO_MOVE, |mv| {
        let promotion = mv.promotion().map_or(0, |kind| kind.index() as u32 + 1);
        let cells = u32::from(mv.origin().byte()) | u32::from(mv.destination().byte()) << 8;
        cells | promotion << 16 | (mv.class() as u32) << 21
    });
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let depth = (entry.depth + DEPTH_SHIFT).clamp(1, 255) as u64;
    u64::from(mv)
        | u64::from(entry.score as i16 as u16) << 24
        | u64::from(eval as u16) << 40
        | depth << 56
}

fn unpack(meta: u8, data: u64) -> TtEntry {
    let class = match (data >> 21) as u8 & 7 {
        0 => Some(MoveClass::Ordinary),
        1 => Some(MoveClass::DoubleStep),
        2 => Some(MoveClass::EnPassant),
        3 => Some(MoveClass::Castling),
        4 => Some(MoveClass::Shift),
        5 => Some(MoveClass::Transformation),
        _ => None,
    };
    let promotion = match (data >> 16) as usize & 31 {
        0 => None,
        // Halves of two writes can make any number.
        n => Some(Kind::from_index(n - 1)),
    };
    let cells = [data as u8, (data >> 8) as u8].map(Cell::from_byte);
    let eval = (data >> 40) as u16 as i16;
    TtEntry {
        mv: class.map(|class| Move::new(cells[0], cells[1], promotion, class)),
        score: i32::from((data >> 24) as u16 as i16),
        limit: match meta & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 56) as i32 - DEPTH_SHIFT,
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(random: &mut fastrand::Rng) -> TtEntry {
        let cell = |random: &mut fastrand::Rng| Cell::from_byte(random.u8(..));
        let promotion = random.bool().then(|| Kind::from_index(random.usize(..26)));
        let class = *random
            .choice(
                [
                    MoveClass::Ordinary,
                    MoveClass::DoubleStep,
                    MoveClass::EnPassant,
                    MoveClass::Castling,
                    MoveClass::Shift,
                    MoveClass::Transformation,
                ]
                .iter(),
            )
            .unwrap();
        let mv = Move::new(cell(random), cell(random), promotion, class);
        TtEntry {
            mv: random.bool().then_some(mv),
            score: random.i32(-32_000..=32_000),
            limit: *random
                .choice([Bound::Exact, Bound::Lower, Bound::Upper].iter())
                .unwrap(),
            depth: random.i32(-1..=240),
            eval: random.bool().then(|| random.i32(-25_000..=25_000)),
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut random = fastrand::Rng::with_seed(3);
        let table = TranspositionTable::new(1);
        for _ in 0..100_000 {
            let hash = random.u64(..);
            let entry = entry(&mut random);
            table.store(hash, entry);
            assert_eq!(table.probe(hash), Some(entry));
        }
    }

    #[test]
    fn any_words_are_an_entry() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..1_000_000 {
            // Nothing panics, and moves are within what moves can be.
            let entry = unpack(random.u8(..), random.u64(..));
            assert!(entry.depth >= -DEPTH_SHIFT && entry.depth <= 255);
        }
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_until_it_is_old() {
        let mut table = TranspositionTable::new(1);
        let deep = |depth| TtEntry {
            mv: None,
            score: depth,
            limit: Bound::Lower,
            depth,
            eval: None,
        };
        // The same low bytes: the same bucket.
        let key = |n: u64| n << 56 | 0x1234;
        table.store(key(1), deep(20));
        (2..40).for_each(|n| table.store(key(n), deep(2)));
        assert_eq!(table.probe(key(1)), Some(deep(20)));
        (0..4).for_each(|_| table.age());
        (40..80).for_each(|n| table.store(key(n), deep(2)));
        assert_eq!(table.probe(key(1)), None);
    }
}

/// Every order in which two threads can write and read one slot.
#[cfg(all(test, loom))]
mod model {
    use super::*;
    use loom::sync::Arc;

    #[test]
    fn halves_of_two_entries_are_no_entry() {
        loom::model(|| {
            let table = Arc::new(TranspositionTable::of_buckets(1));
            let entry = |depth| TtEntry {
                mv: None,
                score: 100 * depth,
                limit: Bound::Exact,
                depth,
                eval: Some(depth),
            };
            // One bucket, so that both use its first slot.
            let keys = [0x0100_0000_0000_0000, 0x0200_0000_0000_0000];
            let writer = {
                let table = Arc::clone(&table);
                loom::thread::spawn(move || table.store(keys[0], entry(5)))
            };
            table.store(keys[1], entry(9));
            for (key, depth) in [(keys[0], 5), (keys[1], 9)] {
                if let Some(found) = table.probe(key) {
                    assert_eq!(found, entry(depth));
                }
            }
            writer.join().unwrap();
        });
    }
}

//! The transposition table: results of earlier searches, shared by all threads without
//! locks.
//!
//! An entry is two words, which are written and read in no fixed order. The first is the key
//! exclusive-or the second, so that halves of two different writes are not mistaken for an entry
//! (Robert Hyatt and Tim Mann, "A lock-less transposition table", 2002). Two positions with equal
//! keys can still be confused. At worst this gives a wrong score: a move from the table is made
//! only if it is legal.

use crate::huge_pages::use_huge_pages;
use crate::memory::available_bytes;
use crate::report::Bound;
use hyperrook_geometry::Cell;
use hyperrook_rules::{Kind, Move, MoveClass};
#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU64, Ordering};
use prefetch_index::prefetch_index;
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU64, Ordering};

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    pub(crate) mv: Option<Move>,
    /// The score; mates count from the position.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// The uncorrected static evaluation; `None` in check.
    pub(crate) raw_eval: Option<i32>,
}

/// The number of entries of a bucket, which share an index.
const BUCKET_LEN: usize = 4;

type TtSlot = [AtomicU64; 2];

/// Entries that share an index. They fill a cache line, so that a probe waits for memory once.
#[derive(Debug)]
#[repr(align(64))]
struct TtBucket([TtSlot; BUCKET_LEN]);

impl TtBucket {
    fn empty() -> TtBucket {
        TtBucket(std::array::from_fn(|_| {
            [AtomicU64::new(0), AtomicU64::new(0)]
        }))
    }
}

/// The table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<TtBucket>,
    /// The number of the search, modulo 64.
    generation: u8,
    /// For tests: returns any entry, whatever its key.
    #[cfg(feature = "testing")]
    pub(crate) ignore_keys: bool,
}

/// This is added to stored depths, because those of quiescence are negative.
const DEPTH_OFFSET: i32 = 2;
const NO_EVAL: i16 = i16::MIN;
const NO_MOVE: u32 = 7 << 21;

/// A size, halved until it leaves an eighth of the available memory to others. At least 1 MiB.
fn halved(mut bytes: usize, available: u64) -> usize {
    while bytes as u64 > available - available / 8 && bytes > 1 << 20 {
        bytes /= 2;
    }
    bytes
}

impl TranspositionTable {
    /// A table of at most `mib` MiB. If there is not enough memory, the size is halved until the
    /// table fits.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let wanted = mib.max(1) << 20;
        // Where the system grants more memory than it has, the first use of the table would fail.
        let mut bytes = available_bytes().map_or(wanted, |available| halved(wanted, available));
        loop {
            let count = (bytes / size_of::<TtBucket>()).max(1);
            let mut buckets: Vec<TtBucket> = Vec::new();
            if buckets.try_reserve_exact(count).is_err() && bytes > 1 << 20 {
                bytes /= 2;
                continue;
            }
            use_huge_pages(buckets.spare_capacity_mut());
            buckets.resize_with(count, TtBucket::empty);
            return TranspositionTable {
                buckets,
                generation: 0,
                #[cfg(feature = "testing")]
                ignore_keys: false,
            };
        }
    }

    /// A table with this number of buckets.
    #[cfg(all(test, loom))]
    fn of_buckets(buckets: usize) -> TranspositionTable {
        TranspositionTable {
            buckets: (0..buckets).map(|_| TtBucket::empty()).collect(),
            generation: 0,
            ignore_keys: false,
        }
    }

    /// The size in MiB.
    pub(crate) fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<TtBucket>()) >> 20
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for [key, data] in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            key.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
        self.generation = 0;
    }

    /// Starts a new search, after which all existing entries are old.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    /// The index of a position's bucket. It begins with the low byte of the key, so that this byte
    /// need not be stored in the entry.
    #[inline]
    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash.swap_bytes()) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[TtSlot; BUCKET_LEN] {
        &self.buckets[self.index(hash)].0
    }

    /// Begins to load the bucket of a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch_index(&self.buckets, self.index(hash));
    }

    /// The entry of a position.
    #[inline]
    pub(crate) fn probe(&self, hash: u64) -> Option<TtEntry> {
        for [key, data] in self.bucket(hash) {
            let data = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ data;
            let is_same = key >> 8 == hash >> 8;
            #[cfg(feature = "testing")]
            let is_same = is_same || self.ignore_keys;
            if is_same && data != 0 {
                return Some(unpack(key as u8, data));
            }
        }
        None
    }

    /// Stores an entry. It replaces the least valuable one of its bucket: the shallowest and
    /// oldest.
    #[inline]
    pub(crate) fn store(&self, hash: u64, mut entry: TtEntry) {
        let bucket = self.bucket(hash);
        let mut replaced = 0;
        let mut least_value = i32::MAX;
        for (i, [key, data]) in bucket.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            let key = key.load(Ordering::Relaxed) ^ old;
            let is_same = key >> 8 == hash >> 8 && old != 0;
            if is_same {
                let old_entry = unpack(key as u8, old);
                entry.mv = entry.mv.or(old_entry.mv);
                let is_old = key as u8 >> 2 != self.generation;
                if entry.bound != Bound::Exact && !is_old && entry.depth + 4 < old_entry.depth {
                    return;
                }
                replaced = i;
                break;
            }
            let age = i32::from((self.generation + 64 - (key as u8 >> 2)) & 63);
            let value = if old == 0 {
                i32::MIN
            } else {
                (old >> 56) as i32 - 8 * age
            };
            if value < least_value {
                (replaced, least_value) = (i, value);
            }
        }
        let data = pack(&entry);
        let meta = self.generation << 2 | entry.bound as u8;
        let key = hash & !0xff | u64::from(meta);
        bucket[replaced][1].store(data, Ordering::Relaxed);
        bucket[replaced][0].store(key ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = (self.buckets.len() * BUCKET_LEN).min(1000);
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        let used = slots.take(sample).filter(|[key, data]| {
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
    let eval = entry.raw_eval.map_or(NO_EVAL, |eval| eval as i16);
    let depth = (entry.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
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
        // A mixture of two writes can give any number.
        n => Some(Kind::from_index(n - 1)),
    };
    let (origin, destination) = (
        Cell::from_byte(data as u8),
        Cell::from_byte((data >> 8) as u8),
    );
    let eval = (data >> 40) as u16 as i16;
    TtEntry {
        mv: class.map(|class| Move::new(origin, destination, promotion, class)),
        score: i32::from((data >> 24) as u16 as i16),
        bound: match meta & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        depth: (data >> 56) as i32 - DEPTH_OFFSET,
        raw_eval: (eval != NO_EVAL).then_some(i32::from(eval)),
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
            bound: *random
                .choice([Bound::Exact, Bound::Lower, Bound::Upper].iter())
                .unwrap(),
            depth: random.i32(-1..=240),
            raw_eval: random.bool().then(|| random.i32(-25_000..=25_000)),
        }
    }

    #[test]
    fn a_table_leaves_memory_to_others() {
        assert_eq!(halved(7 << 30, 8 << 30), 7 << 30);
        assert_eq!(halved(8 << 30, 8 << 30), 4 << 30);
        assert_eq!(halved(1 << 50, 8 << 30), 4 << 30);
        assert_eq!(halved(16 << 20, 0), 1 << 20);
    }

    #[test]
    fn stored_entries_are_found() {
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
    fn any_words_can_be_unpacked() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..1_000_000 {
            // Nothing panics, and the fields of moves are in range.
            let entry = unpack(random.u8(..), random.u64(..));
            assert!(entry.depth >= -DEPTH_OFFSET && entry.depth <= 255);
        }
    }

    #[test]
    fn a_deep_entry_outlives_shallow_ones_until_it_is_old() {
        let mut table = TranspositionTable::new(1);
        let deep = |depth| TtEntry {
            mv: None,
            score: depth,
            bound: Bound::Lower,
            depth,
            raw_eval: None,
        };
        // The same low bytes: the same bucket.
        let key = |n: u64| n << 56 | 0x1234;
        table.store(key(1), deep(20));
        (2..40).for_each(|n| table.store(key(n), deep(2)));
        assert_eq!(table.probe(key(1)), Some(deep(20)));
        (0..4).for_each(|_| table.new_search());
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
    fn halves_of_two_entries_are_not_found() {
        loom::model(|| {
            let table = Arc::new(TranspositionTable::of_buckets(1));
            let entry = |depth| TtEntry {
                mv: None,
                score: 100 * depth,
                bound: Bound::Exact,
                depth,
                raw_eval: Some(depth),
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

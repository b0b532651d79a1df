//! The threads of a search (lazy SMP): all search the same position and share
//! the transposition table, which is how they help each other; and what one has
//! completed first, the others do not finish but take over. The first one also
//! watches the limits and tells what is found.

use crate::memory::HistoryTables;
use crate::root::{RootMove, RootState};
use crate::time::TimeManager;
use crate::value::{MATE, MAX_PLY, is_forced, score};
use crate::worker::{SearchJob, Worker};
use crate::{Bound, Info, Limits, Score};
use std::sync::atomic::Ordering;
use std::thread::Builder;
use std::time::Duration;

/// Stack of a searching thread: lines can be [`MAX_PLY`] long, and positions on
/// large boards take more than a kilobyte each.
const STACK_BYTES: usize = 64 << 20;

/// Searches with a thread for each memory and gives what the best of them
/// found. There must be first moves.
pub(crate) fn search<const W: usize>(
    job: &SearchJob<'_, W>,
    root: RootState,
    memories: &mut [HistoryTables],
    limits: &Limits,
    time: &mut TimeManager<'_>,
    tell: &mut (dyn FnMut(&Info) + Send),
) -> RootState {
    let Some((first, others)) = memories.split_first_mut() else {
        return root;
    };
    std::thread::scope(|scope| {
        let start = || Builder::new().stack_size(STACK_BYTES);
        let mut helpers = Vec::new();
        for (i, memory) in others.iter_mut().enumerate() {
            let root = root.clone();
            // Without room for another thread the others go on.
            let helper = start().spawn_scoped(scope, move || help(job, memory, i + 1, root));
            helpers.extend(helper);
        }
        let copy = root.clone();
        let leader = start().spawn_scoped(scope, || lead(job, first, copy, limits, time, tell));
        let found = leader.map(|leader| leader.join());
        job.shared.stop.store(true, Ordering::Relaxed);
        let found = match found {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread could be started: any move is still a move.
            Err(_) => root,
        };
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        match limits.lines {
            0 | 1 => others.fold(found, better),
            _ => found,
        }
    })
}

/// The one of two results that went deeper and is no worse, or has a mate.
fn better(best: RootState, other: RootState) -> RootState {
    let (a, b) = (best.moves[0].score, other.moves[0].score);
    let deeper = other.depth > best.depth && b >= a;
    if deeper || is_forced(b) && b > a && other.depth > 0 {
        other
    } else {
        best
    }
}

/// What threads beside the first do.
fn help<const W: usize>(
    job: &SearchJob<'_, W>,
    memory: &mut HistoryTables,
    number: usize,
    mut root: RootState,
) -> RootState {
    let mut worker = Worker::new(job, memory, &(), number);
    // Every other thread is a ply ahead.
    let ahead = number as i32 & 1;
    worker.iterate(job, &mut root, ahead, &mut |_, _, _, _, _, _| true);
    root
}

/// What the first thread does.
fn lead<const W: usize>(
    job: &SearchJob<'_, W>,
    memory: &mut HistoryTables,
    mut root: RootState,
    limits: &Limits,
    time: &mut TimeManager<'_>,
    tell: &mut (dyn FnMut(&Info) + Send),
) -> RootState {
    let time = &*time;
    let mut worker = Worker::new(job, memory, time, 0);
    if job.shared.nodes.len() == 1 {
        worker.most_nodes = limits.nodes.unwrap_or(u64::MAX);
    }
    let mut leader = Leader {
        limits,
        time,
        tell,
        info: Info {
            line: 1,
            depth_plies: 0,
            selective_depth_plies: 0,
            score: Score::Centipawns(0),
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hash_permille: 0,
            // Lines are written into it again and again.
            moves: Vec::with_capacity(MAX_PLY + 2),
        },
        steady: 0,
        last: None,
    };
    worker.iterate(
        job,
        &mut root,
        0,
        &mut |worker, root, lines, depth, bound, done| {
            let first = if done { 0 } else { lines - 1 };
            for (i, found) in root.moves[first..lines].iter().enumerate() {
                leader.tell(worker, first + i + 1, found, depth, bound);
            }
            !done || leader.goes_on(root, depth)
        },
    );
    root
}

/// Tells what is found and decides whether another iteration is worth it.
struct Leader<'l, 'c> {
    limits: &'l Limits,
    time: &'l TimeManager<'c>,
    tell: &'l mut (dyn FnMut(&Info) + Send),
    info: Info,
    /// For how many iterations the best move has been the same.
    steady: u32,
    /// The best move and its score, an iteration before.
    last: Option<(hyperrook_rules::Move, i32)>,
}

impl Leader<'_, '_> {
    fn tell<const W: usize>(
        &mut self,
        worker: &Worker<'_, W>,
        line: usize,
        found: &RootMove,
        depth: i32,
        bound: Bound,
    ) {
        let info = &mut self.info;
        info.line = line;
        info.depth_plies = depth as u32;
        info.selective_depth_plies = found.deepest as u32;
        info.score = score(found.score);
        info.bound = bound;
        info.nodes = worker.all_nodes();
        info.time = self.time.begun.elapsed();
        info.hash_permille = worker.table.permille();
        info.moves.clear();
        info.moves.extend_from_slice(&found.line);
        (self.tell)(info);
    }

    /// Whether to search deeper.
    fn goes_on(&mut self, root: &RootState, depth: i32) -> bool {
        self.time.ready.set(true);
        let best = &root.moves[0];
        let (steady, fell) = match self.last {
            Some((mv, _)) if mv != best.mv => (0, 0),
            Some((_, score)) => (self.steady + 1, (score - best.score).clamp(-50, 150)),
            None => (0, 0),
        };
        self.steady = steady;
        self.last = Some((best.mv, best.score));
        if self.time.must_wait() {
            return true;
        }
        let mate_plies = MATE - best.score.abs();
        if let Some(moves) = self.limits.mate_moves
            && is_forced(best.score)
            && (mate_plies + 1) / 2 <= moves as i32
        {
            return false;
        }
        // A mate that is seen cannot be beaten by one that needs more plies than
        // have been searched.
        if is_forced(best.score) && depth > mate_plies + 2 && self.limits.lines <= 1 {
            return false;
        }
        if self.time.has_clock() && root.moves.len() == 1 && depth >= 4 {
            return false;
        }
        // Longer where the best move changes or its score falls.
        let factor = 1.35 - 0.1 * f64::from(steady.min(7)) + f64::from(fell) / 150.0;
        !self.time.is_enough(factor.clamp(0.45, 2.2))
    }
}

//! The threads of a search (lazy SMP). All threads search the same position and help each
//! other through the shared transposition table. A thread defers a move that another thread is
//! searching (`moves_in_search`). When one completes an iteration, the others adopt its result.
//! The main thread also watches the limits and reports progress.

use crate::buffers::ThreadState;
use crate::chances::RootChances;
use crate::iterate::IterationProgress;
use crate::limits::SearchLimits;
use crate::params::{ONLY_MOVE_DEPTH, SCORE_DROPS, USUAL_NODE_SHARE, soft_time_factor};
use crate::report::{Bound, Info, Score};
use crate::root_moves::{RootMove, RootState};
use crate::score::{MATE, MAX_PLY, is_mate_score, reported};
use crate::shared::SearchJob;
use crate::time::TimeManager;
use crate::worker::Worker;
use std::sync::atomic::Ordering;
use std::thread::{Builder, ScopedJoinHandle};
use std::time::Duration;

/// The size of the stack of a search thread. Lines can be [`MAX_PLY`] long, and a position on a
/// large board takes more than a kilobyte. The system reuses stacks of this size for the next
/// thread; it frees and clears larger ones, which costs more than a short search.
const STACK_BYTES: usize = 32 << 20;

/// The number of nodes between two looks at how full the hash table is. The value changes slowly,
/// and a look takes as long as several nodes.
const NODES_BETWEEN_HASH_LOOKS: u64 = 2_000;

/// Searches with one thread for each of the states. Returns the best result. There must be root
/// moves.
pub(crate) fn search<const W: usize>(
    job: &SearchJob<'_, W>,
    root: RootState,
    states: &mut [ThreadState],
    limits: &SearchLimits,
    time: &mut TimeManager<'_>,
    on_info: &mut (dyn FnMut(&Info) + Send),
) -> RootState {
    let Some((first, others)) = states.split_first_mut() else {
        return root;
    };
    let helper_roots = vec![root.clone(); others.len()];
    // Any legal move is better than none if no thread can be started.
    let first_move = root.first_move();
    std::thread::scope(|scope| {
        let start = || Builder::new().stack_size(STACK_BYTES);
        let mut helpers = Vec::new();
        for (i, (state, root)) in others.iter_mut().zip(helper_roots).enumerate() {
            // If this thread cannot be started, the others go on without it.
            let helper = start().spawn_scoped(scope, move || run_helper(job, state, i + 1, root));
            helpers.extend(helper);
        }
        let main =
            start().spawn_scoped(scope, || run_main(job, first, root, limits, time, on_info));
        let found = main.map(|main| main.join());
        job.shared.stop.store(true, Ordering::Relaxed);
        let found = match found {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => first_move,
        };
        let join = |helper: ScopedJoinHandle<'_, RootState>| {
            let found = helper.join();
            found.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        let others: Vec<RootState> = helpers.into_iter().map(join).collect();
        debug_assert!(job.shared.moves_in_search.is_empty(), "a mark was left");
        if limits.lines <= 1 {
            others.into_iter().fold(found, better)
        } else {
            found
        }
    })
}

/// The better of two results: the deeper one if its score is not lower, or a better mate.
fn better(best: RootState, other: RootState) -> RootState {
    let (a, b) = (best.moves[0].score, other.moves[0].score);
    let deeper = other.depth > best.depth && b >= a;
    if deeper || is_mate_score(b) && b > a && other.depth > 0 {
        other
    } else {
        best
    }
}

/// Runs a thread other than the main one.
fn run_helper<const W: usize>(
    job: &SearchJob<'_, W>,
    state: &mut ThreadState,
    thread: usize,
    mut root: RootState,
) -> RootState {
    let buffers = std::mem::take(&mut state.buffers);
    let mut worker = Worker::new(job, &mut state.histories, buffers, &(), thread);
    // Every other thread searches one ply deeper.
    let ahead = thread as i32 & 1;
    worker.iterate(job, &mut root, ahead, &mut |_, _| true);
    state.buffers = worker.buffers;
    root
}

/// Runs the main thread.
fn run_main<const W: usize>(
    job: &SearchJob<'_, W>,
    state: &mut ThreadState,
    mut root: RootState,
    limits: &SearchLimits,
    time: &mut TimeManager<'_>,
    on_info: &mut (dyn FnMut(&Info) + Send),
) -> RootState {
    let time = &*time;
    let buffers = std::mem::take(&mut state.buffers);
    let mut worker = Worker::new(job, &mut state.histories, buffers, time, 0);
    if job.shared.nodes.len() == 1 {
        worker.node_limit = limits.nodes.unwrap_or(u64::MAX);
    }
    let mut reporter = LineReporter {
        limits,
        time,
        on_info,
        shown_lines: job.shown_lines,
        chances: job.chances,
        info: no_info(job.chances),
        next_hash_look: 0,
        stable_iterations: 0,
        last_best: None,
    };
    worker.iterate(job, &mut root, 0, &mut |worker, progress| {
        reporter.report(worker, &progress);
        !progress.is_complete || reporter.continues(progress.root, progress.depth)
    });
    if worker.stopped && root.depth > 0 && limits.lines <= 1 {
        // Report what the last iteration found before it was stopped, and the total number of
        // nodes.
        let best = &root.moves[0];
        reporter.report_line(&worker, 1, best, root.depth, best.bound);
    }
    state.buffers = worker.buffers;
    root
}

/// The information before the first line. It is reused for every line, so that reporting does not
/// allocate.
fn no_info(chances: RootChances) -> Info {
    Info {
        line: 1,
        depth_plies: 0,
        selective_depth_plies: 0,
        score: Score::Centipawns(0),
        chances: chances.of(Score::Centipawns(0), false),
        bound: Bound::Exact,
        nodes: 0,
        time: Duration::ZERO,
        hash_permille: 0,
        moves: Vec::with_capacity(MAX_PLY + 2),
    }
}

/// Reports lines and decides whether to begin another iteration.
struct LineReporter<'l, 'c> {
    limits: &'l SearchLimits,
    time: &'l TimeManager<'c>,
    on_info: &'l mut (dyn FnMut(&Info) + Send),
    shown_lines: usize,
    chances: RootChances,
    info: Info,
    /// The number of nodes at which to look again how full the hash table is.
    next_hash_look: u64,
    /// For how many iterations the best move has been the same.
    stable_iterations: u32,
    /// The best move of the last iteration, and its score.
    last_best: Option<(hyperrook_rules::Move, i32)>,
}

impl LineReporter<'_, '_> {
    /// Reports the lines of a complete iteration, otherwise the newest one, as far as the caller wants
    /// them.
    fn report<const W: usize>(&mut self, worker: &Worker<'_, W>, progress: &IterationProgress<'_>) {
        let lines = progress.lines;
        let first = if progress.is_complete { 0 } else { lines - 1 };
        let end = lines.min(self.shown_lines);
        for i in first..end {
            let (depth, bound) = (progress.depth, progress.bound);
            self.report_line(worker, i + 1, &progress.root.moves[i], depth, bound);
        }
    }

    fn report_line<const W: usize>(
        &mut self,
        worker: &Worker<'_, W>,
        line: usize,
        root_move: &RootMove,
        depth: i32,
        bound: Bound,
    ) {
        let info = &mut self.info;
        info.line = line;
        info.depth_plies = depth as u32;
        info.selective_depth_plies = root_move.seldepth as u32;
        info.score = reported(root_move.score);
        info.chances = self.chances.of(info.score, root_move.is_drawn);
        info.bound = bound;
        info.nodes = worker.all_nodes();
        info.time = self.time.start.elapsed();
        if info.nodes >= self.next_hash_look {
            info.hash_permille = worker.tt.hashfull();
            self.next_hash_look = info.nodes + NODES_BETWEEN_HASH_LOOKS;
        }
        info.moves.clear();
        info.moves.extend_from_slice(&root_move.pv);
        (self.on_info)(info);
    }

    /// Whether to begin another iteration.
    fn continues(&mut self, root: &RootState, depth: i32) -> bool {
        self.time.has_iteration.set(true);
        let best = &root.moves[0];
        let drop_since =
            |score: i32| (score - best.score).clamp(*SCORE_DROPS.start(), *SCORE_DROPS.end());
        let (stable_iterations, score_drop) = match self.last_best {
            Some((mv, score)) if mv == best.mv => (self.stable_iterations + 1, drop_since(score)),
            // A better move is no reason to hurry.
            Some((_, score)) => (0, drop_since(score).max(0)),
            None => (0, 0),
        };
        self.stable_iterations = stable_iterations;
        self.last_best = Some((best.mv, best.score));
        let best_node_share = match self.limits.lines {
            ..=1 => root.best_node_share(),
            _ => USUAL_NODE_SHARE,
        };
        let factor = soft_time_factor(stable_iterations, score_drop, best_node_share);
        // Asked while pondering, too: it notes whether the search has taken long enough.
        let is_time_up = self.time.is_time_up(factor);
        if self.time.must_wait() {
            return true;
        }
        let mate_plies = MATE - best.score.abs();
        if let Some(moves) = self.limits.mate_moves
            && is_mate_score(best.score)
            && (mate_plies + 1) / 2 <= moves as i32
        {
            return false;
        }
        // Reductions and pruning can hide a shorter mate at first, so the search goes on to twice the
        // length of a mate and four plies more.
        if is_mate_score(best.score) && depth > 2 * mate_plies + 4 && self.limits.lines <= 1 {
            return false;
        }
        if self.time.has_clock() && root.moves.len() == 1 && depth >= ONLY_MOVE_DEPTH {
            return false;
        }
        !is_time_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chances::ChancesModel;
    use crate::control::Control;
    use crate::limits::SearchClock;
    use crate::shared::{LimitCheck, SearchPace};
    use hyperrook_rules::Game;

    #[test]
    fn a_search_that_has_pondered_long_enough_ends_with_the_hit() {
        let start = Game::shipped("chess").unwrap().start();
        let mut root = RootState {
            moves: start.moves().into_iter().map(RootMove::new).collect(),
            depth: 0,
            last_score: 0,
            complete_lines: Vec::new(),
        };
        root.moves[0].score = 20;
        let clock = SearchClock {
            remaining: Duration::from_secs(1),
            increment: Duration::ZERO,
            moves_to_go: Some(50),
        };
        let limits = SearchLimits::default().ponder(true).clock(clock);
        let control = Control::new();
        let time = TimeManager::new(&limits, &control);
        let chances = RootChances::of_model(ChancesModel::default());
        let mut on_info = |_: &Info| ();
        let mut reporter = LineReporter {
            limits: &limits,
            time: &time,
            on_info: &mut on_info,
            shown_lines: 1,
            chances,
            info: no_info(chances),
            next_hash_look: 0,
            stable_iterations: 0,
            last_best: None,
        };
        // Longer than an ordinary move takes, however hard it seems.
        std::thread::sleep(Duration::from_millis(60));
        assert!(reporter.continues(&root, 1), "the move is not due yet");
        control.ponder_hit();
        assert_eq!(time.pace(), SearchPace::Stop);
    }
}

//! One thread of a search: what it shares with the others and what is its own.

use crate::features::Features;
use crate::memory::{GRAIN, HistoryTables, PieceTo};
use crate::picker::ScoredMove;
use crate::root::RootState;
use crate::table::TranspositionTable;
use crate::value::{MAX_PLY, MOST};
use hyperrook_eval::{Accumulator, Model};
use hyperrook_geometry::Cell;
use hyperrook_rules::fast::{MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{Kind, Move, MoveClass, Reason, Side};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

/// What the threads of a search have in common.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// Every thread ends as soon as it looks.
    pub(crate) stop: AtomicBool,
    /// Positions visited, by thread.
    pub(crate) nodes: Vec<AtomicU64>,
    /// The deepest iteration that a thread has completed, where there are several.
    deepest: AtomicI32,
    /// What it found.
    found: Mutex<RootState>,
}

impl SharedState {
    /// For so many threads that begin with these first moves.
    pub(crate) fn new(threads: usize, root: &RootState) -> SharedState {
        SharedState {
            stop: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            deepest: AtomicI32::new(0),
            found: Mutex::new(root.clone()),
        }
    }

    /// Takes in what a thread found, if it is the first to have gone so deep.
    pub(crate) fn finish(&self, root: &RootState) {
        if self.nodes.len() > 1
            && let Ok(mut found) = self.found.lock()
            && root.depth > found.depth
        {
            found.copy(root);
            self.deepest.store(root.depth, Ordering::Relaxed);
        }
    }

    /// Whether some thread has completed an iteration as deep.
    fn is_overtaken(&self, depth: i32) -> bool {
        self.deepest.load(Ordering::Relaxed) >= depth
    }

    /// Gives what the thread found that went deepest, unless the search is to end.
    pub(crate) fn overtake(&self, root: &mut RootState) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        match self.found.lock() {
            Ok(found) if found.depth > root.depth => {
                root.copy(&found);
                true
            }
            _ => false,
        }
    }

    /// Positions visited by all.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|n| n.load(Ordering::Relaxed)).sum()
    }
}

/// Says whether the search must end; asked by the first thread now and then.
pub(crate) trait StopCheck {
    /// Whether to end, after so many positions of all threads.
    fn is_over(&self, nodes: u64) -> bool;
}

/// The others leave it to the first thread.
impl StopCheck for () {
    fn is_over(&self, _: u64) -> bool {
        false
    }
}

/// What is known about a node on the way to the present one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackEntry {
    /// The move made from it; `None` for a null move.
    pub(crate) step: Option<PieceTo>,
    /// Where the move went.
    pub(crate) to: Option<Cell>,
    /// The static evaluation; `None` if attacked.
    pub(crate) eval: Option<i32>,
    pub(crate) killers: [Option<Move>; 2],
    /// The move that is left out, to see whether it has an equal.
    pub(crate) excluded: Option<Move>,
    /// How often lines to here were extended by two.
    pub(crate) doubled: u32,
    /// How many of the children failed high, of late.
    pub(crate) cutoffs: u32,
}

/// One thread's part of a search.
pub(crate) struct Worker<'s, const W: usize> {
    pub(crate) rules: &'s Rules<W>,
    pub(crate) model: &'s Model<W>,
    pub(crate) values: &'s PieceValues,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) shared: &'s SharedState,
    pub(crate) features: Features,
    pub(crate) memory: &'s mut HistoryTables,
    /// Which thread it is.
    pub(crate) number: usize,
    pub(crate) watchdog: &'s dyn StopCheck,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// When to look at the watchdog next, in nodes.
    pub(crate) look: u64,
    /// The most positions it may visit.
    pub(crate) most_nodes: u64,
    pub(crate) stopped: bool,
    /// Deepest ply reached.
    pub(crate) deepest: usize,
    /// Frames by ply, two before the root.
    pub(crate) frames: Vec<StackEntry>,
    /// Keys of the positions before the present one, the game's first.
    pub(crate) keys: Vec<u64>,
    /// How many of the keys are of the game, not of the line.
    pub(crate) played: usize,
    /// Keys of the game that are one short of a draw by repetition.
    pub(crate) twice: Vec<u64>,
    /// The best line from each ply.
    pub(crate) lines: Vec<Vec<Move>>,
    /// Lists of moves that no node uses now.
    pub(crate) spare: Vec<Vec<ScoredMove>>,
    /// Lists of quiet and tactical moves tried, by ply.
    pub(crate) tried: Vec<[Vec<Move>; 2]>,
    /// Evaluations by key.
    evals: Vec<(u64, i32)>,
    /// log(depth) and log(move number), for reductions.
    pub(crate) logs: Vec<f32>,
    /// The iteration's depth.
    pub(crate) root_depth: i32,
    /// No null move before this ply, while one is verified.
    pub(crate) no_null_before: usize,
}

/// What all threads of a search are given.
pub(crate) struct SearchJob<'s, const W: usize> {
    pub(crate) rules: &'s Rules<W>,
    pub(crate) model: &'s Model<W>,
    pub(crate) values: &'s PieceValues,
    pub(crate) table: &'s TranspositionTable,
    pub(crate) shared: &'s SharedState,
    pub(crate) features: Features,
    pub(crate) pos: &'s Pos<W>,
    pub(crate) accumulator: Accumulator,
    /// Keys of the game's positions before this one that it could repeat.
    pub(crate) keys: Vec<u64>,
    /// The most moves that any position to come can have.
    pub(crate) most_moves: usize,
    /// The deepest iteration.
    pub(crate) deepest: i32,
    /// How many best moves to find.
    pub(crate) lines: usize,
}

/// Room that a list of moves begins with at most; lists of monstrous positions
/// grow as they need.
const MOST_RESERVED: usize = 2_048;

/// Frames before the root's.
pub(crate) const BEFORE: usize = 2;
/// Evaluations that a thread keeps.
const EVALS: usize = 1 << 14;
/// A search looks at the stop flag and the clock after so many positions.
const LOOK: u64 = 512;

impl<'s, const W: usize> Worker<'s, W> {
    pub(crate) fn new(
        job: &'s SearchJob<'s, W>,
        memory: &'s mut HistoryTables,
        watchdog: &'s dyn StopCheck,
        number: usize,
    ) -> Worker<'s, W> {
        let mut all = Vec::with_capacity(job.keys.len() + MAX_PLY + 8);
        all.extend_from_slice(&job.keys);
        let most_moves = job.most_moves.min(MOST_RESERVED);
        let moves = || Vec::with_capacity(most_moves);
        Worker {
            rules: job.rules,
            model: job.model,
            values: job.values,
            table: job.table,
            shared: job.shared,
            features: job.features,
            memory,
            number,
            watchdog,
            nodes: 0,
            look: 0,
            most_nodes: u64::MAX,
            stopped: false,
            deepest: 0,
            frames: vec![StackEntry::default(); MAX_PLY + BEFORE + 4],
            played: all.len(),
            twice: nearly_drawn(&all, job.rules.definition().ends().repetition),
            keys: all,
            lines: (0..MAX_PLY + 2)
                .map(|_| Vec::with_capacity(MAX_PLY + 2))
                .collect(),
            // A node and the one that leaves out its best move.
            spare: (0..2 * MAX_PLY + 4)
                .map(|_| Vec::with_capacity(most_moves))
                .collect(),
            tried: (0..2 * MAX_PLY + 4).map(|_| [moves(), moves()]).collect(),
            evals: vec![(0, 0); EVALS],
            logs: (0..256).map(|n: u32| (n.max(1) as f32).ln()).collect(),
            root_depth: 0,
            no_null_before: 0,
        }
    }

    /// Counts a position and looks, now and then, whether the search is over.
    #[inline]
    pub(crate) fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.look {
            self.look_up();
        }
    }

    #[cold]
    fn look_up(&mut self) {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
        self.look = (self.nodes + LOOK).min(self.most_nodes);
        if self.nodes >= self.most_nodes
            || self.number == 0 && self.watchdog.is_over(self.shared.nodes())
        {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.stopped =
            self.shared.stop.load(Ordering::Relaxed) || self.shared.is_overtaken(self.root_depth);
    }

    /// Positions visited by all threads, this one's to the last.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
        self.shared.nodes()
    }

    /// The frame of a ply.
    #[inline]
    pub(crate) fn frame(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.frames[ply + BEFORE]
    }

    /// The two steps before a ply.
    #[inline]
    pub(crate) fn earlier(&self, ply: usize) -> [Option<PieceTo>; 2] {
        [
            self.frames[ply + BEFORE - 1].step,
            self.frames[ply + BEFORE - 2].step,
        ]
    }

    /// The position after a move, and its accumulator.
    #[inline]
    pub(crate) fn after(
        &self,
        pos: &Pos<W>,
        accumulator: &Accumulator,
        mv: Move,
    ) -> (Pos<W>, Accumulator) {
        let mut after = pos.clone();
        let mut observer = self.model.observer(*accumulator);
        after.make_observed(self.rules, mv, &mut observer);
        (after, observer.accumulator)
    }

    /// The model's evaluation, not corrected.
    #[inline]
    pub(crate) fn evaluate(&mut self, pos: &Pos<W>, accumulator: &Accumulator) -> i32 {
        let at = pos.hash() as usize % EVALS;
        let (key, eval) = self.evals[at];
        if key == pos.hash() {
            return eval;
        }
        let eval = self
            .model
            .evaluate(self.rules, pos, accumulator)
            .clamp(-MOST, MOST);
        self.evals[at] = (pos.hash(), eval);
        eval
    }

    /// An evaluation as the search uses it: corrected by what was learnt, and
    /// smaller as the draw by move count comes nearer. In the first half of the
    /// count it is not: else the side ahead gives pieces away to begin it anew.
    #[inline]
    pub(crate) fn adjust(&self, pos: &Pos<W>, eval: i32) -> i32 {
        let mut eval = eval;
        if self.features.has(crate::Feature::Correction) {
            eval += self.memory.correction(pos.turn(), self.structure(pos)) / GRAIN;
        }
        let plies = self.rules.definition().ends().moves.saturating_mul(2) as i32;
        if plies > 0 {
            let late = 2 * pos.halfmove().min(plies as u32) as i32 - plies;
            eval -= eval * late.max(0) / plies;
        }
        eval.clamp(-MOST, MOST)
    }

    /// A key of the pieces that change slowly: pawns, or where there are none the
    /// least pieces and the royal ones.
    #[inline]
    pub(crate) fn structure(&self, pos: &Pos<W>) -> u64 {
        let mut key = 0u64;
        for side in Side::BOTH {
            for word in (pos.kind(self.model.least_valuable()) & pos.side(side)).words() {
                key = (key ^ word)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29);
            }
        }
        key ^ key >> 32
    }

    /// What a move wins at once, in centipawns.
    #[inline]
    pub(crate) fn gain(&self, pos: &Pos<W>, mv: Move) -> i32 {
        let worth = |kind: Kind| self.values.of(kind);
        let captured = match mv.class() {
            MoveClass::Ordinary => pos
                .piece(mv.destination())
                .map_or(0, |piece| worth(piece.kind)),
            MoveClass::Shift | MoveClass::EnPassant => pos
                .captures(self.rules, mv)
                .iter()
                .filter_map(|cell| Some(worth(pos.piece(cell)?.kind)))
                .sum(),
            _ => 0,
        };
        match mv.promotion() {
            Some(kind) if mv.class() != MoveClass::Transformation => {
                let before = pos.piece(mv.origin()).map_or(0, |piece| worth(piece.kind));
                captured + worth(kind) - before
            }
            _ => captured,
        }
    }

    /// Whether the position is a draw although there may be moves: by count,
    /// material or repetition. In the line one repetition is enough, as what
    /// was good once is good again.
    #[inline]
    pub(crate) fn is_draw(&self, pos: &Pos<W>, attacked: bool) -> bool {
        if let Some(reason) = pos.draw_reason(self.rules) {
            // Mate and stalemate come first; only with few pieces or late in the
            // count is it worth looking.
            let ends_first = reason == Reason::MoveCount
                && (attacked || self.model.is_stalemate_decisive())
                && pos
                    .outcome(self.rules)
                    .is_some_and(|o| o.reason.comes_first());
            return !ends_first;
        }
        self.repeats(pos)
    }

    fn repeats(&self, pos: &Pos<W>) -> bool {
        let limit = self.rules.definition().ends().repetition;
        let back = pos.reversible_plies(self.rules).min(self.keys.len());
        let mut seen = 0;
        let mut ago = 4;
        while ago <= back {
            let at = self.keys.len() - ago;
            if self.keys[at] == pos.hash() {
                if at >= self.played {
                    return true;
                }
                seen += 1;
                if limit > 0 && seen + 1 >= limit {
                    return true;
                }
            }
            ago += 2;
        }
        false
    }

    /// Whether the side to move can end the game by repetition at once.
    pub(crate) fn can_repeat(&self, pos: &Pos<W>) -> bool {
        if self.twice.is_empty() {
            return false;
        }
        let mut found = false;
        pos.moves(self.rules, MoveGroup::All, |mv| {
            if !found {
                let mut after = pos.clone();
                after.make(self.rules, mv);
                found = self.twice.contains(&after.hash());
            }
        });
        found
    }

    /// A list for the moves of a node.
    #[inline]
    pub(crate) fn list(&mut self) -> Vec<ScoredMove> {
        self.spare.pop().unwrap_or_default()
    }
}

/// The keys that occur once less often than makes a draw.
fn nearly_drawn(keys: &[u64], repetition: u32) -> Vec<u64> {
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.filter(|run| repetition > 1 && run.len() as u32 + 1 >= repetition)
        .map(|run| run[0])
        .collect()
}

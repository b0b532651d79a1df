//! The solver for any rules, which lists the moves of every position with the move generator.
//!
//! A possible capture in passing and the binding of a new royal piece are parts of a position that
//! the index does not include. Positions with them are added one by one, as moves lead to them.

use super::graph_journal::GraphJournal;
use super::graph_node::{GraphMove, GraphNode};
use super::parallel::in_parallel;
use super::record::{JournalStart, SolveError};
use super::rows::SolveStats;
use super::watch::{ProgressMonitor, SubTables};
use crate::Material;
use crate::index::Index;
use crate::placement::Placement;
use crate::value::{
    Code, DRAW, MAX_PLIES, NO_POSITION, at_zero, before, better, is_loss, is_win, loss, plies, win,
    within,
};
use hyperrook_rules::{Game, Outcome, Position, Setup, Side};
use std::collections::HashMap;
use std::sync::Mutex;

/// The number of entries that one thread takes at a time.
const CHUNK: usize = 1024;

/// The same in a pass.
const PASS_CHUNK: usize = 1 << 13;

/// How passes are made.
#[derive(Clone, Copy)]
struct PassesRun<'r> {
    threads: usize,
    watch: &'r dyn ProgressMonitor,
    journal: &'r GraphJournal<'r>,
    /// The number of passes before these.
    before: usize,
}

/// The target of a move.
enum Target {
    /// An entry of the table.
    Entry(usize),
    /// A position that the index does not include.
    Other(Box<Setup>),
    /// A position outside the table, with its value for the opponent.
    Code(Code),
}

/// What zeroing distances are solved from.
#[derive(Clone, Copy)]
pub(crate) struct GraphZeroing<'a> {
    /// The distances to the end of the game.
    pub(crate) distances: &'a [Code],
    /// The plies after which the move count ends the game.
    pub(crate) limit: u16,
}

/// What is to be solved.
#[derive(Clone, Copy)]
pub(crate) struct GraphTask<'a> {
    pub(crate) game: &'a Game,
    pub(crate) index: &'a Index,
    /// For zeroing distances, those of the other tables.
    pub(crate) subs: &'a SubTables,
    /// None for distances to the end of the game.
    pub(crate) zeroing: Option<GraphZeroing<'a>>,
}

/// Solves a table. Returns its codes.
pub(crate) fn solve_graph(
    task: GraphTask<'_>,
    threads: usize,
    watch: &dyn ProgressMonitor,
    start: JournalStart<'_>,
) -> Result<(Vec<Code>, SolveStats), SolveError> {
    let size = task.index.size();
    let journal = GraphJournal::open(start, size)?;
    let all = size.div_ceil(CHUNK);
    let parts: Vec<Mutex<Vec<GraphNode>>> = (0..all).map(|_| Mutex::default()).collect();
    in_parallel(threads, 0, all, watch, 0..all, |part| {
        let entries = part * CHUNK..size.min((part + 1) * CHUNK);
        let nodes = journal.nodes(part, entries.len(), &|i| task.entry(entries.start + i));
        nodes.is_some_and(|nodes| {
            *parts[part]
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner()) = nodes;
            true
        })
    })?;
    let mut graph = Graph::default();
    let mut numbers: HashMap<Setup, usize> = HashMap::new();
    let mut waiting: Vec<Setup> = Vec::new();
    let mut add = |graph: &mut Graph, waiting: &mut Vec<Setup>, mut node: GraphNode| {
        for (setup, zeroes) in std::mem::take(&mut node.others) {
            let next = size + numbers.len();
            let number = *numbers.entry(setup).or_insert_with_key(|setup| {
                waiting.push(setup.clone());
                next
            });
            node.moves.push(GraphMove::new(number, zeroes));
        }
        graph.add(node);
    };
    for part in parts {
        let nodes = part
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        for node in nodes {
            add(&mut graph, &mut waiting, node);
        }
    }
    let (mut at, mut part) = (0, all);
    while at < waiting.len() {
        let batch = &waiting[at..waiting.len().min(at + CHUNK)];
        let nodes = journal.nodes(part, batch.len(), &|i| task.setup(&batch[i]));
        let nodes = nodes.ok_or(SolveError::Stopped)?;
        (at, part) = (at + batch.len(), part + 1);
        for node in nodes {
            add(&mut graph, &mut waiting, node);
        }
        if !watch.should_continue(0, 1.0) {
            return Err(SolveError::Stopped);
        }
    }
    // Where the moves of the last position end.
    graph.first.push(graph.moves.len());
    let run = PassesRun {
        threads,
        watch,
        journal: &journal,
        before: 0,
    };
    let work = match task.zeroing {
        None => graph.solve(MAX_PLIES, &run)?,
        Some(zeroing) => graph.solve_zeroing(zeroing, &run)?,
    };
    graph.codes.truncate(size);
    Ok((graph.codes, work))
}

impl GraphTask<'_> {
    fn entry(&self, entry: usize) -> GraphNode {
        // What is drawn without regard to the move count is drawn with it.
        let distance = self.zeroing.map(|zeroing| zeroing.distances[entry]);
        if let Some(code @ (NO_POSITION | DRAW)) = distance {
            return GraphNode {
                code,
                is_over: true,
                ..GraphNode::default()
            };
        }
        match self.index.placement(entry) {
            Some(placement) => {
                self.setup(&placement.setup(self.game.definition(), &self.index.material))
            }
            None => GraphNode {
                is_over: true,
                ..GraphNode::default()
            },
        }
    }

    fn setup(&self, setup: &Setup) -> GraphNode {
        let mut node = GraphNode::default();
        let Ok(position) = self.game.position(setup) else {
            node.is_over = true;
            return node;
        };
        if let Some(outcome) = position.outcome() {
            node.is_over = true;
            node.code = of_outcome(outcome, position.turn());
            return node;
        }
        for mv in position.moves() {
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let zeroes = self.zeroing.is_some() && after.halfmove() == 0;
            match self.target(&after) {
                Target::Entry(entry) => node.moves.push(GraphMove::new(entry, zeroes)),
                Target::Other(setup) => node.others.push((*setup, zeroes)),
                Target::Code(code) => {
                    let code = if zeroes { at_zero(code) } else { code };
                    node.code = better(before(code), node.code);
                }
            }
        }
        node.moves.sort_unstable();
        node.moves.dedup();
        node
    }

    fn target(&self, after: &Position) -> Target {
        let state = after.state();
        if state.en_passant.is_some() || state.bound != 0 {
            let mut setup = after.setup();
            (setup.halfmove, setup.fullmove) = (0, 1);
            return Target::Other(Box::new(setup));
        }
        let material = Material::of(after);
        let placement = Placement::of(after);
        if material == self.index.material {
            match self.index.locate(&placement) {
                Some(entry) => Target::Entry(entry),
                None => Target::Code(NO_POSITION),
            }
        } else {
            // Without this table, moves would be missing and draws become wins.
            let Some(table) = self.subs.get(&material) else {
                unreachable!("the conversions lack a material")
            };
            Target::Code(table.code(self.game.definition(), &placement))
        }
    }
}

/// The code of a finished game for the side to move.
pub(crate) fn of_outcome(outcome: Outcome, turn: Side) -> Code {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == turn => win(0),
        Some(_) => loss(0),
    }
}

/// Positions and moves between them.
#[derive(Default)]
struct Graph {
    codes: Vec<Code>,
    settled: Vec<bool>,
    /// The index of the first move of each position.
    first: Vec<usize>,
    moves: Vec<GraphMove>,
    /// For zeroing distances, by position: whether it is known to be won or lost with the move
    /// count at its beginning.
    decided: Vec<Code>,
}

impl Graph {
    fn add(&mut self, node: GraphNode) {
        self.codes.push(node.code);
        self.settled.push(node.is_over);
        self.first.push(self.moves.len());
        self.moves.extend(node.moves);
    }

    /// Finds zeroing distances, in rounds as the solver by rows does.
    fn solve_zeroing(
        &mut self,
        zeroing: GraphZeroing<'_>,
        run: &PassesRun<'_>,
    ) -> Result<SolveStats, SolveError> {
        let (codes, settled) = (self.codes.clone(), self.settled.clone());
        let distances = zeroing.distances.iter();
        let decided = distances.map(|&code| at_zero(within(code, zeroing.limit)));
        self.decided = decided.collect();
        self.decided.resize(codes.len(), DRAW);
        let mut work = SolveStats::default();
        loop {
            let run = PassesRun {
                before: work.passes,
                ..*run
            };
            let round = self.solve(zeroing.limit, &run)?;
            work.passes += round.passes;
            work.visited += round.visited;
            let mut is_new = false;
            for (decided, &code) in self.decided.iter_mut().zip(&self.codes) {
                is_new |= *decided == DRAW && code != DRAW;
                if *decided == DRAW {
                    *decided = at_zero(code);
                }
            }
            if !is_new {
                return Ok(work);
            }
            self.codes.clone_from(&codes);
            self.settled.clone_from(&settled);
        }
    }

    /// Finds what is won or lost within some plies; the rest is drawn.
    fn solve(&mut self, last_pass: u16, run: &PassesRun<'_>) -> Result<SolveStats, SolveError> {
        let mut work = SolveStats::default();
        let longest = self
            .codes
            .iter()
            .map(|&code| plies(code))
            .max()
            .unwrap_or(0);
        let mut open: Vec<u32> = (0..self.codes.len() as u32)
            .filter(|&node| !self.settled[node as usize])
            .collect();
        for pass in 1..=last_pass {
            let found = self.pass(pass, &open, run)?;
            work.passes = usize::from(pass);
            work.visited += open.len() as u64;
            for &(node, code) in &found {
                self.codes[node as usize] = code;
                self.settled[node as usize] = true;
            }
            open.retain(|&node| !self.settled[node as usize]);
            if found.is_empty() && pass > longest {
                break;
            }
        }
        for node in open {
            self.codes[node as usize] = DRAW;
        }
        Ok(work)
    }

    /// What is decided in exactly this many plies, of the positions that are open.
    fn pass(
        &self,
        pass: u16,
        open: &[u32],
        run: &PassesRun<'_>,
    ) -> Result<Vec<(u32, Code)>, SolveError> {
        let all = self.codes.len().div_ceil(PASS_CHUNK);
        let chunks: Vec<Mutex<Vec<(u32, Code)>>> = (0..all).map(|_| Mutex::default()).collect();
        let number = run.before + usize::from(pass);
        in_parallel(
            run.threads,
            usize::from(pass),
            all,
            run.watch,
            0..all,
            |chunk| {
                let [from, to] = [chunk, chunk + 1].map(|chunk| {
                    let end = chunk * PASS_CHUNK;
                    open.partition_point(|&node| (node as usize) < end)
                });
                let open = &open[from..to];
                let look = || {
                    let decided = |&node: &u32| Some((node, self.look(node as usize, pass)?));
                    open.iter().filter_map(decided).collect()
                };
                let found = run.journal.found(number, chunk, open, pass, look);
                found.is_some_and(|found| {
                    *chunks[chunk]
                        .lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner()) = found;
                    true
                })
            },
        )?;
        let found = chunks.into_iter().flat_map(|found| {
            found
                .into_inner()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        });
        Ok(found.collect())
    }

    /// The value of a position, if it is decided in exactly this many plies.
    fn look(&self, node: usize, n: u16) -> Option<Code> {
        let conversion = self.codes[node];
        let moves = &self.moves[self.first[node]..self.first[node + 1]];
        let code_of = |mv: GraphMove| {
            let to = mv.to();
            if mv.zeroes() {
                return Some(self.decided[to]);
            }
            self.settled[to].then(|| self.codes[to])
        };
        if conversion == win(n) || moves.iter().any(|&mv| code_of(mv) == Some(loss(n - 1))) {
            return Some(win(n));
        }
        let is_lost = (conversion == NO_POSITION || is_loss(conversion) && plies(conversion) <= n)
            && moves
                .iter()
                .all(|&mv| code_of(mv).is_some_and(|code| is_win(code) && plies(code) < n));
        is_lost.then(|| loss(n))
    }
}

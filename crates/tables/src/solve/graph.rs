//! The solver for any rules, which lists the moves of every position with the move generator.
//!
//! A possible capture in passing and the binding of a new royal piece are parts of a position that
//! the index does not include. Positions with them are added one by one, as moves lead to them.

use super::parallel::in_parallel;
use super::rows::SolveStats;
use super::watch::{ProgressMonitor, Stopped, SubTables};
use crate::Material;
use crate::index::{Index, Placement};
use crate::value::{
    Code, DRAW, MAX_PLIES, NO_POSITION, before, better, is_loss, is_win, loss, plies, win,
};
use hyperrook_rules::{Game, Outcome, Position, Setup, Side};
use std::collections::HashMap;
use std::sync::Mutex;

/// The number of entries that one thread takes at a time.
const CHUNK: usize = 1024;

/// The target of a move.
enum Target {
    /// An entry of the table.
    Entry(usize),
    /// A position that the index does not include.
    Other(Box<Setup>),
    /// A position outside the table, with its value for the opponent.
    Code(Code),
}

/// The data of a position before the passes.
#[derive(Default)]
struct GraphNode {
    /// Its value if the game is over, or that it is not a position; else the value of the moves out
    /// of the table.
    code: Code,
    is_over: bool,
    entries: Vec<u32>,
    others: Vec<Setup>,
}

/// Solves a table. Returns its codes.
pub(crate) fn solve_graph(
    game: &Game,
    index: &Index,
    subs: &SubTables,
    threads: usize,
    watch: &dyn ProgressMonitor,
) -> Result<(Vec<Code>, SolveStats), Stopped> {
    let size = index.size();
    let expand = Expansion { game, index, subs };
    let parts: Vec<Mutex<Vec<GraphNode>>> = (0..size.div_ceil(CHUNK))
        .map(|_| Mutex::default())
        .collect();
    in_parallel(threads, 0, parts.len(), watch, 0..parts.len(), |part| {
        let range = part * CHUNK..size.min((part + 1) * CHUNK);
        let nodes = range.map(|entry| expand.entry(entry)).collect();
        *parts[part]
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = nodes;
        true
    })?;
    let mut graph = Graph::default();
    let mut numbers: HashMap<Setup, u32> = HashMap::new();
    let mut waiting: Vec<Setup> = Vec::new();
    let mut number = |setup: Setup, waiting: &mut Vec<Setup>| {
        let next = (size + numbers.len()) as u32;
        *numbers.entry(setup).or_insert_with_key(|setup| {
            waiting.push(setup.clone());
            next
        })
    };
    for part in parts {
        for mut node in part
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
        {
            let others = std::mem::take(&mut node.others);
            node.entries
                .extend(others.into_iter().map(|setup| number(setup, &mut waiting)));
            graph.add(node);
        }
    }
    let mut at = 0;
    while at < waiting.len() {
        let mut node = expand.setup(&waiting[at]);
        at += 1;
        let others = std::mem::take(&mut node.others);
        node.entries
            .extend(others.into_iter().map(|setup| number(setup, &mut waiting)));
        graph.add(node);
    }
    let work = graph.solve(watch)?;
    graph.codes.truncate(size);
    Ok((graph.codes, work))
}

/// Lists the moves of positions.
struct Expansion<'a> {
    game: &'a Game,
    index: &'a Index,
    subs: &'a SubTables,
}

impl Expansion<'_> {
    fn entry(&self, entry: usize) -> GraphNode {
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
            match self.target(&after) {
                Target::Entry(entry) => node.entries.push(entry as u32),
                Target::Other(setup) => node.others.push(*setup),
                Target::Code(code) => node.code = better(before(code), node.code),
            }
        }
        node.entries.sort_unstable();
        node.entries.dedup();
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
            let table = self.subs.get(&material);
            Target::Code(table.map_or(NO_POSITION, |table| {
                table.code(self.game.definition(), &placement)
            }))
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
    moves: Vec<u32>,
}

impl Graph {
    fn add(&mut self, node: GraphNode) {
        self.codes.push(node.code);
        self.settled.push(node.is_over);
        self.first.push(self.moves.len());
        self.moves.extend(node.entries);
    }

    fn solve(&mut self, watch: &dyn ProgressMonitor) -> Result<SolveStats, Stopped> {
        self.first.push(self.moves.len());
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
        for pass in 1..MAX_PLIES {
            let mut found: Vec<(u32, Code)> = Vec::new();
            for &node in &open {
                found.extend(self.look(node as usize, pass).map(|code| (node, code)));
            }
            work.passes = usize::from(pass);
            work.visited += open.len() as u64;
            for &(node, code) in &found {
                self.codes[node as usize] = code;
                self.settled[node as usize] = true;
            }
            open.retain(|&node| !self.settled[node as usize]);
            if !watch.should_continue(usize::from(pass), 1.0) {
                return Err(Stopped);
            }
            if found.is_empty() && pass > longest {
                break;
            }
        }
        for node in open {
            self.codes[node as usize] = DRAW;
        }
        Ok(work)
    }

    /// The value of a position, if it is decided in exactly this many plies.
    fn look(&self, node: usize, n: u16) -> Option<Code> {
        let conversion = self.codes[node];
        let moves = &self.moves[self.first[node]..self.first[node + 1]];
        let code_of = |to: u32| {
            let settled = self.settled[to as usize];
            settled.then(|| self.codes[to as usize])
        };
        if conversion == win(n) || moves.iter().any(|&to| code_of(to) == Some(loss(n - 1))) {
            return Some(win(n));
        }
        let is_lost = (conversion == NO_POSITION || is_loss(conversion) && plies(conversion) <= n)
            && moves
                .iter()
                .all(|&to| code_of(to).is_some_and(|code| is_win(code) && plies(code) < n));
        is_lost.then(|| loss(n))
    }
}

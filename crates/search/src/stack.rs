//! The search stack: the data of each node of the current line.

use crate::history::{MoveThreats, PieceTo};
use hyperrook_eval::Accumulator;
use hyperrook_geometry::{Bits, Cell};
use hyperrook_rules::Move;
use hyperrook_rules::fast::{MoveContext, Pos, Rules};
use std::cell::OnceCell;
use std::collections::VecDeque;

/// A node of the search tree: a position and its accumulator.
#[derive(Clone)]
pub(crate) struct SearchNode<'r, const W: usize> {
    pub(crate) pos: Pos<W>,
    /// The context that the moves of the position share.
    pub(crate) context: MoveContext<'r, W>,
    pub(crate) accumulator: Accumulator,
    /// Whether the side to move is in check.
    pub(crate) in_check: bool,
    /// The cells that the enemy's least valuable kind attacks, once they are needed.
    pub(crate) attacked_by_least_valuable: OnceCell<Bits<W>>,
}

impl<'r, const W: usize> SearchNode<'r, W> {
    #[inline]
    pub(crate) fn new(
        rules: &'r Rules<W>,
        pos: Pos<W>,
        accumulator: Accumulator,
        in_check: bool,
    ) -> SearchNode<'r, W> {
        SearchNode {
            pos,
            context: MoveContext::new(rules),
            accumulator,
            in_check,
            attacked_by_least_valuable: OnceCell::new(),
        }
    }
}

/// The parameters of the search of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeParams {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// Whether the node is expected to fail high.
    pub(crate) cut_node: bool,
}

impl NodeParams {
    /// A zero-window search, which only tests whether the score is at least beta.
    pub(crate) fn zero_window(beta: i32, depth: i32, ply: usize, cut_node: bool) -> NodeParams {
        NodeParams {
            alpha: beta - 1,
            beta,
            depth,
            ply,
            cut_node,
        }
    }
}

/// The entry of one ply on the search stack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackEntry {
    /// The move being searched; `None` for a null move.
    pub(crate) piece_to: Option<PieceTo>,
    /// The destination of that move.
    pub(crate) destination: Option<Cell>,
    /// That move and its threats, if it is quiet.
    pub(crate) quiet_move: Option<(Move, MoveThreats)>,
    /// The corrected static evaluation; `None` in check.
    pub(crate) static_eval: Option<i32>,
    /// Quiet moves that caused cut-offs in siblings.
    pub(crate) killers: [Option<Move>; 2],
    /// The move left out by a singular search.
    pub(crate) excluded: Option<Move>,
    /// How many moves of the line were extended by two plies.
    pub(crate) double_extensions: u32,
    /// How many nodes at this ply have failed high since their parent was entered.
    pub(crate) cutoff_count: u32,
}

/// The number of stack entries before the root, so that earlier plies always exist.
pub(crate) const STACK_OFFSET: usize = 2;

/// What is known of a move before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveFacts {
    pub(crate) mv: Move,
    /// Its number among the moves of the node, from 1.
    pub(crate) move_count: i32,
    pub(crate) is_tactical: bool,
    pub(crate) is_bad_tactical: bool,
    /// Its capture history if it is tactical, otherwise its quiet history.
    pub(crate) history: i32,
    /// The reduction by depth and move count, in parts of 1024 of a ply.
    pub(crate) base_reduction: i32,
}

/// Moves of a node.
#[derive(Debug, Default)]
pub(crate) struct NodeMoves {
    /// Those that were searched without a cut-off.
    pub(crate) quiet: Vec<Move>,
    pub(crate) tactical: Vec<Move>,
    /// Those that are deferred because another thread is searching them.
    pub(crate) deferred: VecDeque<MoveFacts>,
}

impl NodeMoves {
    pub(crate) fn clear(&mut self) {
        self.quiet.clear();
        self.tactical.clear();
        self.deferred.clear();
    }
}

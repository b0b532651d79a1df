//! What the model is made of: the database, two nodes, and what clients were told.

use std::collections::BTreeSet;

/// How long a lease lasts, in ticks.
pub(super) const LEASE: u8 = 2;
/// The number of processes: two nodes, each of which can be started again once.
pub(super) const PROCESSES: usize = 4;

/// What a client asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Intent {
    /// White's first move.
    First,
    /// Another first move of White, after the client has received nothing about that one.
    OtherFirst,
    /// Black's answer.
    Second,
    /// The end of the game. It leaves no entry in the log.
    Resign,
}

impl Intent {
    /// The number of moves before this one; `None` if it is no move.
    pub(super) fn seq(self) -> Option<usize> {
        match self {
            Intent::First | Intent::OtherFirst => Some(0),
            Intent::Second => Some(1),
            Intent::Resign => None,
        }
    }
}

/// What is wrong with the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    /// Changes are written `WHERE id = …` alone.
    NoFence,
    /// Changes are written without `AND version = …`.
    NoVersion,
    /// Changes are written without `AND owner_epoch = …`.
    NoEpoch,
    /// A move is acknowledged before it is written.
    EarlyAnswer,
    /// A lease that has ended is renewed, and nodes trust it for all of its time and not for
    /// half of it. Either alone does no harm while no clock is slow.
    Revival,
    /// A node takes its lease again with games in memory.
    KeptGames,
    /// A game is taken without looking at the lease of its owner.
    Robbery,
    /// A game is taken without giving time back to its clock.
    LostTime,
}

/// The row of the game, and the game in a node's memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Game {
    pub(super) version: u8,
    pub(super) owner_epoch: u8,
    /// The number of entries in the log.
    pub(super) log: usize,
    pub(super) over: bool,
    pub(super) running_since: Option<u8>,
}

/// `UPDATE games SET … WHERE id = … AND version = from_version AND owner_epoch = …`, and
/// `INSERT INTO moves`, in one transaction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Write {
    pub(super) by: usize,
    pub(super) intent: Intent,
    pub(super) from_version: u8,
    pub(super) owner_epoch: u8,
    pub(super) log: usize,
    pub(super) over: bool,
    pub(super) running_since: Option<u8>,
}

/// A row of the table `nodes`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct NodeRow {
    pub(super) epoch: u8,
    pub(super) lease_until: u8,
    pub(super) beat: u8,
}

/// The database.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Database {
    pub(super) game: Game,
    pub(super) owner: Option<usize>,
    /// `moves`: the primary key is the number of the entry, which is the index.
    pub(super) moves: Vec<Intent>,
    pub(super) nodes: [Option<NodeRow>; PROCESSES],
}

/// `NodeIdentity` of `store/nodes.rs`, and the task of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    /// The id of this process.
    pub(super) id: usize,
    pub(super) epoch: u8,
    /// When the last renewal began that succeeded.
    pub(super) renewed: Option<u8>,
    /// When the renewal under way began.
    pub(super) renewal: Option<u8>,
    /// The game, with its moves.
    pub(super) memory: Option<(Game, Vec<Intent>)>,
    /// The change that the node waits for, and what the database has answered.
    pub(super) waiting: Option<(Write, Option<bool>)>,
}

impl Node {
    pub(super) fn new(id: usize) -> Node {
        Node {
            id,
            epoch: 0,
            renewed: None,
            renewal: None,
            memory: None,
            waiting: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) now: u8,
    pub(super) database: Database,
    pub(super) nodes: [Node; 2],
    /// Changes that nobody waits for any more. The database may still run them.
    pub(super) late: BTreeSet<Write>,
    pub(super) crashes: u8,
    pub(super) handovers: u8,
    /// What clients were told: that a wish is fulfilled, the version that fulfilled it, and by
    /// which process. An answer that says so only when asked again has no version.
    pub(super) answers: BTreeSet<(Intent, Option<u8>, usize)>,
    /// The ticks in which the owner of the game had a lease, a bit each.
    pub(super) leased: u8,
    /// When the last move was written, and how long after the clock began to run.
    pub(super) written: u8,
    pub(super) unwritten: u8,
    /// What must not happen, and did.
    pub(super) written_after_end: bool,
    pub(super) written_by_other: bool,
    pub(super) overcharged: bool,
}

/// A step. The number is that of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Time passes.
    Tick,
    TakeLease(usize),
    BeginRenewal(usize),
    /// The database runs the renewal, and the node receives of it.
    RunRenewal(usize),
    /// The node stops cleanly and gives its lease back.
    HandOver(usize),
    /// The game is loaded, and taken if need be.
    Load(usize),
    /// A client asks for something.
    Request(usize, Intent),
    /// The database runs the change that the node waits for.
    Run(usize),
    /// The database runs a change that nobody waits for.
    RunLate(Write),
    /// The node stops waiting.
    GiveUp(usize),
    /// The node gets the answer of the database.
    Receive(usize),
    Crash(usize),
}

pub(super) struct Cluster {
    pub(super) fault: Fault,
    pub(super) intents: &'static [Intent],
    pub(super) has_clock: bool,
    pub(super) ticks: u8,
    pub(super) crashes: u8,
    pub(super) handovers: u8,
    /// How many changes may be under way that nobody waits for.
    pub(super) late: usize,
}

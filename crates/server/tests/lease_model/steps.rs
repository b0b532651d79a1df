//! The steps, and what each of them does.

use super::promises::properties;
use super::state::{
    Cluster, Database, Fault, Game, Intent, LEASE, Node, NodeRow, PROCESSES, State, Step, Write,
};
use stateright::{Model, Property};
use std::collections::BTreeSet;

impl Cluster {
    /// `NodeIdentity::holds_lease`: by the clock of the node.
    pub(super) fn is_sure(&self, now: u8, node: &Node) -> bool {
        let trusted = if self.fault == Fault::Revival {
            LEASE
        } else {
            LEASE / 2
        };
        node.renewed.is_some_and(|renewed| now - renewed < trusted)
    }

    /// Gives the running clock the time since its owner's last beat back (`shifted!`).
    fn give_back(&self, state: &mut State) {
        let now = state.now;
        let database = &mut state.database;
        let old = database.owner.and_then(|id| database.nodes[id].as_ref());
        let game = &mut database.game;
        let (Some(since), Some(NodeRow { beat, .. })) = (game.running_since, old) else {
            return;
        };
        let given_back = match self.fault {
            Fault::LostTime => 0,
            _ if since <= *beat => now - beat,
            _ => now - since,
        };
        game.running_since = Some(since + given_back);
        game.version += 1;
        let charged = u32::from(now - since - given_back);
        // What passes until a move is written is the writer's to give back, which is not in
        // this model.
        let unwritten = u32::from(state.unwritten);
        let leased = (state.leased >> state.written).count_ones();
        state.overcharged |= charged > unwritten + leased;
    }

    /// `Store::take_lease`: `INSERT INTO nodes … ON CONFLICT (id) DO UPDATE SET epoch =
    /// nodes.epoch + 1, lease_until = …, beat = …`, and `adopt` for the node's own games with
    /// a running clock.
    fn take_lease(&self, state: &mut State, n: usize) {
        if state.database.owner == Some(state.nodes[n].id)
            && state.database.game.running_since.is_some()
        {
            self.give_back(state);
            state.database.game.owner_epoch += 1;
        }
        let (now, node) = (state.now, &mut state.nodes[n]);
        let row = &mut state.database.nodes[node.id];
        let epoch = row.as_ref().map_or(1, |row| row.epoch + 1);
        *row = Some(NodeRow {
            epoch,
            lease_until: now + LEASE,
            beat: now,
        });
        node.epoch = epoch;
        node.renewed = Some(now);
        node.renewal = None;
        // Its games are forgotten before.
        if self.fault != Fault::KeptGames {
            node.memory = None;
        }
    }

    /// `Store::renew_lease`: `UPDATE nodes SET beat = …, lease_until = … WHERE id = … AND epoch = …
    /// AND lease_until > now`. It counts from its beginning.
    fn run_renewal(&self, state: &mut State, n: usize) -> Option<()> {
        let node = &mut state.nodes[n];
        let begun = node.renewal.take()?;
        let row = state.database.nodes[node.id].as_mut()?;
        let in_force = row.lease_until > state.now || self.fault == Fault::Revival;
        let renewed = row.epoch == node.epoch && in_force;
        node.renewed = renewed.then_some(begun);
        if renewed {
            row.lease_until = state.now + LEASE;
            row.beat = state.now;
        }
        Some(())
    }

    /// `Store::take_game`: `UPDATE games SET owner = …, owner_epoch = owner_epoch + 1 …
    /// WHERE owner NOT IN (SELECT id FROM nodes WHERE lease_until > now) AND EXISTS (SELECT
    /// … WHERE id = … AND epoch = …)`, with the time since the old owner's last beat given
    /// back, which raises the version, too. Only read if it is over or the node's own.
    /// False if the game is somebody else's.
    fn load(&self, state: &mut State, n: usize) -> bool {
        let now = state.now;
        let node = &state.nodes[n];
        let database = &state.database;
        if !database.game.over && database.owner != Some(node.id) {
            let has_lease = |id: usize| {
                let row = database.nodes[id].as_ref();
                row.is_some_and(|row| row.lease_until > now)
            };
            let is_mine = |row: &NodeRow| row.epoch == node.epoch;
            if database.owner.is_some_and(has_lease) && self.fault != Fault::Robbery
                || !database.nodes[node.id].as_ref().is_some_and(is_mine)
            {
                return false;
            }
            self.give_back(state);
            let database = &mut state.database;
            let game = &mut database.game;
            game.owner_epoch += 1;
            database.owner = Some(state.nodes[n].id);
        }
        let database = &state.database;
        let game = database.game.clone();
        // `SELECT … FROM moves WHERE game = …`, and no more than the row knows of.
        let moves = database.moves[..game.log.min(database.moves.len())].to_vec();
        state.nodes[n].memory = Some((game, moves));
        true
    }

    /// The change that fulfils a wish; `None` if the rules forbid it.
    fn change(&self, now: u8, node: &Node, intent: Intent) -> Option<Write> {
        let (game, moves) = node.memory.as_ref()?;
        if game.over || intent.seq().is_some_and(|seq| seq != moves.len()) {
            return None;
        }
        let is_move = intent.seq().is_some();
        Some(Write {
            by: node.id,
            intent,
            from_version: game.version,
            owner_epoch: game.owner_epoch,
            log: game.log + usize::from(is_move),
            over: !is_move,
            running_since: (self.has_clock && is_move).then_some(now),
        })
    }

    /// Whether the database would ever run a change that it has not run yet. Versions and
    /// epochs only grow, as long as they are compared.
    fn can_run(&self, database: &Database, write: &Write) -> bool {
        let Database { game, moves, .. } = database;
        let old_version = write.from_version < game.version;
        let old_epoch = write.owner_epoch < game.owner_epoch;
        let is_move = write.intent.seq().is_some();
        // The primary keys of `moves` and of `keys`.
        let is_there = is_move && (moves.len() >= write.log || moves.contains(&write.intent));
        let old = match self.fault {
            Fault::NoFence => false,
            Fault::NoVersion => old_epoch,
            Fault::NoEpoch => old_version,
            _ => old_version || old_epoch,
        };
        !old && !is_there
    }

    /// `change_game`. False if it conflicts: the transaction is rolled back.
    fn run(&self, state: &mut State, write: &Write) -> bool {
        if !self.can_run(&state.database, write) {
            return false;
        }
        let database = &mut state.database;
        let game = &mut database.game;
        let is_move = write.intent.seq().is_some();
        state.written_after_end |= game.over;
        state.written_by_other |= database.owner != Some(write.by);
        if is_move {
            database.moves.push(write.intent);
            if let Some(since) = write.running_since {
                state.written = state.now;
                state.unwritten = state.now - since;
            }
        }
        game.version = write.from_version + 1;
        game.log = write.log;
        game.over = write.over;
        game.running_since = write.running_since;
        true
    }

    /// The answer to the client, after `NodeIdentity::check`.
    fn receive(&self, state: &mut State, n: usize) {
        let sure = self.is_sure(state.now, &state.nodes[n]);
        let node = &mut state.nodes[n];
        let Some((write, Some(done))) = node.waiting.take() else {
            return;
        };
        let Some((game, moves)) = &mut node.memory else {
            return;
        };
        if !done || !sure {
            node.memory = None;
            return;
        }
        game.version = write.from_version + 1;
        game.log = write.log;
        game.over = write.over;
        game.running_since = write.running_since;
        if write.intent.seq().is_some() {
            moves.push(write.intent);
        }
        if self.fault != Fault::EarlyAnswer {
            let answer = (write.intent, Some(game.version), node.id);
            state.answers.insert(answer);
        }
    }
}

impl Model for Cluster {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let game = Game {
            version: 0,
            owner_epoch: 0,
            log: 0,
            over: false,
            running_since: None,
        };
        vec![State {
            now: 0,
            database: Database {
                game,
                owner: None,
                moves: Vec::new(),
                nodes: [const { None }; PROCESSES],
            },
            nodes: [Node::new(0), Node::new(1)],
            late: BTreeSet::new(),
            crashes: 0,
            handovers: 0,
            answers: BTreeSet::new(),
            leased: 0,
            written: 0,
            unwritten: 0,
            written_after_end: false,
            written_by_other: false,
            overcharged: false,
        }]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        if state.now < self.ticks {
            steps.push(Step::Tick);
        }
        steps.extend(state.late.iter().cloned().map(Step::RunLate));
        for (n, node) in state.nodes.iter().enumerate() {
            if n == 1 && state.database.nodes[0].is_none() {
                // The nodes are alike: let the first one begin.
                continue;
            }
            let sure = self.is_sure(state.now, node);
            let forgotten = node.memory.is_none() && node.waiting.is_none();
            if !sure && (node.waiting.is_none() || self.fault == Fault::KeptGames) {
                steps.push(Step::TakeLease(n));
            }
            match node.renewal {
                // A renewal of a node that is not sure comes too late.
                None if sure && node.renewed != Some(state.now) => {
                    steps.push(Step::BeginRenewal(n));
                }
                Some(_) => steps.push(Step::RunRenewal(n)),
                None => {}
            }
            if sure && state.handovers < self.handovers {
                steps.push(Step::HandOver(n));
            }
            if forgotten && sure {
                steps.push(Step::Load(n));
            }
            if node.memory.is_some() && node.waiting.is_none() && sure {
                steps.extend(self.intents.iter().map(|&intent| Step::Request(n, intent)));
            }
            match &node.waiting {
                Some((_, None)) => steps.extend([Step::Run(n), Step::GiveUp(n)]),
                Some((_, Some(_))) => steps.push(Step::Receive(n)),
                None => {}
            }
            if state.crashes < self.crashes && node.id < 2 {
                steps.push(Step::Crash(n));
            }
        }
    }

    fn next_state(&self, state: &State, step: Step) -> Option<State> {
        let mut next = state.clone();
        match step {
            Step::Tick => {
                let owner = state.database.owner;
                let row = owner.and_then(|id| state.database.nodes[id].as_ref());
                let has_lease = row.is_some_and(|row| row.lease_until > state.now);
                if has_lease && self.has_clock {
                    next.leased |= 1 << state.now;
                }
                next.now += 1;
            }
            Step::TakeLease(n) => self.take_lease(&mut next, n),
            Step::BeginRenewal(n) => next.nodes[n].renewal = Some(state.now),
            Step::RunRenewal(n) => self.run_renewal(&mut next, n)?,
            Step::HandOver(n) => {
                // `Store::release_lease`: `UPDATE nodes SET beat = …, lease_until = 0`.
                next.handovers += 1;
                next.nodes[n].renewed = None;
                next.nodes[n].renewal = None;
                let row = next.database.nodes[state.nodes[n].id].as_mut()?;
                row.beat = state.now;
                row.lease_until = 0;
            }
            Step::Load(n) => return self.load(&mut next, n).then_some(next),
            Step::Request(n, intent) => {
                let node = &mut next.nodes[n];
                let (_, moves) = node.memory.as_ref()?;
                if moves.contains(&intent) {
                    // `LiveGame` knows the key: the same answer again.
                    let is_new = !next.answers.iter().any(|(known, ..)| *known == intent);
                    let answer = (intent, None, node.id);
                    return (is_new && next.answers.insert(answer)).then_some(next);
                }
                let write = self.change(state.now, node, intent)?;
                if self.fault == Fault::EarlyAnswer {
                    let version = Some(write.from_version + 1);
                    next.answers.insert((intent, version, node.id));
                }
                node.waiting = Some((write, None));
            }
            Step::Run(n) => {
                let (write, _) = state.nodes[n].waiting.as_ref()?;
                let done = self.run(&mut next, write);
                next.nodes[n].waiting.as_mut()?.1 = Some(done);
            }
            Step::RunLate(write) => {
                next.late.remove(&write);
                self.run(&mut next, &write);
            }
            Step::GiveUp(n) => {
                // The game in memory may be out of date: it is loaded again.
                next.nodes[n].memory = None;
                next.late
                    .extend(next.nodes[n].waiting.take().map(|(write, _)| write));
            }
            Step::Receive(n) => self.receive(&mut next, n),
            Step::Crash(n) => {
                next.crashes += 1;
                let node = std::mem::replace(&mut next.nodes[n], Node::new(n + 2));
                if let Some((write, None)) = node.waiting {
                    next.late.insert(write);
                }
            }
        }
        let database = &next.database;
        next.late.retain(|write| self.can_run(database, write));
        Some(next)
    }

    fn within_boundary(&self, state: &State) -> bool {
        state.late.len() <= self.late && state.database.game.owner_epoch <= 5
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties()
    }
}

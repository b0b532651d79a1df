//! The engine of one game.

use crate::features::Features;
use crate::memory::HistoryTables;
use crate::root::{RootMove, RootState};
use crate::strength::{Handicap, Luck, loses_at_once};
use crate::table::TranspositionTable;
use crate::time::TimeManager;
use crate::value::{INFINITE, MATE, MAX_PLY, score};
use crate::worker::{SearchJob, SharedState};
use crate::{Bound, Control, Info, Limits, Report, threads};
use hyperrook_eval::{Model, Weights};
use hyperrook_rules::fast::{MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{Game, History, Move, Piece, Position, Side, Visit};
use std::any::Any;
use std::fmt;
use std::time::Duration;

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the hash table in MiB, within [`Settings::HASH_MIB`].
    pub hash_mib: usize,
    /// Threads that search together, within [`Settings::THREADS`].
    pub threads: usize,
    /// The heuristics in use; all of them unless one is to be measured.
    pub features: Features,
    /// The weights of the evaluation.
    pub weights: WeightsSource,
}

/// Which weights an evaluation has.
#[derive(Clone, Copy, Debug, Default)]
pub enum WeightsSource {
    /// The tuned ones that come with the program, where there are some.
    #[default]
    Shipped,
    /// The ones that follow from the rules.
    Derived,
    /// Others; they last as long as the program.
    Given(&'static Weights),
}

impl PartialEq for WeightsSource {
    fn eq(&self, other: &WeightsSource) -> bool {
        match (self, other) {
            (WeightsSource::Shipped, WeightsSource::Shipped)
            | (WeightsSource::Derived, WeightsSource::Derived) => true,
            (WeightsSource::Given(a), WeightsSource::Given(b)) => std::ptr::eq(*a, *b),
            _ => false,
        }
    }
}

impl Eq for WeightsSource {}

impl Settings {
    /// The sizes a hash table can have, in MiB.
    pub const HASH_MIB: std::ops::RangeInclusive<usize> = 1..=65_536;
    /// The numbers of threads there can be.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=512;

    fn in_range(self) -> Settings {
        Settings {
            hash_mib: self
                .hash_mib
                .clamp(*Self::HASH_MIB.start(), *Self::HASH_MIB.end()),
            threads: self
                .threads
                .clamp(*Self::THREADS.start(), *Self::THREADS.end()),
            ..self
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 16,
            threads: 1,
            features: Features::all(),
            weights: WeightsSource::Shipped,
        }
    }
}

/// Plays and analyses one game; remembers what it has seen between searches.
pub struct Engine {
    game: Game,
    settings: Settings,
    table: TranspositionTable,
    memories: Vec<HistoryTables>,
    /// A [`Core`] of the game's width.
    core: Box<dyn Any + Send + Sync>,
    /// Mixed into the choices of weak levels.
    seed: u64,
}

/// What is compiled for searching a game.
struct Core<const W: usize> {
    model: Model<W>,
    values: PieceValues,
}

impl<const W: usize> Core<W> {
    fn new(rules: &Rules<W>, model: Model<W>) -> Core<W> {
        let values = PieceValues::new(rules, &model.values());
        Core { model, values }
    }
}

struct MakeCore(WeightsSource);

impl Visit for MakeCore {
    type Output = Box<dyn Any + Send + Sync>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let model = match self.0 {
            WeightsSource::Shipped => Model::new(rules),
            WeightsSource::Derived => Model::with_weights(rules, None),
            WeightsSource::Given(weights) => Model::with_weights(rules, Some(weights)),
        };
        Box::new(Core::new(rules, model))
    }
}

impl Engine {
    /// An engine for a game. Settings out of range are brought into it; a hash
    /// table that the memory has no room for is made smaller, see
    /// [`Engine::settings`].
    pub fn new(game: &Game, settings: Settings) -> Engine {
        let settings = settings.in_range();
        let mut engine = Engine {
            game: game.clone(),
            settings,
            table: TranspositionTable::new(settings.hash_mib),
            memories: Vec::new(),
            core: game.start().visit(MakeCore(settings.weights)),
            seed: 0,
        };
        engine.settings.hash_mib = engine.table.mib();
        engine.provide();
        engine
    }

    /// Makes a memory for each thread.
    fn provide(&mut self) {
        let definition = self.game.definition();
        let (cells, kinds) = (definition.board().len(), definition.pieces().len());
        let new = || HistoryTables::new(cells, kinds);
        self.memories.resize_with(self.settings.threads, new);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings in use.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings. A hash table of another size is empty.
    pub fn set(&mut self, settings: Settings) {
        let settings = settings.in_range();
        if settings.hash_mib != self.settings.hash_mib {
            // The old one goes first: there may be no room for both.
            self.table = TranspositionTable::new(1);
            self.table = TranspositionTable::new(settings.hash_mib);
        }
        if settings.weights != self.settings.weights {
            self.core = self.game.start().visit(MakeCore(settings.weights));
            self.table.clear();
        }
        self.settings = Settings {
            hash_mib: self.table.mib(),
            ..settings
        };
        self.provide();
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(HistoryTables::clear);
    }

    /// Makes weak levels choose otherwise: the same seed, the same choices.
    pub fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Searches the present position of a game of this engine's [`Game`], whose
    /// earlier positions count as occurrences. Gives each line as it is found
    /// to `tell`. Blocks until a limit is reached or `control` stops it.
    ///
    /// # Panics
    /// If the position is of another compiled game.
    pub fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        control: &Control,
        tell: &mut (dyn FnMut(&Info) + Send),
    ) -> Report {
        assert!(
            history.position().game().is(&self.game),
            "an engine searches positions of its own game"
        );
        self.table.age();
        history.position().visit(Search {
            engine: self,
            history,
            limits,
            control,
            tell,
        })
    }

    /// The evaluation of a position without search, and what it is made of.
    pub fn evaluate(&self, position: &Position) -> Evaluation {
        position.visit(Evaluate { engine: self })
    }

    fn core<const W: usize>(&self) -> &Core<W> {
        match self.core.downcast_ref() {
            Some(core) => core,
            None => unreachable!("the core has the width of the game"),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("game", &self.game)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

/// An evaluation and what it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Centipawns for White.
    pub score_cp: i32,
    /// The terms: name and centipawns for White.
    pub terms: Vec<(String, i32)>,
}

struct Evaluate<'e> {
    engine: &'e Engine,
}

impl Visit for Evaluate<'_> {
    type Output = Evaluation;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Evaluation {
        let model = &self.engine.core::<W>().model;
        let score = model.evaluate(rules, pos, &model.accumulator(pos));
        let trace = model.trace(rules, pos);
        Evaluation {
            score_cp: match pos.turn() {
                Side::White => score,
                Side::Black => -score,
            },
            terms: trace
                .by_term(model)
                .into_iter()
                .map(|(name, cp)| (name, cp.round() as i32))
                .collect(),
        }
    }
}

struct Search<'e> {
    engine: &'e mut Engine,
    history: &'e History,
    limits: &'e Limits,
    control: &'e Control,
    tell: &'e mut (dyn FnMut(&Info) + Send),
}

impl Visit for Search<'_> {
    type Output = Report;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Report {
        let Search {
            engine,
            history,
            limits,
            control,
            tell,
        } = self;
        let mut limits = limits.clone();
        let handicap = Handicap::of(limits.strength);
        if let Some(handicap) = handicap {
            handicap.narrow(&mut limits);
        }
        let mut time = TimeManager::new(&limits, control);
        let mut memories = std::mem::take(&mut engine.memories);
        let mut root = RootState {
            moves: first_moves(rules, pos, &limits.moves),
            depth: 0,
        };
        let shared = SharedState::new(memories.len(), &root);
        if !root.moves.is_empty() {
            let core = engine.core::<W>();
            let mut features = engine.settings.features;
            if limits.mate_moves.is_some() {
                features = features.sound();
            }
            let deepest = limits.depth_plies.unwrap_or(u32::MAX);
            let job = SearchJob {
                rules,
                model: &core.model,
                values: &core.values,
                table: &engine.table,
                shared: &shared,
                features,
                pos,
                accumulator: core.model.accumulator(pos),
                keys: keys_before(history),
                most_moves: most_moves(rules, pos),
                deepest: deepest.clamp(1, MAX_PLY as u32 - 2) as i32,
                lines: limits.lines,
            };
            root = threads::search(&job, root, &mut memories, &limits, &mut time, tell);
        }
        engine.memories = memories;
        while time.must_wait() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let chosen = match handicap {
            None => 0,
            Some(handicap) => {
                let mut luck = Luck(pos.hash() ^ engine.seed);
                let position = history.position();
                let loses = |mv| loses_at_once(position, mv);
                handicap.choose(&root.moves, loses, || luck.draw())
            }
        };
        let nodes = shared.nodes();
        let elapsed = time.begun.elapsed();
        let lines = root.moves.iter().take(limits.lines.max(1)).enumerate();
        Report {
            best: root.moves.get(chosen).map(|found| found.mv),
            ponder: root
                .moves
                .get(chosen)
                .and_then(|found| found.line.get(1).copied()),
            lines: lines
                .filter(|(i, found)| *i == 0 || found.score > -INFINITE)
                .map(|(i, found)| Info {
                    line: i + 1,
                    depth_plies: root.depth as u32,
                    selective_depth_plies: found.deepest as u32,
                    score: score(found.score.max(-MATE)),
                    bound: Bound::Exact,
                    nodes,
                    time: elapsed,
                    hash_permille: engine.table.permille(),
                    moves: found.line.clone(),
                })
                .collect(),
            nodes,
            time: elapsed,
        }
    }
}

/// The first moves to look at.
fn first_moves<const W: usize>(rules: &Rules<W>, pos: &Pos<W>, only: &[Move]) -> Vec<RootMove> {
    let mut moves = Vec::new();
    pos.moves(rules, MoveGroup::All, |mv| {
        if only.is_empty() || only.contains(&mv) {
            moves.push(RootMove::new(mv));
        }
    });
    moves
}

/// The most moves that a side can have in positions that come from this one:
/// each piece, or the best it can become, in the middle of an empty board.
pub(crate) fn most_moves<const W: usize>(rules: &Rules<W>, pos: &Pos<W>) -> usize {
    let definition = rules.definition();
    let reach: Vec<usize> = definition
        .kinds()
        .map(|kind| {
            let piece = Piece {
                side: Side::White,
                kind,
            };
            let cells = definition.board().cells();
            let reached = cells.map(|cell| {
                let empty = Default::default();
                let cells =
                    rules.moves_from(piece, cell, empty) | rules.attacked_from(piece, cell, empty);
                cells.count() as usize + rules.shifts_from(piece, cell).count() + 1
            });
            let all = reached.max().unwrap_or(0);
            let promotions = definition.promotions().iter();
            let to = promotions
                .filter(|p| p.pieces.contains(&kind))
                .map(|p| p.to.len());
            all * to.max().unwrap_or(1).max(1)
        })
        .collect();
    let of = |kind: hyperrook_rules::Kind| {
        let promotions = definition
            .promotions()
            .iter()
            .filter(|p| p.pieces.contains(&kind));
        let best = promotions
            .flat_map(|p| &p.to)
            .map(|to| reach[to.index()])
            .max();
        reach[kind.index()].max(best.unwrap_or(0))
    };
    let castlings = definition.castlings().len();
    let sides = Side::BOTH.map(|side| {
        let pieces = pos.side(side).iter().filter_map(|cell| pos.piece(cell));
        pieces.map(|piece| of(piece.kind)).sum::<usize>() + castlings
    });
    sides[0].max(sides[1])
}

/// Keys of the positions of a game before the present one.
pub(crate) fn keys_before(history: &History) -> Vec<u64> {
    let positions = history.positions();
    let before = &positions[..positions.len() - 1];
    before.iter().map(Position::hash).collect()
}

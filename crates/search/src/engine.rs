//! The engine of one game, with the state that is kept between searches.

use crate::buffers::ThreadState;
use crate::chances::{ChancesModel, RootChances};
use crate::control::Control;
use crate::evaluation::{Evaluation, Evaluator, PieceWorth};
use crate::insufficient::InsufficientMaterial;
use crate::limits::SearchLimits;
use crate::params::SearchParams;
use crate::report::{Chances, Info, Score, SearchReport};
use crate::root_moves::{RootMove, RootState};
use crate::score::{INFINITE, MATE, MAX_PLY, reported};
use crate::settings::{EngineSettings, NetworkSource, TablesSource, WeightsSource};
use crate::shared::{SearchJob, SharedState};
use crate::strength::{ChoiceNoise, Handicap, loses_at_once};
use crate::table_score::ranked_moves;
use crate::threads;
use crate::time::TimeManager;
use crate::transposition_table::TranspositionTable;
use hyperrook_eval::Model;
use hyperrook_network::{NetworkMismatch, NetworkModel};
use hyperrook_rules::fast::{MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{Game, History, Move, Position, Visit};
use hyperrook_tables::Tables;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Plays and analyses one game. Its tables are kept between searches.
pub struct Engine {
    game: Game,
    settings: EngineSettings,
    tt: TranspositionTable,
    /// The state that each thread keeps between searches.
    threads: Vec<ThreadState>,
    /// A [`CompiledModel`] of the game's bitboard width.
    compiled: Box<dyn Any + Send + Sync>,
    /// The network that completes the evaluation, if there is one.
    network: Option<NetworkModel<'static>>,
    /// Why the network of the settings is not used.
    network_refused: Option<NetworkMismatch>,
    tables: Option<Arc<Tables>>,
    params: SearchParams,
    /// The parameters as the search uses them: see [`SearchParams::applied`].
    applied_params: SearchParams,
    chances: ChancesModel,
    /// The seed of the random choices of weak levels.
    seed: u64,
}

/// The evaluation of a game, for one bitboard width.
struct CompiledModel<const W: usize> {
    model: Model<W>,
    values: PieceValues,
    insufficient: InsufficientMaterial,
}

impl<const W: usize> CompiledModel<W> {
    fn new(rules: &Rules<W>, model: Model<W>) -> CompiledModel<W> {
        let values = PieceValues::new(rules, &model.values());
        CompiledModel {
            model,
            values,
            insufficient: InsufficientMaterial::of(rules.definition()),
        }
    }
}

struct CompileModel(WeightsSource);

impl Visit for CompileModel {
    type Output = Box<dyn Any + Send + Sync>;
    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Self::Output {
        let model = match self.0 {
            WeightsSource::Shipped => Model::new(rules),
            WeightsSource::Derived => Model::with_weights(rules, None),
            WeightsSource::Given(weights) => Model::with_weights(rules, Some(weights)),
        };
        Box::new(CompiledModel::new(rules, model))
    }
}

impl Engine {
    /// An engine for a game. Settings out of range are clamped, and a hash table that does not fit
    /// into memory is made smaller: see [`Engine::settings`].
    pub fn new(game: &Game, settings: EngineSettings) -> Engine {
        let settings = settings.clamped();
        let params = Engine::params_of(game, &settings);
        let mut engine = Engine {
            game: game.clone(),
            settings,
            tt: TranspositionTable::new(settings.hash_mib),
            threads: Vec::new(),
            compiled: game.start().visit(CompileModel(settings.weights)),
            network: None,
            network_refused: None,
            tables: None,
            params,
            applied_params: params.applied(),
            chances: Engine::chances_of(game, &settings),
            seed: 0,
        };
        engine.load_network();
        engine.open_tables();
        engine.settings.hash_mib = engine.tt.mib();
        engine.resize_threads();
        engine
    }

    /// Creates the state of each thread.
    fn resize_threads(&mut self) {
        let definition = self.game.definition();
        let (cells, kinds) = (definition.board().len(), definition.pieces().len());
        let new = || ThreadState::new(cells, kinds);
        self.threads.resize_with(self.settings.threads, new);
    }

    /// Loads the network of the settings for the game.
    fn load_network(&mut self) {
        let network = match (self.settings.network, self.settings.weights) {
            (NetworkSource::Given(network), _) => Some(network),
            (NetworkSource::Shipped, WeightsSource::Shipped) => {
                hyperrook_network::usual(self.game.definition())
            }
            _ => None,
        };
        let joined = network
            .map(|network| NetworkModel::new(network, &self.game))
            .transpose();
        (self.network, self.network_refused) = match joined {
            Ok(model) => (model, None),
            Err(refused) => (None, Some(refused)),
        };
    }

    /// The network that completes the evaluation by weights, if there is one.
    pub fn network(&self) -> Option<&'static hyperrook_network::Network> {
        self.network.as_ref().map(NetworkModel::network)
    }

    /// Why the network of the settings is not used: it is for other rules. `None` if it is used.
    pub fn network_refused(&self) -> Option<&NetworkMismatch> {
        self.network_refused.as_ref()
    }

    /// Opens the tables of the settings.
    fn open_tables(&mut self) {
        self.tables = match self.settings.tables {
            TablesSource::Folder(folder) if folder.is_dir() => {
                // Rules without paths have no tables.
                Tables::shared(&self.game, folder).ok()
            }
            _ => None,
        };
    }

    /// The endgame tables in use.
    pub fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref()
    }

    /// The search parameters in use.
    pub fn params(&self) -> &SearchParams {
        &self.params
    }

    /// Changes the search parameters until [`Engine::set`] is called. Tables keep what they learnt
    /// with the old parameters: see [`Engine::clear`].
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = params;
        self.applied_params = params.applied();
    }

    /// The search parameters of the settings.
    fn params_of(game: &Game, settings: &EngineSettings) -> SearchParams {
        let shipped = || SearchParams::shipped(game.definition());
        settings.params.copied().unwrap_or_else(shipped)
    }

    /// The conversion of scores into chances of the settings.
    fn chances_of(game: &Game, settings: &EngineSettings) -> ChancesModel {
        let shipped = || ChancesModel::shipped(game.definition());
        settings.chances.unwrap_or_else(shipped)
    }

    /// The model that converts scores of this game into chances.
    pub fn chances(&self) -> ChancesModel {
        self.chances
    }

    /// The chances of the side to move in the last position of a game, if this is its score. The
    /// chances of the lines of a search are computed in this way, too.
    ///
    /// # Panics
    /// If the position belongs to a game of another size.
    pub fn chances_with(&self, history: &History, score: Score) -> Chances {
        history.position().visit(ChancesCall {
            engine: self,
            history,
            score,
        })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The settings in use.
    pub fn settings(&self) -> EngineSettings {
        self.settings
    }

    /// Changes the settings. If the size of the hash table changes, the new table is empty.
    pub fn set(&mut self, settings: EngineSettings) {
        let settings = settings.clamped();
        if settings.hash_mib != self.settings.hash_mib {
            // Free the old table first: there may not be enough memory for both.
            self.tt = TranspositionTable::new(1);
            self.tt = TranspositionTable::new(settings.hash_mib);
        }
        if settings.weights != self.settings.weights {
            self.compiled = self.game.start().visit(CompileModel(settings.weights));
            self.tt.clear();
        }
        let evaluates = (self.settings.weights, self.settings.network);
        let evaluates_otherwise = evaluates != (settings.weights, settings.network);
        let tables_change = self.settings.tables != settings.tables;
        self.set_params(Engine::params_of(&self.game, &settings));
        self.chances = Engine::chances_of(&self.game, &settings);
        self.settings = EngineSettings {
            hash_mib: self.tt.mib(),
            ..settings
        };
        if evaluates_otherwise {
            self.load_network();
            let states = self.threads.iter_mut();
            states.for_each(|state| state.buffers.forget_evaluations());
        }
        if tables_change {
            self.open_tables();
        }
        if evaluates_otherwise || tables_change {
            self.tt.clear();
        }
        self.resize_threads();
    }

    /// Empties all tables, for a new game.
    pub fn clear(&mut self) {
        self.tt.clear();
        let states = self.threads.iter_mut();
        states.for_each(|state| state.histories.clear());
    }

    /// Sets the seed of the random choices of weak levels. The same seed gives the same choices.
    pub fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Searches the last position of a history of this engine's [`Game`]; earlier positions
    /// count for repetition. Calls `on_info` with each line as it is found. Blocks until a
    /// limit is reached or `control` stops the search.
    ///
    /// # Panics
    /// If the position belongs to another compiled game.
    pub fn search(
        &mut self,
        history: &History,
        limits: &SearchLimits,
        control: &Control,
        on_info: &mut (dyn FnMut(&Info) + Send),
    ) -> SearchReport {
        assert!(
            history.position().game().is(&self.game),
            "an engine searches positions of its own game"
        );
        self.tt.new_search();
        history.position().visit(Search {
            engine: self,
            history,
            limits,
            control,
            on_info,
        })
    }

    /// The static evaluation of a position for White, in centipawns.
    ///
    /// # Panics
    /// If the position belongs to a game of another size.
    pub fn evaluate_cp(&self, position: &Position) -> i32 {
        position.visit(EvaluateCp { engine: self })
    }

    /// The static evaluation of a position and its terms.
    ///
    /// # Panics
    /// If the position belongs to a game of another size.
    pub fn evaluate(&self, position: &Position) -> Evaluation {
        position.visit(EvaluateCall { engine: self })
    }

    /// The worth of each piece that is not royal where it stands: how much better its side is
    /// evaluated with it than without it, in the order of the cells.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    /// use hyperrook_search::{Engine, EngineSettings};
    ///
    /// let game = Game::shipped("chess").unwrap();
    /// let engine = Engine::new(&game, EngineSettings::default());
    /// let worths = engine.piece_worths(&game.start());
    /// assert_eq!(worths.len(), 30);
    /// let of = |name| {
    ///     let cell = game.board().cell(name).unwrap();
    ///     worths.iter().find(|worth| worth.cell == cell).unwrap().worth_cp
    /// };
    /// assert!(of("d1") > of("a1") && of("a1") > of("a2"));
    /// ```
    ///
    /// # Panics
    /// If the position belongs to a game of another size.
    pub fn piece_worths(&self, position: &Position) -> Vec<PieceWorth> {
        position.visit(PieceWorths { engine: self })
    }

    fn evaluator<const W: usize>(&self) -> Evaluator<'_, W> {
        Evaluator {
            model: &self.compiled().model,
            network: self.network.as_ref(),
            insufficient: &self.compiled::<W>().insufficient,
        }
    }

    fn compiled<const W: usize>(&self) -> &CompiledModel<W> {
        match self.compiled.downcast_ref() {
            Some(compiled) => compiled,
            None => unreachable!("the model has the bitboard width of the game"),
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

struct EvaluateCp<'e> {
    engine: &'e Engine,
}

impl Visit for EvaluateCp<'_> {
    type Output = i32;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> i32 {
        self.engine.evaluator().score_cp(rules, pos)
    }
}

struct EvaluateCall<'e> {
    engine: &'e Engine,
}

impl Visit for EvaluateCall<'_> {
    type Output = Evaluation;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Evaluation {
        self.engine.evaluator().evaluation(rules, pos)
    }
}

struct ChancesCall<'e> {
    engine: &'e Engine,
    history: &'e History,
    score: Score,
}

impl Visit for ChancesCall<'_> {
    type Output = Chances;
    fn visit<const W: usize>(self, _: &Rules<W>, _: &Pos<W>) -> Chances {
        let insufficient = &self.engine.compiled::<W>().insufficient;
        RootChances::new(self.engine.chances, insufficient, self.history).of(self.score, false)
    }
}

struct PieceWorths<'e> {
    engine: &'e Engine,
}

impl Visit for PieceWorths<'_> {
    type Output = Vec<PieceWorth>;
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Vec<PieceWorth> {
        self.engine.evaluator().piece_worths(rules, pos)
    }
}

struct Search<'e> {
    engine: &'e mut Engine,
    history: &'e History,
    limits: &'e SearchLimits,
    control: &'e Control,
    on_info: &'e mut (dyn FnMut(&Info) + Send),
}

impl Visit for Search<'_> {
    type Output = SearchReport;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> SearchReport {
        let Search {
            engine,
            history,
            limits,
            control,
            on_info,
        } = self;
        let mut limits = limits.clone();
        let shown_lines = limits.lines.max(1);
        let handicap = Handicap::of(
            limits.strength,
            engine.game.definition(),
            engine.compiled::<W>().model.branching_factor(),
        );
        if let Some(handicap) = handicap {
            handicap.apply_to(&mut limits);
        }
        if limits.mate_moves.is_some() {
            // Its entries are from searches that prune.
            engine.tt.clear();
        }
        let mut time = TimeManager::new(&limits, control);
        if engine.threads.is_empty() {
            // A search that panicked has not given them back.
            engine.resize_threads();
        }
        let mut states = std::mem::take(&mut engine.threads);
        let mut root = RootState {
            moves: root_moves(rules, pos, &limits.moves),
            depth: 0,
            last_score: 0,
            complete_lines: Vec::new(),
        };
        let tables = engine.tables.clone().filter(|_| handicap.is_none());
        let chances = RootChances::new(
            engine.chances,
            &engine.compiled::<W>().insufficient,
            history,
        );
        let ranked = tables
            .as_ref()
            .and_then(|tables| ranked_moves(tables, history));
        if let Some(ranked) = ranked {
            for found in &mut root.moves {
                let mut drawn = ranked.iter().filter(|ranked| ranked.is_drawn);
                found.is_drawn = drawn.any(|ranked| ranked.mv == found.mv);
            }
            // Only the best moves are searched, unless the limits name moves.
            if limits.lines <= 1 && limits.moves.is_empty() {
                let best = ranked.iter().map(|ranked| ranked.rank).max();
                root.moves.retain(|found| {
                    let mut best = ranked.iter().filter(|ranked| Some(ranked.rank) == best);
                    best.any(|ranked| ranked.mv == found.mv)
                });
            }
        }
        let shared = SharedState::new(states.len(), limits.nodes);
        if !root.moves.is_empty() {
            let compiled = engine.compiled::<W>();
            let mut features = engine.settings.features;
            if limits.mate_moves.is_some() {
                features = features.without_unsound();
            }
            let max_depth = limits.depth_plies.unwrap_or(u32::MAX);
            let job = SearchJob {
                rules,
                model: &compiled.model,
                network: engine.network.as_ref(),
                tables: tables.as_deref(),
                values: &compiled.values,
                insufficient: &compiled.insufficient,
                tt: &engine.tt,
                shared: &shared,
                features,
                params: &engine.applied_params,
                chances,
                pos,
                accumulator: compiled.model.accumulator(pos),
                game_keys: keys_before(history),
                max_moves: pos.most_moves(rules),
                max_depth: max_depth.clamp(1, MAX_PLY as u32 - 2) as i32,
                multi_pv: limits.lines,
                shown_lines,
                has_named_moves: !limits.moves.is_empty(),
            };
            root = threads::search(&job, root, &mut states, &limits, &mut time, on_info);
            root.prefer_moves_that_may_not_lose();
        }
        engine.threads = states;
        while time.must_wait() {
            std::thread::sleep(Duration::from_millis(2));
        }
        let chosen = match handicap {
            None => 0,
            Some(handicap) => {
                root.restore_lines();
                let mut noise = ChoiceNoise::new(pos.zobrist_key() ^ engine.seed);
                let position = history.position();
                let loses = |mv| loses_at_once(position, mv);
                handicap.choose(&root.moves, loses, || noise.next())
            }
        };
        let nodes = shared.nodes();
        let elapsed = time.start.elapsed();
        // A weak level chooses among what it has found when it is stopped. Otherwise several
        // lines are those of one iteration.
        let found = if handicap.is_none() && !root.complete_lines.is_empty() {
            &root.complete_lines
        } else {
            &root.moves
        };
        let lines = found.iter().take(shown_lines).enumerate();
        SearchReport {
            best: found.get(chosen).map(|found| found.mv),
            ponder: found.get(chosen).and_then(|found| found.pv.get(1).copied()),
            lines: lines
                .filter(|(i, found)| *i == 0 || found.score > -INFINITE)
                .map(|(i, found)| Info {
                    line: i + 1,
                    depth_plies: root.depth as u32,
                    selective_depth_plies: found.seldepth as u32,
                    score: reported(found.score.max(-MATE)),
                    chances: chances.of(reported(found.score.max(-MATE)), found.is_drawn),
                    bound: found.bound,
                    nodes,
                    time: elapsed,
                    hash_permille: engine.tt.hashfull(),
                    moves: found.pv.clone(),
                })
                .collect(),
            nodes,
            time: elapsed,
        }
    }
}

/// The legal moves of a position, restricted to those of `only` if it is not empty.
fn root_moves<const W: usize>(rules: &Rules<W>, pos: &Pos<W>, only: &[Move]) -> Vec<RootMove> {
    let mut moves = Vec::new();
    pos.moves(rules, MoveGroup::All, |mv| {
        if only.is_empty() || only.contains(&mv) {
            moves.push(RootMove::new(mv));
        }
    });
    moves
}

/// The keys of the positions of a game before the last one.
pub(crate) fn keys_before(history: &History) -> Vec<u64> {
    let positions = history.positions();
    let before = &positions[..positions.len() - 1];
    before.iter().map(Position::zobrist_key).collect()
}

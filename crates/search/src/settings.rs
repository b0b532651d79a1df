//! Settings of an engine.

use crate::chances::ChancesModel;
use crate::features::Features;
use crate::params::SearchParams;
use hyperrook_eval::Weights;
use hyperrook_network::Network;
use std::path::{Path, PathBuf};

/// The resources and heuristics that an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Size of the hash table in MiB, within [`EngineSettings::HASH_MIB`].
    pub hash_mib: usize,
    /// Threads that search together, within [`EngineSettings::THREADS`].
    pub threads: usize,
    /// The heuristics in use: all, unless you measure one of them.
    pub features: Features,
    /// The search parameters, which must live as long as the program. `None` means the shipped
    /// parameters of the game. See also [`crate::Engine::set_params`].
    pub params: Option<&'static SearchParams>,
    /// The conversion of scores into chances. `None` means the shipped one of the game.
    pub chances: Option<ChancesModel>,
    /// The weights of the evaluation.
    pub weights: WeightsSource,
    /// The network that completes the weights, if there is one.
    pub network: NetworkSource,
    /// Endgame tables.
    pub tables: TablesSource,
}

/// Where endgame tables come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TablesSource {
    /// No tables.
    #[default]
    None,
    /// The tables of the game in a folder. The path must live as long as the program.
    Folder(&'static Path),
}

impl TablesSource {
    /// The tables in a folder.
    pub fn folder(path: PathBuf) -> TablesSource {
        TablesSource::Folder(Box::leak(path.into_boxed_path()))
    }
}

/// Where the network comes from.
#[derive(Clone, Copy, Debug, Default)]
pub enum NetworkSource {
    /// The usual network for the rules of the game, unless [`WeightsSource`] names weights: the
    /// one that comes with the program, or that [`hyperrook_network::use_network`] has named.
    /// Games without one are evaluated by weights.
    #[default]
    Shipped,
    /// No network.
    None,
    /// Another network. It must live as long as the program. If it is for other rules, the weights
    /// evaluate alone: see [`crate::Engine::network_refused`].
    Given(&'static Network),
}

impl PartialEq for NetworkSource {
    fn eq(&self, other: &NetworkSource) -> bool {
        match (self, other) {
            (NetworkSource::Shipped, NetworkSource::Shipped)
            | (NetworkSource::None, NetworkSource::None) => true,
            (NetworkSource::Given(a), NetworkSource::Given(b)) => std::ptr::eq(*a, *b),
            _ => false,
        }
    }
}

impl Eq for NetworkSource {}

/// Where the weights of the evaluation come from.
#[derive(Clone, Copy, Debug, Default)]
pub enum WeightsSource {
    /// The tuned weights that come with the program; derived weights for games without any.
    #[default]
    Shipped,
    /// Weights derived from the rules.
    Derived,
    /// Other weights. They must live as long as the program.
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

impl EngineSettings {
    /// The allowed sizes of the hash table, in MiB.
    pub const HASH_MIB: std::ops::RangeInclusive<usize> = 1..=65_536;
    /// The allowed numbers of threads.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=512;

    /// These settings with every value in its range.
    pub(crate) fn clamped(self) -> EngineSettings {
        EngineSettings {
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

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            hash_mib: 16,
            threads: 1,
            features: Features::all(),
            params: None,
            chances: None,
            weights: WeightsSource::Shipped,
            network: NetworkSource::Shipped,
            tables: TablesSource::None,
        }
    }
}

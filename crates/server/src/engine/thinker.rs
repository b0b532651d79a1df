//! Searching on a thread of its own.

use hyperrook_rules::{Game, History};
use hyperrook_search::{Control, Engine, Info, Limits, Report, Settings};

/// How many games' engines a thread keeps: each has its own table.
const KEPT: usize = 3;

/// What one thread knows: the engines of the games that it searched last.
#[derive(Debug)]
pub(super) struct EngineThread {
    engines: Vec<Engine>,
    hash_mib: usize,
}

impl EngineThread {
    /// Nothing searched yet. The engines kept share `hash_mib`.
    pub(super) fn new(hash_mib: usize) -> EngineThread {
        EngineThread {
            engines: Vec::new(),
            hash_mib: (hash_mib / KEPT).max(1),
        }
    }

    /// The engine of a game.
    fn engine(&mut self, game: &Game) -> &mut Engine {
        let known = self
            .engines
            .iter()
            .position(|engine| engine.game().is(game));
        let engine = match known {
            Some(place) => self.engines.remove(place),
            None => {
                if self.engines.len() >= KEPT {
                    self.engines.remove(0);
                }
                let settings = Settings {
                    hash_mib: self.hash_mib,
                    threads: 1,
                    ..Settings::default()
                };
                Engine::new(game, settings)
            }
        };
        self.engines.push(engine);
        let last = self.engines.len() - 1;
        &mut self.engines[last]
    }

    /// Searches the present position of a game.
    pub(super) fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        seed: u64,
        control: &Control,
        tell: &mut (dyn FnMut(&Info) + Send),
    ) -> Report {
        let engine = self.engine(history.position().game());
        engine.seed(seed);
        engine.search(history, limits, control, tell)
    }
}

/// Starts a thread that gives way to those that answer people.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(move || {
            // On Linux this is of the thread alone. It may be forbidden.
            let _ = rustix::process::nice(5);
            work();
        })
        .map(|_| ())
}

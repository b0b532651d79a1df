//! A thread that thinks about one position at a time.

use super::at_table;
use crate::opponent::Searcher;
use hyperrook_rules::History;
use hyperrook_search::{Control, Engine, Info, Limits, Report};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// Who thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// The engine.
    Engine(Limits),
    /// The simple opponent.
    Basic {
        /// How many plies it looks ahead.
        plies: u32,
        /// The seed of its choices.
        seed: u64,
    },
}

/// What comes from the thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// A line found on the way.
    Line(Info),
    /// The thought has ended.
    Done(Report),
}

struct Job {
    number: u64,
    history: History,
    player: Player,
    control: Control,
}

/// A thread that thinks. It keeps what the engine remembers from one position to
/// the next, and ends after this is dropped.
#[derive(Debug)]
pub(crate) struct Mind {
    jobs: Sender<Job>,
    news: Receiver<(u64, News)>,
    /// The thought in progress, and how to end it.
    thought: Option<(u64, Control)>,
    thoughts: u64,
}

impl Mind {
    /// A thread with nothing to think about.
    pub(crate) fn new() -> Mind {
        let (jobs, to_do) = channel();
        let (tell, news) = channel();
        std::thread::spawn(move || work(&to_do, &tell));
        Mind {
            jobs,
            news,
            thought: None,
            thoughts: 0,
        }
    }

    /// Thinks about the present position of a game; what it thought about until
    /// now is given up.
    pub(crate) fn start(&mut self, history: History, player: Player) {
        self.stop();
        self.thoughts += 1;
        let control = Control::new();
        self.thought = Some((self.thoughts, control.clone()));
        // A thread that is gone is found out by `poll`.
        let _ = self.jobs.send(Job {
            number: self.thoughts,
            history,
            player,
            control,
        });
    }

    /// Gives the thought in progress up. Does not wait for its end.
    pub(crate) fn stop(&mut self) {
        if let Some((_, control)) = self.thought.take() {
            control.stop();
        }
    }

    /// The next news of the thought in progress, if there are any.
    pub(crate) fn poll(&mut self) -> Option<News> {
        let (thought, _) = self.thought.as_ref()?;
        let news = loop {
            match self.news.try_recv() {
                Ok((number, news)) if number == *thought => break news,
                // Of a thought that was given up.
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => break News::Done(Report::default()),
            }
        };
        if matches!(news, News::Done(_)) {
            self.thought = None;
        }
        Some(news)
    }
}

impl Drop for Mind {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(to_do: &Receiver<Job>, tell: &Sender<(u64, News)>) {
    let mut engine: Option<Engine> = None;
    while let Ok(job) = to_do.recv() {
        if job.control.is_stopped() {
            continue;
        }
        let game = job.history.position().game();
        // Nobody may be left to hear it.
        let say = |news| {
            let _ = tell.send((job.number, news));
        };
        let report = match &job.player {
            Player::Engine(limits) => {
                let known = engine.take().filter(|engine| engine.game().is(game));
                let engine = engine.insert(known.unwrap_or_else(|| Engine::new(game, at_table())));
                engine.search(&job.history, limits, &job.control, &mut |info| {
                    say(News::Line(info.clone()));
                })
            }
            Player::Basic { plies, seed } => Report {
                best: Searcher::new(game, *plies, *seed).choose(&job.history, &job.control),
                ..Report::default()
            },
        };
        say(News::Done(report));
    }
}

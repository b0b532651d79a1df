//! Gives the moves of a node one by one, the likely best first, and makes each
//! kind of them only when it is needed.

use crate::features::Feature;
use crate::memory::PieceTo;
use crate::worker::Worker;
use hyperrook_geometry::Cell;
use hyperrook_rules::Move;
use hyperrook_rules::fast::{MoveGroup, Pos};

/// A move and how soon it is to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// Where the picker is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Hash,
    MakeTactical,
    GoodTactical,
    Killers(usize),
    MakeQuiet,
    Quiet,
    BadTactical,
    MakeAll,
    All,
    Done,
}

/// What the picker may give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    /// All moves.
    All,
    /// All moves, made at once, as there are few: the side is attacked.
    Evasions,
    /// Captures and promotions only.
    Tactical,
}

/// The moves of a node, in turn.
pub(crate) struct MovePicker {
    stop: Stop,
    want: Want,
    hash: Option<Move>,
    killers: [Option<Move>; 2],
    earlier: [Option<PieceTo>; 2],
    list: Vec<ScoredMove>,
    /// The next move of the list.
    at: usize,
    /// The list begins with so many bad tactical moves, put off.
    bad: usize,
    /// Whether quiet moves are no longer wanted.
    pub(crate) skip_quiets: bool,
    /// What a tactical move must win to be good.
    threshold: i32,
    /// Only captures on this cell are wanted.
    pub(crate) only: Option<Cell>,
    /// Tactical moves that take less than this are passed over, unless they
    /// check.
    pub(crate) least: i32,
    /// Whether some were.
    pub(crate) passed_over: bool,
}

impl MovePicker {
    /// A picker that uses a list; [`MovePicker::finish`] gives it back.
    pub(crate) fn new(
        want: Want,
        hash: Option<Move>,
        killers: [Option<Move>; 2],
        earlier: [Option<PieceTo>; 2],
        mut list: Vec<ScoredMove>,
        threshold: i32,
    ) -> MovePicker {
        list.clear();
        MovePicker {
            stop: if hash.is_some() {
                Stop::Hash
            } else {
                first(want)
            },
            want,
            hash,
            killers,
            earlier,
            list,
            at: 0,
            bad: 0,
            skip_quiets: false,
            threshold,
            only: None,
            least: i32::MIN,
            passed_over: false,
        }
    }

    /// The list, for another picker.
    pub(crate) fn finish(self) -> Vec<ScoredMove> {
        self.list
    }

    /// The next move, and whether it is one of those put off as bad.
    pub(crate) fn next<const W: usize>(
        &mut self,
        worker: &Worker<'_, W>,
        pos: &Pos<W>,
    ) -> Option<Move> {
        loop {
            match self.stop {
                Stop::Hash => {
                    self.stop = first(self.want);
                    return self.hash;
                }
                Stop::MakeTactical => {
                    self.make_tactical(worker, pos);
                    self.stop = Stop::GoodTactical;
                }
                Stop::GoodTactical => match self.best() {
                    Some(scored) => {
                        let mv = scored.mv;
                        if self.least > i32::MIN
                            && worker.gain(pos, mv) < self.least
                            && !worker.attacks_royal(pos, mv)
                        {
                            self.passed_over = true;
                            continue;
                        }
                        let good = pos.see_ge(worker.rules, worker.values, mv, self.threshold);
                        if good {
                            return Some(mv);
                        }
                        if self.want != Want::Tactical {
                            self.list[self.bad] = scored;
                            self.bad += 1;
                        }
                    }
                    None if self.want == Want::Tactical => self.stop = Stop::Done,
                    None => self.stop = Stop::Killers(0),
                },
                Stop::Killers(n) => {
                    if n == self.killers.len() || self.skip_quiets {
                        self.stop = Stop::MakeQuiet;
                        continue;
                    }
                    self.stop = Stop::Killers(n + 1);
                    let Some(mv) = self.killers[n] else {
                        continue;
                    };
                    let is_new = Some(mv) != self.hash && !self.killers[..n].contains(&Some(mv));
                    if is_new
                        && !pos.is_tactical(worker.rules, mv)
                        && pos.is_legal(worker.rules, mv)
                    {
                        return Some(mv);
                    }
                    self.killers[n] = None;
                }
                Stop::MakeQuiet => {
                    if !self.skip_quiets {
                        self.make_quiet(worker, pos);
                    }
                    self.stop = Stop::Quiet;
                }
                Stop::Quiet => {
                    if !self.skip_quiets
                        && let Some(scored) = self.best()
                    {
                        return Some(scored.mv);
                    }
                    self.stop = Stop::BadTactical;
                    self.at = 0;
                }
                Stop::BadTactical => {
                    if self.at < self.bad {
                        self.at += 1;
                        return Some(self.list[self.at - 1].mv);
                    }
                    self.stop = Stop::Done;
                }
                Stop::MakeAll => {
                    self.make_all(worker, pos);
                    self.stop = Stop::All;
                }
                Stop::All => match self.best() {
                    Some(scored) => return Some(scored.mv),
                    None => self.stop = Stop::Done,
                },
                Stop::Done => return None,
            }
        }
    }

    /// Whether the moves that come now were put off as bad.
    pub(crate) fn is_bad(&self) -> bool {
        self.stop == Stop::BadTactical
    }

    /// The best of the list from `at` on, taken out of it.
    #[inline]
    fn best(&mut self) -> Option<ScoredMove> {
        let rest = &mut self.list[self.at..];
        let mut best = 0;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > rest[best].score {
                best = i;
            }
        }
        let scored = *rest.get(best)?;
        rest.swap(0, best);
        self.at += 1;
        Some(scored)
    }

    fn make_tactical<const W: usize>(&mut self, worker: &Worker<'_, W>, pos: &Pos<W>) {
        let (list, hash, only) = (&mut self.list, self.hash, self.only);
        pos.moves(worker.rules, MoveGroup::Tactical, |mv| {
            if Some(mv) != hash && only.is_none_or(|only| only == mv.destination()) {
                let score = worker.tactical_score(pos, mv);
                list.push(ScoredMove { mv, score });
            }
        });
    }

    fn make_quiet<const W: usize>(&mut self, worker: &Worker<'_, W>, pos: &Pos<W>) {
        // Behind the bad tactical ones.
        self.list.truncate(self.bad);
        self.at = self.bad;
        let (list, hash, killers, earlier) =
            (&mut self.list, self.hash, self.killers, self.earlier);
        pos.moves(worker.rules, MoveGroup::Quiet, |mv| {
            if Some(mv) != hash && !killers.contains(&Some(mv)) {
                let score = worker.quiet_score(pos, mv, earlier);
                list.push(ScoredMove { mv, score });
            }
        });
    }

    fn make_all<const W: usize>(&mut self, worker: &Worker<'_, W>, pos: &Pos<W>) {
        let (list, hash, earlier) = (&mut self.list, self.hash, self.earlier);
        let captures_first = 1 << 24;
        pos.moves(worker.rules, MoveGroup::All, |mv| {
            if Some(mv) != hash {
                let score = if pos.is_tactical(worker.rules, mv) {
                    captures_first + worker.tactical_score(pos, mv)
                } else {
                    worker.quiet_score(pos, mv, earlier)
                };
                list.push(ScoredMove { mv, score });
            }
        });
    }
}

fn first(want: Want) -> Stop {
    match want {
        Want::All | Want::Tactical => Stop::MakeTactical,
        Want::Evasions => Stop::MakeAll,
    }
}

impl<const W: usize> Worker<'_, W> {
    /// How soon to try a capture or promotion: by what it takes, then by what
    /// has been learnt of such captures.
    #[inline]
    fn tactical_score(&self, pos: &Pos<W>, mv: Move) -> i32 {
        let mover = pos
            .piece(mv.origin())
            .map_or(0, |piece| self.values.of(piece.kind));
        let mut score = self.gain(pos, mv) * 16 - mover;
        if self.features.has(Feature::CaptureHistory)
            && let Some(piece) = pos.piece(mv.origin())
        {
            let victim = pos.piece(mv.destination()).map(|piece| piece.kind);
            score += self.memory.capture(piece.kind, mv, victim) / 8;
        }
        score
    }

    /// How soon to try a quiet move: by what has been learnt of it.
    #[inline]
    pub(crate) fn quiet_score(&self, pos: &Pos<W>, mv: Move, earlier: [Option<PieceTo>; 2]) -> i32 {
        let mut score = 0;
        if self.features.has(Feature::History) {
            score += self.memory.quiet(pos.turn(), mv);
        }
        if self.features.has(Feature::Continuation)
            && let Some(piece) = pos.piece(mv.origin())
        {
            let step = self.memory.step(piece.kind, mv);
            score += self.memory.continuation(earlier[0], step)
                + self.memory.continuation(earlier[1], step);
        }
        score
    }
}

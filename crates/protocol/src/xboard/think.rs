//! Searches: for a move, on the opponent's time, for analysis, and for a hint.

use super::session::XBoard;
use super::thinking::{Purpose, Thinking};
use crate::text::{bound, move_text, move_texts};
use hyperrook_rules::{History, Move};
use hyperrook_search::{
    EngineEvent, Info, Score, SearchLimits, SearchReport, SearchRequest, Strength,
};
use std::io;
use std::time::{Duration, Instant};

/// Mate scores of CECP count from this number.
const MATE: i32 = 100_000;

/// The engine resigns if its score was at most this for some moves in a row.
const RESIGN_CP: i32 = -1000;
const RESIGN_MOVES: u32 = 3;

/// The engine accepts a draw if its last score was at most this.
const DRAW_CP: i32 = -50;

/// How long to search for a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

impl XBoard<'_> {
    fn has(&self, wanted: impl Fn(Purpose) -> bool) -> bool {
        let thought = self.thought.as_ref();
        thought.is_some_and(|thought| wanted(thought.purpose))
    }

    /// Whether the engine is searching for its move.
    pub(super) fn is_moving(&self) -> bool {
        self.has(|purpose| purpose == Purpose::Move)
    }

    /// Whether the engine is searching on the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        self.has(|purpose| matches!(purpose, Purpose::Ponder(_)))
    }

    /// Stops the search and discards its result.
    pub(super) fn abandon_search(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.control.stop();
        }
    }

    pub(super) fn leave_analysis(&mut self) {
        self.analysing = false;
    }

    /// Starts the search that the state requires, unless one is running. With `asked`, even if the
    /// game is over by a draw.
    pub(super) fn think(&mut self, asked: bool) -> io::Result<()> {
        let idle = self.thought.is_none() && self.editing.is_none();
        if !idle || self.paused || self.impossible {
            return Ok(());
        }
        if self.analysing {
            return self.analyse();
        }
        let Some(side) = self.plays else {
            return Ok(());
        };
        if side == self.history.position().turn() {
            let over = self.history.outcome();
            if over.is_some_and(|outcome| !asked || outcome.reason.precedes_draws()) {
                self.report_result()?;
                return self.pong();
            }
            return self.begin(Purpose::Move);
        }
        match self.expected {
            Some(mv) if self.hard && self.history.position().is_legal(mv) => self.ponder(mv),
            _ => Ok(()),
        }
    }

    fn analyse(&mut self) -> io::Result<()> {
        if let Some(outcome) = self.history.outcome()
            && outcome.reason.precedes_draws()
        {
            // The parentheses show that this is not a line of moves.
            return self.out.line(&format!("0 0 0 0 ({})", outcome.reason));
        }
        self.begin(Purpose::Analyse)
    }

    fn ponder(&mut self, mv: Move) -> io::Result<()> {
        if self.post {
            // The lines must begin with the move that is pondered on.
            let text = move_text(self.game(), mv);
            self.out.line(&format!("Hint: {text}"))?;
        }
        self.begin(Purpose::Ponder(mv))
    }

    fn begin(&mut self, purpose: Purpose) -> io::Result<()> {
        let mut limits = SearchLimits::default()
            .lines(self.options.lines)
            .overhead(self.options.overhead);
        let mut history: History = self.history.clone();
        match purpose {
            Purpose::Move => {
                limits.strength = self.options.strength();
                self.clock.limit(&mut limits);
            }
            Purpose::Ponder(mv) => {
                limits.strength = self.options.strength();
                limits.ponder = true;
                self.clock.limit(&mut limits);
                if history.play(mv).is_err() {
                    return Ok(());
                }
            }
            Purpose::Analyse => {
                limits.infinite = true;
                limits.strength = Strength::Full;
            }
            Purpose::Hint => {
                limits.move_time = Some(HINT_TIME);
                limits.lines = 1;
            }
        }
        let (number, control) = self.engine_thread.search(SearchRequest {
            history,
            limits,
            settings: self.options.engine,
            seed: self.options.seed(self.game_seed),
        });
        self.thought = Some(Thinking {
            number,
            control,
            purpose,
            begun: Instant::now(),
            last: None,
            finished: None,
        });
        Ok(())
    }

    /// Handles the case that the opponent has played the move that was pondered on.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(thought) = &mut self.thought else {
            return Ok(());
        };
        thought.purpose = Purpose::Move;
        thought.begun = Instant::now();
        thought.control.ponder_hit();
        self.expected = None;
        match thought.finished.take() {
            Some(report) => self.make_move(report),
            None => Ok(()),
        }
    }

    /// `?`: ends the search for the engine's move, which is then played.
    pub(super) fn move_now(&mut self) {
        if let Some(thought) = &self.thought
            && thought.purpose == Purpose::Move
        {
            thought.control.stop();
        }
    }

    /// Handles a line that the search has found.
    pub(super) fn found_line(&mut self, number: u64, info: Info) -> io::Result<()> {
        let Some(thought) = &mut self.thought else {
            return Ok(());
        };
        if thought.number != number {
            return Ok(());
        }
        let shown = self.post && thought.purpose != Purpose::Hint;
        if info.line == 1 || thought.last.is_none() {
            thought.last = Some(info.clone());
        }
        if shown {
            self.write_line(&info)
        } else {
            Ok(())
        }
    }

    fn write_line(&mut self, info: &Info) -> io::Result<()> {
        let line = format!(
            "{} {} {} {} {}{}",
            info.depth_plies,
            score(info.score),
            info.time.as_millis() / 10,
            info.nodes,
            move_texts(self.game(), &info.moves),
            bound(info.bound, [" !", " ?"]),
        );
        self.out.line(&line)
    }

    /// Handles the end of a job.
    pub(super) fn job_ended(&mut self, number: u64, last: EngineEvent) -> io::Result<()> {
        // Jobs end in the order in which they were added.
        if self.preparing.is_some_and(|preparing| preparing <= number) {
            self.preparing = None;
        }
        match last {
            EngineEvent::Ready(settings) => {
                let asked = self.options.engine.hash_mib;
                if settings.hash_mib < asked {
                    let has = settings.hash_mib;
                    self.comment(&format!(
                        "there is not enough memory for a hash table of {asked} MiB; it now has {has} MiB"
                    ))?;
                }
                self.pong()
            }
            EngineEvent::Finished(report) => self.search_done(number, report),
            EngineEvent::Failed if self.thought.as_ref().is_some_and(|t| t.number == number) => {
                self.out
                    .line("tellusererror the search failed because of an error in this program")?;
                // The opponent waits for a move, so play some legal move.
                let best = self.history.position().moves().first().copied();
                let report = SearchReport {
                    best,
                    ..SearchReport::default()
                };
                self.search_done(number, report)
            }
            // A job that was preparing the engine, or a search whose result is ignored.
            EngineEvent::Failed => self.pong(),
            _ => Ok(()),
        }
    }

    fn search_done(&mut self, number: u64, report: SearchReport) -> io::Result<()> {
        let Some(thought) = &mut self.thought else {
            return Ok(());
        };
        if thought.number != number {
            return Ok(());
        }
        match thought.purpose {
            Purpose::Move => self.make_move(report),
            // The search has ended early. Its result is reported later.
            Purpose::Ponder(_) | Purpose::Analyse => {
                thought.finished = Some(report);
                Ok(())
            }
            Purpose::Hint => {
                self.thought = None;
                if let Some(mv) = report.best {
                    let text = move_text(self.game(), mv);
                    self.out.line(&format!("Hint: {text}"))?;
                }
                self.think(false)
            }
        }
    }

    /// Plays the engine's move.
    fn make_move(&mut self, report: SearchReport) -> io::Result<()> {
        let Some(thought) = self.thought.take() else {
            return Ok(());
        };
        self.clock.count_move(thought.begun.elapsed());
        let Some(mv) = report.best else {
            self.report_result()?;
            return self.pong();
        };
        // A search that ended in its first iteration has sent no line, but has a score.
        if self.post
            && thought.last.is_none()
            && let Some(line) = report.lines.first()
        {
            self.write_line(line)?;
        }
        self.last_score_cp = report.lines.first().map(|line| match line.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        });
        self.lost_moves = match self.last_score_cp {
            Some(score) if score <= RESIGN_CP => self.lost_moves + 1,
            _ => 0,
        };
        if self.options.resign && self.lost_moves >= RESIGN_MOVES {
            self.plays = None;
            self.out.line("resign")?;
            return self.pong();
        }
        let text = move_text(self.game(), mv);
        // The search was of this position, so the move is legal.
        let _ = self.history.play(mv);
        self.out.line(&format!("move {text}"))?;
        self.expected = report.ponder;
        self.pong()?;
        if self.report_result()? {
            Ok(())
        } else {
            self.think(false)
        }
    }

    /// `hint`: suggests a move to the opponent of the engine.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        let known = match &self.thought {
            Some(thought) if thought.purpose == Purpose::Analyse => {
                let last = thought.last.as_ref();
                last.and_then(|info| info.moves.first().copied())
            }
            Some(thought) if thought.purpose == Purpose::Move => return Ok(()),
            _ => self.expected,
        };
        match known.filter(|&mv| self.history.position().is_legal(mv)) {
            Some(mv) => {
                let text = move_text(self.game(), mv);
                self.out.line(&format!("Hint: {text}"))
            }
            None if self.thought.is_none() && !self.impossible => self.begin(Purpose::Hint),
            None => Ok(()),
        }
    }

    /// `draw`: the opponent offers a draw.
    pub(super) fn draw_offered(&mut self) -> io::Result<()> {
        let worse = self.last_score_cp.is_some_and(|score| score <= DRAW_CP);
        if self.plays.is_some() && worse {
            self.out.line("offer draw")
        } else {
            Ok(())
        }
    }

    /// `.`: reports the progress of the analysis.
    pub(super) fn status(&mut self) -> io::Result<()> {
        let Some(thought) = &self.thought else {
            return Ok(());
        };
        let (depth, nodes) = thought
            .last
            .as_ref()
            .map_or((0, 0), |info| (info.depth_plies, info.nodes));
        let time = thought.begun.elapsed().as_millis() / 10;
        let moves = self.history.position().moves().len();
        self.out
            .line(&format!("stat01: {time} {nodes} {depth} 0 {moves}"))
    }
}

/// A score in CECP's form: centipawns, and mates counted from 100000.
fn score(score: Score) -> i32 {
    match score {
        // Higher scores mean mates.
        Score::Centipawns(score) => score.clamp(1 - MATE, MATE - 1),
        Score::Mate(moves) if moves > 0 => MATE.saturating_add(moves),
        Score::Mate(moves) => (-MATE).saturating_add(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_a_hundred_thousand() {
        assert_eq!(score(Score::Centipawns(-31)), -31);
        assert_eq!(score(Score::Mate(3)), 100_003);
        assert_eq!(score(Score::Mate(-2)), -100_002);
        assert_eq!(score(Score::Mate(0)), -100_000);
        assert_eq!(score(Score::Centipawns(i32::MAX)), 99_999);
        assert_eq!(score(Score::Mate(i32::MIN)), i32::MIN);
    }
}

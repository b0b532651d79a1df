//! The engine of a game screen: its moves, hints, and the lines that it finds.

use super::purpose::SearchPurpose;
use super::{GameScreen, MessageTone};
use crate::engine::{self, ComputerPlayer};
use crate::tui::insight::ShownInsight;
use crate::{tables, texts};
use hyperrook_lab::simple_opponent::SimpleSearch;
use hyperrook_rules::Move;
use hyperrook_search::{Control, EngineEvent, EngineThread, SearchReport, SearchRequest};
use std::sync::mpsc::{TryRecvError, channel};

fn start_engine() -> std::io::Result<EngineThread> {
    EngineThread::named("engine").spawn()
}

impl GameScreen {
    /// Whether the computer is searching for its move.
    pub(in crate::tui) fn is_thinking(&self) -> bool {
        self.purpose.is_some()
    }

    /// What the engine is doing, in words, unless it only shows lines.
    pub(in crate::tui) fn thinking(&self) -> Option<&'static str> {
        match self.purpose? {
            SearchPurpose::Move => Some("the computer is thinking…"),
            SearchPurpose::Hint => Some("looking for a hint…"),
            SearchPurpose::Insight => None,
        }
    }

    /// Handles the events of the engine, and starts the next search.
    pub(in crate::tui) fn tick(&mut self) {
        while let Some((_, events)) = &self.job {
            match events.try_recv() {
                Ok(EngineEvent::Info(info)) => {
                    self.insight.add_line(self.session.position(), &info)
                }
                Ok(EngineEvent::Finished(report)) => self.search_ended(report.best),
                Err(TryRecvError::Empty) => break,
                Ok(EngineEvent::Failed) | Err(TryRecvError::Disconnected) => {
                    self.search_ended(None);
                }
                Ok(_) => {}
            }
        }
        if self.purpose.is_some() || self.session.is_over() {
            return;
        }
        match self.session.player() {
            Some(player) if !self.found_no_move => self.think(SearchPurpose::Move, player),
            None if self.insight.shown.needs_engine() && !self.is_search_complete => {
                let lines = self.insight.shown.lines.max(1);
                let table = tables::look_up(self.session.position(), tables::of_user());
                self.insight.set_table(table);
                self.think(
                    SearchPurpose::Insight,
                    ComputerPlayer::Engine(engine::to_analyse(lines)),
                );
            }
            _ => {}
        }
    }

    /// Handles the end of a search.
    fn search_ended(&mut self, best: Option<Move>) {
        self.job = None;
        match (self.purpose.take(), best) {
            (Some(SearchPurpose::Move), Some(mv)) => self.make(mv),
            (Some(SearchPurpose::Hint), Some(mv)) => self.show_hint(mv),
            (Some(SearchPurpose::Move | SearchPurpose::Hint), None) => {
                self.found_no_move = true;
                self.show_message(MessageTone::Alarm, "The computer found no move");
            }
            (Some(SearchPurpose::Insight), _) => self.is_search_complete = true,
            (None, _) => {}
        }
    }

    fn think(&mut self, purpose: SearchPurpose, player: ComputerPlayer) {
        let history = self.session.history().clone();
        self.cancel_search();
        self.purpose = Some(purpose);
        let engine = match self.engine.take().map_or_else(start_engine, Ok) {
            Ok(engine) => self.engine.insert(engine),
            Err(error) => {
                self.search_ended(None);
                self.show_message(
                    MessageTone::Alarm,
                    format!("The engine cannot start: {error}"),
                );
                return;
            }
        };
        let (sender, events) = channel();
        // The receiver is gone if the job was cancelled.
        let on_event = move |event| drop(sender.send(event));
        let control = match player {
            ComputerPlayer::Engine(limits) => {
                tables::use_small(history.position().game());
                let request = SearchRequest {
                    history,
                    limits,
                    settings: engine::terminal_settings(),
                    seed: self.session.seed,
                };
                engine.search(request, on_event)
            }
            ComputerPlayer::Simple { plies, seed } => {
                let choose = move |control: &Control, _: &mut dyn FnMut(String)| {
                    let game = history.position().game();
                    let best = SimpleSearch::new(game, plies, seed).choose(&history, control);
                    SearchReport {
                        best,
                        ..SearchReport::default()
                    }
                };
                engine.run(choose, on_event)
            }
        };
        self.job = Some((control, events));
    }

    /// Cancels the running search.
    pub(in crate::tui) fn cancel_search(&mut self) {
        self.purpose = None;
        if let Some((control, _)) = self.job.take() {
            control.stop();
        }
    }

    pub(super) fn hint(&mut self) {
        if self.session.is_over() {
            self.show_message(MessageTone::Alarm, "The game is over");
        } else if !matches!(
            self.purpose,
            Some(SearchPurpose::Move | SearchPurpose::Hint)
        ) {
            let lines = self.insight.shown.lines.max(1);
            let limits = engine::to_advise(lines, self.session.move_time);
            self.think(SearchPurpose::Hint, ComputerPlayer::Engine(limits));
        }
    }

    pub(super) fn stop_hint(&mut self) {
        if self.purpose == Some(SearchPurpose::Hint) {
            self.cancel_search();
        }
    }

    /// Changes which results of the engine are shown.
    pub(super) fn show(&mut self, shown: ShownInsight) {
        if shown == self.insight.shown {
            return;
        }
        // Another number of lines needs another search.
        if self.purpose == Some(SearchPurpose::Insight)
            && (shown.lines.max(1) != self.insight.shown.lines.max(1) || !shown.needs_engine())
        {
            self.cancel_search();
        }
        self.is_search_complete = false;
        self.insight.shown = shown;
    }

    fn show_hint(&mut self, mv: Move) {
        let text = texts::short(self.session.position(), mv);
        self.cursor = self.targets(mv).first().unwrap_or(mv.destination());
        self.selected = Some(mv.origin());
        self.show_message(MessageTone::News, format!("The computer would play {text}"));
    }
}

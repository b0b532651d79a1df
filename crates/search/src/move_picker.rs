//! Gives the moves of a node one by one, the most promising first. Each group of moves is generated
//! only when needed.

use crate::history::Continuations;
use crate::ordering::MoveOrdering;
use crate::stack::SearchNode;
use hyperrook_geometry::Cell;
use hyperrook_rules::Move;
use hyperrook_rules::fast::MoveGroup;

/// A move and its score for ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    mv: Move,
    score: i32,
}

/// The stages of the picker: what it gives next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickerStage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    Killers(usize),
    GenerateQuiet,
    Quiet,
    BadTactical,
    BadQuiet,
    GenerateAll,
    All,
    Done,
}

/// The moves that the picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickerMode {
    /// All moves.
    All,
    /// All moves of a side in check. They are few and generated together.
    Evasions,
    /// Captures and promotions only.
    Tactical,
}

/// Gives the moves of a node in the order in which to search them.
pub(crate) struct MovePicker {
    stage: PickerStage,
    mode: PickerMode,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    earlier: Continuations,
    moves: Vec<ScoredMove>,
    /// Index of the next move.
    next: usize,
    /// The number of bad tactical moves at the beginning of the list, which are searched last.
    bad_len: usize,
    /// Whether to skip quiet moves.
    pub(crate) skip_quiets: bool,
    /// Quiet moves with a score below this come last.
    pub(crate) bad_quiet_below: i32,
    /// Index of the first of these.
    bad_quiet: usize,
    /// The minimum static exchange value of a good tactical move.
    see_threshold: i32,
    /// If set, only captures on this cell are given.
    pub(crate) recapture_cell: Option<Cell>,
    /// Tactical moves that gain less than this are skipped, unless they give check.
    pub(crate) min_gain: i32,
    /// Whether moves were skipped because of `min_gain`.
    pub(crate) skipped_any: bool,
}

impl MovePicker {
    /// A picker that uses the memory of a list; [`MovePicker::into_list`] returns it.
    pub(crate) fn new(
        mode: PickerMode,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        earlier: Continuations,
        mut list: Vec<ScoredMove>,
        see_threshold: i32,
    ) -> MovePicker {
        list.clear();
        MovePicker {
            stage: if tt_move.is_some() {
                PickerStage::TtMove
            } else {
                first_stage(mode)
            },
            mode,
            tt_move,
            killers,
            earlier,
            moves: list,
            next: 0,
            bad_len: 0,
            skip_quiets: false,
            bad_quiet_below: i32::MIN,
            bad_quiet: 0,
            see_threshold,
            recapture_cell: None,
            min_gain: i32::MIN,
            skipped_any: false,
        }
    }

    /// The list, for another picker.
    pub(crate) fn into_list(self) -> Vec<ScoredMove> {
        self.moves
    }

    /// The next move.
    pub(crate) fn next<const W: usize>(
        &mut self,
        ordering: &MoveOrdering<'_, W>,
        node: &SearchNode<'_, W>,
    ) -> Option<Move> {
        let (pos, context) = (&node.pos, &node.context);
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = first_stage(self.mode);
                    return self.tt_move;
                }
                PickerStage::GenerateTactical => {
                    self.generate_tactical(ordering, node);
                    self.stage = PickerStage::GoodTactical;
                }
                PickerStage::GoodTactical => match self.take_best() {
                    Some(scored) => {
                        let mv = scored.mv;
                        if self.min_gain > i32::MIN
                            && ordering.material_gain(pos, mv) < self.min_gain
                            && !pos.gives_direct_check(ordering.rules, mv)
                        {
                            self.skipped_any = true;
                            continue;
                        }
                        if context.see_ge(pos, ordering.values, mv, self.see_threshold) {
                            return Some(mv);
                        }
                        if self.mode != PickerMode::Tactical {
                            self.moves[self.bad_len] = scored;
                            self.bad_len += 1;
                        }
                    }
                    None if self.mode == PickerMode::Tactical => self.stage = PickerStage::Done,
                    None => self.stage = PickerStage::Killers(0),
                },
                PickerStage::Killers(n) => {
                    if n == self.killers.len() || self.skip_quiets {
                        self.stage = PickerStage::GenerateQuiet;
                        continue;
                    }
                    self.stage = PickerStage::Killers(n + 1);
                    let Some(mv) = self.killers[n] else {
                        continue;
                    };
                    let is_new = Some(mv) != self.tt_move && !self.killers[..n].contains(&Some(mv));
                    if is_new && !pos.is_tactical(ordering.rules, mv) && context.is_legal(pos, mv) {
                        return Some(mv);
                    }
                    self.killers[n] = None;
                }
                PickerStage::GenerateQuiet => {
                    if !self.skip_quiets {
                        self.generate_quiet(ordering, node);
                    }
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => {
                    if !self.skip_quiets
                        && let Some(scored) = self.take_best()
                    {
                        if scored.score >= self.bad_quiet_below {
                            return Some(scored.mv);
                        }
                        self.next -= 1;
                    }
                    self.stage = PickerStage::BadTactical;
                    self.bad_quiet = self.next;
                    self.next = 0;
                }
                PickerStage::BadTactical => {
                    if self.next < self.bad_len {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    self.stage = PickerStage::BadQuiet;
                    self.next = self.bad_quiet;
                }
                PickerStage::BadQuiet => {
                    if !self.skip_quiets
                        && let Some(scored) = self.take_best()
                    {
                        return Some(scored.mv);
                    }
                    self.stage = PickerStage::Done;
                }
                PickerStage::GenerateAll => {
                    self.generate_all(ordering, node);
                    self.stage = PickerStage::All;
                }
                PickerStage::All => match self.take_best() {
                    Some(scored) => return Some(scored.mv),
                    None => self.stage = PickerStage::Done,
                },
                PickerStage::Done => return None,
            }
        }
    }

    /// Whether the remaining moves are the bad tactical ones.
    pub(crate) fn is_at_bad_tactical(&self) -> bool {
        self.stage == PickerStage::BadTactical
    }

    /// Removes and returns the best of the remaining moves.
    #[inline]
    fn take_best(&mut self) -> Option<ScoredMove> {
        let rest = &mut self.moves[self.next..];
        // Two passes, because the compiler turns the first one into vector instructions.
        let scores = rest.iter().map(|scored| scored.score);
        let best_score = scores.fold(i32::MIN, i32::max);
        let best = rest.iter().position(|scored| scored.score == best_score)?;
        let scored = rest[best];
        rest.swap(0, best);
        self.next += 1;
        Some(scored)
    }

    fn generate_tactical<const W: usize>(
        &mut self,
        ordering: &MoveOrdering<'_, W>,
        node: &SearchNode<'_, W>,
    ) {
        let pos = &node.pos;
        let (moves, tt_move) = (&mut self.moves, self.tt_move);
        let add = |mv| {
            if Some(mv) != tt_move {
                let score = ordering.tactical_score(pos, mv);
                moves.push(ScoredMove { mv, score });
            }
        };
        match self.recapture_cell {
            Some(cell) => node.context.tactical_moves_to(pos, cell, add),
            None => node.context.moves(pos, MoveGroup::Tactical, add),
        }
    }

    fn generate_quiet<const W: usize>(
        &mut self,
        ordering: &MoveOrdering<'_, W>,
        node: &SearchNode<'_, W>,
    ) {
        let pos = &node.pos;
        // The bad tactical moves stay at the beginning.
        self.moves.truncate(self.bad_len);
        self.next = self.bad_len;
        let (moves, tt_move, killers, earlier) =
            (&mut self.moves, self.tt_move, self.killers, self.earlier);
        let checks = pos.possible_checks(ordering.rules);
        let lesser = ordering.lesser_attacks(node);
        node.context.moves(pos, MoveGroup::Quiet, |mv| {
            if Some(mv) != tt_move && !killers.contains(&Some(mv)) {
                let score = ordering.quiet_order(node, mv, earlier, &checks, lesser.as_ref());
                moves.push(ScoredMove { mv, score });
            }
        });
    }

    fn generate_all<const W: usize>(
        &mut self,
        ordering: &MoveOrdering<'_, W>,
        node: &SearchNode<'_, W>,
    ) {
        let pos = &node.pos;
        /// Greater than any score of a quiet move, so that tactical moves come first.
        const TACTICAL_FIRST: i32 = 1 << 24;
        let (moves, tt_move, earlier) = (&mut self.moves, self.tt_move, self.earlier);
        node.context.moves(pos, MoveGroup::All, |mv| {
            if Some(mv) != tt_move {
                let score = if pos.is_tactical(ordering.rules, mv) {
                    TACTICAL_FIRST + ordering.tactical_score(pos, mv)
                } else {
                    ordering.quiet_score(node, mv, earlier)
                };
                moves.push(ScoredMove { mv, score });
            }
        });
    }
}

/// The stage after the table's move.
fn first_stage(mode: PickerMode) -> PickerStage {
    match mode {
        PickerMode::All | PickerMode::Tactical => PickerStage::GenerateTactical,
        PickerMode::Evasions => PickerStage::GenerateAll,
    }
}

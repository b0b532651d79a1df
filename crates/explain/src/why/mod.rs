//! Reasons for checks, ends and refusals.

mod check;
mod ends;
mod refusals;
mod tries;

pub use refusals::{refusal, refusal_of_text};

use crate::attacks::{Paths, is_confined};
use crate::pieces::{PieceOnBoard, numbers, royal};
use crate::types::{Arrow, ArrowRole, Mark, MarkRole, Reasons, SideName};
use crate::words::sentence;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, History, Position, Reason};

/// Why the current position of a history is a check, a mate or another end. If it is none of these,
/// the sentence says so.
pub fn why(history: &History) -> Reasons {
    let position = history.position();
    let mut why = Reasons::default();
    match history.outcome().map(|outcome| outcome.reason) {
        Some(Reason::Checkmate) => check::checkmate(position, &mut why),
        Some(Reason::Stalemate) => ends::stalemate(position, &mut why),
        Some(reason) => ends::other(history, reason, &mut why),
        None if position.in_check() => check::check(position, &mut why),
        None => {
            let side = SideName::from(position.turn()).name();
            why.add_sentence(&format!("{side} is to move and not in check"));
        }
    }
    if let Some(outcome) = history.outcome() {
        let definition = position.game().definition();
        why.sentences.push(crate::outcome(definition, outcome).text);
    }
    confined(position, &mut why);
    why
}

/// Which royal pieces are held or bound, and why: one sentence for each reason.
pub fn restrictions(position: &Position) -> Vec<String> {
    let mut why = Reasons::default();
    confined(position, &mut why);
    why.sentences
}

/// Says which royal pieces are held or bound.
fn confined(position: &Position, why: &mut Reasons) {
    let definition = position.game().definition();
    let state = position.state();
    for side in hyperrook_rules::Side::BOTH {
        let Some(royal) = royal(position, side).filter(|_| is_confined(position, side)) else {
            continue;
        };
        let words = royal.words(definition);
        for (i, hold) in definition.holds().iter().enumerate() {
            if state.holds(i, side.other()) {
                let group = &definition.groups()[hold.group].name;
                why.add_sentence(&format!(
                    "{side} is held: {words} may not leave its square of the {group} board"
                ));
            }
        }
        if state.bound(side) {
            why.add_sentence(&format!(
                "{words} has just transformed and may not leave its row"
            ));
        }
        why.mark(numbers(royal.body), MarkRole::Held);
    }
}

impl Reasons {
    /// Adds a sentence, given without its capital letter and full stop.
    fn add_sentence(&mut self, text: &str) {
        self.sentences.push(sentence(text));
    }

    /// Marks cells, each once for each role.
    fn mark(&mut self, cells: impl IntoIterator<Item = usize>, role: MarkRole) {
        for cell in cells {
            let mark = Mark { cell, role };
            if !self.marks.contains(&mark) {
                self.marks.push(mark);
            }
        }
    }

    /// Draws an arrow, once.
    fn arrow(&mut self, path: Vec<usize>, role: ArrowRole) {
        let arrow = Arrow { path, role };
        if arrow.path.len() > 1 && !self.arrows.contains(&arrow) {
            self.arrows.push(arrow);
        }
    }

    /// Marks a piece that attacks a cell, and draws the attack.
    fn attack(
        &mut self,
        definition: &Definition,
        attacker: &PieceOnBoard,
        target: Cell,
        occupied: &dyn Fn(Cell) -> bool,
    ) {
        self.mark(attacker.cells(), MarkRole::Attacker);
        let from = nearest(definition, attacker.body, target);
        let mut path = vec![from.index()];
        path.extend(Paths::of(definition, attacker, occupied).to(target));
        path.push(target.index());
        self.arrow(path, ArrowRole::Attack);
    }
}

/// The cell of a body from which an arrow to a cell is drawn.
fn nearest(definition: &Definition, body: CellSet, to: Cell) -> Cell {
    let to = definition.board().place(to);
    let far = |cell: &Cell| {
        let at = definition.board().place(*cell);
        at.file.abs_diff(to.file) + at.rank.abs_diff(to.rank) + at.level.abs_diff(to.level)
    };
    body.iter().min_by_key(far).unwrap_or_default()
}

//! Why a position is check or mate.

use super::tries::{EscapeAttempt, tries};
use crate::attacks::Paths;
use crate::pieces::{PieceOnBoard, numbers, royal, standing};
use crate::types::{ArrowRole, Escape, MarkRole, Reasons};
use crate::words::{a, capital, list};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::moves::{CellStyle, Reading, format_cell, format_move};
use hyperrook_notation::refusal::{self, Refusal};
use hyperrook_rules::{Definition, MoveClass, Position};

/// Explains a check: the royal piece of the side to move is attacked, and there are legal moves.
pub(super) fn check(position: &Position, why: &mut Reasons) {
    let Some(scene) = CheckScene::new(position) else {
        return;
    };
    scene.attack(why);
    let moves = position.moves();
    let (royal, others): (Vec<_>, Vec<_>) = moves
        .iter()
        .partition(|mv| scene.royal.body.contains(mv.origin()));
    let board = scene.definition.board();
    let names = |moves: &[&hyperrook_rules::Move]| -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for mv in moves {
            let name = board.name(mv.destination());
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let words = scene.royal.words(scene.definition);
    let transforms = moves
        .iter()
        .any(|mv| mv.class() == MoveClass::Transformation);
    if transforms {
        let transformation = scene.definition.transformation();
        let becomes = transformation.map(|t| a(&scene.definition.piece(t.to).name));
        why.add_sentence(&format!(
            "it must become {}: choose {}",
            becomes.unwrap_or_default(),
            list(&names(&royal), "or")
        ));
    } else if royal.is_empty() {
        why.add_sentence(&format!("{words} has no safe cell to go to"));
    } else {
        why.add_sentence(&format!("{words} can go to {}", list(&names(&royal), "or")));
    }
    for mv in royal {
        why.mark([mv.destination().index()], MarkRole::Escape);
    }
    for mv in others {
        let (from, to) = (mv.origin().index(), mv.destination().index());
        why.arrow(vec![from, to], ArrowRole::Possible);
    }
    let taking = scene.taking(&moves);
    let [closing, other] = [true, false].map(|between| scene.stopping(&moves, between));
    if !taking.is_empty() {
        let attackers = match scene.checkers.len() {
            1 => "the attacker",
            _ => "the attackers",
        };
        let by = list(&taking, "or");
        why.add_sentence(&format!("{attackers} can be taken by {by}"));
    }
    if !closing.is_empty() {
        let by = list(&closing, "or");
        why.add_sentence(&format!("the check can be blocked: {by}"));
    }
    if !other.is_empty() {
        let by = list(&other, "or");
        why.add_sentence(&format!("the check can also be answered by {by}"));
    }
    for attempt in scene.tries() {
        if scene.is_royal(&attempt) {
            why.mark(scene.new_cells(&attempt), MarkRole::Refuted);
        }
    }
    // A cell that can be reached safely by some move is not refuted.
    let open: Vec<usize> = why
        .marks
        .iter()
        .filter(|mark| mark.role == MarkRole::Escape)
        .map(|mark| mark.cell)
        .collect();
    why.marks
        .retain(|mark| mark.role != MarkRole::Refuted || !open.contains(&mark.cell));
}

/// Explains a mate: the royal piece of the side to move is attacked, and no move helps.
pub(super) fn checkmate(position: &Position, why: &mut Reasons) {
    let Some(scene) = CheckScene::new(position) else {
        return;
    };
    scene.attack(why);
    let tries = scene.tries();
    let (royal, others): (Vec<_>, Vec<_>) = tries.iter().partition(|t| scene.is_royal(t));
    let words = scene.royal.words(scene.definition);
    let changes = royal.iter().any(|attempt| scene.transforms(attempt));
    // A royal piece that is held or bound may not go to some cells, attacked or not.
    let barred = royal
        .iter()
        .filter(|attempt| scene.is_barred(attempt))
        .count();
    why.add_sentence(&match (royal.len(), changes) {
        (0, _) => format!("{words} has no cell to go to"),
        (_, true) => format!("each of the cells that {words} could keep is attacked"),
        (all, _) if all == barred => format!("{words} may not go to any cell"),
        (_, _) if barred > 0 => format!("each of the cells that {words} may go to is attacked"),
        _ => format!("each of the cells that {words} could go to is attacked"),
    });
    if scene.checkers.len() > 1 && others.is_empty() {
        why.add_sentence("no single move stops all the attackers");
    } else if others.is_empty() && !changes {
        let between = scene.open_cells();
        why.add_sentence(if between.any() {
            "no piece can take the attacker or come between"
        } else {
            "no piece can take the attacker"
        });
    }
    for attempt in &tries {
        scene.refute(attempt, why);
    }
    why.mark(scene.own_pieces_around(), MarkRole::Blocker);
}

/// The royal piece in check, and the pieces that attack it.
pub(super) struct CheckScene<'p> {
    position: &'p Position,
    definition: &'p Definition,
    royal: PieceOnBoard,
    checkers: Vec<PieceOnBoard>,
}

impl CheckScene<'_> {
    /// Finds the royal piece of the side to move and its attackers.
    pub(super) fn new(position: &Position) -> Option<CheckScene<'_>> {
        let royal = royal(position, position.turn())?;
        let cells = position.checkers();
        let pieces = standing(position).into_iter();
        Some(CheckScene {
            position,
            definition: position.game().definition(),
            royal,
            checkers: pieces
                .filter(|piece| piece.body.intersects(cells))
                .collect(),
        })
    }

    fn occupied(&self, cell: Cell) -> bool {
        self.position.piece(cell).is_some()
    }

    /// Says which pieces attack, and draws how.
    fn attack(&self, why: &mut Reasons) {
        let enemy = self.position.turn().other();
        why.mark(self.royal.cells(), MarkRole::Royal);
        let mut attacked = Vec::new();
        for cell in self.royal.body {
            let from = self.position.attackers(cell, enemy);
            for checker in self
                .checkers
                .iter()
                .filter(|piece| piece.body.intersects(from))
            {
                why.attack(self.definition, checker, cell, &|cell| self.occupied(cell));
                attacked.push(cell);
            }
        }
        attacked.sort_unstable();
        attacked.dedup();
        let by: Vec<String> = self
            .checkers
            .iter()
            .map(|piece| piece.words(self.definition))
            .collect();
        let words = self.royal.words(self.definition);
        let place = if self.royal.body.has_several() {
            let names = attacked
                .iter()
                .map(|&cell| self.definition.board().name(cell));
            let all = attacked.len() == self.royal.body.count() as usize;
            if all {
                " on all its cells".to_owned()
            } else {
                format!(" on {}", list(&names.collect::<Vec<_>>(), "and"))
            }
        } else {
            String::new()
        };
        why.add_sentence(&format!(
            "{words} is attacked{place} by {}",
            list(&by, "and")
        ));
    }

    /// Legal captures of a checker by pieces other than the royal one.
    fn taking(&self, moves: &[hyperrook_rules::Move]) -> Vec<String> {
        let checkers = self.checker_cells();
        self.pieces_of(moves, |mv| self.position.captures(mv).intersects(checkers))
    }

    /// Legal moves of other pieces that do not capture a checker: those between the royal piece and a
    /// checker, or the others, with which the piece over which a cannon attacks moves away.
    fn stopping(&self, moves: &[hyperrook_rules::Move], is_between: bool) -> Vec<String> {
        let (checkers, between) = (self.checker_cells(), self.open_cells());
        self.pieces_of(moves, |mv| {
            between.contains(mv.destination()) == is_between
                && !self.position.captures(mv).intersects(checkers)
        })
    }

    fn pieces_of(
        &self,
        moves: &[hyperrook_rules::Move],
        wanted: impl Fn(hyperrook_rules::Move) -> bool,
    ) -> Vec<String> {
        // Each piece with its destinations; none if it takes the only attacker.
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        for &mv in moves {
            let royal = self.royal.body.contains(mv.origin());
            let Some(piece) = self.position.piece(mv.origin()).filter(|_| !royal) else {
                continue;
            };
            if !wanted(mv) {
                continue;
            }
            let board = self.definition.board();
            let name = &self.definition.piece(piece.kind).name;
            let words = format!("the {name} on {}", board.name(mv.origin()));
            let index = found.iter().position(|(known, _)| *known == words);
            let index = index.unwrap_or_else(|| {
                found.push((words, Vec::new()));
                found.len() - 1
            });
            let checker = self.checker_cells().contains(mv.destination());
            let destination = board.name(mv.destination());
            let destinations = &mut found[index].1;
            if (!checker || self.checkers.len() > 1) && !destinations.contains(&destination) {
                destinations.push(destination);
            }
        }
        let words = |(piece, destinations): (String, Vec<String>)| match &destinations[..] {
            [] => piece,
            some => format!("{piece} to {}", list(some, "or")),
        };
        found.into_iter().map(words).collect()
    }

    fn checker_cells(&self) -> CellSet {
        let bodies = self.checkers.iter().map(|piece| piece.body);
        bodies.fold(CellSet::EMPTY, |all, body| all | body)
    }

    /// The cells on open paths of the attackers.
    fn open_cells(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for checker in &self.checkers {
            let paths = Paths::of(self.definition, checker, &|cell| self.occupied(cell));
            for cell in self.royal.body {
                cells |= paths
                    .to(cell)
                    .into_iter()
                    .map(Cell::from_index)
                    .collect::<CellSet>();
            }
        }
        cells
    }

    /// Moves that a player might try: every move of the royal piece, and moves that capture an
    /// attacker or block it.
    fn tries(&self) -> Vec<EscapeAttempt> {
        let useful = self.checker_cells() | self.open_cells();
        let all = tries(self.position).into_iter();
        let mut tries: Vec<EscapeAttempt> = all
            .filter(|attempt| {
                self.is_royal(attempt) || useful.contains(attempt.reading.destination)
            })
            .filter(|attempt| !self.is_legal(attempt.reading))
            .collect();
        tries.sort_by_key(|attempt| (!self.is_royal(attempt), !attempt.captures));
        tries
    }

    fn is_legal(&self, reading: Reading) -> bool {
        let moves = self.position.moves_from(reading.origin);
        moves.iter().any(|mv| {
            (mv.origin(), mv.destination()) == (reading.origin, reading.destination)
                && mv.promotion() == reading.promotion
        })
    }

    fn is_royal(&self, attempt: &EscapeAttempt) -> bool {
        attempt.piece.name == self.royal.name
    }

    fn transforms(&self, attempt: &EscapeAttempt) -> bool {
        let change = self.definition.transformation();
        change.is_some_and(|change| {
            change.from == attempt.piece.piece.kind && attempt.reading.promotion == Some(change.to)
        })
    }

    /// Whether a hold, or a transformation before it, forbids an attempt of the royal piece.
    fn is_barred(&self, attempt: &EscapeAttempt) -> bool {
        let refusal = refusal::why_despite_end(self.position, attempt.reading);
        matches!(refusal, Some(Refusal::Held { .. } | Refusal::Bound(_)))
    }

    /// The cells on which a piece would newly stand after an attempt.
    fn new_cells(&self, attempt: &EscapeAttempt) -> Vec<usize> {
        let to = attempt.reading.destination;
        if self.transforms(attempt) {
            return vec![to.index()];
        }
        let body = self.definition.body(attempt.piece.piece.kind, to);
        numbers(body.unwrap_or_default() & !attempt.piece.body)
    }

    /// Adds why a move does not help.
    pub(super) fn refute(&self, attempt: &EscapeAttempt, why: &mut Reasons) {
        let reading = attempt.reading;
        let Some(refusal) = refusal::why_despite_end(self.position, reading) else {
            return;
        };
        let board = self.definition.board();
        let to = format_cell(board, reading.destination, CellStyle::Plain);
        let name = &self.definition.piece(attempt.piece.piece.kind).name;
        let victim = self.position.piece(reading.destination);
        let victim = victim.filter(|_| attempt.captures);
        let victim = victim.map(|piece| format!("the {}", self.definition.piece(piece.kind).name));
        let (by, text) = match refusal {
            Refusal::LeavesAttacked { attackers, .. } => {
                let by: Vec<String> = attackers.iter().map(ToString::to_string).collect();
                let first = attackers.first().map(|piece| piece.at.name.clone());
                let by_words = list(&by, "and");
                let verb = |one: &'static str, many: &'static str| match by.len() {
                    1 => one,
                    _ => many,
                };
                let text = match (self.is_royal(attempt), self.transforms(attempt), &victim) {
                    (true, true, _) => format!(
                        "the {name} cannot keep {to}: {by_words} {} that cell",
                        verb("attacks", "attack")
                    ),
                    (true, _, Some(victim)) => format!(
                        "the {name} cannot take {victim} on {to}: {by_words} {} it",
                        verb("protects", "protect")
                    ),
                    (true, ..) => format!(
                        "the {name} cannot go to {to}: {by_words} {} it there",
                        verb("attacks", "attack")
                    ),
                    (false, ..) => {
                        let what = match &victim {
                            Some(victim) => format!("take {victim} on {to}"),
                            None => format!("go to {to}"),
                        };
                        format!(
                            "{} cannot {what}: {} would {}be attacked by {by_words}",
                            attempt.piece.words(self.definition),
                            self.royal.words(self.definition),
                            if self.checkers.is_empty() {
                                ""
                            } else {
                                "still "
                            },
                        )
                    }
                };
                (first, text)
            }
            other => (None, other.to_string()),
        };
        if self.is_royal(attempt) {
            why.mark(self.new_cells(attempt), MarkRole::Refuted);
        }
        let mv = hyperrook_rules::Move::new(
            reading.origin,
            reading.destination,
            reading.promotion,
            MoveClass::Ordinary,
        );
        why.escapes.push(Escape {
            mv: format_move(self.definition, mv, CellStyle::Plain),
            refuted_by: by.unwrap_or_default(),
            sentence: format!("{}.", capital(&text)),
        });
    }

    /// Pieces of the same side on cells that the royal piece could otherwise reach.
    pub(super) fn own_pieces_around(&self) -> Vec<usize> {
        let game = self.position.game();
        let reach = game.destinations(
            self.royal.piece.kind,
            self.royal.piece.side,
            self.royal.name,
            self.royal.body,
            CellSet::EMPTY,
        );
        let own = |cell: &Cell| {
            let piece = self.position.piece(*cell);
            !self.royal.body.contains(*cell)
                && piece.is_some_and(|piece| piece.side == self.royal.piece.side)
        };
        reach.quiet.iter().filter(own).map(Cell::index).collect()
    }
}

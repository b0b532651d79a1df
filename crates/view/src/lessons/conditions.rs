//! What a task asks of a move, judged by the rules.

use super::data::{Goal, Neighborhood};
use hyperrook_explain::words::a;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::words::{capital, list};
use hyperrook_rules::{Definition, Game, Move, MoveClass, Position, Reason};

/// Why a legal move does not do what is asked; `None` if it does.
pub(super) fn missed(goal: &Goal, position: &Position, mv: Move) -> Result<Option<String>, String> {
    let after = position.after(mv).map_err(|error| error.to_string())?;
    let judge = TaskJudge {
        position,
        definition: position.game().definition(),
        after,
        mv,
    };
    let reasons = [
        judge.piece(goal)?,
        judge.origin(goal)?,
        judge.transforms(goal)?,
        judge.captures(goal)?,
        judge.becomes(goal)?,
        judge.to(goal)?,
        judge.near(goal)?,
        judge.attacks(goal)?,
        judge.defends(goal)?,
        judge.wins(goal),
        judge.check(goal),
        judge.holds(goal),
        judge.safe(goal),
    ];
    Ok(reasons.into_iter().flatten().next())
}

/// The cell with a name or an address.
pub(super) fn cell(game: &Game, name: &str) -> Result<Cell, String> {
    let found = game.board().cell(name);
    found.ok_or_else(|| format!("the board has no cell `{name}`"))
}

/// The cells next to a cell: at most one step along each axis of a group, none along others.
pub(super) fn near(game: &Game, near: &Neighborhood) -> Result<CellSet, String> {
    let definition = game.definition();
    let centre = cell(game, &near.cell)?;
    let mut groups = definition.groups().iter();
    let group = groups
        .find(|group| group.name == near.group)
        .ok_or_else(|| format!("the game has no group of axes `{}`", near.group))?;
    let chart = &game.board().charts()[group.chart];
    let here = chart.coordinate(centre);
    let is_near = |other: &Cell| {
        let there = chart.coordinate(*other);
        let mut axes = here.as_slice().iter().zip(there.as_slice()).enumerate();
        *other != centre
            && axes.all(|(axis, (a, b))| {
                let most = i16::from(group.axes.contains(&axis));
                (a - b).abs() <= most
            })
    };
    Ok(game.board().cells().filter(is_near).collect())
}

fn name_of(definition: &Definition, letter: char) -> Result<&str, String> {
    let kind = definition.kind(letter);
    let kind = kind.ok_or_else(|| format!("the game has no piece `{letter}`"))?;
    Ok(&definition.piece(kind).name)
}

struct TaskJudge<'a> {
    position: &'a Position,
    definition: &'a Definition,
    after: Position,
    mv: Move,
}

type FailureReason = Option<String>;

impl TaskJudge<'_> {
    fn name(&self, cell: Cell) -> String {
        self.definition.board().name(cell)
    }

    /// The name of the piece that moves.
    fn mover(&self) -> &str {
        let piece = self.position.piece(self.mv.origin());
        piece.map_or("piece", |piece| &self.definition.piece(piece.kind).name)
    }

    fn cells(&self, names: &[String]) -> Result<Vec<Cell>, String> {
        let game = self.position.game();
        names.iter().map(|name| cell(game, name)).collect()
    }

    fn piece(&self, goal: &Goal) -> Result<FailureReason, String> {
        let Some(letter) = goal.piece else {
            return Ok(None);
        };
        let wanted = name_of(self.definition, letter)?;
        let mover = self.mover();
        Ok((wanted != mover).then(|| format!("You moved the {mover}. Move the {wanted}.")))
    }

    fn origin(&self, goal: &Goal) -> Result<FailureReason, String> {
        let Some(name) = &goal.from else {
            return Ok(None);
        };
        let from = cell(self.position.game(), name)?;
        let other = self.mv.origin() != from;
        Ok(other.then(|| format!("Move the piece on {}.", self.name(from))))
    }

    fn to(&self, goal: &Goal) -> Result<FailureReason, String> {
        let cells = self.cells(&goal.to)?;
        let destination = self.mv.destination();
        if cells.is_empty() || cells.contains(&destination) {
            return Ok(None);
        }
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        Ok(Some(format!(
            "The {} can go to {}, but it should go to {}.",
            self.mover(),
            self.name(destination),
            list(&names, "or")
        )))
    }

    fn near(&self, goal: &Goal) -> Result<FailureReason, String> {
        let Some(wanted) = &goal.near else {
            return Ok(None);
        };
        let destination = self.mv.destination();
        let cells = near(self.position.game(), wanted)?;
        Ok((!cells.contains(destination)).then(|| {
            format!(
                "{} is not next to {} {}.",
                capital(&self.name(destination)),
                wanted.cell,
                wanted.words
            )
        }))
    }

    fn captures(&self, goal: &Goal) -> Result<FailureReason, String> {
        let Some(letter) = goal.captures else {
            return Ok(None);
        };
        let wanted = name_of(self.definition, letter)?;
        let captured = self.position.captures(self.mv);
        let kinds = captured.iter().filter_map(|cell| self.position.piece(cell));
        let names: Vec<&str> = kinds
            .map(|piece| &*self.definition.piece(piece.kind).name)
            .collect();
        if names.contains(&wanted) {
            return Ok(None);
        }
        Ok(Some(if names.is_empty() {
            format!("This move captures nothing. Capture the {wanted}.")
        } else {
            format!(
                "This move captures {}. Capture the {wanted}.",
                list(&names.iter().map(|name| a(name)).collect::<Vec<_>>(), "and")
            )
        }))
    }

    fn transforms(&self, goal: &Goal) -> Result<FailureReason, String> {
        let does = self.mv.class() == MoveClass::Transformation;
        Ok((goal.transforms && !does).then(|| format!("The {} does not transform.", self.mover())))
    }

    fn becomes(&self, goal: &Goal) -> Result<FailureReason, String> {
        let Some(letter) = goal.becomes else {
            return Ok(None);
        };
        let wanted = name_of(self.definition, letter)?;
        let promotion = self.mv.promotion();
        let becomes = promotion.map(|kind| &*self.definition.piece(kind).name);
        Ok(match becomes {
            Some(name) if name == wanted => None,
            Some(name) => Some(format!("It becomes {}, not {}.", a(name), a(wanted))),
            None => Some(format!("No piece becomes {} by this move.", a(wanted))),
        })
    }

    fn attacks(&self, goal: &Goal) -> Result<FailureReason, String> {
        let side = self.position.turn();
        let destination = self.mv.destination();
        let misses = |cell: &Cell| !self.after.attackers(*cell, side).contains(destination);
        let cells = self.cells(&goal.attacks)?;
        Ok(cells.into_iter().find(misses).map(|cell| {
            format!(
                "From {} the {} does not attack {}.",
                self.name(destination),
                self.mover(),
                self.name(cell)
            )
        }))
    }

    fn defends(&self, goal: &Goal) -> Result<FailureReason, String> {
        let side = self.position.turn();
        let misses = |cell: &Cell| self.after.attackers(*cell, side).is_empty();
        let cells = self.cells(&goal.defends)?;
        let undefended = cells.into_iter().find(misses);
        Ok(undefended.map(|cell| format!("After this move nothing defends {}.", self.name(cell))))
    }

    fn wins(&self, goal: &Goal) -> FailureReason {
        let won = self
            .after
            .outcome()
            .is_some_and(|end| end.winner == Some(self.position.turn()));
        if !goal.wins || won {
            return None;
        }
        if !self.asks_for_mate() {
            return Some("This move does not win the game.".to_owned());
        }
        let replies = self.after.moves();
        let enemy = self.after.turn();
        Some(match replies.first() {
            _ if !self.after.in_check() => {
                format!("{enemy} is not in check after this move.")
            }
            Some(reply) => {
                let board = self.definition.board();
                format!(
                    "It is check, but {enemy} can answer: for example from {} to {}.",
                    board.name(reply.origin()),
                    board.name(reply.destination())
                )
            }
            None => "This move does not win the game.".to_owned(),
        })
    }

    /// Whether every move that wins at once gives mate: only then what is wrong with another move is
    /// that it gives no check, or that the enemy can answer.
    fn asks_for_mate(&self) -> bool {
        let moves = self.position.moves().into_iter();
        let mut wins = moves
            .filter_map(|mv| self.position.after(mv).ok()?.outcome())
            .filter(|end| end.winner == Some(self.position.turn()));
        wins.all(|end| end.reason == Reason::Checkmate)
    }

    fn check(&self, goal: &Goal) -> FailureReason {
        match goal.check {
            Some(true) if !self.after.in_check() => Some("This move gives no check.".to_owned()),
            Some(false) if self.after.in_check() => Some("This move gives check.".to_owned()),
            _ => None,
        }
    }

    fn holds(&self, goal: &Goal) -> FailureReason {
        let side = self.position.turn();
        let count = self.definition.holds().len();
        let held = (0..count).any(|hold| self.after.state().holds(hold, side));
        match goal.holds {
            Some(true) if !held => Some("The enemy king is not held after this move.".to_owned()),
            Some(false) if held => Some("The enemy king is still held.".to_owned()),
            _ => None,
        }
    }

    fn safe(&self, goal: &Goal) -> FailureReason {
        if !goal.safe {
            return None;
        }
        let destination = self.mv.destination();
        let takes = |reply: &&Move| self.after.captures(**reply).contains(destination);
        let replies = self.after.moves();
        let reply = replies.iter().find(takes)?;
        let taker = self.after.piece(reply.origin());
        let taker = taker.map_or("enemy", |piece| &self.definition.piece(piece.kind).name);
        Some(format!(
            "There the {taker} on {} can capture it.",
            self.name(reply.origin())
        ))
    }
}

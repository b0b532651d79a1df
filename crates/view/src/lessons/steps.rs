//! Steps of a lesson: positions are set up, tasks are solved and compared with what the
//! file says.

use super::conditions::{cell, missed, near};
use super::data::{CellQuestion, LessonData, Question, StepData, TaskData};
use super::error::LessonError;
use crate::game::game_ref;
use crate::types::{Lesson, LessonStep, LessonTask, TaskKind, WrongMoves};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::position::{format_position, parse_position};
use hyperrook_rules::{Game, Piece, Position, Setup, Side};
use std::collections::BTreeSet;

/// The lesson, or everything that is wrong with it.
pub(super) fn lesson(game: &Game, data: &LessonData) -> Result<Lesson, Vec<LessonError>> {
    let mut errors = Vec::new();
    let mut steps = Vec::new();
    let mut ids = BTreeSet::new();
    for step in &data.step {
        let plain = |c: char| c.is_ascii_lowercase() || c == '-';
        if step.id.is_empty() || step.id.len() > 40 || !step.id.chars().all(plain) {
            let message = "an ID has 1 to 40 small letters and hyphens";
            errors.push(LessonError::new(&step.id, message));
        }
        if !ids.insert(&step.id) {
            errors.push(LessonError::new(&step.id, "two steps have this ID"));
        }
        match read_step(game, step) {
            Ok(step) => steps.push(step),
            Err(message) => errors.push(LessonError::new(&step.id, message)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Lesson {
        game: game_ref(game.definition()),
        title: data.title.clone(),
        minutes: data.minutes,
        steps,
    })
}

fn read_step(game: &Game, step: &StepData) -> Result<LessonStep, String> {
    let position = position(game, step)?;
    let marks = step.marks.iter().map(|name| cell(game, name));
    let marks: Vec<Cell> = marks.collect::<Result<_, String>>()?;
    let paragraphs = step.text.split("\n\n").map(|text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ")
    });
    Ok(LessonStep {
        id: step.id.clone(),
        title: step.title.clone(),
        text: paragraphs.filter(|text| !text.is_empty()).collect(),
        position: format_position(&position),
        marks: marks.into_iter().map(Cell::index).collect(),
        task: match &step.task {
            Some(task) => Some(read_task(&position, task)?),
            None => None,
        },
    })
}

/// The position of a step.
fn position(game: &Game, step: &StepData) -> Result<Position, String> {
    if let Some(text) = &step.position {
        return parse_position(game, text).map_err(|error| error.to_string());
    }
    if step.white.is_empty() && step.black.is_empty() {
        return Ok(game.start());
    }
    let mut setup = Setup::empty(game.board().len());
    for (side, pieces) in [(Side::White, &step.white), (Side::Black, &step.black)] {
        for word in pieces.split_whitespace() {
            put(game, &mut setup, side, word)?;
        }
    }
    setup.turn = step.turn.map_or(Side::White, Side::from);
    if let Some(holder) = step.holds {
        setup.state.holds = 1 << Side::from(holder).index();
    }
    if let Some(bound) = step.bound {
        setup.state.bound = 1 << Side::from(bound).index();
    }
    game.position(&setup).map_err(|faults| faults.to_string())
}

/// Puts a piece on the board: `Ke1`.
fn put(game: &Game, setup: &mut Setup, side: Side, word: &str) -> Result<(), String> {
    let definition = game.definition();
    let mut letters = word.chars();
    let letter = letters.next().unwrap_or(' ');
    let kind = definition.kind(letter);
    let kind = kind.ok_or_else(|| format!("`{word}`: the game has no piece `{letter}`"))?;
    let at = cell(game, letters.as_str())?;
    let body = definition.body(kind, at);
    let body = body.ok_or_else(|| format!("`{word}`: the piece cannot stand there"))?;
    for cell in body {
        if setup.piece(cell).is_some() {
            return Err(format!("`{word}`: there is another piece"));
        }
        setup.put(cell, Some(Piece { side, kind }));
    }
    Ok(())
}

fn read_task(position: &Position, task: &TaskData) -> Result<LessonTask, String> {
    let mut found = LessonTask {
        kind: task.kind,
        ask: task.ask.clone(),
        hint: task.hint.clone(),
        done: task.done.clone(),
        moves: Vec::new(),
        wrong: Vec::new(),
        cells: Vec::new(),
        answer: None,
        from: None,
        attempt: None,
        level: task.level,
    };
    match task.kind {
        TaskKind::Move => moves(position, task, &mut found)?,
        TaskKind::Cell | TaskKind::Cells => {
            let which = task.which.as_ref().ok_or("`which` is missing")?;
            let cells = which_cells(position, which)?;
            let names: Vec<String> = cells
                .iter()
                .map(|cell| position.game().board().name(cell))
                .collect();
            same_answers(&task.answers, names)?;
            if let CellQuestion::MovesOf(name) | CellQuestion::CapturedBy(name) = which {
                found.from = Some(cell(position.game(), name)?.index());
            }
            found.cells = cells.iter().map(Cell::index).collect();
        }
        TaskKind::Question => {
            let question = task.is.as_ref().ok_or("`is` is missing")?;
            let answer = answer(position, question)?;
            if task.answer != Some(answer) {
                return Err(format!("the answer is {answer}, not {:?}", task.answer));
            }
            if let Question::Legal(text) = question {
                found.attempt = Some(text.clone());
            }
            found.answer = Some(answer);
        }
        TaskKind::Game => {
            let levels = hyperrook_search::Strength::LEVELS;
            if !task.level.is_some_and(|level| levels.contains(&level)) {
                return Err("`level` is missing, or is no level of the computer".to_owned());
            }
        }
    }
    Ok(found)
}

/// The claimed answers are exactly those found.
fn same_answers(claimed: &[String], found: Vec<String>) -> Result<(), String> {
    if found.is_empty() {
        return Err("there is no right answer".to_owned());
    }
    let claimed: BTreeSet<&str> = claimed.iter().map(String::as_str).collect();
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    if claimed == found {
        return Ok(());
    }
    let quoted: Vec<String> = found.iter().map(|text| format!("\"{text}\"")).collect();
    Err(format!("the answers are [{}]", quoted.join(", ")))
}

fn moves(position: &Position, task: &TaskData, found: &mut LessonTask) -> Result<(), String> {
    let definition = position.game().definition();
    for mv in position.moves() {
        let text = format_move(definition, mv, CellStyle::Plain);
        match missed(&task.goal, position, mv)? {
            None => found.moves.push(text),
            Some(sentence) => match found.wrong.iter_mut().find(|w| w.sentence == sentence) {
                Some(wrong) => wrong.moves.push(text),
                None => found.wrong.push(WrongMoves {
                    sentence,
                    moves: vec![text],
                }),
            },
        }
    }
    if found.wrong.is_empty() {
        return Err("every legal move is right".to_owned());
    }
    same_answers(&task.answers, found.moves.clone())
}

fn which_cells(position: &Position, which: &CellQuestion) -> Result<CellSet, String> {
    let game = position.game();
    let definition = game.definition();
    let kind = |letter: char| {
        let kind = definition.kind(letter);
        kind.ok_or_else(|| format!("the game has no piece `{letter}`"))
    };
    Ok(match which {
        CellQuestion::Named(name) => [cell(game, name)?].into_iter().collect(),
        CellQuestion::MovesOf(name) => {
            let moves = position.moves_from(cell(game, name)?);
            moves.into_iter().map(|mv| mv.destination()).collect()
        }
        CellQuestion::CapturedBy(name) => {
            let moves = position.moves_from(cell(game, name)?);
            let captured = moves.into_iter().map(|mv| position.captures(mv));
            captured.fold(CellSet::EMPTY, |all, cells| all | cells)
        }
        CellQuestion::AttackersOf(name) => {
            position.attackers(cell(game, name)?, position.turn().other())
        }
        CellQuestion::Checkers => position.checkers(),
        CellQuestion::Near(wanted) => near(game, wanted)?,
        CellQuestion::Pieces(letter) => {
            let piece = Some(Piece {
                side: position.turn(),
                kind: kind(*letter)?,
            });
            let cells = game.board().cells();
            cells
                .filter(|&cell| position.piece(cell) == piece)
                .collect()
        }
        CellQuestion::PromotionOf(letter) => {
            definition.promotion_cells(position.turn(), kind(*letter)?)
        }
    })
}

fn answer(position: &Position, question: &Question) -> Result<bool, String> {
    Ok(match question {
        Question::Check => position.in_check(),
        Question::Checkmate => position.in_check() && position.moves().is_empty(),
        Question::Over => position.outcome().is_some(),
        Question::Legal(text) => parse_move(position, text).is_ok(),
        Question::Movable(name) => !position.moves_from(cell(position.game(), name)?).is_empty(),
    })
}

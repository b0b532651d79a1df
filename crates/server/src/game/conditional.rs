//! Conditional moves: answers that a player has prepared, made at once.

use super::model::{ConditionalMoves, StoredGame};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::parse_any;
use hyperrook_rules::Position;

/// The most lines.
const MAX_LINES: usize = 50;
/// The most moves of a line.
const MAX_MOVES: usize = 60;

/// Reads lines of moves from a position. The result has move texts, and each line
/// ends with an answer.
///
/// # Errors
/// A sentence for people.
pub(super) fn parse(from: &Position, lines: &[Vec<String>]) -> Result<Vec<Vec<String>>, String> {
    if lines.len() > MAX_LINES {
        return Err(format!(
            "There are {} lines of conditional moves; at most {MAX_LINES} are possible.",
            lines.len()
        ));
    }
    let mut parsed: Vec<Vec<String>> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let number = number + 1;
        if line.len() < 2 || line.len() > MAX_MOVES {
            return Err(format!(
                "Line {number} has {} moves; a line has 2 to {MAX_MOVES}.",
                line.len()
            ));
        }
        let mut position = from.clone();
        let mut texts = Vec::new();
        for text in line {
            let fault = |reason: String| format!("Line {number}, move {text}: {reason}");
            let mv = parse_any(&position, text).map_err(|error| fault(error.to_string()))?;
            let definition = position.game().definition();
            texts.push(format_move(definition, mv, CellStyle::Plain));
            position = position
                .after(mv)
                .map_err(|error| fault(error.to_string()))?;
        }
        // The opponent's last move has no answer.
        texts.truncate(texts.len() / 2 * 2);
        if contradicts(&parsed, &texts) {
            return Err(format!(
                "Line {number} answers the same moves differently from an earlier line."
            ));
        }
        parsed.push(texts);
    }
    Ok(parsed)
}

/// Whether a line answers the same moves differently from one of the others.
fn contradicts(lines: &[Vec<String>], new: &[String]) -> bool {
    lines.iter().any(|line| {
        let same = line.iter().zip(new).take_while(|(a, b)| a == b).count();
        // Answers are the second, fourth, … move.
        same % 2 == 1 && same < line.len() && same < new.len()
    })
}

impl ConditionalMoves {
    /// What remains after a move.
    pub(super) fn after(&self, mv: &str) -> Option<ConditionalMoves> {
        let lines = self
            .lines
            .iter()
            .filter(|line| line.first().is_some_and(|first| first == mv));
        let rest = lines.map(|line| line[1..].to_vec());
        let lines: Vec<Vec<String>> = rest.filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then_some(ConditionalMoves {
            seq: self.seq + 1,
            lines,
        })
    }
}

impl StoredGame {
    /// The move that the side to move has prepared for the present position.
    pub(crate) fn prepared_answer(&self) -> Option<&str> {
        let conditional = self.conditional[self.turn.index()].as_ref()?;
        if conditional.seq != self.seq {
            return None;
        }
        conditional.lines.first()?.first().map(String::as_str)
    }
}

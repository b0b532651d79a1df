//! Conditional moves: what a player wants answered at once.

use super::live_game::{LiveGame, index};
use crate::store::ConditionalMoves;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::{format_short, parse_any};
use hyperrook_rules::Position;
use hyperrook_view::types::{Node, Side, Tree};

/// The most lines of a plan.
pub(crate) const MAX_LINES: usize = 50;
/// The most moves of a line.
pub(crate) const MAX_MOVES: usize = 60;

/// Reads lines of moves from a position: as move texts, each with an answer to
/// the opponent's last move.
pub(crate) fn read(from: &Position, lines: &[Vec<String>]) -> Result<Vec<Vec<String>>, String> {
    if lines.len() > MAX_LINES {
        return Err(format!("at most {MAX_LINES} lines"));
    }
    let mut read: Vec<Vec<String>> = Vec::new();
    for line in lines {
        if line.len() < 2 || line.len() > MAX_MOVES {
            return Err(format!("a line has 2 to {MAX_MOVES} moves"));
        }
        let mut position = from.clone();
        let mut texts = Vec::new();
        for text in line {
            let mv = parse_any(&position, text).map_err(|error| error.to_string())?;
            let definition = position.game().definition();
            texts.push(format_move(definition, mv, CellStyle::Plain));
            position = position.after(mv).map_err(|error| error.to_string())?;
        }
        // What the opponent does last needs no answer.
        texts.truncate(texts.len() / 2 * 2);
        if !contradicts(&read, &texts) {
            read.push(texts);
        } else {
            return Err("two lines answer the same moves differently".to_owned());
        }
    }
    Ok(read)
}

/// Whether a line answers the same moves otherwise than one of the others.
fn contradicts(lines: &[Vec<String>], new: &[String]) -> bool {
    lines.iter().any(|line| {
        let same = line.iter().zip(new).take_while(|(a, b)| a == b).count();
        // Answers are the second, fourth, … move.
        same % 2 == 1 && same < line.len() && same < new.len()
    })
}

/// What remains of a plan after a move.
pub(crate) fn after(plan: &ConditionalMoves, mv: &str) -> Option<ConditionalMoves> {
    let lines = plan
        .lines
        .iter()
        .filter(|line| line.first().is_some_and(|first| first == mv));
    let rest = lines.map(|line| line[1..].to_vec());
    let lines: Vec<Vec<String>> = rest.filter(|line| !line.is_empty()).collect();
    (!lines.is_empty()).then_some(ConditionalMoves {
        seq: plan.seq + 1,
        lines,
    })
}

/// The move that the side to move has planned to make now.
pub(crate) fn answer(game: &LiveGame) -> Option<String> {
    let plan = game.row.extra.plans[index(game.row.turn)].as_ref()?;
    (plan.seq == game.row.seq)
        .then(|| plan.lines.first()?.first().cloned())
        .flatten()
}

/// The plan of a side as a tree of moves from the present position.
pub(crate) fn tree(game: &LiveGame, side: Side) -> Option<Tree> {
    let plan = game.row.extra.plans[index(side)].as_ref()?;
    if plan.seq != game.row.seq {
        return None;
    }
    let mut nodes: Vec<Node> = Vec::new();
    for line in &plan.lines {
        let mut parent = None;
        let mut position = game.history.position().clone();
        for text in line {
            let mv = hyperrook_notation::moves::parse_move(&position, text).ok()?;
            let known = nodes
                .iter()
                .find(|node| node.parent == parent && node.mv == *text);
            parent = match known {
                Some(node) => Some(node.id),
                None => {
                    let id = u32::try_from(nodes.len() + 1).unwrap_or(u32::MAX);
                    nodes.push(Node {
                        id,
                        parent,
                        mv: text.clone(),
                        short: format_short(&position, mv),
                        comment: String::new(),
                        nags: Vec::new(),
                    });
                    Some(id)
                }
            };
            position = position.after(mv).ok()?;
        }
    }
    Some(Tree {
        game: game.row.game.clone(),
        tags: Vec::new(),
        start: Some(game.row.position.clone()),
        comment: String::new(),
        nodes,
    })
}

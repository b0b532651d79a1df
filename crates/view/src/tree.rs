//! Converts records to trees of moves, and back.
//!
//! A tree does not have everything that a record can have: comments before and after a move
//! become one comment, and the order of comments and variations after the same move is
//! lost.

use crate::game::game_ref;
use crate::position::read;
use crate::types::{MoveTree, TreeNode};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::position::{PositionTextError, format_position, parse_position};
use hyperrook_notation::record::{
    Annotation, Comment, Element, GameError, GameResult, MAX_DEPTH, MoveStyle, Ply, Record,
    RecordError, RecordLimits, RecordReader, Replay, ReplayError, TagNameError, Tags, Variation,
    WriteError, format_record,
};
use hyperrook_notation::short::{AnyMoveError, format_short};
use hyperrook_rules::{Game, Move, Position};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// The greatest number of moves of a tree, including variations.
pub const MAX_NODES: usize = 5_000;

/// Why a record cannot be read as a tree.
#[derive(Debug, Error)]
pub enum ReadTreeError {
    /// The text is not a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The text has no record.
    #[error("the text has no record")]
    Nothing,
    /// A move cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The record has too many moves.
    #[error("the record has more than {MAX_NODES} moves")]
    TooManyMoves,
}

/// Why a tree cannot be written as a record.
#[derive(Debug, Error)]
pub enum TreeError {
    /// The start is not a position of the game.
    #[error("{0}")]
    Start(PositionTextError),
    /// The tree has too many moves.
    #[error("{0} moves are too many; a tree can have at most {MAX_NODES}")]
    TooManyMoves(usize),
    /// Variations are nested too deeply.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// Two nodes have the same ID.
    #[error("two nodes have the number {0}")]
    SameId(u32),
    /// A parent does not come before its child.
    #[error("the parent {parent} of node {id} does not come before it")]
    Parent {
        /// The ID of the child.
        id: u32,
        /// The ID of the parent.
        parent: u32,
    },
    /// A move cannot be played.
    #[error("node {id}: {error}")]
    Move {
        /// The ID of the node.
        id: u32,
        /// Why it cannot be played.
        error: AnyMoveError,
    },
    /// The name of a tag is not allowed.
    #[error(transparent)]
    Tag(#[from] TagNameError),
    /// The record cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Reads the first record of a text as a tree. `resolve` finds the game by the tags.
///
/// # Errors
/// If the text is not a record, or a move cannot be played.
pub fn read_record(
    text: &str,
    resolve: impl FnOnce(&Tags) -> Result<Game, GameError>,
) -> Result<MoveTree, ReadTreeError> {
    let mut records = RecordReader::with_limits(
        text.as_bytes(),
        // Comments and tags are items, too.
        RecordLimits::default().items(4 * MAX_NODES),
    );
    let record = records.next().ok_or(ReadTreeError::Nothing)??;
    // Count first, because playing moves takes longer than reading them.
    if count(&record.line) > MAX_NODES {
        return Err(ReadTreeError::TooManyMoves);
    }
    Ok(tree(&record.replay(resolve)?))
}

/// The number of moves of a line with its variations.
fn count<M>(line: &Variation<M>) -> usize {
    let after = line.plies.iter().flat_map(|ply| &ply.after);
    let inner = after.map(|item| match item {
        Element::Variation(line) => count(line),
        Element::Annotation(_) => 0,
    });
    line.plies.len() + inner.sum::<usize>()
}

/// A record as a tree.
pub fn tree(replay: &Replay) -> MoveTree {
    let definition = replay.game().definition();
    let start = format_position(&replay.start);
    let tags = replay.record.tags.iter();
    let mut tree = MoveTree {
        game: game_ref(definition),
        tags: tags
            .map(|(name, value)| [name.to_owned(), value.to_owned()])
            .collect(),
        start: (start != format_position(&replay.game().start())).then_some(start),
        comment: joined_comments(&replay.record.line.intro),
        nodes: Vec::new(),
    };
    add_line(&mut tree, &replay.record.line, &replay.start, None, "");
    tree
}

/// Adds a line to a tree. `before` is the comment before its first move.
fn add_line(
    tree: &mut MoveTree,
    line: &Variation<Move>,
    start: &Position,
    parent: Option<u32>,
    before: &str,
) {
    let mut parent = parent;
    let mut position = start.clone();
    for (i, ply) in line.plies.iter().enumerate() {
        let id = tree.nodes.len() as u32;
        let notes: Vec<Annotation> = ply.after.iter().filter_map(note).collect();
        let first = if i == 0 { before } else { "" };
        let parts = [
            first.to_owned(),
            joined_comments(&ply.before),
            joined_comments(&notes),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        tree.nodes.push(TreeNode {
            id,
            parent,
            mv: format_move(position.game().definition(), ply.mv, CellStyle::Plain),
            short: format_short(&position, ply.mv),
            comment: parts.join(" "),
            nags: glyphs(&ply.before).chain(glyphs(&notes)).collect(),
        });
        for item in &ply.after {
            if let Element::Variation(line) = item {
                add_line(tree, line, &position, parent, &joined_comments(&line.intro));
            }
        }
        parent = Some(id);
        match position.after(ply.mv) {
            Ok(after) => position = after,
            // The moves were replayed, so they are legal.
            Err(_) => return,
        }
    }
}

fn note(item: &Element<Move>) -> Option<Annotation> {
    match item {
        Element::Annotation(note) => Some(note.clone()),
        Element::Variation(_) => None,
    }
}

fn joined_comments(notes: &[Annotation]) -> String {
    let texts = notes.iter().filter_map(|note| match note {
        Annotation::Comment(comment) => Some(comment.text.trim()),
        Annotation::Glyph(_) => None,
    });
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}

fn glyphs(notes: &[Annotation]) -> impl Iterator<Item = u8> {
    notes.iter().filter_map(|note| match note {
        Annotation::Glyph(number) => Some(*number),
        Annotation::Comment(_) => None,
    })
}

/// Writes a tree as a record.
///
/// # Errors
/// If the tree has a fault.
pub fn write_record(game: &Game, tree: &MoveTree) -> Result<String, TreeError> {
    if tree.nodes.len() > MAX_NODES {
        return Err(TreeError::TooManyMoves(tree.nodes.len()));
    }
    let start = match &tree.start {
        None => game.start(),
        Some(text) => parse_position(game, text).map_err(TreeError::Start)?,
    };
    let mut tags = Tags::new();
    for [name, value] in &tree.tags {
        tags.set(name, value)?;
    }
    let mut children: HashMap<Option<u32>, Vec<&TreeNode>> = HashMap::new();
    let mut known: HashSet<u32> = HashSet::new();
    for node in &tree.nodes {
        if let Some(parent) = node.parent.filter(|parent| !known.contains(parent)) {
            return Err(TreeError::Parent {
                id: node.id,
                parent,
            });
        }
        if !known.insert(node.id) {
            return Err(TreeError::SameId(node.id));
        }
        children.entry(node.parent).or_default().push(node);
    }
    let mut line = LineBuilder {
        children: &children,
    }
    .line(None, None, &start, 0)?;
    line.intro = comment(&tree.comment).into_iter().collect();
    let stated = tags.get("Result").and_then(|result| result.parse().ok());
    let mut replay = Replay {
        start,
        record: Record {
            tags,
            line,
            result: GameResult::Open,
        },
        warnings: Vec::new(),
    };
    let by_rules = || GameResult::of(replay.history().outcome());
    replay.record.result = stated.unwrap_or_else(by_rules);
    Ok(format_record(&replay.to_record(MoveStyle::Short))?)
}

/// Builds lines from nodes.
struct LineBuilder<'t> {
    children: &'t HashMap<Option<u32>, Vec<&'t TreeNode>>,
}

impl LineBuilder<'_> {
    /// The line that begins with the node `first`, or with the first child of a parent.
    fn line(
        &self,
        parent: Option<u32>,
        first: Option<&TreeNode>,
        start: &Position,
        depth: usize,
    ) -> Result<Variation<Move>, TreeError> {
        if depth > MAX_DEPTH {
            return Err(TreeError::TooDeep);
        }
        let none = Vec::new();
        let of = |parent: Option<u32>| self.children.get(&parent).unwrap_or(&none);
        let mut line = Variation::default();
        let mut position = start.clone();
        let mut parent = parent;
        let mut first = first;
        loop {
            // A variation begins with `first`. Its siblings are alternatives in the line
            // that it leaves.
            let (node, others) = match (first.take(), &of(parent)[..]) {
                (Some(node), _) => (node, &[][..]),
                (None, [node, others @ ..]) => (*node, others),
                (None, []) => return Ok(line),
            };
            let fault = |error| TreeError::Move { id: node.id, error };
            let mv = read(&position, &node.mv).map_err(fault)?;
            let mut ply = Ply::new(mv);
            let glyphs = node.nags.iter().map(|&number| Annotation::Glyph(number));
            let notes = glyphs.chain(comment(&node.comment));
            ply.after.extend(notes.map(Element::Annotation));
            for other in others {
                let line = self.line(parent, Some(other), &position, depth + 1)?;
                ply.after.push(Element::Variation(line));
            }
            line.plies.push(ply);
            // The move was parsed as a legal move.
            let _ = position.play(mv);
            parent = Some(node.id);
        }
    }
}

fn comment(text: &str) -> Option<Annotation> {
    let comment = Comment::new(text);
    (!comment.text.is_empty()).then_some(Annotation::Comment(comment))
}

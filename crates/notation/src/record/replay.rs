//! Records whose moves have been read by the rules.

use super::limits::MAX_DEPTH;
use super::movetext::next_move;
use super::resolve::is_standard;
use super::write::format_line;
use super::{Annotation, Comment, Element, GameError, GameResult, Ply, Record, Tags, Variation};
use crate::moves::{CellStyle, format_move};
use crate::position::{PositionTextError, format_position, parse_position};
use crate::short::{AnyMoveError, format_short, parse_any};
use hyperrook_rules::{Game, History, Move, Position, Side};
use thiserror::Error;

/// How the moves of a record are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum MoveStyle {
    /// In short notation: `Nf3`.
    #[default]
    Short,
    /// As move texts: `g1f3`.
    Text(CellStyle),
}

/// A record with its game, its starting position and its moves by the rules.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The starting position.
    pub start: Position,
    /// The record with all its moves, including those of variations as far as a null move.
    pub record: Record<Move>,
    /// Contradictions in the record that leave all moves legal, and null moves.
    pub warnings: Vec<ReplayWarning>,
}

/// The record was made with other rules than those of the game at hand, although the game and its
/// options have the same names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the record was made with other rules of {game} (rule set {recorded}) than these \
     ({present})"
)]
#[non_exhaustive]
pub struct RuleSetDiffers {
    /// The game's name.
    pub game: String,
    /// The identity in the record.
    pub recorded: String,
    /// The identity of the game at hand.
    pub present: String,
}

/// A contradiction in a record that leaves all moves legal, or null moves in its variations.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayWarning {
    /// The record was made with other rules.
    #[error(transparent)]
    RuleSet(#[from] Box<RuleSetDiffers>),
    /// Variations have null moves.
    #[error(transparent)]
    NullMoves(#[from] NullMoves),
    /// The `Result` tag differs from the result after the moves.
    #[error("the tag says that the result is {tag}, the end of the moves says {end}")]
    ResultTag {
        /// The tag's value.
        tag: String,
        /// The result after the moves.
        end: GameResult,
    },
    /// The rules give another result for the last position.
    #[error("the result is {recorded}, but the last position is {rules} by {reason}")]
    Outcome {
        /// The result in the record.
        recorded: GameResult,
        /// The result by the rules.
        rules: GameResult,
        /// The reason of that result, in words.
        reason: String,
    },
}

/// The variations of a record that have null moves. The moves of a variation from its null move on
/// are in the replay as the text of a comment.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}move {number} of {side}, {text}); from there on {}",
    if *.count == 1 {
        "a variation has a null move (".to_owned()
    } else {
        format!("{count} variations have null moves (the first is ")
    },
    if *.count == 1 { "its moves are only a comment" } else { "their moves are only comments" }
)]
#[non_exhaustive]
pub struct NullMoves {
    /// The number of such variations.
    pub count: usize,
    /// The number of the first null move, as in `12... --`.
    pub number: u32,
    /// The side that passes.
    pub side: Side,
    /// The null move as it is written, `--`.
    pub text: String,
}

/// Why a record cannot be replayed. In a stream of many records,
/// [`RecordReader::records_read`](super::RecordReader::records_read) gives its number.
///
/// ```
/// use hyperrook_notation::record::{Record, ReplayError, ShippedGames};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let record: Record = "1. e4 e5 2. Ke3 *".parse()?;
/// let shipped = ShippedGames::default();
/// let error = record.replay(|tags| shipped.resolve(tags)).unwrap_err();
/// assert!(error.to_string().starts_with("move 2 of White, Ke3: "));
/// let ReplayError::Move { number, ply, text, .. } = error else {
///     panic!("no move is at fault");
/// };
/// assert_eq!((number, ply, text.as_str()), (2, 3, "Ke3"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// Its game cannot be found.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Its starting position is not one of the game.
    #[error("the starting position has {}{}", start_faults(error), aside(.rule_set))]
    #[non_exhaustive]
    Start {
        /// What is wrong with it.
        error: PositionTextError,
        /// Set if the record was made with other rules.
        rule_set: Option<Box<RuleSetDiffers>>,
    },
    /// One of its moves cannot be read or is not legal.
    #[error(
        "move {number} of {side}, {text}{}: {}{}",
        if *.in_variation { ", in a variation" } else { "" },
        .error.reason(),
        aside(.rule_set)
    )]
    #[non_exhaustive]
    Move {
        /// The number of the move, as in `12... Nf3`.
        number: u32,
        /// The side that makes it.
        side: Side,
        /// The number of the half-move since the start of the record, from 1.
        ply: usize,
        /// The move as it is written, `Nf3`.
        text: String,
        /// Whether the move is in a variation.
        in_variation: bool,
        /// What is wrong with it.
        error: Box<AnyMoveError>,
        /// Set if the record was made with other rules.
        rule_set: Option<Box<RuleSetDiffers>>,
    },
    /// Variations are nested deeper than [`MAX_DEPTH`].
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    TooDeep,
}

/// All faults of a starting position in one line, because lists have one line for each record.
fn start_faults(error: &PositionTextError) -> String {
    let faults: Vec<String> = match error {
        PositionTextError::Text(faults) => faults.iter().map(ToString::to_string).collect(),
        PositionTextError::Position(faults) => faults.iter().map(ToString::to_string).collect(),
    };
    let errors = if faults.len() == 1 {
        "an error"
    } else {
        "errors"
    };
    format!("{errors}: {}", faults.join("; "))
}

fn aside(rule_set: &Option<Box<RuleSetDiffers>>) -> String {
    rule_set
        .as_ref()
        .map_or_else(String::new, |differs| format!(" ({differs})"))
}

impl Record {
    /// Reads the moves by the rules. `resolve` finds the game from the tags; for the shipped games
    /// it is [`super::ShippedGames::resolve`]. Moves may be in short notation or move texts.
    ///
    /// # Errors
    /// At the first tag or move that cannot be read or is not legal.
    ///
    /// ```
    /// use hyperrook_notation::record::{RecordReader, ShippedGames};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let text = "[Event \"Example\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    /// let record = RecordReader::new(text.as_bytes()).next().expect("a record")?;
    /// let shipped = ShippedGames::default();
    /// let replay = record.replay(|tags| shipped.resolve(tags))?;
    /// assert_eq!(replay.history().moves().len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    pub fn replay(
        &self,
        resolve: impl FnOnce(&Tags) -> Result<Game, GameError>,
    ) -> Result<Replay, ReplayError> {
        let game = resolve(&self.tags)?;
        let rule_set = self.rule_set_differs(&game);
        let start = match self.tags.setup() {
            None => game.start(),
            Some(text) => parse_position(&game, text).map_err(|error| ReplayError::Start {
                error,
                rule_set: rule_set.clone(),
            })?,
        };
        let first = (start.turn(), start.fullmove());
        let mut nulls = None;
        let understood = understand(&self.line, &start, first, 1, 0, &mut nulls);
        let (line, last) = understood.map_err(|mut error| {
            if let ReplayError::Move {
                rule_set: aside, ..
            } = &mut error
            {
                aside.clone_from(&rule_set);
            }
            error
        })?;
        let mut warnings: Vec<ReplayWarning> =
            rule_set.into_iter().map(ReplayWarning::RuleSet).collect();
        warnings.extend(nulls.map(ReplayWarning::NullMoves));
        let mut replay = Replay {
            start,
            record: Record {
                tags: self.tags.clone(),
                line,
                result: self.result,
            },
            warnings,
        };
        replay.check_result(&last);
        Ok(replay)
    }

    fn rule_set_differs(&self, game: &Game) -> Option<Box<RuleSetDiffers>> {
        let definition = game.definition();
        let recorded = self.tags.get("RuleSet")?;
        (!definition.has_identity(recorded)).then(|| {
            Box::new(RuleSetDiffers {
                game: definition.name().to_owned(),
                recorded: recorded.to_owned(),
                present: definition.identity().to_owned(),
            })
        })
    }

    /// The record of a played game. The tags that name the game and its starting position are added
    /// to `tags`, and the result as a `Result` tag.
    pub fn of(history: &History, tags: Tags, result: GameResult, style: MoveStyle) -> Record {
        let start = history.start();
        let mut position = start.clone();
        let plies = history.moves().iter().map(|&mv| {
            let text = move_text(&position, mv, style);
            if let Ok(after) = position.after(mv) {
                position = after;
            }
            Ply::new(text)
        });
        Record {
            line: Variation {
                intro: Vec::new(),
                plies: plies.collect(),
            },
            tags: with_game(tags, start, result),
            result,
        }
    }
}

/// Updates the tags that name the game, its starting position and its result. Tags that are already
/// there keep their places.
fn with_game(mut tags: Tags, start: &Position, result: GameResult) -> Tags {
    let definition = start.game().definition();
    let standard = is_standard(definition);
    let options: Vec<String> = definition
        .changed_options()
        .map(|option| format!("{}={}", option.name, option.value))
        .collect();
    let text = format_position(start);
    let stated = tags.setup().is_some() || text != format_position(&start.game().start());
    let own = |value: &str| (!standard).then(|| value.to_owned());
    for (name, value) in [
        ("Game", own(definition.name())),
        (
            "Options",
            own(&options.join(" ")).filter(|all| !all.is_empty()),
        ),
        ("RuleSet", own(definition.identity())),
        ("Setup", own(&text).filter(|_| stated)),
        ("SetUp", (standard && stated).then(|| "1".to_owned())),
        ("FEN", (standard && stated).then(|| text.clone())),
    ] {
        match value {
            Some(value) => tags.put(name, &value),
            None => tags.remove(name),
        }
    }
    if tags.get("Result").is_some() {
        tags.put("Result", result.text());
    }
    tags
}

fn move_text(position: &Position, mv: Move, style: MoveStyle) -> String {
    match style {
        MoveStyle::Short => format_short(position, mv),
        MoveStyle::Text(cells) => format_move(position.game().definition(), mv, cells),
    }
}

/// Reads the moves of a line that is nested in `depth` variations. Returns them with the position
/// after the last. A variation ends before a null move; the rest of its text becomes a comment.
fn understand(
    line: &Variation,
    start: &Position,
    first: (Side, u32),
    first_ply: usize,
    depth: usize,
    nulls: &mut Option<NullMoves>,
) -> Result<(Variation<Move>, Position), ReplayError> {
    if depth > MAX_DEPTH {
        return Err(ReplayError::TooDeep);
    }
    let mut position = start.clone();
    let mut at = first;
    let mut intro = line.intro.clone();
    let mut plies: Vec<Ply<Move>> = Vec::with_capacity(line.plies.len());
    for (number, ply) in (first_ply..).zip(&line.plies) {
        let mv = match parse_any(&position, &ply.mv) {
            Ok(mv) => mv,
            Err(error) if depth > 0 && error.is_null_move() => {
                let first = nulls.get_or_insert_with(|| NullMoves {
                    count: 0,
                    number: at.1,
                    side: at.0,
                    text: ply.mv.clone(),
                });
                first.count += 1;
                let rest = rest_as_comment(&line.plies[plies.len()..], at);
                match plies.last_mut() {
                    Some(last) => last.after.push(Element::Annotation(rest)),
                    None => intro.push(rest),
                }
                break;
            }
            Err(error) => {
                return Err(ReplayError::Move {
                    side: at.0,
                    number: at.1,
                    ply: number,
                    text: ply.mv.clone(),
                    in_variation: depth > 0,
                    error: Box::new(error),
                    rule_set: None,
                });
            }
        };
        let mut after = Vec::with_capacity(ply.after.len());
        for item in &ply.after {
            match item {
                Element::Annotation(note) => after.push(Element::Annotation(note.clone())),
                Element::Variation(line) => {
                    let (read, _) = understand(line, &position, at, number, depth + 1, nulls)?;
                    if read.plies.is_empty() && !line.plies.is_empty() {
                        // The variation begins with a null move: only its comments are left.
                        after.extend(read.intro.into_iter().map(Element::Annotation));
                    } else {
                        after.push(Element::Variation(read));
                    }
                }
            }
        }
        plies.push(Ply {
            before: ply.before.clone(),
            mv,
            after,
            numbered: ply.numbered,
        });
        // The move is legal, so it can be made.
        if let Ok(next) = position.after(mv) {
            position = next;
        }
        at = next_move(at);
    }
    Ok((Variation { intro, plies }, position))
}

/// Moves from a null move on, with all that belongs to them, as a comment: `(9... -- 10. Bh6)`.
fn rest_as_comment(plies: &[Ply], first: (Side, u32)) -> Annotation {
    let line = Variation {
        intro: Vec::new(),
        plies: plies.to_vec(),
    };
    // Moves that no record can have are not null moves, and nothing else can be wrong.
    let text = format_line(&line, first).unwrap_or_default();
    let text = text.replace('{', "[").replace('}', "]");
    Annotation::Comment(Comment::new(&format!("({text})")))
}

/// `depth` is the number of variations that the line is nested in.
fn write(line: &Variation<Move>, start: &Position, style: MoveStyle, depth: usize) -> Variation {
    let mut position = start.clone();
    let mut plies = Vec::with_capacity(line.plies.len());
    for ply in &line.plies {
        let after = ply.after.iter().filter_map(|item| match item {
            Element::Annotation(note) => Some(Element::Annotation(note.clone())),
            Element::Variation(_) if depth >= MAX_DEPTH => None,
            Element::Variation(line) => {
                Some(Element::Variation(write(line, &position, style, depth + 1)))
            }
        });
        plies.push(Ply {
            before: ply.before.clone(),
            mv: move_text(&position, ply.mv, style),
            after: after.collect(),
            numbered: ply.numbered,
        });
        if let Ok(next) = position.after(ply.mv) {
            position = next;
        }
    }
    Variation {
        intro: line.intro.clone(),
        plies,
    }
}

impl Replay {
    /// The game.
    pub fn game(&self) -> &Game {
        self.start.game()
    }

    /// The main line as a played game.
    pub fn history(&self) -> History {
        let mut history = History::new(self.start.clone());
        for &mv in self.record.main_line() {
            // The move is legal: it has been replayed.
            if history.play(mv).is_err() {
                break;
            }
        }
        history
    }

    /// The record with its moves written in this style, and with the tags that name the game
    /// updated. Variations that are nested more than [`MAX_DEPTH`] deep are left out; a replay has
    /// none unless its record was changed by hand.
    pub fn to_record(&self, style: MoveStyle) -> Record {
        Record {
            tags: with_game(self.record.tags.clone(), &self.start, self.record.result),
            line: write(&self.record.line, &self.start, style, 0),
            result: self.record.result,
        }
    }

    /// Adds warnings of results that contradict each other. `last` is the last position of the main
    /// line.
    fn check_result(&mut self, last: &Position) {
        let end = self.record.result;
        if let Some(tag) = self
            .record
            .tags
            .get("Result")
            .filter(|tag| *tag != end.text())
        {
            let tag = tag.to_owned();
            self.warnings.push(ReplayWarning::ResultTag { tag, end });
        }
        // Players may have missed a draw by count and played on.
        let decided = last.outcome();
        if let Some(outcome) = decided.filter(|outcome| outcome.reason.precedes_draws()) {
            let rules = GameResult::of(Some(outcome));
            if end != rules {
                self.warnings.push(ReplayWarning::Outcome {
                    recorded: end,
                    rules,
                    reason: outcome.reason.to_string(),
                });
            }
        }
    }
}

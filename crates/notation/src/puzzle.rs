//! Puzzles: a position with one right move, on one line of text.
//!
//! `id ; position ; solution ; continuation ; claim ; themes ; rating`
//!
//! The solution alternates between the moves of the solver and the replies. Moves of the
//! solver that are equally good are joined by `|`; the first one has no alternative. The
//! continuation shows how the game could go on; it and the themes are `-` if there are none.

use std::fmt;
use thiserror::Error;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The name of the puzzle: eight hexadecimal digits, from the position.
    pub id: String,
    /// The position text.
    pub position: String,
    /// The moves of the solver and the replies, in turn: for each move of the solver all that are
    /// right, for each reply one.
    pub solution: Vec<Vec<String>>,
    /// How the game could go on.
    pub continuation: Vec<String>,
    /// Why the solution is right.
    pub claim: Claim,
    /// What the puzzle is about.
    pub themes: Vec<String>,
    /// How difficult it is, on the scale of the engine's ratings.
    pub rating: u32,
}

/// Why the solution of a puzzle is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// It wins by force in this many moves, and no other first move does.
    Mate(u32),
    /// The best move scores the first number for the solver, and the second best the second number,
    /// both in centipawns.
    Margin(i32, i32),
}

/// Why a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// It does not have seven parts.
    #[error("write `id ; position ; solution ; continuation ; claim ; themes ; rating`")]
    Parts,
    /// The ID is not eight hexadecimal digits.
    #[error("`{0}` is not an ID; write eight hexadecimal digits")]
    Id(String),
    /// The solution has no last move of the solver.
    #[error("a solution begins and ends with a move of the solver")]
    SolutionLength,
    /// The first move of the solver or a reply has alternatives.
    #[error("only later moves of the solver have alternatives")]
    Alternatives,
    /// The claim cannot be read.
    #[error("`{0}` is not a claim; write `mate N` or `margin BEST SECOND`")]
    Claim(String),
    /// The rating is not a number.
    #[error("`{0}` is not a rating; write a whole number")]
    Rating(String),
}

impl Puzzle {
    /// Reads a line. The position and the moves are not checked.
    ///
    /// # Errors
    /// If the line does not have seven parts of the right form.
    ///
    /// ```
    /// use hyperrook_notation::puzzle::{Claim, Puzzle};
    ///
    /// let line = "0f3a9c02 ; 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 ; a1a8 ; - ; mate 1 ; mate-1 ; 600";
    /// let puzzle = Puzzle::read(line).expect("a puzzle");
    /// assert_eq!(puzzle.claim, Claim::Mate(1));
    /// assert_eq!(puzzle.to_string(), line);
    /// ```
    pub fn read(line: &str) -> Result<Puzzle, PuzzleError> {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        let [id, position, solution, continuation, claim, themes, rating] = parts[..] else {
            return Err(PuzzleError::Parts);
        };
        if id.len() != 8 || !id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(PuzzleError::Id(id.to_owned()));
        }
        let solution: Vec<Vec<String>> = solution
            .split_whitespace()
            .map(|ply| ply.split('|').map(str::to_owned).collect())
            .collect();
        if solution.len().is_multiple_of(2) {
            return Err(PuzzleError::SolutionLength);
        }
        let one =
            |(i, moves): (usize, &Vec<String>)| moves.len() == 1 || i > 0 && i.is_multiple_of(2);
        if !solution.iter().enumerate().all(one) {
            return Err(PuzzleError::Alternatives);
        }
        let rating = rating
            .parse()
            .map_err(|_| PuzzleError::Rating(rating.to_owned()))?;
        Ok(Puzzle {
            id: id.to_owned(),
            position: position.to_owned(),
            solution,
            continuation: words(continuation),
            claim: Claim::read(claim)?,
            themes: words(themes),
            rating,
        })
    }

    /// The first move of the solution.
    pub fn first(&self) -> &str {
        let first = self.solution.first().and_then(|moves| moves.first());
        first.map_or("", String::as_str)
    }
}

impl Claim {
    fn read(text: &str) -> Result<Claim, PuzzleError> {
        let mut parts = text.split_whitespace();
        let claim = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("mate"), Some(moves), None, None) => moves.parse().ok().map(Claim::Mate),
            (Some("margin"), Some(best), Some(second), None) => {
                let scores = best.parse().ok().zip(second.parse().ok());
                scores.map(|(best, second)| Claim::Margin(best, second))
            }
            _ => None,
        };
        claim.ok_or_else(|| PuzzleError::Claim(text.to_owned()))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Mate(moves) => write!(f, "mate {moves}"),
            Claim::Margin(best, second) => write!(f, "margin {best} {second}"),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solution: Vec<String> = self.solution.iter().map(|moves| moves.join("|")).collect();
        write!(
            f,
            "{} ; {} ; {} ; {} ; {} ; {} ; {}",
            self.id,
            self.position,
            solution.join(" "),
            joined(&self.continuation),
            self.claim,
            joined(&self.themes),
            self.rating
        )
    }
}

fn words(text: &str) -> Vec<String> {
    match text {
        "-" => Vec::new(),
        text => text.split_whitespace().map(str::to_owned).collect(),
    }
}

fn joined(words: &[String]) -> String {
    if words.is_empty() {
        "-".to_owned()
    } else {
        words.join(" ")
    }
}

//! Small games, each for a rule that tables must get right.

/// Holes, a lame piece, two promotions, double steps that are captured in passing.
pub(crate) const PASSING: &str = r#"
format = 1
name = "passing"
title = "Passing"
credit = "a test"
about = "Pawns that pass each other on a narrow board."

[board]
drawn = "flat"
files = 3
ranks = 6

[charts.board]
axes = ["file", "rank, forward"]

[pieces.P]
name = "pawn"
moves = "mfW cefF imfnD"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "1k1/ppp/3/3/PPP/1K1"

[promotion.pawns]
pieces = "P"
white = "a6..c6"
black = "a1..c1"
to = "R"

[ends]
resets = "P"
"#;

/// A royal piece of two cells that transforms.
pub(crate) const SPAN: &str = r#"
format = 1
name = "span"
title = "Span"
credit = "a test"
about = "A royal piece of two cells, which becomes a piece of one."

[board]
drawn = "flat"
files = 4
ranks = 5

[charts.board]
axes = ["file", "rank, forward"]
groups = { row = "rank" }

[pieces.R]
name = "rook"
moves = "R"
[pieces.N]
name = "knight"
moves = "N"
[pieces.K]
name = "wide king"
royal = true
span = "file 2"
moves = "K"
[pieces.E]
name = "emperor"
royal = true
moves = "K"

[transformation]
from = "K"
to = "E"
bound = "R"

[start]
board = "kkr1/4/4/4/KKR1"
"#;

//! Small games, each for a rule that tables must handle.

/// Holes, a lame piece, two promotions, double steps that are captured in passing.
pub(crate) const PASSING: &str = include_str!("games/passing.toml");

/// A piece that no game has and that becomes one which stays on its file.
pub(crate) const UNSEEN: &str = r#"
format = 1
name = "unseen"
title = "Unseen"
credit = "a test"
about = "The squire can only be set up; then it becomes a tower on any file, and towers stay on theirs."

[board]
drawn = "flat"
files = 5
ranks = 5

[charts.board]
axes = ["file", "rank, forward"]

[pieces.V]
name = "tower"
moves = "fbR"
[pieces.X]
name = "squire"
moves = "fW"
[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "k1v2/5/5/5/2V1K"

[promotion.squires]
pieces = "X"
white = "a5..e5"
black = "a1..e1"
to = "V"
"#;

/// A piece that never leaves its cell.
pub(crate) const STATUE: &str = r#"
format = 1
name = "statue"
title = "Statue"
credit = "a test"
about = "The statue stands at the far edge, and would only go forward."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.S]
name = "statue"
moves = "fW"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "S2k/4/4/s1RK"
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

/// Baring wins unless the enemy bares back, and stalemate wins for the side without moves.
pub(crate) const BARING: &str = r#"
format = 1
name = "baring"
title = "Baring"
credit = "a test"
about = "Four files and ranks; baring wins, and so does having no move."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.P]
name = "pawn"
moves = "mfW cfF"
[pieces.N]
name = "knight"
moves = "N"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"

[start]
board = "rknr/pppp/PPPP/RKNR"

[promotion.pawns]
pieces = "P"
white = "a4..d4"
black = "a1..d1"
to = "RN"

[ends]
stalemate = "win"
baring = true
resets = "P"
"#;

/// Kings hold each other by colour and by column.
pub(crate) const HOLDS: &str = r#"
format = 1
name = "holds"
title = "Holds"
credit = "a test"
about = "Kings hold each other by colour and by column."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]
groups = { column = "file" }
[charts.checkered]
axes = ["c = file + rank % 2", "f = file", "r = rank"]
groups = { colour = "c" }

[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.R]
name = "rook"
moves = "R"

[start]
board = "2rk/4/4/RK2"

[hold]
colour = "C"
column = "L"
"#;

/// A pawn becomes an elder, which promotes again when it moves to another cell of the last rank.
pub(crate) const CHAIN: &str = r#"
format = 1
name = "chain"
title = "Chain"
credit = "a test"
about = "Promotion in two steps on the same cells."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.P]
name = "pawn"
moves = "mfW cfF"
[pieces.E]
name = "elder"
moves = "W"
[pieces.R]
name = "rook"
moves = "R"
[pieces.K]
name = "king"
royal = true
moves = "K"

[promotion.pawns]
pieces = "P"
white = "a4..d4"
black = "a1..d1"
to = "E"
[promotion.elders]
pieces = "E"
white = "a4..d4"
black = "a1..d1"
to = "R"

[start]
board = "2k1/pppp/PPPP/1K2"

[ends]
resets = "P"
"#;

/// A hopper that promotes to a piece that reaches half of the board only; castling that takes a piece
/// to the other half.
pub(crate) const HALVES: &str = r#"
format = 1
name = "halves"
title = "Halves"
credit = "a test"
about = "A cannon that becomes an elephant, and a king that castles with an elephant."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.C]
name = "cannon"
moves = "mW cpR"
[pieces.B]
name = "elephant"
moves = "F D"

[start]
board = "kc1b/4/4/KC1B"

[promotion.cannons]
pieces = "C"
white = "a4..d4"
black = "a1..d1"
to = "B"

[castling.Q]
king = "a1 c1"
rook = "d1 a1"
empty = "b1 c1"
safe = ""

[ends]
moves = 12
resets = "K"
"#;

/// Two pieces that promote to each other.
pub(crate) const CIRCLE: &str = r#"
format = 1
name = "circle"
title = "Circle"
credit = "a test"
about = "What one piece becomes, becomes it again."

[board]
drawn = "flat"
files = 4
ranks = 4

[charts.board]
axes = ["file", "rank, forward"]

[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.T]
name = "tower"
moves = "W"
[pieces.U]
name = "ferz"
moves = "F"

[start]
board = "k2u/4/4/U2K"

[promotion.up]
pieces = "U"
white = "a4..d4"
black = "a1..d1"
to = "T"
[promotion.down]
pieces = "T"
white = "a1..d1"
black = "a4..d4"
to = "U"
"#;

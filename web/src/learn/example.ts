// The example definition of the inventors' page.

export const EXAMPLE = `format = 1
name = "mini"
title = "Mini"
credit = "An example"
about = "Kings, rooks and pawns on a small board."

[board]
drawn = "flat"
files = 4
ranks = 5

[charts.board]
axes = ["file", "rank, forward"]

[pieces.K]
name = "king"
royal = true
moves = "K"

[pieces.R]
name = "rook"
moves = "R"

[pieces.P]
name = "pawn"
moves = "mfW cfF"

[start]
board = """
kr1r/
pppp/
4/
PPPP/
KR1R"""

[promotion.pawns]
pieces = "P"
white = "a5..d5"
black = "a1..d1"
to = "R"

[ends]
resets = "P"
`;

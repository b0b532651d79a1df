-- The rows of server-77354fa.db, for other databases.
INSERT INTO users (id, name, folded, guest, password, settings, banned, deleted, created, seen) VALUES ('4jfr8rsg2v63', 'Ann', 'ann', 0, '$argon2id$v=19$m=19456,t=2,p=1$aMUH/rM6pKwuS321Gn+5pA$je4j0U5YydXd1qIL2lSk0UZN5fzCzbt+sHdePhn+WQ0', '{"theme":"dark"}', 0, 0, 1795321286866, 1795321286866);
INSERT INTO users (id, name, folded, guest, password, settings, banned, deleted, created, seen) VALUES ('fw3g6f73cvbg', 'Bob', 'bob', 0, '$argon2id$v=19$m=19456,t=2,p=1$PUYUJwPbDLoHecLO6IhWcQ$/yvZYPrEW+Mt4plr5lpV6FqOD+oU5dD11E/3OD9PfpQ', '{}', 0, 0, 1795321287284, 1795321287284);
INSERT INTO users (id, name, folded, guest, password, settings, banned, deleted, created, seen) VALUES ('j9ta7y9xkmpk', 'Guest k9y9hq', 'guest k9y9hq', 1, NULL, '{}', 0, 0, 1795321287389, 1795321287389);
INSERT INTO tokens (id, hash, user_id, label, created) VALUES ('dpqhkqpw59um', 'ab600947f7f48b8bf06cc75344d6e50ceb20ce576c308d0558b7dd7d64f4aee6', '4jfr8rsg2v63', 'my bot', 1795321287490);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'chess', 'format = 1
name = "chess"
title = "Chess"
credit = "traditional; the laws are those of FIDE"
about = "Orthodox chess, with castling, the double step and capture in passing."

[board]
drawn = "flat"
files = 8
ranks = 8

[charts.board]
axes = ["file", "rank, forward"]

[men.P]
name = "pawn"
moves = "mfW cefF imfnD"

[men.N]
name = "knight"
moves = "N"

[men.B]
name = "bishop"
moves = "B"

[men.R]
name = "rook"
moves = "R"

[men.Q]
name = "queen"
moves = "Q"

[men.K]
name = "king"
royal = true
moves = "K"

[start]
board = """
rnbqkbnr/
pppppppp/
8/
8/
8/
8/
PPPPPPPP/
RNBQKBNR"""

[promotion.pawns]
men = "P"
white = "a8..h8"
black = "a1..h1"
to = "QRBN"

[castling.K]
king = "e1 g1"
rook = "h1 f1"
empty = "f1 g1"
safe = "e1 f1 g1"

[castling.Q]
king = "e1 c1"
rook = "a1 d1"
empty = "b1 c1 d1"
safe = "e1 d1 c1"

[castling.k]
king = "e8 g8"
rook = "h8 f8"
empty = "f8 g8"
safe = "e8 f8 g8"

[castling.q]
king = "e8 c8"
rook = "a8 d8"
empty = "b8 c8 d8"
safe = "e8 d8 c8"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true
too_weak = "BN"

[[notes]]
text = """
A pawn that goes two cells at once can be captured in passing by the next move. The king castles if
neither he nor the rook has moved, the cells between are empty and he does not leave, cross or enter
an attacked cell."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Four things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, king against king, and king against king and one bishop
or knight. A right to capture in passing counts for repetition only if it can be used."""
reason = """
The laws of FIDE leave some of them to a claim; here they are given at once, so that every program
ends a game alike."""
', NULL, 1795321287608);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('fc3a820eccb2f68643bf11ef931798872162b74dd35923976f988d19c15133d7', 'walkers', 'format = 1
name = "walkers"
title = "Walkers and Jumpers"
credit = "M. J. Joyce III, 2004; published on the Chess Variant Pages"
about = """
One board that is two-dimensional for some men and four-dimensional for others: walkers go by
files and ranks, jumpers change one digit of a cell''s four-digit address."""

[board]
drawn = "flat"
files = 9
ranks = 21
blocks = "3x3"

[charts.flat]
axes = ["file", "rank, forward"]

# Big rank, big file, little rank, little file: e4 is 2212.
[charts.nested]
axes = ["R = rank / 3, forward", "F = file / 3", "r = rank % 3, forward", "f = file % 3"]
groups = { big = "R F", little = "r f" }
addressed = true

[men.P]
name = "pawn"
moves = "flat: fsW nested: fsW"

[men.N]
name = "knight"
moves = "flat: N"

[men.B]
name = "bishop"
moves = "flat: B bW"

[men.R]
name = "rook"
moves = "nested: R"

[men.Q]
name = "queen"
moves = "nested: R flat: B"

[men.C]
name = "chancellor"
moves = "nested: R flat: N"

[men.D]
name = "paladin"
moves = "flat: B N"

[men.K]
name = "king"
royal = true
moves = "big, little: K"

[start]
board = """
1r1ckq1r1/9/9/
pppb1bppp/9/9/
2npppn2/9/9/
9/9/9/
9/9/2NPPPN2/
9/9/PPPB1BPPP/
9/9/1R1QKC1R1"""

[promotion.pawns]
men = "P"
white = "a21..i21"
black = "a1..i1"
to = "QCRBN"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
Bishops, knights and pawns see a board of 9 files and 21 ranks. Rooks, kings and pawns see 7x3 big
squares of 3x3 cells each. A rook that moves between big squares visits the same little square in
each. A pawn may do either: for White that is one or three files to either side, one or three
ranks forward."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and king against king. The jumper M is not a pawn."""
reason = """
The published text leaves draws open. These are those of orthodox chess, given without a claim so
that every program ends a game alike."""

[[notes]]
ruling = true
title = "No special first moves"
text = """
There is no castling, no double first step and no capture in passing."""
reason = """
The published descriptions of the men are taken as complete."""

[[notes]]
ruling = true
title = "No king hold"
text = """
There is no king hold in this game."""
reason = """
The published text borrows the move from Hyperchess and says no more."""

[[notes]]
ruling = true
title = "Queen and chancellor"
text = """
Black''s queen and chancellor stand the other way round than White''s by default; `black_setup =
mirrored` puts queen before queen."""
reason = """
It is what the author prefers."""

[[notes]]
ruling = true
title = "Paladins and promotion zones"
text = """
With promotion zones a pawn may become a paladin on the corner zones even where bishops and knights
may not. With both, bishops and knights become paladins only where a pawn could."""
reason = """
The published text does not say how these options go together."""

[[notes]]
ruling = true
title = "Second kings and promotion zones"
text = """
With promotion zones the second king, M, may be chosen in every zone."""
reason = """
The published text does not say in which zones it may be chosen."""

[[notes]]
ruling = true
title = "The mixed king"
text = """
The mixed M reaches at most 16 cells: 8 neighbours on the plain board and 8 big squares."""
reason = """
The article counts 16, 19 or 21, but its moves as worded never give more than 16. The moves are
followed."""

[options.black_setup]
about = "How Black''s queen and chancellor stand: exchanged, or opposite White''s."
values = ["reversed", "mirrored"]

[options.compound_retreat]
about = "Movement option 1: queen and paladin also take the bishop''s step straight back."
values = [false, true]

[options.paladin_promotion]
about = "Promotion option 1: a bishop or knight on the last rank may become a paladin."
values = [false, true]

[options.promotion_zones]
about = "Promotion option 2: the corners of the last rank give R, B, N or D, its middle Q or C."
values = [false, true]

[options.kinging]
about = "Promotion option 3: a pawn may become M, which moves as a king, or also as a plain one."
values = ["none", "jumper", "mixed"]

[[when]]
options = { black_setup = "mirrored" }
set.start.board = """
1r1qkc1r1/9/9/
pppb1bppp/9/9/
2npppn2/9/9/
9/9/9/
9/9/2NPPPN2/
9/9/PPPB1BPPP/
9/9/1R1QKC1R1"""

[[when]]
options = { compound_retreat = true }
set.men.Q.moves = "nested: R flat: B bW"
set.men.D.moves = "flat: B bW N"

[[when]]
options = { kinging = "jumper" }
set.men.M = { name = "jumper", moves = "big, little: K" }

[[when]]
options = { kinging = "mixed" }
set.men.M = { name = "mixed king", moves = "big, little: K flat: K" }

[[when]]
options = { kinging = ["jumper", "mixed"] }
set.promotion.pawns.to = "QCRBNM"

[[when]]
options = { paladin_promotion = true }
[when.set.promotion.paladins]
men = "BN"
white = "a21..i21"
black = "a1..i1"
to = "D"
optional = true

# The big squares of the last rank: 71, 72, 73 for White, 11, 12, 13 for Black.
[[when]]
options = { promotion_zones = true }
drop = ["promotion.pawns"]
[when.set.promotion.corners]
men = "P"
white = "a21..c21 g21..i21"
black = "a1..c1 g1..i1"
to = "RBND"
[when.set.promotion.middle]
men = "P"
white = "d21..f21"
black = "d1..f1"
to = "QC"

[[when]]
options = { promotion_zones = true, paladin_promotion = true }
set.promotion.paladins.white = "a21..c21 g21..i21"
set.promotion.paladins.black = "a1..c1 g1..i1"

[[when]]
options = { promotion_zones = true, kinging = ["jumper", "mixed"] }
set.promotion.corners.to = "RBNDM"
set.promotion.middle.to = "QCM"
', NULL, 1795321289089);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('dc2f2d43e09108ba539b66b0d5e6cb73506d1017e2c8dc32481249b0fb542311', 'sesqui', 'format = 1
name = "sesqui"
title = "Sesqui-dimensional Chess"
credit = "Jeff Cornell; published on the Chess Variant Pages"
about = """
Chess on a ring of 48 cells. The men go round it, and most of them can also leap straight across."""

[board]
drawn = "ring"
cells = 48
sectors = 8

[charts.ring]
axes = ["n = cell, cyclic, forward to promotion"]

[men.P]
name = "pawn"
moves = "mfW cfD imfD"

[men.N]
name = "knight"
moves = "H (23)"

[men.B]
name = "bishop"
moves = "DD (24)"

[men.R]
name = "rook"
moves = "WW (24)"

[men.Q]
name = "queen"
moves = "WW DD (24)"

[men.K]
name = "king"
royal = true
moves = "W D (24)"

[start]
board = "PPNKRBPP 4 ppbrknpp 4 PPBRQNPP 4 ppnqrbpp 4"

[promotion.pawns]
men = "P"
white = "start:kqr"
black = "start:KQR"
to = "QRBN"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
The cells are numbered 0 to 47 counterclockwise and named by eight sectors a to h of six cells:
a1 is cell 0, b2 cell 7, h6 cell 47."""

[[notes]]
text = """
Bishops slide two cells at a time and do not mind what they leap over. A slide right round the ring
ends on the cell before the one it started from."""

[[notes]]
text = """
A pawn''s forward is the way round to the nearest cell on which an enemy king, queen or rook
started. It captures by leaping two cells forward. From a starting cell of a pawn of its colour it
may also leap two forward without capturing, whatever stands between."""

[[notes]]
ruling = true
title = "The starting array"
text = """
The default array is `wings`, the other is `court`."""
reason = """
The picture of the starting array is lost. Eight classes of arrays agree with everything that is
published; only these two also have bishops on both colours and the promotion cells in the two
middle cells of every group."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and king against king."""
reason = """
The published text leaves draws open. These are those of orthodox chess, given without a claim so
that every program ends a game alike."""

[[notes]]
text = """
There is no castling and no capture in passing."""

[options.array]
about = "The starting array: kings beside rooks, or kings beside queens."
values = ["wings", "court"]

[[when]]
options = { array = "court" }
set.start.board = "PPNKQNPP 4 ppnqknpp 4 PPBRRBPP 4 ppbrrbpp 4"
', NULL, 1795321289642);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('8ca51a7421d851c2063821af0c53164979f9cf44ade21038e1f4cd897cdbaf0f', 'riftwalker', 'format = 1
name = "riftwalker"
title = "Riftwalker Chess"
credit = "published on the Chess Variant Pages"
about = """
Four-dimensional chess on nine boards of 3x3 cells, set out in a square. Men walk from cell to
adjacent cell, and every cell they pass must be empty."""

[board]
drawn = "flat"
files = 9
ranks = 9
blocks = "3x3"

[charts.rift]
axes = ["x = file % 3", "y = rank % 3", "X = file / 3", "Y = rank / 3"]

[men.P]
name = "pawn"
moves = "W"

[men.S]
name = "scout"
moves = "[W-sW]"

[men.M]
name = "mystic"
moves = "[W-sW-sW]"

[men.N]
name = "knight"
moves = "W [W-fW-sW]"

[men.B]
name = "bishop"
moves = "[W-sW]2"

[men.R]
name = "rook"
moves = "W2"

[men.W]
name = "wizard"
moves = "[W-sW] [W-sW-sW]"

[men.Q]
name = "queen"
moves = "W [W-sW]"

[men.K]
name = "king"
royal = true
moves = "W"

[start]
board = """
rbnwqkbnr/
msspppssm/
9/
sspppppss/
9/
SSPPPPPSS/
9/
MSSPPPSSM/
RNBKQWNBR"""

[promotion.pawns]
men = "P"
white = "a9..i9"
black = "a1..i1"
to = "QWRBNMS"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
Two cells are adjacent if they are neighbours on one small board, or the same place on two
neighbouring boards: eight directions in four dimensions."""

[[notes]]
text = """
A scout takes two steps in different dimensions, a mystic three, in any order in which the cells
passed are empty. A mystic therefore never ends on the board it left. A bishop may repeat its
scout''s move in the same two directions if the cell it landed on was empty."""

[[notes]]
ruling = true
title = "Black''s array"
text = """
Black sets up the same as seen from Black''s side, so the array is turned half round.
`black_setup = mirrored` puts king before king instead."""
reason = """
The published text does not say how Black sets up. So turned, the array is the same seen from either
side."""

[[notes]]
ruling = true
title = "Promotion"
text = """
A pawn that reaches the far rank of the nine-by-nine drawing becomes a queen, wizard, rook, bishop,
knight, mystic or scout."""
reason = """
The published text leaves open where a pawn promotes and to what. As in chess it is the far side and
any piece but the king."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and king against king."""
reason = """
The published text leaves draws open. These are those of orthodox chess, given without a claim so
that every program ends a game alike."""

[[notes]]
ruling = true
title = "No special first moves"
text = """
There is no castling, no double first step and no capture in passing."""
reason = """
The published descriptions of the men are taken as complete."""

[options.black_setup]
about = "How Black sets up: White''s array turned half round, or mirrored."
values = ["rotated", "mirrored"]

[[when]]
options = { black_setup = "mirrored" }
set.start.board = """
rnbkqwnbr/
msspppssm/
9/
sspppppss/
9/
SSPPPPPSS/
9/
MSSPPPSSM/
RNBKQWNBR"""
', NULL, 1795321289989);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('c2d63f0c788172cd442e981de908a9efb545994f9dd1cd102d9fe5937c8e7e28', 'twoboards', 'format = 1
name = "twoboards"
title = "Chess on Two Boards"
credit = """
Joe Joyce, 2007, with a variation by Abdul-Rahman Sibahi; published on the Chess Variant Pages"""
about = """
A board of 4x4 boards. Every move is made either on the little board a man stands on, or on the big
board whose squares are the little ones, and every man moves the same way on both."""

[board]
drawn = "flat"
files = 16
ranks = 16
blocks = "4x4"

# Big rank, big file, little rank, little file.
[charts.nested]
axes = ["R = rank / 4, forward", "F = file / 4", "r = rank % 4, forward", "f = file % 4"]
groups = { big = "R F", little = "r f" }
addressed = true

[men.W]
name = "wazir"
moves = "big, little: W"

[men.M]
name = "guard"
moves = "big, little: K"

[men.G]
name = "sliding general"
moves = "big, little: [K?K]"

[men.E]
name = "war elephant"
moves = "big, little: F A D"

[men.S]
name = "shaman"
moves = "big, little: F A [F-fA] [A-fF]"

[men.H]
name = "hero"
moves = "big, little: W D [W-fD] [D-fW]"

[men.K]
name = "king"
royal = true
moves = "big, little: K"

[start]
board = """
1he2sg2ks2eh1/6m2m6/16/16/
1ww2ww2ww2ww1/16/16/16/
16/16/16/1WW2WW2WW2WW1/
16/16/6M2M6/1HE2SG2KS2EH1"""

[hold]
big = "B"

[ends]
stalemate = "loss"
baring = true
repetition = 3
moves = 50
resets = ""
bare_royals = true

[[notes]]
text = """
King hold: a king that enters the big square of the enemy king holds him there. The held king may
not leave that big square; the holder goes as he likes, and when he leaves, the hold ends. The freed
king may follow by an ordinary move, and then holds in his turn. A position records who holds."""

[[notes]]
text = """
Stalemating the opponent wins, and so does baring him: leaving him nothing but his king, unless he
bares back with his very next move, which is a draw."""

[[notes]]
text = """
A hero goes up to three cells in a straight line, a shaman diagonally: a step, a leap of two, or one
after the other, the cell between the two empty."""

[[notes]]
ruling = true
title = "The starting array"
text = """
The layout follows the author''s Hyperchess and adds the guards."""
reason = """
The picture of the starting array is lost, and Hyperchess is the game of which the board is a copy."""

[[notes]]
ruling = true
title = "The order of the ends"
text = """
The ends of a game are looked at in this order: the side to move is checkmated and has lost; both
are bare, a draw; only the other side is bare and has lost; only the side to move is bare, and has
lost unless some legal move bares the other side; the side to move is stalemated and has lost. A bare
side that can bare back but does not has then lost."""
reason = """
The published text names the ends of a game, but not which comes first when a move brings about two
of them."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three more things are draws at once, without a claim: the third occurrence of a position, fifty
moves by each side without a capture, and king against king. A wazir is not a pawn: its moves do not
start the count anew, and it never promotes."""
reason = """
The published text leaves these draws open. They are those of orthodox chess, given without a claim
so that every program ends a game alike."""

[[notes]]
text = """
With `little_hold` a king also holds the enemy king by moving to the same little square of another
big square. The held king may change big squares but not his little square. Both holds can never be
on at once."""

[options.little_hold]
about = "Sibahi''s variation: kings also hold each other on the same little square."
values = [false, true]

[[when]]
options = { little_hold = true }
set.hold.little = "L"
', NULL, 1795321290493);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('968ecd1050ba05762e70c26ae026fb0fec8803a9dee95e587d0e1bb772df7cc4', 'gateway', 'format = 1
name = "gateway"
title = "Gateway Chess"
credit = "Charles Gilman; published on the Chess Variant Pages"
about = """
Two halls of four files and five levels, joined by a gateway half as wide, and a Quantum King that
stands on four cells at once."""

[board]
drawn = "stack"
files = 4
ranks = 10
levels = "vwxyz"
missing = "va4..za7 vd4..zd7"
complete_blocks = true

[charts.box]
axes = ["level", "file", "rank, forward"]
groups = { section = "level rank" }

[men.P]
name = "pawn"
moves = "mfW cfF"

[men.R]
name = "rook"
moves = "R"

[men.B]
name = "bishop"
moves = "B"

[men.U]
name = "unicorn"
moves = "(1.1.1)0"

[men.Q]
name = "queen"
moves = "R B"

[men.D]
name = "duchess"
moves = "R (1.1.1)0"

[men.G]
name = "governor"
moves = "B (1.1.1)0"

[men.N]
name = "knight"
moves = "N"

[men.S]
name = "sexton"
moves = "(2.1.1)"

[men.J]
name = "ninja"
moves = "(2.2.1)"

[men.C]
name = "churchwarden"
moves = "N (2.1.1)"

[men.M]
name = "samurai"
moves = "N (2.2.1)"

[men.O]
name = "oberon"
moves = "(2.2.1) (2.1.1)"

[men.E]
name = "emperor"
royal = true
moves = "K"

[men.K]
name = "quantum king"
royal = true
span = "file 4"
moves = "section: K"

[start]
board = """
rnnr/ussu/4/*pp*/*2*/*2*/*PP*/4/USSU/RNNR|
bqqb/jccj/4/*pp*/*2*/*2*/*PP*/4/JCCJ/BQQB|
kkkk/oggo/4/*pp*/*2*/*2*/*PP*/4/OGGO/KKKK|
bddb/ummu/4/*pp*/*2*/*2*/*PP*/4/UMMU/BDDB|
rnnr/jssj/4/*pp*/*2*/*2*/*PP*/4/JSSJ/RNNR"""

[promotion.pawns]
men = "P"
white = "va10..zd10"
black = "va1..zd1"
to = "RBUQDGNSJCMO"

[transformation]
from = "K"
to = "E"
bound = "R"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
A cell is named by level, file and rank: xb4. A step or leap that changes more than one of the three
needs every cell of the box between its ends to be on the board, empty or not; a slide needs it for
each of its steps."""

[[notes]]
text = """
The Quantum King fills a whole row and shifts as one by a level, a rank, or one of each. It never
enters the gateway. No man lands on its cells or slides through them, so it is never captured; leaps
pass over it."""

[[notes]]
text = """
A side is threatened when any of the four cells of its Quantum King is attacked. Then, or when it has
no other legal move, it must transform and may do nothing else: the king becomes an Emperor on one of
the four cells that is not attacked. Until the enemy has made a move that is not a transformation,
the new Emperor may not leave the row. A Quantum King threatened on all four cells is checkmated."""

[[notes]]
ruling = true
title = "The board"
text = """
The board has five levels of four files and ten ranks, of which the middle four are a gateway of two
files. Notes on starting places that name files which such a board does not have are disregarded."""
reason = """
The pictures are lost. The board follows from what is known: five levels, rows of four cells, forty
cells of pieces, ten pawns that close a gateway, and blocks of cells that can be incomplete."""

[[notes]]
ruling = true
title = "The arrangement of the men"
text = """
The arrangement of the men is ours. Bishops and sextons stand two on each colour, and the four
unicorns on the four classes of cells that unicorns can reach."""
reason = """
The picture of the array is lost. So arranged, bishops, sextons and unicorns can reach all cells
between them."""

[[notes]]
ruling = true
title = "Promotion"
text = """
On the last rank a pawn becomes any of the twelve other pieces, but no royal one."""
reason = """
The published text does not say to what a pawn promotes."""

[[notes]]
ruling = true
title = "What a Quantum King captures"
text = """
A shifting Quantum King captures every enemy man on its new row. A friendly man there, or an enemy
Quantum King, bars the shift. It attacks the cells of such a row wherever these men and the board
allow the move."""
reason = """
The published text does not say what happens to the men on its new row."""

[[notes]]
ruling = true
title = "The threatened Quantum King"
text = """
No move may leave one''s own Quantum King threatened."""
reason = """
The published text does not say so, but the Quantum King is royal, and what holds of a king in check
is carried over."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and royal man against royal man. A transformation starts
no count anew."""
reason = """
The published text leaves draws open. These are those of orthodox chess, given without a claim so
that every program ends a game alike."""

[[notes]]
text = """
There is no castling, no double first step and no capture in passing."""

[options.length]
about = "The number of ranks: halls of three ranks, or of two."
values = [10, 8]

[[when]]
options = { length = 8 }
set.board.ranks = 8
set.board.missing = "va3..za6 vd3..zd6"
set.start.board = """
rnnr/ussu/*pp*/*2*/*2*/*PP*/USSU/RNNR|
bqqb/jccj/*pp*/*2*/*2*/*PP*/JCCJ/BQQB|
kkkk/oggo/*pp*/*2*/*2*/*PP*/OGGO/KKKK|
bddb/ummu/*pp*/*2*/*2*/*PP*/UMMU/BDDB|
rnnr/jssj/*pp*/*2*/*2*/*PP*/JSSJ/RNNR"""
set.promotion.pawns.white = "va8..zd8"
', NULL, 1795321290743);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('f4bbd3a80f8bb3e6d2f717a1a7acc1d8ad93068406e32b6ae654dc8647baee57', 'hyperchess', 'format = 1
name = "hyperchess"
title = "Hyperchess"
credit = "Joe Joyce, 2004; published on the Chess Variant Pages"
about = """
Four-dimensional chess on a board of 4x4 boards, in which the king can hold the enemy king on the
board that both stand on."""

[board]
drawn = "flat"
files = 16
ranks = 16
blocks = "4x4"

# Big rank, big file, little rank, little file.
[charts.nested]
axes = ["R = rank / 4, forward", "F = file / 4", "r = rank % 4, forward", "f = file % 4"]
groups = { big = "R F", little = "r f" }
addressed = true

[men.P]
name = "pawn"
moves = "nested: fsW"

[men.N]
name = "knight"
moves = "nested: [W-fW-sW] [W-sW-fW]"

[men.B]
name = "bishop"
moves = "big, little: B W"

[men.R]
name = "rook"
moves = "big, little: R"

[men.Q]
name = "queen"
moves = "big, little: Q"

[men.K]
name = "king"
royal = true
moves = "big, little: K"

[start]
board = """
1rn2bq2kb2nr1/16/16/16/
1pp2pp2pp2pp1/16/16/16/
16/16/16/1PP2PP2PP2PP1/
16/16/16/1RN2BQ2KB2NR1"""

[promotion.pawns]
men = "P"
white = "a16..p16"
black = "a1..p1"
to = "QRBN"

[hold]
big = "B"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
Rooks, bishops, queens and kings move either on the little board they stand on or on the big board,
where they keep their place on the little one. A bishop may also take one step straight."""

[[notes]]
text = """
A knight goes two cells one way and then one at a right angle, or first one and then two; the two legs
may be both little, both big, or one of each. Both cells between must be empty on one of its ways."""

[[notes]]
text = """
King hold: a king that enters the big square of the enemy king holds him there. The held king may
not leave that big square; the holder goes as he likes, and when he leaves, the hold ends."""

[[notes]]
ruling = true
title = "Pawns"
text = """
A pawn goes one step forward, left or right, on the little or the big board, and captures as it
moves. On the last little rank of the last big rank it becomes a queen, rook, bishop or knight."""
reason = """
The published text leaves this open. Single steps fit both boards."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and king against king."""
reason = """
The published text leaves draws open. These are those of orthodox chess, given without a claim so
that every program ends a game alike."""
', NULL, 1795321290857);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('aa51335e01b788883db03223df9b1cdc5457c2468f2b5dc0f938c648564eed3a', 'raumschach', 'format = 1
name = "raumschach"
title = "Raumschach"
credit = "Ferdinand Maack, 1907"
about = "Chess in a cube of five boards of 5x5 cells, with unicorns that go along space diagonals."

[board]
drawn = "stack"
files = 5
ranks = 5
levels = "ABCDE"

[charts.cube]
axes = ["level, forward", "file", "rank, forward"]

[men.P]
name = "pawn"
moves = "mfW cfF"

[men.N]
name = "knight"
moves = "N"

[men.U]
name = "unicorn"
moves = "(1.1.1)0"

[men.B]
name = "bishop"
moves = "B"

[men.R]
name = "rook"
moves = "R"

[men.Q]
name = "queen"
moves = "Q"

[men.K]
name = "king"
royal = true
moves = "K"

[start]
board = """
5/5/5/PPPPP/RNKNR|
5/5/5/PPPPP/BUQBU|
5/5/5/5/5|
ubqub/ppppp/5/5/5|
rnknr/ppppp/5/5/5"""

[promotion.pawns]
men = "P"
white = "Ea5..Ee5"
black = "Aa1..Ae1"
to = "QRBUN"

[ends]
stalemate = "draw"
repetition = 3
moves = 50
resets = "P"
bare_royals = true

[[notes]]
text = """
A cell is named by level, file and rank: Aa1. White starts on the two lowest levels, Black on the two
highest."""

[[notes]]
text = """
A pawn goes one cell forward or one level up (Black: down) without capturing. It captures one cell
diagonally in a plane, at least one of the two coordinates forward or up and none back or down."""

[[notes]]
ruling = true
title = "Promotion"
text = """
A pawn promotes on the far rank of the far level only: Ea5 to Ee5 for White, Aa1 to Ae1 for Black. It
becomes a queen, rook, bishop, unicorn or knight."""
reason = """
This is left open. On these cells a pawn could go no further."""

[[notes]]
ruling = true
title = "Draws at once"
text = """
Three things are draws at once, without a claim: the third occurrence of a position, fifty moves by
each side without a capture or a pawn move, and king against king. There is no castling, no double
first step and no capture in passing."""
reason = """
This is left open. The draws are those of orthodox chess, given without a claim so that every
program ends a game alike."""
', NULL, 1795321290957);
INSERT INTO definitions (hash, name, text, author, created) VALUES ('acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe', 'towers', '# A definition of a player, as one could be posted at version 77354fa.
format = 1
name = "towers"
title = "Towers and Wizards"
credit = "a player"
about = "A small board with men that ride and men that jump."

[board]
drawn = "flat"
files = 6
ranks = 6

[charts.board]
axes = ["file", "rank, forward"]

[men.P]
name = "pawn"
moves = "mfW cfF"

[men.W]
name = "wizard"
moves = "C"

[men.R] # a tower
name = "tower"
moves = "R"

[men.K]
name = "king"
royal = true
moves = "K"

[start]
board = """
rwkwpr/
pppppp/
6/
6/
PPPPPP/
RWKWPR"""

[promotion.pawns]
men = "P"
white = "a6..f6"
black = "a1..f1"
to = "RW"

[options.wizard]
about = "How a wizard moves: a jump of three and one, or as a knight, too."
values = ["old", "new"]

[[when]]
options = { wizard = "new" }
set.men.W.moves = "CN"
', '4jfr8rsg2v63', 1795321292101);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('2yjqxf428m9p', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'over', '{"result":"0-1","reason":"checkmate","text":"Checkmate: Black has won."}', 4, 4, 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', 59, 31, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321287608, 1795321287882);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('me3c2aw54qnh', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"live","initial_ms":600000,"increment_ms":2000}', 1, 'over', '{"result":"1-0","reason":"resignation","text":"Black has resigned: White has won."}', 3, 3, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2', 6, 21, 'black', 601931, 599977, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321287913, 1795321288238);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('b6s2zr54mqyv', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"days","days":3}', 0, 'over', '{"result":"1/2-1/2","reason":"agreement","text":"The players agreed to a draw."}', 2, 2, 'rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2', 51, 35, 'white', 259199945, 259200000, NULL, NULL, '{"draw":null,"takeback":null,"rematch":"black","rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321288280, 1795321288506);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('8kcrtk7wfdza', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"days","days":14}', 0, 'active', NULL, 3, 6, 'rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2', 1, 18, 'black', 1209600000, 1209600000, 1795321288801, 1796530888801, '{"draw":"white","takeback":null,"rematch":null,"rematch_id":null,"plans":[{"seq":3,"lines":[["b8c6","f2f4","g7g6","g1f3"],["d7d6","f2f4"]]},null],"taken_back":true,"seed":0}', 1795321288523, 1795321288814);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('hinxpttbrib7', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 2, 2, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 52, 36, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":"black","rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321288821, 1795321289041);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('vtcf9qqxvasq', '{"name":"walkers"}', 'fc3a820eccb2f68643bf11ef931798872162b74dd35923976f988d19c15133d7', 'Walkers and Jumpers', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, '1r1ckq1r1/9/9/ppp2bppp/9/9/b1npppn2/9/9/9/9/9/7N1/9/2NPPP3/9/9/PPP2BPPP/9/5B3/1R1QKC1R1 w - 4 3', 146, 126, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321289089, 1795321289555);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('2wqt9qfyj7qy', '{"name":"sesqui"}', 'dc2f2d43e09108ba539b66b0d5e6cb73506d1017e2c8dc32481249b0fb542311', 'Sesqui-dimensional Chess', 'ring', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, 'PPNKRBPP4ppbrknpp3P1PBRQN1PP1p2pnqrbpp4 w - 0 3', 35, 34, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321289642, 1795321289847);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('hhgfajszhzf6', '{"name":"riftwalker"}', '8ca51a7421d851c2063821af0c53164979f9cf44ade21038e1f4cd897cdbaf0f', 'Riftwalker Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, 'rbnwqkbnr/msspppssm/9/ssppppp2/2S1S4/S1PPPPPSS/5ss2/MSSPPPS1M/RNBKQWNBR w - 4 3', 52, 24, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321289989, 1795321290334);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('u7zuas255ru8', '{"name":"twoboards"}', 'c2d63f0c788172cd442e981de908a9efb545994f9dd1cd102d9fe5937c8e7e28', 'Chess on Two Boards', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, '1he2sg2ks2eh1/6m7m1/16/16/1ww2ww2ww2ww1/16/16/16/16/6M9/16/1WW2WW2WW2WW1/16/16/6M9/1HE2SG2KS2EH1 w - 4 3', 234, 238, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321290493, 1795321290715);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('entx5csaxsrd', '{"name":"gateway"}', '968ecd1050ba05762e70c26ae026fb0fec8803a9dee95e587d0e1bb772df7cc4', 'Gateway Chess', 'stack', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, 'rnnr/u1su/4/*pp*/*2*/*2*/*PP*/4/U1SU/RNNR|bqqb/jccj/4/*pp*/*2*/*2*/*PP*/4/JCCJ/BQQB|kkkk/oggo/s3/*pp*/*2*/*2*/*PP*/S3/OGGO/KKKK|bddb/ummu/4/*pp*/*2*/*2*/*PP*/4/UMMU/BDDB|rn1r/jssj/3n/*pp*/*2*/*2*/*PP*/3N/JSSJ/RN1R w - 4 3', 158, 151, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321290743, 1795321290772);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('j9g68dpbrywf', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, 'rnbqkbnr/ppp1p1pp/5p2/3p4/8/4PP2/PPPP2PP/RNBQKBNR w KQkq - 0 3', 51, 35, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321290777, 1795321290802);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('9ghikcx5fgsu', '{"name":"hyperchess"}', 'f4bbd3a80f8bb3e6d2f717a1a7acc1d8ad93068406e32b6ae654dc8647baee57', 'Hyperchess', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, '1r3bq2kb2nr1/1n14/16/16/1pp2pp2pp2pp1/16/16/16/16/16/16/1PP2PP2PP2PP1/16/16/3N12/1R3BQ2KB2NR1 w - 4 3', 234, 225, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321290857, 1795321290906);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('476rjf2sv96n', '{"name":"raumschach"}', 'aa51335e01b788883db03223df9b1cdc5457c2468f2b5dc0f938c648564eed3a', 'Raumschach', 'stack', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 4, 4, '5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/pppp1/5/5/5 w - 3 3', 67, 98, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321290957, 1795321291162);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('abahxuqiiufr', '{"name":"walkers","options":{"kinging":"mixed"}}', 'fc3a820eccb2f68643bf11ef931798872162b74dd35923976f988d19c15133d7', 'Walkers and Jumpers', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 3, 3, '1r1ckq1r1/9/9/ppp2bppp/2b6/9/2npppn2/9/9/9/9/9/7N1/9/2NPPP3/9/9/PPP2BPPP/9/5B3/1R1QKC1R1 b - 3 2', 60, 79, 'black', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321291186, 1795321291321);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('3fy5q62a6pct', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, NULL, 1, '{"kind":"none"}', 0, 'active', NULL, 2, 2, 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 51, 35, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321291333, 1795321291557);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('2qrrmg3ei4pg', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, NULL, 2, '4jfr8rsg2v63', NULL, '{"kind":"none"}', 0, 'over', '{"result":"1-0","reason":"resignation","text":"Black has resigned: White has won."}', 1, 1, 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1', 6, 21, 'black', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321291681, 1795321292085);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('jcbq6uwre4ed', '{"name":"towers","definition":"acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"}', 'acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe', 'Towers and Wizards', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 3, 3, 'rwkwpr/ppppp1/W4p/5P/PPPPP1/R1KWPR b - 3 2', 1, 18, 'black', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321292122, 1795321292230);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('eqb4bgr2st2v', '{"name":"towers","definition":"acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"}', 'acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe', 'Towers and Wizards', 'grid', NULL, '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'over', '{"result":"0-1","reason":"resignation","text":"White has resigned: Black has won."}', 4, 4, 'r1kwpr/ppppp1/W4p/w4P/PPPPP1/R1KWPR w - 4 3', 31, 12, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321292233, 1795321292306);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('m6j9dudvz4tf', '{"name":"towers","definition":"acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"}', 'acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe', 'Towers and Wizards', 'grid', NULL, '4jfr8rsg2v63', NULL, NULL, 1, '{"kind":"none"}', 0, 'active', NULL, 0, 0, 'rwkwpr/pppppp/6/6/PPPPPP/RWKWPR w - 0 1', NULL, NULL, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321292320, 1795321292320);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('x9qjqgbh3jfq', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', '4jfr8rsg2v63', NULL, 'fw3g6f73cvbg', NULL, '{"kind":"none"}', 0, 'active', NULL, 1, 1, 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 52, 36, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321292401, 1795321292421);
INSERT INTO games (id, game, definition, title, layout_kind, start, white_user, white_level, black_user, black_level, clock, rated, state, outcome, seq, log, position, last_from, last_to, turn, white_ms, black_ms, running_since, deadline, extra, created, updated) VALUES ('iy859quy8jtb', '{"name":"chess"}', '247075cd60acea1953924e1000b058d7eb833ab2610b82ac55bbf2e13ddcb703', 'Chess', 'grid', NULL, '4jfr8rsg2v63', NULL, NULL, NULL, '{"kind":"none"}', 0, 'open', NULL, 0, 0, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', NULL, NULL, 'white', 0, 0, NULL, NULL, '{"draw":null,"takeback":null,"rematch":null,"rematch_id":null,"plans":[null,null],"taken_back":false,"seed":0}', 1795321292426, 1795321292426);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2yjqxf428m9p', 1, 'move', 'f2f3', 'f3', 1795321287735, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2yjqxf428m9p', 2, 'move', 'e7e5', 'e5', 1795321287744, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2yjqxf428m9p', 3, 'move', 'g2g4', 'g4', 1795321287807, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2yjqxf428m9p', 4, 'move', 'd8h4', 'Qh4#', 1795321287882, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('me3c2aw54qnh', 1, 'move', 'e2e4', 'e4', 1795321288090, 142, 600000, 600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('me3c2aw54qnh', 2, 'move', 'e7e5', 'e5', 1795321288146, 56, 600000, 600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('me3c2aw54qnh', 3, 'move', 'g1f3', 'Nf3', 1795321288215, 69, 601931, 600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('b6s2zr54mqyv', 1, 'move', 'd2d4', 'd4', 1795321288358, 44, 259200000, 259200000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('b6s2zr54mqyv', 2, 'move', 'd7d5', 'd5', 1795321288435, 77, 259200000, 259200000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 1, 'move', 'e2e4', 'e4', 1795321288616, 15, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 2, 'move', 'c7c5', 'c5', 1795321288669, 53, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 3, 'move', 'g1f3', 'Nf3', 1795321288769, 100, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 4, 'move', 'd7d6', 'd6', 1795321288781, 12, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 5, 'takeback', '2', '', 1795321288789, 0, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('8kcrtk7wfdza', 6, 'move', 'b1c3', 'Nc3', 1795321288801, 12, 1209600000, 1209600000);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hinxpttbrib7', 1, 'move', 'e2e4', 'e4', 1795321288945, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hinxpttbrib7', 2, 'move', 'e7e5', 'e5', 1795321288982, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('vtcf9qqxvasq', 1, 'move', 'd4f2', 'Bf2', 1795321289243, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('vtcf9qqxvasq', 2, 'move', 'd18c17', 'Bc17', 1795321289332, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('vtcf9qqxvasq', 3, 'move', 'g7h9', 'Nh9', 1795321289458, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('vtcf9qqxvasq', 4, 'move', 'c17a15', 'Ba15', 1795321289555, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2wqt9qfyj7qy', 1, 'move', 'e1d6', 'e1d6', 1795321289745, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2wqt9qfyj7qy', 2, 'move', 'g1f6', 'g1f6', 1795321289757, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2wqt9qfyj7qy', 3, 'move', 'f1f3', 'f1f3', 1795321289778, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2wqt9qfyj7qy', 4, 'move', 'f6f5', 'f5', 1795321289847, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hhgfajszhzf6', 1, 'move', 'h2e5', 'Sh2e5', 1795321290161, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hhgfajszhzf6', 2, 'move', 'i6f3', 'Sf3', 1795321290235, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hhgfajszhzf6', 3, 'move', 'b4c5', 'S4c5', 1795321290277, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('hhgfajszhzf6', 4, 'move', 'h6g3', 'Sg3', 1795321290334, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('u7zuas255ru8', 1, 'move', 'j2f6', 'Mf6', 1795321290587, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('u7zuas255ru8', 2, 'move', 'j15k15', 'Mjk15', 1795321290637, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('u7zuas255ru8', 3, 'move', 'f6g7', 'Mg7', 1795321290656, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('u7zuas255ru8', 4, 'move', 'k15o15', 'Mo15', 1795321290715, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('entx5csaxsrd', 1, 'move', 'vb2xa3', 'Svb2xa3', 1795321290754, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('entx5csaxsrd', 2, 'move', 'vb9xa8', 'Svb9xa8', 1795321290760, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('entx5csaxsrd', 3, 'move', 'zc1zd3', 'Nzd3', 1795321290766, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('entx5csaxsrd', 4, 'move', 'zc10zd8', 'Nzd8', 1795321290772, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('j9g68dpbrywf', 1, 'move', 'f2f3', 'f3', 1795321290785, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('j9g68dpbrywf', 2, 'move', 'f7f6', 'f6', 1795321290791, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('j9g68dpbrywf', 3, 'move', 'e2e3', 'e3', 1795321290796, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('j9g68dpbrywf', 4, 'move', 'd7d5', 'd5', 1795321290802, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('9ghikcx5fgsu', 1, 'move', 'c1d9', 'Nd9', 1795321290877, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('9ghikcx5fgsu', 2, 'move', 'c16k15', 'Nk15', 1795321290887, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('9ghikcx5fgsu', 3, 'move', 'd9d2', 'Nd2', 1795321290897, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('9ghikcx5fgsu', 4, 'move', 'k15b15', 'Nb15', 1795321290906, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('476rjf2sv96n', 1, 'move', 'Bb1Ee4', 'UxEe4', 1795321291029, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('476rjf2sv96n', 2, 'move', 'Dd5Cc4', 'UCc4', 1795321291077, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('476rjf2sv96n', 3, 'move', 'Ee4Bb1', 'UBb1', 1795321291135, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('476rjf2sv96n', 4, 'move', 'Cc4Dd5', 'UDd5', 1795321291162, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('abahxuqiiufr', 1, 'move', 'd4f2', 'Bf2', 1795321291217, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('abahxuqiiufr', 2, 'move', 'd18c17', 'Bc17', 1795321291237, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('abahxuqiiufr', 3, 'move', 'g7h9', 'Nh9', 1795321291321, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('3fy5q62a6pct', 1, 'move', 'e2e4', 'e4', 1795321291348, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('3fy5q62a6pct', 2, 'move', 'd7d5', 'd5', 1795321291557, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('2qrrmg3ei4pg', 1, 'move', 'g1f3', 'Nf3', 1795321291730, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('jcbq6uwre4ed', 1, 'move', 'f2f3', 'Pf3', 1795321292159, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('jcbq6uwre4ed', 2, 'move', 'f5f4', 'Pf4', 1795321292220, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('jcbq6uwre4ed', 3, 'move', 'b1a4', 'Wa4', 1795321292230, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('eqb4bgr2st2v', 1, 'move', 'f2f3', 'Pf3', 1795321292253, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('eqb4bgr2st2v', 2, 'move', 'f5f4', 'Pf4', 1795321292260, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('eqb4bgr2st2v', 3, 'move', 'b1a4', 'Wa4', 1795321292273, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('eqb4bgr2st2v', 4, 'move', 'b6a3', 'Wa3', 1795321292293, 0, 0, 0);
INSERT INTO moves (game, seq, kind, move, short, at, spent_ms, white_ms, black_ms) VALUES ('x9qjqgbh3jfq', 1, 'move', 'e7e5', 'e5', 1795321292421, 0, 0, 0);
INSERT INTO seeks (id, user_id, wish, title, created, expires) VALUES ('95it4uz2jgg7', '4jfr8rsg2v63', '{"game":{"name":"chess"},"colour":"random","clock":{"kind":"none"},"rated":false,"opponent":{"kind":"seek"}}', 'Chess', 1795321292433, 99999999999999);
INSERT INTO seeks (id, user_id, wish, title, created, expires) VALUES ('zvvdzybf3ga8', 'fw3g6f73cvbg', '{"game":{"name":"towers","definition":"acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"},"colour":"black","clock":{"kind":"days","days":2},"rated":false,"opponent":{"kind":"seek"}}', 'Towers and Wizards', 1795321292439, 99999999999999);
INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) VALUES ('4jfr8rsg2v63', 'chess', 1662.3108939062977, 290.3189637179804, 0.05999967537233814, 1, 1795321288241);
INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated) VALUES ('fw3g6f73cvbg', 'chess', 1337.6891060937023, 290.3189637179804, 0.05999967537233814, 1, 1795321288241);
INSERT INTO analyses (id, user_id, tree, created) VALUES ('hr889sankr9s', '4jfr8rsg2v63', '{"game":{"name":"chess"},"tags":[],"start":null,"comment":"shared","nodes":[{"id":1,"parent":null,"move":"e2e4","short":"e2e4","comment":"best by test","nags":[1]},{"id":2,"parent":1,"move":"e7e5","short":"e7e5","comment":"","nags":[]},{"id":3,"parent":2,"move":"g1f3","short":"g1f3","comment":"","nags":[]}]}', 1795321292446);
INSERT INTO analyses (id, user_id, tree, created) VALUES ('i594ec3m4dbc', '4jfr8rsg2v63', '{"game":{"name":"towers","definition":"acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"},"tags":[["Definition","acdbd9183bcf9d9461806ab3b6445a45c67b6eb5b0fc779741bc9318e686d8fe"]],"start":null,"comment":"shared","nodes":[{"id":1,"parent":null,"move":"a2a3","short":"a2a3","comment":"best by test","nags":[1]}]}', 1795321292477);
INSERT INTO settings (name, value) VALUES ('alive', '1795321294809');

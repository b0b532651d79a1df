"""Plain values that the compiled module makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Literal, Optional, TypedDict, Union

from .records import Comment, Glyph, Ply, Record, Replay, Variation

if TYPE_CHECKING:
    from pathlib import Path

    from ._core import Move

__all__ = [
    "Axis",
    "Chart",
    "Comment",
    "DefinitionFault",
    "Evaluation",
    "Glyph",
    "Line",
    "Note",
    "Option",
    "Outcome",
    "PieceExplanation",
    "PieceKind",
    "Plane",
    "Ply",
    "PositionFault",
    "Record",
    "Refusal",
    "Replay",
    "Report",
    "Score",
    "SearchArguments",
    "SearchLimits",
    "Side",
    "TableInfo",
    "TableValue",
    "Variation",
]

Side = Literal["white", "black"]
"""A side of the game."""


@dataclass(frozen=True)
class Axis:
    """A coordinate of a chart."""

    name: str
    length: int
    cyclic: bool
    """Whether the axis is closed to a ring, so that the last cell is next to the first."""


@dataclass(frozen=True)
class Chart:
    """A way to give every cell coordinates."""

    name: str
    axes: tuple[Axis, ...]

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return tuple(axis.length for axis in self.axes)


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece, whatever its side."""

    letter: str
    """Its capital letter."""
    name: str
    about: str
    """How it moves, in words."""
    royal: bool
    moves: str
    """Its move rule in the language of definitions."""
    cells: int
    """The number of cells that it stands on."""


@dataclass(frozen=True)
class Note:
    """A note on the rules."""

    title: str
    text: str
    reason: str
    ruling: bool
    """Whether the note is a decision: on a point that the published rules leave open, or going beyond
    them."""


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    name: str
    about: str
    values: list[str]
    value: str
    """The value in this game."""


@dataclass(frozen=True)
class DefinitionFault:
    """An error in a definition."""

    file: str
    line: int
    """From 1; 0 if the fault is in the whole file."""
    column: int
    """From 1."""
    message: str
    help: Optional[str]
    """Advice on how to correct it, if there is any."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


@dataclass(frozen=True)
class PositionFault:
    """An error in a position."""

    message: str
    start: Optional[int]
    """Where the wrong part of the text starts, in characters from 0, if the text cannot be read."""
    end: Optional[int]
    """Where the wrong part of the text ends."""
    cells: list[str]
    """The cells concerned, if the text is readable but the position is impossible."""


@dataclass(frozen=True)
class Outcome:
    """How a game has ended."""

    winner: Optional[Side]
    """Who has won; ``None`` if it is a draw."""
    result: str
    """``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
    reason: str
    """``"checkmate"``, ``"stalemate"``, ``"baring"``, ``"repetition"``, ``"move count"`` or ``"dead
    position"``."""
    text: str
    """The same in a sentence."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Refusal:
    """An explanation: why a move is not legal, or why a position is check or mate."""

    reason: str
    """For programs: ``"blocked"``, ``"leaves_attacked"``, …"""
    sentences: list[str]
    """For people, the main sentence first."""
    marks: list[tuple[str, str]]
    """Cells that matter, each with its role, such as ``"blocker"``."""
    arrows: list[list[str]]
    """Arrows that illustrate it, each a list of cells."""

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PieceExplanation:
    """How a piece moves from a cell of an empty board."""

    sentences: list[str]
    cell: str
    """The cell that it stands on."""
    reaches: Mapping[str, str]
    """The cells that it reaches, each with ``"move"``, ``"capture"`` or ``"both"``."""

    def __str__(self) -> str:
        return " ".join(self.sentences)


@total_ordering
@dataclass(frozen=True)
class Score:
    """The score of a position for the side to move: either centipawns or a forced end.

    The better score is the greater one.

    >>> from hyperrook import Score
    >>> max(Score(250, None), Score(None, -3), Score(None, 5))
    Score(cp=None, mate=5)
    """

    cp: Optional[int]
    """Centipawns, unless the end is forced."""
    mate: Optional[int]
    """Moves until a forced win; negative for a forced loss."""

    def value(self, mate: int = 32_000) -> int:
        """A number to compare: a forced win counts ``mate`` less its length."""
        if self.mate is None:
            return self.cp or 0
        return mate - self.mate if self.mate > 0 else -mate - self.mate

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        # No sum of centipawns is more than a forced end.
        return self.value(1 << 40) < other.value(1 << 40)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        if self.mate is not None:
            return f"#{self.mate}"
        return f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True)
class Chances:
    """The chances of the side to move, from 0 to 1.

    They follow from games of the engine against itself that had such scores.
    """

    win: float
    draw: float
    loss: float

    @property
    def expected(self) -> float:
        """The expected points: 1 for a win, 0.5 for a draw."""
        return self.win + self.draw / 2


@dataclass(frozen=True)
class Line:
    """A line of play that a search has found."""

    rank: int
    """Its rank among the best, from 1."""
    depth: int
    """In plies."""
    selective_depth: int
    score: Score
    bound: str
    """``"exact"``, ``"lower"`` or ``"upper"``."""
    nodes: int
    time: float
    """In seconds."""
    moves: list[Move]
    chances: Optional[Chances] = None
    """The chances with this score; ``None`` from other engines."""

    def __str__(self) -> str:
        moves = " ".join(str(move) for move in self.moves)
        return f"{self.score} (depth {self.depth}) {moves}"


class SearchLimits(TypedDict, total=False):
    """What limits a search: the arguments of ``Engine.search``."""

    depth: Optional[int]
    nodes: Optional[int]
    time: Optional[float]
    mate: Optional[int]
    clock: Optional[float]
    increment: float
    moves_to_go: Optional[int]
    infinite: bool
    lines: int
    moves: Optional[Sequence[Union[str, Move]]]
    level: Optional[int]
    elo: Optional[int]
    seed: int


class SearchArguments(SearchLimits, total=False):
    """All arguments of ``Engine.search`` but the position."""

    on_info: Optional[Callable[[Line], object]]


@dataclass(frozen=True)
class Report:
    """The result of a search."""

    best: Optional[Move]
    """The move to play; ``None`` if there is no legal one."""
    ponder: Optional[Move]
    """The expected reply."""
    lines: list[Line]
    """The best lines, best first."""
    nodes: int
    time: float
    """In seconds."""

    @property
    def score(self) -> Optional[Score]:
        """The score of the best line for the side to move."""
        return self.lines[0].score if self.lines else None


@dataclass(frozen=True)
class Evaluation:
    """A static evaluation."""

    score_cp: int
    """For White, in centipawns."""
    terms: Mapping[str, int]
    """The part of each term in the score. If a network evaluates, they do not add up to the score."""

    def __iter__(self) -> Iterator[tuple[str, int]]:
        return iter(self.terms.items())


@dataclass(frozen=True)
class Plane:
    """A plane of an observation."""

    name: str
    most: int
    """The greatest number in it."""


@dataclass(frozen=True)
class TableValue:
    """The result of perfect play, from an endgame table. Repetitions are left out, and so is the move
    count, except in ``count``."""

    result: Literal["win", "draw", "loss"]
    """For the side to move, or for the side that makes a move."""
    plies: Optional[int]
    """Plies to the end of the game; ``None`` in a draw."""
    within_count: bool
    """Whether the result is certainly the same if the move count is taken into account."""
    text: str
    """The result and the distance in words."""
    count: Literal["stands", "spoiled", "unknown"] = "unknown"
    """What the move count makes of the result: it stands, it becomes a draw, or the table does not know
    because it was built by an older version."""
    zeroing_plies: Optional[int] = None
    """The plies in which the winner can force a move that begins the move count anew, with the win kept,
    or the end of the game; ``None`` in a draw, if the move count spoils the win even from its beginning,
    or if the table does not know."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class TableInfo:
    """An endgame table in a folder."""

    material: str
    """White's pieces, then Black's, such as ``"KRK"``."""
    path: Path
    bytes: int
    """The size of the file."""
    white: tuple[int, int, int]
    """Of the positions with White to move: won, lost, all."""
    black: tuple[int, int, int]
    """The same with Black to move."""
    longest: Optional[int]
    """The plies of the longest win, whoever is to move; ``None`` if nothing is won."""
    spoiled: Optional[int] = None
    """How many won and lost positions are draws by the move count, though it is at its beginning;
    ``None`` if the table was built by an older version."""

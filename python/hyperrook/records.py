"""Records of played games: PGN, extended to all games.

>>> import hyperrook
>>> record = hyperrook.Record.from_text('1. e4 {best by test} e5 (1... c5) 2. Nf3 *')
>>> [ply.move for ply in record.line]
['e4', 'e5', 'Nf3']
>>> record.line[0].comment
'best by test'
>>> str(record.line[1].variations[0][0].move)
'c5'
>>> record.replay().history.position.turn
'black'
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Optional, Union

from . import _core

if TYPE_CHECKING:
    from ._core import Game, History, Move, Position

__all__ = [
    "Comment",
    "Glyph",
    "Ply",
    "Record",
    "Replay",
    "Variation",
    "read_records",
    "try_records",
    "write_records",
]

_Path = Union[str, "os.PathLike[str]"]


@dataclass
class Comment:
    """A comment in words."""

    text: str
    to_line_end: bool = False
    """Whether it is written after ``;`` and goes on to the end of the line."""


@dataclass
class Glyph:
    """A numeric annotation glyph: 1 is a good move (``!``), and so on."""

    number: int


@dataclass
class Ply:
    """A move with its comments, glyphs and variations."""

    move: Union[str, Move]
    """The text of the move; in the line of a ``Replay`` it is a ``Move``."""
    before: list[Union[Comment, Glyph]] = field(default_factory=list)
    """Remarks between the number of the move and the move."""
    after: list[Union[Comment, Glyph, Variation]] = field(default_factory=list)
    """Remarks after the move, and variations instead of it, in order."""
    numbered: bool = False
    """Whether Black's move was written with a move number right after White's move."""

    @property
    def comment(self) -> str:
        """The comments after the move."""
        return " ".join(each.text for each in self.after if isinstance(each, Comment))

    @property
    def glyphs(self) -> list[int]:
        """The glyphs after the move."""
        return [each.number for each in self.after if isinstance(each, Glyph)]

    @property
    def variations(self) -> list[Variation]:
        """The lines that could have been played instead."""
        return [each for each in self.after if isinstance(each, Variation)]


@dataclass
class Variation:
    """A sequence of moves: the main line or a variation."""

    intro: list[Union[Comment, Glyph]] = field(default_factory=list)
    """Remarks before the first move."""
    plies: list[Ply] = field(default_factory=list)

    def __iter__(self) -> Iterator[Ply]:
        return iter(self.plies)

    def __len__(self) -> int:
        return len(self.plies)

    def __getitem__(self, number: int) -> Ply:
        return self.plies[number]


@dataclass
class Replay:
    """A record whose moves have been played and found legal."""

    start: Position
    """The position that it starts from."""
    history: History
    """The moves of the main line, played."""
    line: Variation
    """The same tree with ``Move`` instead of texts; moves from a null move on are a comment."""
    warnings: list[str]
    """What is inconsistent although all moves are legal, such as a wrong result, and null moves."""


@dataclass
class Record:
    """A played game: tags, moves with comments and variations, and the result."""

    tags: dict[str, str] = field(default_factory=dict)
    line: Variation = field(default_factory=Variation)
    result: str = "*"
    """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""

    @staticmethod
    def from_text(text: str) -> Record:
        """Reads a text that has one record."""
        records = list(read_records(io.StringIO(text)))
        if len(records) != 1:
            from .errors import RecordError

            raise RecordError(f"the text has {len(records)} records, expected one")
        return records[0]

    @staticmethod
    def of(
        history: History,
        tags: Optional[dict[str, str]] = None,
        *,
        result: Optional[str] = None,
        short: bool = True,
    ) -> Record:
        """The record of a history. Tags that name the game are added.

        >>> import hyperrook
        >>> chess = hyperrook.Game("chess")
        >>> print(hyperrook.Record.of(hyperrook.History(chess, ["e4", "e5"]), {"White": "A"}))
        [White "A"]
        <BLANKLINE>
        1. e4 e5 *
        """
        given = list((tags or {}).items())
        record: Record = history._record(given, result, short=short)
        return record

    def replay(self, game: Optional[Game] = None) -> Replay:
        """Plays the moves. If ``game`` is not given, the tags tell which game it is."""
        replay: Replay = _core.replay(self, game)
        return replay

    def to_text(self) -> str:
        """The record as text, with a final line break."""
        return _core.format_record(self)

    def __str__(self) -> str:
        return self.to_text().strip()


def _open(file: Union[_Path, IO[Any]], mode: str) -> tuple[IO[Any], bool]:
    """An open file, and whether it is ours to close."""
    if isinstance(file, (str, os.PathLike)):
        return open(file, mode), True
    return file, False


def read_records(file: Union[_Path, IO[Any]]) -> Iterator[Record]:
    """Reads records one at a time, from a path or an open file.

    A record with an error raises ``RecordError``. Use :func:`try_records` to continue with the
    next record.
    """
    for record in try_records(file):
        if isinstance(record, Exception):
            raise record
        yield record


def try_records(file: Union[_Path, IO[Any]]) -> Iterator[Union[Record, ValueError]]:
    """Reads records one at a time. In place of a record with an error it yields the error, and
    continues with the next record."""
    from .errors import RecordError

    opened, is_ours = _open(file, "rb")
    try:
        reader = _core.RecordReader(opened)
        while True:
            try:
                yield next(reader)
            except RecordError as error:
                yield error
            except StopIteration:
                return
    finally:
        if is_ours:
            opened.close()


def write_records(file: Union[_Path, IO[Any]], records: Iterable[Record]) -> int:
    """Writes records to a path or an open file, one at a time. Returns their number."""
    opened, is_ours = _open(file, "wb")
    count = 0
    try:
        for record in records:
            text = record.to_text()
            if count:
                text = "\n" + text
            # Files of `tempfile` are not of this class, but have what text files have.
            if isinstance(opened, io.TextIOBase) or hasattr(opened, "encoding"):
                opened.write(text)
            else:
                opened.write(text.encode())
            count += 1
    finally:
        if is_ours:
            opened.close()
    return count

"""What can go wrong. All errors are subclasses of :class:`HyperrookError`; errors about wrong
values are also subclasses of :class:`ValueError`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._types import DefinitionFault, PositionFault, Refusal

__all__ = [
    "CellError",
    "DefinitionError",
    "EngineError",
    "HyperrookError",
    "IllegalActionError",
    "IllegalMoveError",
    "MoveError",
    "OptionError",
    "PlaytestError",
    "PositionError",
    "RecordError",
    "TableError",
    "UnknownGameError",
]


class HyperrookError(Exception):
    """An error of Hyperrook."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The classes take what they keep, so that errors can be sent to other processes.
        return (type(self), self._arguments())

    def _arguments(self) -> tuple[Any, ...]:
        return self.args


class UnknownGameError(HyperrookError, LookupError):
    """There is no game of this name. The message names the games, and the nearest one."""


class OptionError(HyperrookError, ValueError):
    """The game has no such option, or the option no such value."""


class DefinitionError(HyperrookError, ValueError):
    """A definition is wrong.

    >>> import hyperrook
    >>> try:
    ...     hyperrook.Game.from_toml('format = 1')
    ... except hyperrook.DefinitionError as error:
    ...     print(error.faults[0].message)
    the file has no `board`
    """

    def __init__(self, message: str, faults: Sequence[DefinitionFault] = ()) -> None:
        super().__init__(message)
        self.faults: list[DefinitionFault] = list(faults)
        """All errors, each with line, column, message and help."""

    def _arguments(self) -> tuple[Any, ...]:
        return (str(self), self.faults)


class PositionError(HyperrookError, ValueError):
    """A text is not a position of the game."""

    def __init__(self, message: str, faults: Sequence[PositionFault] = ()) -> None:
        super().__init__(message)
        self.faults: list[PositionFault] = list(faults)
        """All errors, each with its message and its place."""

    def _arguments(self) -> tuple[Any, ...]:
        return (str(self), self.faults)


class CellError(HyperrookError, ValueError):
    """The board has no such cell."""


class MoveError(HyperrookError, ValueError):
    """A text is not a move."""


class IllegalMoveError(MoveError):
    """A move is not legal in the position."""

    def __init__(self, message: str, why: Refusal | None = None) -> None:
        super().__init__(message)
        self.why: Refusal | None = why
        """Why the move is not legal: a reason for programs and sentences for people. ``None`` if the
        move belongs to another game."""

    def _arguments(self) -> tuple[Any, ...]:
        return (str(self), self.why)


class IllegalActionError(HyperrookError, ValueError):
    """An action is not legal in the position."""

    def __init__(self, message: str, games: Sequence[int] = ()) -> None:
        super().__init__(message)
        self.games: list[int] = list(games)
        """For a ``VectorEnv``: the numbers of the games whose actions are not legal."""

    def _arguments(self) -> tuple[Any, ...]:
        return (str(self), self.games)


class RecordError(HyperrookError, ValueError):
    """A record cannot be read or played."""

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        ply: int | None = None,
    ) -> None:
        super().__init__(message)
        self.line: int | None = line
        """The line, from 1, if the text is wrong."""
        self.column: int | None = column
        """The column, from 1, if the text is wrong."""
        self.ply: int | None = ply
        """The number of the ply, from 1, if a move is wrong."""

    def _arguments(self) -> tuple[Any, ...]:
        return (str(self), self.line, self.column, self.ply)


class EngineError(HyperrookError, RuntimeError):
    """An engine is busy, has ended, does not answer, or refuses an option."""


class PlaytestError(HyperrookError, RuntimeError):
    """A playtest cannot run: the folder holds another run, or one of its files is damaged."""


class TableError(HyperrookError, RuntimeError):
    """An endgame table is damaged, or cannot be built."""

"""Playtests: the engine plays a game against itself, and the games are measured.

>>> import hyperrook
>>> report = hyperrook.playtest(hyperrook.Game("chess"), games=4, random=True)
>>> report.games, report.figure("branching").unit
(4, 'moves')

``docs/playtest.md`` says how games are played and what is measured, ``docs/playtesting.md`` how to
read a report.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, TypedDict, Union

from . import _core

if TYPE_CHECKING:
    from ._core import Game

__all__ = ["Advice", "Figure", "PlaytestReport", "playtest"]


@dataclass(frozen=True)
class Figure:
    """A figure of a playtest with its 95 % interval."""

    measure: str
    """The name of the measure in files, such as ``"white-score"``."""
    name: str
    """Its name for people."""
    unit: str
    """``"share"`` (from 0 to 1), ``"plies"``, ``"moves"``, …"""
    each: str
    """What the measure has one figure for each of: ``"run"``, ``"kind"``, ``"cell"``, …"""
    label: str
    """The kind, cell or range of this figure; empty if the measure has one figure."""
    value: float
    low: float
    """The lower bound of the interval."""
    high: float
    """The upper bound of the interval."""
    standard_error: float
    games: int
    """The number of games that it is taken from."""

    def __str__(self) -> str:
        what = f"{self.name} ({self.label})" if self.label else self.name
        scale, unit = (100, "%") if self.unit == "share" else (1, self.unit)
        value, low, high = (scale * each for each in (self.value, self.low, self.high))
        return f"{what}: {value:.4g} {unit} ({low:.4g} to {high:.4g})"


@dataclass(frozen=True)
class Advice:
    """A finding that an inventor should look at."""

    title: str
    text: str
    """What the games show, and what it may mean."""

    def __str__(self) -> str:
        return f"{self.title}. {self.text}"


@dataclass(frozen=True)
class PlaytestReport:
    """The results of a playtest. ``str(report)`` is the report in sentences."""

    data: Mapping[str, Any]
    """The whole report, as ``docs/playtest.schema.json`` describes it."""
    markdown: str
    """The report as Markdown."""
    html: str
    """The report as a page of HTML."""
    complete: bool
    """Whether all games were played. If not, the game has no more openings that are new and about
    even."""
    dropped: int
    """The number of games that were dropped because another game has the same opening."""

    @property
    def title(self) -> str:
        """The name of the game, with options that are not at their defaults."""
        return str(self.data["title"])

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.data["games"])

    @property
    def players(self) -> str:
        """Who played, and how, in words."""
        return str(self.data["players"])

    @property
    def sentences(self) -> list[str]:
        """The main results, in sentences."""
        return list(self.data["sentences"])

    @property
    def advice(self) -> list[Advice]:
        """What an inventor should look at first."""
        return [Advice(**advice) for advice in self.data["advice"]]

    @property
    def figures(self) -> list[Figure]:
        """All figures."""
        return [
            Figure(
                measure["id"],
                measure["name"],
                measure["unit"],
                measure["each"],
                figure.get("label", ""),
                **figure["estimate"],
            )
            for measure in self.data["measures"]
            for figure in measure["figures"]
        ]

    def figure(self, measure: str, label: str = "") -> Figure:
        """The figure of a measure. ``label`` selects one of several, such as a kind of piece or a
        cell. Raises ``KeyError`` if the games give no such figure."""
        for figure in self.figures:
            if figure.measure == measure and figure.label == label:
                return figure
        of = f" for {label!r}" if label else ""
        raise KeyError(f"the games say nothing about {measure!r}{of}")

    # Not with the type of pandas, which readers of the annotations need not have.
    def to_frame(self) -> Any:
        """All figures as a ``DataFrame`` of pandas, which must be installed."""
        import pandas

        columns = list(Figure.__dataclass_fields__)
        rows = [[getattr(figure, name) for name in columns] for figure in self.figures]
        return pandas.DataFrame(rows, columns=columns)

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __str__(self) -> str:
        lines = [f"{self.title}: {self.games} games, {self.players}", *self.sentences]
        return "\n".join([*lines, *(str(advice) for advice in self.advice)])


class PlaytestSettings(TypedDict, total=False):
    """The arguments of :func:`playtest` but the game."""

    games: int
    nodes: int
    random: bool
    seed: int
    opening_plies: Optional[int]
    max_plies: int
    part: Sequence[int]
    threads: Optional[int]
    folder: Union[str, os.PathLike[str], None]
    on_progress: Optional[Callable[[int, int], object]]


def playtest(
    game: Game,
    *,
    games: int = 200,
    nodes: int = 1_000,
    random: bool = False,
    seed: int = 1,
    opening_plies: Optional[int] = None,
    max_plies: int = 3_000,
    part: Sequence[int] = (1, 1),
    threads: Optional[int] = None,
    folder: Union[str, os.PathLike[str], None] = None,
    on_progress: Optional[Callable[[int, int], object]] = None,
) -> PlaytestReport:
    """Lets the engine play a game against itself, and measures the games.

    The arguments are the options of ``hyperrook playtest``: the number of games, the positions
    that the engine searches for each move, random moves instead of the engine's, and so on.
    Equal arguments give equal reports, whatever the number of ``threads``.

    With a ``folder`` the games are stored as they end, and the report is written there, too.
    Ctrl-C stops the run, and the same call continues it. A call with more ``games`` continues a
    finished run. ``part=(2, 3)`` is the second of three parts of all openings. ``on_progress`` is
    called about once a second with the number of games played and of all games.

    >>> import hyperrook
    >>> report = hyperrook.playtest(hyperrook.Game("sesqui"), games=2, nodes=5)
    >>> report.title, len(report.sentences) > 5
    ('Sesqui-dimensional Chess', True)
    """
    import json

    number, parts = part
    data, markdown, html, complete, dropped = _core._playtest(
        game,
        games,
        None if random else nodes,
        seed,
        opening_plies,
        max_plies,
        (number, parts),
        threads,
        folder,
        on_progress,
    )
    return PlaytestReport(json.loads(data), markdown, html, complete, dropped)

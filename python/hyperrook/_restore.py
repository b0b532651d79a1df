"""Restores what was pickled."""

from __future__ import annotations

from typing import Optional

from . import _core


def named_game(name: str, options: list[tuple[str, str]]) -> _core.Game:
    """A game that comes with Hyperrook."""
    return _core.Game(name, **dict(options))


def game_of_text(text: str, options: list[tuple[str, str]]) -> _core.Game:
    """The game of a definition."""
    return _core.Game.from_toml(text, **dict(options))


def board(game: _core.Game) -> _core.Board:
    """The board of a game."""
    return game.board


def symmetry(game: _core.Game, cells: list[int]) -> _core.Symmetry:
    """The symmetry of a game that takes each cell to the one with this number."""
    for found in game.symmetries():
        if found.cells == cells:
            return found
    raise ValueError(f"{game.name} has no such symmetry")


def action_space(game: _core.Game, mirror: bool) -> _core.ActionSpace:
    """The actions of a game."""
    return _core.ActionSpace(game, mirror=mirror)


def observation_space(
    game: _core.Game, chart: Optional[str], mirror: bool
) -> _core.ObservationSpace:
    """The observations of a game."""
    return _core.ObservationSpace(game, chart=chart, mirror=mirror)

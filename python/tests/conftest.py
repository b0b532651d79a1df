"""What the tests share."""

from __future__ import annotations

import signal
from pathlib import Path

import hyperrook
import pytest

ROOT = Path(__file__).resolve().parents[2]

# What a shell starts in the background ignores SIGINT. Then Ctrl-C would stop nothing, and the
# tests of it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: A small game of the tests' own: four files, four ranks, king, rook and pawn.
TINY = """
format = 1
name = "tiny"
title = "Tiny Chess"
[board]
drawn = "flat"
files = 4
ranks = 4
[charts.flat]
axes = ["file", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "K"
[pieces.R]
name = "rook"
moves = "R"
[start]
board = "2rk/4/4/KR2"
"""


@pytest.fixture(scope="session")
def chess() -> hyperrook.Game:
    return hyperrook.Game("chess")


@pytest.fixture(scope="session")
def tiny() -> hyperrook.Game:
    return hyperrook.Game.from_toml(TINY)


@pytest.fixture(params=hyperrook.games())
def game(request: pytest.FixtureRequest) -> hyperrook.Game:
    return hyperrook.Game(request.param)

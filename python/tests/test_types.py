"""The type stubs: they fit the compiled module, and `mypy --strict` accepts our examples."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("mypy")

USE = """
from __future__ import annotations
import hyperrook
game: hyperrook.Game = hyperrook.Game("walkers", kinging="mixed")
position: hyperrook.Position = game.start()
moves: list[hyperrook.Move] = position.legal_moves
side: hyperrook.Side = position.turn
why: hyperrook.Refusal | None = position.why_not("a1a2")
best: hyperrook.Move | None = hyperrook.Engine(game).play(position, depth=2)
shape: tuple[int, ...] = hyperrook.VectorEnv(game, 4).observe().shape
wrong: int = position.text
position.play(5)
hyperrook.Engine(game).play(position, dept=2)
"""


def test_stubs_fit_the_module(tmp_path):
    command = [sys.executable, "-m", "mypy.stubtest", "hyperrook._core", "--ignore-disjoint-bases"]
    # Not beside the sources, which have no compiled module.
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_examples_are_typed(tmp_path):
    (tmp_path / "use.py").write_text(USE)
    examples = sorted(str(path) for path in (ROOT / "examples/python").glob("*.py"))
    # PyTorch is not installed everywhere.
    options = ["--strict", "--ignore-missing-imports", "--allow-subclassing-any"]
    command = [sys.executable, "-m", "mypy", *options, "--cache-dir", str(tmp_path / "cache")]
    ran = subprocess.run(
        [*command, str(tmp_path / "use.py"), *examples],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    wrong = [line for line in ran.stdout.splitlines() if "error:" in line]
    assert len(wrong) == 3 and all("use.py:1" in line for line in wrong), ran.stdout + ran.stderr
    assert len(examples) >= 2

"""Our endgame tables of chess beside published ones.

The test needs the Syzygy tables of three and four pieces, and Gaviota's of three, in the folders
``syzygy/regular`` and ``gaviota`` of the folder that ``HYPERROOK_PUBLISHED_TABLES`` names. The
repository of python-chess has them in ``data``. They are not ours to distribute.
"""

import os
import random
from pathlib import Path

import chess as python_chess
import chess.gaviota
import chess.syzygy
import hyperrook
import pytest

PUBLISHED = os.environ.get("HYPERROOK_PUBLISHED_TABLES")
POSITIONS = int(os.environ.get("HYPERROOK_POSITIONS", "2000"))

pytestmark = pytest.mark.skipif(
    PUBLISHED is None, reason="HYPERROOK_PUBLISHED_TABLES names no folder of published tables"
)

THREE = ["KQK", "KRK", "KBK", "KNK", "KPK"]


def four() -> list[str]:
    """All endings of four pieces, the stronger side first."""
    order = "QRBNP"
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i:]]
    return [f"K{a}{b}K" for a, b in pairs] + [f"K{a}K{b}" for a, b in pairs]


def random_position(random: random.Random, material: str) -> python_chess.Board:
    """A legal position of this material, with either side to move and either colour stronger."""
    while True:
        board = python_chess.Board(None)
        color = python_chess.BLACK
        mirrored = random.random() < 0.5
        for letter in material:
            if letter == "K":
                color = not color
            piece = python_chess.Piece.from_symbol(letter if color != mirrored else letter.lower())
            empty = [cell for cell in python_chess.SQUARES if board.piece_at(cell) is None]
            board.set_piece_at(random.choice(empty), piece)
        board.turn = random.random() < 0.5
        if board.is_valid():
            return board


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = os.environ.get("HYPERROOK_TABLES") or tmp_path_factory.mktemp("tables")
    tables = hyperrook.Game("chess").tables(folder)
    tables.build(*THREE, *four())
    return tables


@pytest.mark.parametrize("material", THREE + four())
def test_syzygy_tables_agree(tables, chess, material):
    source = random.Random(material)
    with python_chess.syzygy.open_tablebase(Path(PUBLISHED) / "syzygy" / "regular") as published:
        for _ in range(POSITIONS):
            board = random_position(source, material)
            ours = tables.probe(chess.position(board.fen()))
            wdl = published.probe_wdl(board)
            assert wdl in (-2, 0, 2), "no ending of four pieces is spoiled by the move count"
            assert ours.result == {-2: "loss", 0: "draw", 2: "win"}[wdl], board.fen()
            if wdl == 0:
                continue
            assert ours.count == "stands", board.fen()
            if board.is_checkmate():
                assert ours.plies == 0
                continue
            # Many of these tables count in moves, so their distance may be a ply too small.
            dtz = abs(published.probe_dtz(board))
            assert dtz <= ours.zeroing_plies <= dtz + 1, (board.fen(), ours, dtz)


@pytest.mark.parametrize("material", THREE)
def test_gaviota_tables_agree(tables, chess, material):
    source = random.Random(material)
    with python_chess.gaviota.PythonTablebase() as published:
        published.add_directory(Path(PUBLISHED) / "gaviota")
        for _ in range(POSITIONS):
            board = random_position(source, material)
            ours = tables.probe(chess.position(board.fen()))
            dtm = published.probe_dtm(board)
            signed = {"win": 1, "draw": 0, "loss": -1}[ours.result] * (ours.plies or 0)
            assert signed == dtm, board.fen()

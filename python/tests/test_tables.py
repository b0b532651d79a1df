"""Endgame tables."""

import os
import signal
import sys
import threading
import time

import hyperrook
import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def tables(folder):
    tables = hyperrook.Game("chess").tables(folder)
    assert tables.build("KRK", "KQvK", threads=1) == ["KK", "KRK", "KQK"]
    return tables


def test_positions_have_values(tables, chess):
    mate = chess.position("8/8/8/8/8/k1K5/8/7R w - - 0 1")
    found = tables.probe(mate)
    assert (found.result, found.plies, found.within_count) == ("win", 1, True)
    assert str(found) == found.text == "win in 1 move"
    assert [str(move) for move in tables.line(mate)] == ["h1a1"]
    lost = tables.probe(mate.play("h1a1"))
    assert (lost.result, lost.plies, str(lost)) == ("loss", 0, "lost")
    drawn = tables.probe(chess.position("8/8/8/8/8/k1K5/8/8 w - - 0 1"))
    assert (drawn.result, drawn.plies) == ("draw", None)
    late = tables.probe(chess.position("8/8/8/8/8/2k5/8/K6R w - - 90 1"))
    assert late.result == "win" and not late.within_count and late.count == "spoiled"
    assert late.zeroing_plies == late.plies and found.count == "stands"
    # More pieces than any table has.
    assert tables.probe(chess.start()) is None and tables.line(chess.start()) == []


def test_moves_have_values_best_first(tables, chess):
    position = chess.position("8/8/8/8/8/k1K5/8/7R w - - 0 1")
    moves = tables.moves(position)
    assert {move for move, _ in moves} == set(position.legal_moves)
    assert str(moves[0][0]) == "h1a1" and moves[0][1].plies == 1
    worst = {"win": 0, "draw": 1, "loss": 2}
    order = [worst[value.result] for _, value in moves]
    assert order == sorted(order)
    assert all(value is None for _, value in tables.moves(chess.start()))


def test_play_by_the_tables_gives_mate(tables, chess):
    history = hyperrook.History(chess.position("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"))
    plies = tables.probe(history.position).plies
    for move in tables.line(history.position):
        history.play(move)
    assert len(history) == plies and history.outcome.reason == "checkmate"


def test_tables_are_kept_and_listed(tables, folder, chess):
    again = hyperrook.Tables(hyperrook.Game.from_toml(chess.toml), folder)
    assert again.build("KRK") == []
    assert again.probe(chess.position("8/8/8/8/8/k1K5/8/7R w - - 0 1")).plies == 1
    infos = {info.material: info for info in again.tables()}
    assert set(infos) == {"KK", "KRK", "KQK"}
    rook = infos["KRK"]
    assert rook.longest == 31 and rook.white[0] == rook.white[2] > 0 and rook.black[0] == 0
    assert rook.bytes == rook.path.stat().st_size and rook.spoiled == 0
    assert again.entries("KRK") >= rook.white[2]
    assert again.game == chess and again.folder.startswith(str(folder))
    assert repr(again).startswith("<Tables of chess in ")


def test_what_is_wrong_is_told(tables, chess, tmp_path):
    with pytest.raises(ValueError, match="are of chess"):
        tables.probe(hyperrook.Game("sesqui").start())
    for wrong in ["", "K", "KXK", "QK", "KKK", "krk", "K" + "Q" * 20 + "K"]:
        with pytest.raises(ValueError):
            tables.build(wrong)
        with pytest.raises(ValueError):
            tables.entries(wrong)
    with pytest.raises(ValueError, match="memory_mib"):
        tables.build("KBK", memory_mib=0)
    with pytest.raises(ValueError, match="threads"):
        tables.build("KBK", threads=0)
    with pytest.raises(hyperrook.TableError, match="memory_mib="):
        tables.build("KRBKR", memory_mib=1)
    with pytest.raises(TypeError):
        tables.probe("8/8/8/8/8/k1K5/8/7R w - - 0 1")
    own = chess.tables(tmp_path)
    own.build("KBK")
    (path,) = [info.path for info in own.tables() if info.material == "KBK"]
    path.write_bytes(b"no table")
    with pytest.raises(hyperrook.TableError, match="KBK"):
        own.tables()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_a_build(chess, tmp_path):
    stopped = []

    def interrupt():
        time.sleep(0.5)
        stopped.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    tables = hyperrook.Tables(hyperrook.Game("walkers"), tmp_path)
    thread = threading.Thread(target=interrupt)
    with pytest.raises(KeyboardInterrupt):
        thread.start()
        tables.build("KQRK", threads=1)
    assert time.monotonic() - stopped[0] < 5
    thread.join()


def test_errors_of_the_caller_end_a_build(tmp_path):
    def fail(material, table, tables, plies):
        raise LookupError(f"{material}: {table} of {tables}")

    tables = hyperrook.Tables(hyperrook.Game("walkers"), tmp_path)
    with pytest.raises(LookupError, match=" of "):
        tables.build("KQRK", threads=1, on_progress=fail)

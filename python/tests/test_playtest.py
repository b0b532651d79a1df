"""Playtests and their reports."""

import json
import os
import pickle
import signal
import sys
import textwrap
import threading
import time
import types

import hyperrook
import pytest
from conftest import ROOT, TINY


def test_reports_say_what_the_program_says(chess, tmp_path):
    folder = tmp_path / "run"
    report = hyperrook.playtest(chess, games=6, nodes=5, seed=3, threads=2, folder=folder)
    assert report.complete and report.games == 6 and report.dropped == 0
    assert report.title == "Chess" and "5 positions" in report.players
    assert report.data == json.loads((folder / "report.json").read_text())
    assert report.html == (folder / "report.html").read_text()
    assert report.markdown == (folder / "report.md").read_text() == report._repr_markdown_()
    white = report.figure("white-score")
    assert white.low <= white.value <= white.high and white.games == 6 and white.unit == "share"
    assert report.figure("kind-moves", "pawn").value > 0
    assert {figure.each for figure in report.figures} >= {"run", "kind", "cell"}
    assert all(sentence in str(report) for sentence in report.sentences)
    assert str(white).startswith(f"White's score: {100 * white.value:.4g} % (")
    assert pickle.loads(pickle.dumps(report)) == report
    with pytest.raises(KeyError, match="nothing about 'humour'"):
        report.figure("humour")


def test_a_run_is_repeatable_and_goes_on(tmp_path):
    tiny = hyperrook.Game.from_toml(TINY)
    settings = {"random": True, "seed": 5}
    whole = tiny.playtest(games=30, threads=1, **settings)
    part = tiny.playtest(games=10, folder=tmp_path, **settings)
    assert part.games == 10 and part.data != whole.data
    seen = []
    rest = tiny.playtest(
        games=30, folder=tmp_path, on_progress=lambda *now: seen.append(now), **settings
    )
    assert rest.data == whole.data
    assert all(10 <= done <= 30 and games == 30 for done, games in seen)
    with pytest.raises(hyperrook.PlaytestError, match="seed|settings|other"):
        tiny.playtest(games=10, folder=tmp_path, random=True, seed=6)
    with pytest.raises(hyperrook.PlaytestError):
        hyperrook.playtest(hyperrook.Game("chess"), games=1, random=True, folder=tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_stops_a_run_that_goes_on(chess, tmp_path):
    stopped = []

    def interrupt():
        while not (tmp_path / "games.journal").exists():
            time.sleep(0.01)
        time.sleep(0.3)
        stopped.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        hyperrook.playtest(chess, games=100_000, nodes=50, threads=1, folder=tmp_path)
    assert time.monotonic() - stopped[0] < 5
    thread.join()
    lines = len((tmp_path / "games.journal").read_text().splitlines())
    report = hyperrook.playtest(chess, games=lines + 2, nodes=50, threads=1, folder=tmp_path)
    assert report.games == lines + 2


def test_errors_of_the_caller_end_a_run(chess):
    def fail(done, games):
        raise LookupError(f"{done} of {games}")

    with pytest.raises(LookupError, match="of 100000"):
        hyperrook.playtest(chess, games=100_000, random=True, threads=1, on_progress=fail)


@pytest.mark.parametrize(
    "settings",
    [
        {"games": 0},
        {"games": -1},
        {"nodes": 0},
        {"max_plies": 0},
        {"opening_plies": -1},
        {"part": (0, 2)},
        {"part": (3, 2)},
        {"part": (1, 0)},
        {"part": (1, 2, 3)},
        {"threads": 0},
        {"threads": 1 << 40},
    ],
)
def test_wrong_settings_are_told(chess, settings):
    with pytest.raises(ValueError):
        hyperrook.playtest(chess, **settings)


def test_reports_are_data_frames(chess):
    pandas = pytest.importorskip("pandas")
    report = chess.playtest(games=3, random=True)
    frame = report.to_frame()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(report.figures)
    row = frame[frame.measure == "branching"].iloc[0]
    assert row.value == report.figure("branching").value


def test_data_frames_have_a_row_for_each_figure(chess, monkeypatch):
    """With a stand-in for pandas, which is not installed everywhere."""
    report = chess.playtest(games=3, random=True)
    stand_in = types.ModuleType("pandas")
    stand_in.DataFrame = lambda rows, columns: [dict(zip(columns, row)) for row in rows]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    rows = report.to_frame()
    assert len(rows) == len(report.figures)
    assert hyperrook.playtests.Figure(**rows[0]) == report.figures[0]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pandas"):
        report.to_frame()


def test_data_frames_of_the_page(tiny, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/python.md").read_text()
    start = page.index("    frame = game.playtest(")
    code = page[start : page.index("\n\n", start)].replace("games=1000", "games=4, random=True")
    exec(textwrap.dedent(code), {"game": tiny})

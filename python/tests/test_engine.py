"""The engine: limits, interruption, threads, coroutines."""

import asyncio
import contextlib
import inspect
import multiprocessing
import os
import random
import runpy
import threading
import time

import hyperrook
import pytest
from conftest import ROOT

MATE_IN_TWO = "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1"


@pytest.fixture
def engine(chess):
    return hyperrook.Engine(chess, hash_mib=1)


def test_reports_are_lines_of_legal_moves(game):
    engine = hyperrook.Engine(game, hash_mib=1)
    report = engine.search(game.start(), depth=2, lines=3)
    assert report.best == report.lines[0].moves[0] and len(report.lines) == 3
    assert [line.rank for line in report.lines] == [1, 2, 3]
    assert len({line.moves[0] for line in report.lines}) == 3
    for line in report.lines:
        position = game.start()
        for move in line.moves:
            position = position.play(move)
    chances = report.lines[0].chances
    assert chances and abs(chances.win + chances.draw + chances.loss - 1) < 1e-9
    assert 0 < chances.expected < 1
    assert report.nodes > 0 and report.time >= 0 and str(report.lines[0])


def test_searches_are_repeatable(chess):
    reports = [
        hyperrook.Engine(chess, hash_mib=1).search(chess.start(), nodes=3_000) for _ in range(2)
    ]
    assert reports[0].best == reports[1].best and reports[0].nodes == reports[1].nodes


def test_mates_are_found_and_scores_compare(engine, chess):
    report = engine.search(chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), mate=1)
    assert str(report.best) == "a1a8" and report.score.mate == 1 and str(report.score) == "#1"
    assert report.lines[0].chances == hyperrook.Chances(1, 0, 0)
    assert report.score.value() > hyperrook.Score(900, None).value()
    assert hyperrook.Score(None, -2).value() < hyperrook.Score(-900, None).value()


def test_histories_count_for_repetition(engine, chess):
    history = hyperrook.History(chess, "Nf3 Nf6 Ng1 Ng8".split())
    assert engine.search(history, depth=2).best is not None
    over = chess.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert engine.search(over, depth=2).best is None and engine.play(over, depth=1) is None


def test_only_some_moves_are_searched(engine, chess):
    report = engine.search(chess.start(), depth=2, moves=["a2a3", chess.start().move("h4")])
    assert str(report.best) in ("a2a3", "h2h4")
    with pytest.raises(hyperrook.IllegalMoveError):
        engine.search(chess.start(), depth=2, moves=["a2a5"])
    with pytest.raises(ValueError, match="empty"):
        engine.search(chess.start(), depth=2, moves=[])


def test_levels_play_legal_moves(engine, chess):
    position = chess.start()
    for level in range(1, 8):
        assert engine.play(position, level=level, seed=5) in position.legal_moves
    assert engine.play(position, elo=1500) in position.legal_moves
    assert engine.play(position, level=8, nodes=500) in position.legal_moves


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"depth": 0},
        {"depth": -1},
        {"nodes": 0},
        {"time": -1.0},
        {"time": float("nan")},
        {"time": float("inf")},
        {"level": 0},
        {"level": 9},
        {"level": 8},
        {"elo": 100},
        {"level": 1, "elo": 1000},
        {"depth": 1, "lines": 0},
        {"clock": 1e300},
        {"clock": 1.0, "moves_to_go": 0},
    ],
)
def test_wrong_limits_are_told(engine, chess, limits):
    with pytest.raises(ValueError):
        engine.search(chess.start(), **limits)


def test_wrong_engines_are_told(chess, tmp_path):
    with pytest.raises(ValueError, match="hash_mib"):
        hyperrook.Engine(chess, hash_mib=0)
    with pytest.raises(ValueError, match="threads"):
        hyperrook.Engine(chess, threads=-3)
    with pytest.raises(ValueError, match="network"):
        hyperrook.Engine(chess, network=b"no network")
    with pytest.raises(FileNotFoundError) as caught:
        hyperrook.Engine(chess, network=tmp_path / "none.net")
    assert caught.value.filename == str(tmp_path / "none.net")
    with pytest.raises(IsADirectoryError) as caught:
        hyperrook.Engine(chess, network=tmp_path)
    assert caught.value.filename == str(tmp_path)
    # It has no end.
    with pytest.raises(OSError, match="/dev/zero: this is a pipe or a device"):
        hyperrook.Engine(chess, network="/dev/zero")
    with pytest.raises(ValueError, match="plays chess"):
        hyperrook.Engine(chess).search(hyperrook.Game("sesqui").start(), depth=1)
    with pytest.raises(TypeError):
        hyperrook.Engine("chess")


def test_evaluations_have_terms(chess):
    queen_up = chess.position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    played = chess.start().play("e4").play("e5").play("Nf3")
    evaluation = hyperrook.Engine(chess, weights="derived", network=None).evaluate(played)
    assert abs(sum(evaluation.terms.values()) - evaluation.score_cp) <= len(evaluation.terms)
    assert len(evaluation.terms) > 5
    assert queen_up.evaluate().score_cp > 500 and dict(queen_up.evaluate())
    mirrored = chess.position("3qk3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert mirrored.evaluate().score_cp == -queen_up.evaluate().score_cp


def test_lines_are_told_as_they_are_found(engine, chess):
    depths = []
    engine.search(chess.start(), depth=4, on_info=lambda line: depths.append(line.depth))
    assert depths == sorted(depths) and depths[-1] == 4


def test_an_error_of_the_callback_stops_the_search(engine, chess):
    def fail(line):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        engine.search(chess.start(), infinite=True, on_info=fail)
    assert not engine.is_searching and engine.play(chess.start(), depth=1)


def test_other_threads_run_meanwhile_and_stop_it(engine, chess):
    reports = []
    thread = threading.Thread(
        target=lambda: reports.append(engine.search(chess.start(), infinite=True))
    )
    thread.start()
    while not engine.is_searching:
        time.sleep(0.001)
    with pytest.raises(hyperrook.EngineError, match="already"):
        engine.search(chess.start(), depth=1)
    with pytest.raises(hyperrook.EngineError, match="already"):
        engine.clear()
    counted = sum(len(chess.start().legal_moves) for _ in range(1000))
    time.sleep(0.05)
    engine.stop()
    thread.join(20)
    assert counted == 20_000 and reports[0].best is not None
    engine.clear()


def test_engines_play_in_many_threads():
    def play(name, found):
        game = hyperrook.Game(name)
        engine = hyperrook.Engine(game, hash_mib=1)
        history = hyperrook.History(game)
        for _ in range(6):
            history.play(engine.play(history, nodes=200))
        found.append(len(history))

    found: list = []
    threads = [
        threading.Thread(target=play, args=(name, found)) for name in hyperrook.games()[:4] * 2
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [6] * 8


def test_coroutines_share_the_loop(engine, chess):
    async def both():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.ensure_future(tick())
        report = await engine.search_async(chess.start(), time=0.1)
        ticking.cancel()
        return report, ticks

    report, ticks = asyncio.run(both())
    assert report.best is not None and ticks > 2


def test_cancelled_searches_end(engine, chess):
    async def cancel():
        task = asyncio.ensure_future(engine.search_async(chess.start(), infinite=True))
        while not engine.is_searching:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return engine.is_searching

    assert asyncio.run(cancel()) is False


def test_searches_that_have_not_begun_are_cancelled(chess):
    """The thread of a search may not have come to it, and there may be more searches than cores."""
    engines = [hyperrook.Engine(chess, hash_mib=1) for _ in range((os.cpu_count() or 1) + 10)]

    async def cancel():
        tasks = []
        for number in range(40):
            searches = engines[number % len(engines)].search_async(chess.start(), infinite=True)
            task = asyncio.ensure_future(searches)
            await asyncio.sleep(0)
            task.cancel()
            # Once more while it waits for the end.
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        for engine in engines:
            tasks.append(asyncio.ensure_future(engine.search_async(chess.start(), infinite=True)))
        while not all(engine.is_searching for engine in engines):
            await asyncio.sleep(0.001)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    asyncio.run(asyncio.wait_for(cancel(), 60))
    assert not any(engine.is_searching for engine in engines)


def test_errors_of_coroutines_are_told(engine, chess):
    async def work():
        with pytest.raises(ValueError, match="limit"):
            await engine.search_async(chess.start())
        with pytest.raises(ValueError, match="depth"):
            async for _ in engine.analyse(chess.start(), depth=0):
                pass
        with pytest.raises(RuntimeError, match="StopIteration"):
            await engine.search_async(chess.start(), depth=2, on_info=lambda line: next(iter(())))

    asyncio.run(asyncio.wait_for(work(), 20))


def test_stopped_searches_are_waited_for(engine, chess):
    def again(line):
        engine.stop()
        # It would wait for itself.
        with pytest.raises(hyperrook.EngineError, match="already"):
            engine.search(chess.start(), depth=1)

    assert engine.search(chess.start(), infinite=True, on_info=again).best
    for _ in range(20):
        thread = threading.Thread(target=lambda: engine.search(chess.start(), infinite=True))
        thread.start()
        while not engine.is_searching:
            time.sleep(0.001)
        engine.stop()
        assert engine.play(chess.start(), depth=1)
        thread.join(20)


def test_analysis_ends_with_its_loop(engine, chess):
    async def work():
        for _ in range(5):
            # Without a limit, whatever else is asked for.
            async for line in engine.analyse(chess.start(), lines=2, moves=["e4", "d4"]):
                if line.depth >= 2:
                    break
            assert engine.play(chess.start(), depth=2)
            async for _ in engine.analyse(chess.start()):
                break
            assert engine.evaluate(chess.start())
            with pytest.raises(KeyError):
                async for _ in engine.analyse(chess.start()):
                    raise KeyError
            assert (await engine.search_async(chess.start(), depth=1)).best
        async with engine.analyse(chess.start()) as analysis:
            async for _ in analysis:
                break
            with pytest.raises(hyperrook.EngineError, match="already"):
                engine.play(chess.start(), depth=1)
        assert engine.play(chess.start(), depth=1)
        assert [line async for line in analysis] == []

    asyncio.run(asyncio.wait_for(work(), 30))


def test_analysis_gives_lines(engine, chess):
    async def lines():
        found = []
        analysis = engine.analyse(chess.start())
        async for line in analysis:
            found.append(line)
            if line.depth >= 3:
                break
        await analysis.aclose()
        limited = [line.depth async for line in engine.analyse(chess.start(), depth=2)]
        return found, limited

    found, limited = asyncio.run(lines())
    assert found[-1].depth >= 3 and limited[-1] == 2 and not engine.is_searching


INTERRUPT = runpy.run_path(str(ROOT / "benches/python/interrupt.py"))


@pytest.mark.parametrize("name", INTERRUPT["WORK"])
def test_ctrl_c_stops_soon(name):
    """Three times of at most ten. The bound is generous, because other programs may keep the machine
    busy: benches/python/interrupt.py measures the delays, which are below a fifth of a second."""
    delays = INTERRUPT["delays"](INTERRUPT["WORK"][name], 10, random.Random(1))
    bound = 2.0
    seen, good = [], 0
    with contextlib.closing(delays):
        for delay in delays:
            seen.append(delay)
            good += delay < bound
            if good == 3:
                return
    pytest.fail(f"{name}: {seen}")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_children_go_on(engine, chess):
    assert engine.play(chess.start(), depth=2)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()

    def work():
        moves = [str(engine.play(chess.start(), depth=2))]
        games = hyperrook.VectorEnv(chess, 16, threads=2)
        counts = games.step_random(20)
        queue.put((moves, counts["plies"], hyperrook.Game("sesqui").start().perft(3)))

    process = context.Process(target=work)
    process.start()
    moves, plies, count = queue.get(timeout=60)
    process.join(60)
    assert process.exitcode == 0 and plies == 320
    assert count == hyperrook.Game("sesqui").start().perft(3)
    assert moves == [str(engine.play(chess.start(), depth=2))]


def test_worths_of_pieces() -> None:
    start = hyperrook.Game("gateway").start()
    worths = start.piece_worths()
    assert worths and all(isinstance(worth, int) for worth in worths.values())
    engine = hyperrook.Engine(start.game, network=None)
    assert engine.piece_worths(start).keys() == worths.keys()


def test_nothing_is_told_after_an_error_of_the_callback(engine, chess):
    told = []

    def on_info(line):
        told.append(line)
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        engine.search(chess.start(), depth=6, on_info=on_info)
    assert len(told) == 1


def test_constructors_show_their_defaults():
    assert "network='shipped'" in str(inspect.signature(hyperrook.Engine))
    assert "hash_mib" in hyperrook.Engine.__doc__
    assert "marks=()" in str(inspect.signature(hyperrook.Position.svg))

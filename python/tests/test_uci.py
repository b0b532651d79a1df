"""The client for UCI engines."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hyperrook
import pytest
from hyperrook import uci
from hyperrook.uci import UciEngine

FAKE = [sys.executable, str(Path(__file__).with_name("fake_engine.py"))]


def run(work, *arguments):
    async def with_engine():
        async with await UciEngine.start([*FAKE, *arguments]) as engine:
            return await work(engine)

    return asyncio.run(with_engine())


def test_engines_introduce_themselves():
    async def work(engine):
        return engine.name, engine.author, engine.options

    name, author, options = run(work)
    assert (name, author) == ("First Move 1.0", "The Tests")
    assert options["Hash"] == uci.UciOption("Hash", "spin", "16", 1, 64)
    assert options["Clear Hash"].kind == "button" and options["Book File"].default == "<empty>"
    assert options["UCI_Variant"].values == hyperrook.games()[:-1]


def test_every_game_is_searched(game):
    async def work(engine):
        history = hyperrook.History(game, [game.start().legal_moves[0]])
        return history.position, await engine.search(history, depth=2, lines=2)

    if game.name == hyperrook.games()[-1]:
        with pytest.raises(hyperrook.EngineError, match="does not play"):
            run(work)
        return
    position, report = run(work)
    assert report.best == position.legal_moves[0] and report.ponder is None
    assert report.score.mate == -3 and [line.rank for line in report.lines] == [1, 2]
    assert report.lines[0].moves == [report.best] and report.nodes == 11


def test_engines_get_definitions_that_they_do_not_know(tiny):
    other = hyperrook.Game.from_toml(tiny.toml.replace("KR2", "K1R1"))

    async def work(engine):
        found = []
        for game in (tiny, hyperrook.Game("sesqui"), tiny, other):
            report = await engine.search(game.start(), depth=1)
            found.append(report.best == game.start().legal_moves[0])
        return found, engine.options["UCI_Variant"].values

    found, variants = run(work, "definitions")
    assert all(found) and variants[-1] == tiny.name
    with pytest.raises(hyperrook.EngineError, match="does not play tiny"):
        run(lambda engine: engine.search(tiny.start(), depth=1))
    # Another game under the name of chess would be searched as chess.
    rules = hyperrook.Game("chess").toml.replace("moves = 50", "moves = 45")
    changed = hyperrook.Game.from_toml(rules)
    assert changed != hyperrook.Game("chess")
    with pytest.raises(hyperrook.EngineError, match="another name"):
        run(lambda engine: engine.search(changed.start(), depth=1), "definitions")


def test_limits_are_sent(chess):
    async def work(engine):
        start = chess.start()
        only = await engine.search(start, nodes=5, moves=["h2h4"])
        timed = await engine.search(start, time=0.01, mate=3)
        clocked = await engine.search(
            start, clocks=(1.0, 2.0), increments=(0.1, 0.1), moves_to_go=5
        )
        with pytest.raises(ValueError, match="limit"):
            await engine.search(start)
        with pytest.raises(ValueError, match="one line"):
            await engine.set_option("Book File", "a\nquit")
        await engine.set_option("Hash", 4)
        await engine.set_option("Clear Hash")
        await engine.new_game()
        over = chess.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
        return only, timed, clocked, await engine.search(over, depth=1)

    only, timed, clocked, over = run(work)
    assert str(only.best) == "h2h4" and timed.best == clocked.best
    assert over.best is None and over.score.mate == 0


def test_analysis_ends_when_the_loop_does(chess):
    async def work(engine):
        found = []
        analysis = engine.analyse(chess.start())
        async for line in analysis:
            found.append(line)
            if len(found) == 3:
                break
        await analysis.aclose()
        # The engine is free again.
        return found, await engine.search(chess.start(), depth=1)

    found, report = run(work)
    assert [line.bound for line in found] == ["lower", "exact", "exact"]
    assert report.best is not None


def test_engines_do_one_thing_at_a_time(chess):
    sesqui = hyperrook.Game("sesqui")

    async def work(engine):
        await engine.set_game(chess)
        first = asyncio.ensure_future(engine.search(chess.start(), depth=1))
        await asyncio.sleep(0.1)
        second = engine.search(sesqui.start(), depth=1)
        others = [engine.set_option("Hash", 4), engine.new_game(), engine.set_game(chess)]
        *reports, _, _, _ = await asyncio.gather(first, second, *others)
        return [report.best for report in reports], [report.time for report in reports]

    best, times = run(lambda engine: asyncio.wait_for(work(engine), 15), "slow")
    assert best == [game.start().legal_moves[0] for game in (chess, sesqui)]
    # Without the time in which the engine was searching something else.
    assert all(0.25 < time < 0.55 for time in times), times


def test_refused_options_are_told(chess):
    async def work(engine):
        with pytest.raises(hyperrook.EngineError, match="'Hash': option `Hash` cannot be `abc`"):
            await engine.set_option("hash", "abc")
        with pytest.raises(hyperrook.EngineError, match="no option 'Nope'; it has Hash"):
            await engine.set_option("Nope", 3)
        with pytest.raises(hyperrook.EngineError, match="No such option"):
            await engine.set_option("Clear Hash")
        await engine.set_option("hash", 4)
        # The game has been chosen when its option is refused.
        with pytest.raises(hyperrook.EngineError, match="not today"):
            await engine.search(hyperrook.Game("walkers").start(), depth=1)
        before = await engine.search(chess.start(), depth=1)
        await engine.set_option("UCI_Variant", "sesqui")
        return before, await engine.search(chess.start(), depth=1)

    for report in run(work, "forgetful"):
        assert report.best in chess.start().legal_moves


def test_best_moves_are_legal(chess):
    with pytest.raises(hyperrook.EngineError, match="First Move 1.0 makes a move that is not legal"):
        run(lambda engine: engine.search(chess.start(), depth=1), "illegal")


def test_searches_that_are_cancelled_twice_leave_nothing(chess):
    async def work(engine):
        await engine.set_game(chess)
        for cancels in (1, 2):
            search = engine.search(chess.start(), depth=1, moves=["a2a3"])
            task = asyncio.ensure_future(search)
            await asyncio.sleep(0.1)
            for _ in range(cancels):
                task.cancel()
                await asyncio.sleep(0.01)
            with pytest.raises(asyncio.CancelledError):
                await task
            report = await engine.search(chess.start(), depth=1, moves=["h2h4"])
            assert str(report.best) == "h2h4"

    run(work, "slow")


def test_analyses_end_without_being_closed(chess):
    async def work(engine):
        for _ in range(2):
            async for _ in engine.analyse(chess.start()):
                break
        await engine.search(chess.start(), depth=1)
        analysis = engine.analyse(chess.start())
        async for _ in analysis:
            # It would wait for itself.
            with pytest.raises(hyperrook.EngineError, match="aclose"):
                await engine.search(chess.start(), depth=1)
            break
        with pytest.raises(hyperrook.EngineError, match="aclose"):
            await engine.set_option("Hash", 4)
        await analysis.aclose()
        async for _ in engine.analyse(chess.start()):
            break
        return await engine.search(chess.start(), depth=1)

    report = run(lambda engine: asyncio.wait_for(work(engine), 15))
    assert report.best is not None


def test_engines_that_do_not_read_are_killed():
    async def work(engine):
        waits = asyncio.ensure_future(engine.new_game())
        # More than a pipe holds.
        text = engine._send("a" * (1 << 20))
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(text, 0.2)
        await asyncio.wait_for(engine.quit(), 10)
        with pytest.raises(hyperrook.EngineError, match="ended"):
            await asyncio.wait_for(waits, 5)

    run(work, "deaf")


def test_engines_that_end_or_know_only_chess(chess):
    async def work(engine):
        await engine.search(chess.start(), depth=1)

    with pytest.raises(hyperrook.EngineError, match="ended"):
        run(work, "dies")
    run(work, "chess")

    async def other(engine):
        await engine.search(hyperrook.Game("sesqui").start(), depth=1)

    with pytest.raises(hyperrook.EngineError, match="chess only"):
        run(other, "chess")


def test_silent_engines_are_given_up(monkeypatch):
    monkeypatch.setattr(uci, "ANSWER_TIME", 0.2)
    with pytest.raises(hyperrook.EngineError, match="not answered"):
        asyncio.run(UciEngine.start([*FAKE, "silent"]))
    with pytest.raises(FileNotFoundError):
        asyncio.run(UciEngine.start("/no/such/engine"))


FORGOTTEN = """
import asyncio, os, sys, time
from hyperrook.uci import UciEngine

async def forget():
    return (await UciEngine.start(sys.argv[1:]))._process.pid

engine, begun = asyncio.run(forget()), time.monotonic()
while time.monotonic() - begun < 20:
    try:
        os.kill(engine, 0)
    except ProcessLookupError:
        print("ended")
        break
    time.sleep(0.02)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for with a signal")
def test_forgotten_engines_end_with_their_loop():
    command = [sys.executable, "-c", FORGOTTEN, *FAKE]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.stdout == "ended\n", ran.stderr


def installed(program):
    """The path of a program; Debian puts engines into a folder of their own."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.mark.parametrize("program", ["stockfish", "fairy-stockfish"])
def test_engines_of_others_play(chess, program):
    command = installed(program)
    if command is None:
        pytest.skip(f"{program} is not installed")

    async def work():
        async with await UciEngine.start(command) as engine:
            mate = await engine.search(chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), depth=8)
            lines = await engine.search(hyperrook.History(chess, ["e4", "e5"]), depth=6, lines=3)
            depths = []
            analysis = engine.analyse(chess.start())
            async for line in analysis:
                depths.append(line.depth)
                if line.depth >= 6:
                    break
            await analysis.aclose()
            again = await engine.search(chess.start(), time=0.05)
            with pytest.raises(hyperrook.EngineError):
                await engine.search(hyperrook.Game("sesqui").start(), depth=1)
            return engine.name, mate, lines, depths, again

    name, mate, lines, depths, again = asyncio.run(work())
    assert "stockfish" in name.lower()
    assert str(mate.best) == "a1a8" and mate.score.mate == 1
    assert [line.rank for line in lines.lines] == [1, 2, 3] and len(lines.lines[0].moves) > 1
    assert depths[-1] >= 6 and again.best in chess.start().legal_moves


@pytest.mark.skipif("HYPERROOK_PROGRAM" not in os.environ, reason="no program was named")
def test_our_own_engine_plays_every_game(game, tiny):
    async def work():
        program = os.environ["HYPERROOK_PROGRAM"]
        async with await UciEngine.start([program, "uci"]) as engine:
            for each in (game, tiny):
                best = (await engine.search(each.start(), depth=2)).best
                assert best in each.start().legal_moves

    asyncio.run(work())


def test_the_page_starts_an_engine(chess):
    page = (Path(__file__).parents[2] / "docs/python.md").read_text()
    start = page.index("    async with await UciEngine.start(")
    body = page[start : page.index("\n\n", start)].replace('["stockfish"]', repr(FAKE))
    names = {"UciEngine": UciEngine, "position": chess.start()}
    exec(f"async def work():\n{body}\n    return report", names)
    assert asyncio.run(names["work"]()).best in chess.start().legal_moves

"""No call from Python panics or aborts the interpreter, and nothing leaks."""

import inspect
import io
import os
import random
import signal
import threading

import hyperrook
import pytest
from hyperrook import ffish

CALLS = int(os.environ.get("HYPERROOK_CALLS", "5000"))


def values(chess, sesqui):
    """Values of every kind, most of them wrong wherever they are given."""
    import numpy

    start = chess.start()
    endless = []
    endless.append(endless)
    deep = ()
    for _ in range(5_000):
        deep = (deep,)
    # A variation within itself.
    loop = hyperrook.Variation(plies=[hyperrook.Ply("e4")])
    loop.plies[0].after.append(loop)
    return [
        endless, deep, loop, hyperrook.Record(line=loop),
        None, True, False, 0, 1, -1, 2, 7, 63, 64, 255, 256, 1 << 31, 1 << 63, -(1 << 63),
        1 << 64, 1 << 200, 10**4000, 0.0, -0.5, 1.5, 1e308, float("nan"), float("inf"), -float("inf"), 1j, "", "e2", "e4",
        "e2e4", "Nf3", "O-O", "a1", "i9", "white", "black", "w", "startpos", "chess", "board",
        "\0", "\ud800", "é", "🙂" * 50, "x" * 5000, "x" * 1_000_000, "(" * 300, "(" * 100_000, "[Event \"x\"]\n\n1. e4 *",
        b"", b"e2e4", bytes(range(256)), [], ["e2e4"], [1, 2], [[]], (), (0, 0), (1, 1, 1, 1),
        {}, {"a": "b"}, set(), object(), type, len, Exception("x"), range(3), iter([1]),
        start, start.play("e4"), sesqui.start(), chess, sesqui, chess.board, start["e2"],
        start.legal_moves[0], sesqui.start().legal_moves[0], hyperrook.History(chess, ["e4"]),
        chess.action_space(), chess.observation_space(), chess.symmetries()[0],
        hyperrook.Record.from_text("1. e4 (1. d4) *"), hyperrook.Variation(), hyperrook.Ply("x"),
        io.StringIO("1. e4 *"), io.BytesIO(b"1. e4 *"), numpy.zeros(4), numpy.int64(3),
        numpy.zeros((2, 2), numpy.uint8), numpy.array([1, 2], numpy.int64),
        start.text, "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
    ]  # fmt: skip


#: Arguments that cost time or memory, and what they may be.
COSTLY = {
    "depth": range(3),
    "plies": range(50),
    "max_plies": range(50),
    "games": range(3),
    "nodes": range(9),
    "memory_mib": [0, 1, 16],
    "num_envs": range(4),
    "threads": range(3),
    "hash_mib": range(3),
    "size": [0, 40],
}
#: What waits until it is stopped, or takes a file.
LEFT_OUT = {"analyse", "search_async", "_pixels", "mro"}


def targets(chess, sesqui):
    """Everything that can be called, with its names of arguments."""
    start = chess.start()
    engine = hyperrook.Engine(chess, hash_mib=1)
    objects = [
        chess, sesqui, chess.board, start, start.legal_moves[0], start["e2"],
        hyperrook.History(chess, ["e4"]), chess.action_space(), chess.observation_space(),
        chess.symmetries()[0], hyperrook.VectorEnv(chess, 2, threads=1), engine,
        start.evaluate(), start.why_not("e2e5"), hyperrook.Record.from_text("1. e4 *"),
        hyperrook.Score(1, None), ffish, hyperrook, hyperrook.Game, hyperrook.Position,
        hyperrook.Record, chess.tables("tables"), hyperrook.playtest(chess, games=1, random=True),
    ]  # fmt: skip
    for each in objects:
        for name in dir(each):
            member = getattr(each, name)
            own = name.startswith("__") and name not in (
                "__eq__", "__lt__", "__getitem__", "__contains__", "__deepcopy__", "__hash__"
            )  # fmt: skip
            if own or name in LEFT_OUT or not callable(member):
                continue
            if inspect.isclass(member) and not member.__module__.startswith("hyperrook"):
                continue
            try:
                names = list(inspect.signature(member).parameters.values())
            except (TypeError, ValueError):
                names = []
            yield f"{type(each).__name__}.{name}", member, names


def test_no_call_panics(chess, capfd, tmp_path, monkeypatch):
    # Paths are written to by some calls.
    monkeypatch.chdir(tmp_path)
    sesqui = hyperrook.Game("sesqui")
    generator = random.Random(9)
    given = values(chess, sesqui)
    callables = list(targets(chess, sesqui))
    assert len(callables) > 150
    refused = 0
    for number in range(CALLS):
        where, call, parameters = callables[number % len(callables)]
        positional, keywords = [], {}
        for parameter in parameters:
            if parameter.kind is parameter.KEYWORD_ONLY or generator.random() < 0.1:
                if parameter.default is not parameter.empty and generator.random() < 0.6:
                    continue
            value = generator.choice(COSTLY.get(parameter.name) or given)
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
                positional.append(value)
            elif parameter.kind is parameter.KEYWORD_ONLY:
                keywords[parameter.name] = value
        if generator.random() < 0.05:
            positional.append(generator.choice(given))
        if where.startswith("Engine.") and where.endswith((".search", ".play")):
            keywords["infinite"] = False
            keywords.setdefault("nodes", 50)
            keywords.update(time=0.01, on_info=None)
        if where.endswith(".playtest"):
            for name in ("games", "nodes", "max_plies", "threads"):
                keywords[name] = generator.choice(COSTLY[name])
        try:
            call(*positional, **keywords)
        except Exception:
            refused += 1
        except BaseException as error:
            pytest.fail(f"{where}({positional}, {keywords}): {error!r}")
    assert "panicked" not in capfd.readouterr().err
    assert refused > CALLS // 3


HUGE = [1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63, 10**30, -1, -(1 << 63), -(10**30)]


@pytest.mark.parametrize("huge", HUGE)
def test_huge_numbers_are_refused(chess, huge, tmp_path):
    """Those that would take all memory, all of the stack, or time without end."""
    start, engine = chess.start(), hyperrook.Engine(chess, hash_mib=1)
    tables = chess.tables(tmp_path)
    for call in [
        lambda: start.perft(huge),
        lambda: start.playout(plies=huge),
        lambda: start.svg(size=huge),
        lambda: start.png(size=huge),
        lambda: hyperrook.VectorEnv(chess, huge),
        lambda: hyperrook.VectorEnv(chess, 2, threads=huge),
        lambda: hyperrook.Engine(chess, hash_mib=huge),
        lambda: hyperrook.Engine(chess, threads=huge),
        lambda: engine.search(start, depth=1, lines=huge),
        lambda: engine.search(start, mate=huge),
        lambda: chess.playtest(games=huge),
        lambda: chess.playtest(games=1, opening_plies=huge),
        lambda: chess.playtest(games=1, max_plies=huge),
        lambda: chess.playtest(games=1, threads=huge),
        lambda: tables.build("KRK", memory_mib=huge),
        lambda: tables.build("KRK", threads=huge),
        lambda: chess.action_space().parts(huge),
        lambda: chess.action_space().decode(start, huge),
        lambda: chess.board.name(huge),
        lambda: start[huge],
    ]:
        with pytest.raises((ValueError, OverflowError, IndexError)):
            call()


def test_a_deep_count_does_not_overflow_the_stack(chess):
    """Kings alone can move for ever."""
    kings = chess.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    with pytest.raises(ValueError, match="0 to 255"):
        kings.perft(256)
    stop = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    stop.start()
    with pytest.raises(KeyboardInterrupt):
        kings.perft(255)
    stop.join()


def test_records_within_themselves_are_refused(chess):
    loop = hyperrook.Variation(plies=[hyperrook.Ply("e4")])
    loop.plies[0].after.append(loop)
    record = hyperrook.Record(line=loop)
    for call in [lambda: str(record), record.replay]:
        with pytest.raises((ValueError, RecursionError)):
            call()


def resident():
    """The memory of this process in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the system is not Linux")
def test_memory_does_not_grow(chess):
    text = hyperrook.Game("sesqui").toml

    def work(count):
        for number in range(count):
            game = hyperrook.Game.from_toml(text) if number % 50 == 0 else hyperrook.Game("chess")
            history = hyperrook.History(game)
            history.play(history.position.legal_moves[number % 7])
            assert history.position.is_legal("e2e4") is not None
        for _ in range(count // 100):
            games = hyperrook.VectorEnv(chess, 4, threads=1)
            games.step(games.sample())
            games.observe()
            chess.start().svg()
            hyperrook.Record.from_text("1. e4 e5 *").replay()

    rounds = int(os.environ.get("HYPERROOK_ROUNDS", "1000"))
    work(rounds)
    before = resident()
    for _ in range(10):
        work(rounds)
    grown = resident() - before
    # An object of 100 bytes left over by each round would be seen.
    assert grown < max(4096, rounds * 10 * 100 // 1024), f"{grown} KiB"

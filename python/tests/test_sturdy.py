"""No call from Python panics or aborts the interpreter, and nothing leaks."""

import importlib
import inspect
import io
import os
import random
import signal
import subprocess
import sys
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


def right_values(chess, sesqui):
    """Values that are often right, by the name of the argument: calls with these get further than to
    the check of the first argument."""
    import numpy

    start = chess.start()
    late = chess.position("r3k2r/8/8/3pP3/8/8/6P1/R3K2R w KQkq d6 17 40")
    promotion = chess.position("8/P6k/8/8/8/8/8/K7 w - - 99 1")
    positions = [start, start.play("e4"), late, promotion, sesqui.start()]
    moves = ["e2e4", "e4", "a7a8q", "O-O", "e5d6", *start.legal_moves, *late.legal_moves]
    cells = [*chess.board.cells, 0, 63, *sesqui.board.cells[:5]]
    record = hyperrook.Record.from_text("1. e4 {a} e5 (1... c5 $3) 2. Nf3 *")
    actions = [3980, 0, 20479, 1234]
    out = numpy.zeros(chess.observation_space().shape, numpy.uint8)
    return {
        "position": positions + [start.history()], "start": positions + [chess, start.text],
        "other": positions, "move": moves, "moves": [[], ["e2e4"], ["e2e4", "e7e5"], moves],
        "last_move": moves, "cell": cells, "marks": [[], ["e4", 5]], "game": [chess, sesqui, "chess"],
        "side": ["white", "black"], "below": ["white", "black"], "text": [start.text, chess.toml, "e2e4", "Nf3"],
        "fen": ["startpos", start.text, late.text], "variant": ["chess", "sesqui", "walkers:kinging=mixed"],
        "chess960": [False], "record": [record], "history": [hyperrook.History(chess, ["e4"])],
        "chart": [None, *chess.board.charts], "coordinates": [(4, 3), (0, 0), (7, 8)],
        "vector": [(1, 0), (0, -1), (9, 9)], "symmetry": [chess.symmetries()[0], sesqui.symmetries()[0]],
        "action": actions, "actions": [[3980, 3980], numpy.array(actions[:2]), None],
        "out": [None, out], "piece": ["N", "k"], "letter": ["N", "k"], "theme": ["light", "dark"],
        "pieces": ["outlined", "solid"], "level": [1, 4, None], "elo": [None, 700], "seed": [0, 5],
        "time": [0.001], "lines": [1, 3], "number": [0, 1], "material": ["KRK", "KK", "KQKR"],
        "materials": ["KK"], "folder": ["tables", "run"], "file": [io.StringIO("1. e4 *"), io.BytesIO(b"1. d4 e5 *")],
        "records": [[record], []], "tags": [{"White": "A"}, None], "result": ["1-0", None], "definition": [sesqui.toml],
        "mirror": [True, False], "packed": [True, False], "options": [None, {}], "opponent": ["random", 1],
        "agent": ["white", "black"], "notation": [0, 1], "part": [(1, 2)], "random": [True],
    }  # fmt: skip


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
    "render_size": [0, 40],
}
#: What waits until it is stopped.
LEFT_OUT = {"analyse", "search_async", "mro"}
#: What operators and functions of Python call.
OPERATORS = {
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__getitem__", "__contains__", "__iter__",
    "__len__", "__bool__", "__hash__", "__str__", "__repr__", "__copy__", "__deepcopy__", "__reduce__", "__next__",
}  # fmt: skip


def environments():
    """Those of Gymnasium and PettingZoo, and their modules, where these are installed."""
    found = []
    for module, name in [("gym", "HyperrookEnv"), ("pettingzoo", "raw_env")]:
        try:
            module = importlib.import_module(f"hyperrook.{module}")
        except ImportError:
            continue
        env = getattr(module, name)("chess", render_mode="ansi")
        env.reset(seed=1)
        found += [module, env]
    return found


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
        hyperrook._core, hyperrook._core.RecordReader(io.StringIO("1. e4 *")),
        hyperrook.Record.from_text("1. e4 (1. d4) *").line, hyperrook.Record.from_text("1. e4 *").replay(),
        engine.search(start, nodes=50), *environments(),
    ]  # fmt: skip
    for each in objects:
        for name in dir(each):
            member = getattr(each, name)
            own = name.startswith("__") and name not in OPERATORS
            if own or name in LEFT_OUT or not callable(member):
                continue
            if inspect.isclass(member) and not member.__module__.startswith("hyperrook"):
                continue
            if inspect.isclass(each) and name in OPERATORS:
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
    generator = random.Random(int(os.environ.get("HYPERROOK_SEED", "9")))
    given = values(chess, sesqui)
    right = right_values(chess, sesqui)
    callables = list(targets(chess, sesqui))
    assert len(callables) > 300
    refused = 0
    accepted = set()
    for number in range(CALLS):
        where, call, parameters = callables[number % len(callables)]
        positional, keywords = [], {}
        rightness = generator.choice((0, 0.7, 1))
        for parameter in parameters:
            if parameter.kind is parameter.KEYWORD_ONLY or generator.random() < 0.1:
                if parameter.default is not parameter.empty and generator.random() < 0.6:
                    continue
            choices = COSTLY.get(parameter.name)
            if choices is None and generator.random() < rightness:
                choices = right.get(parameter.name)
            value = generator.choice(choices or given)
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
            accepted.add(where)
        except Exception:
            refused += 1
        except BaseException as error:
            pytest.fail(f"{where}({positional}, {keywords}): {error!r}")
    assert "panicked" not in capfd.readouterr().err
    # Both what is wrong and what is right was tried.
    assert refused > CALLS // 5
    assert len(accepted) > len(callables) // 2, sorted({name for name, _, _ in callables} - accepted)


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


def test_a_file_that_reads_its_own_records_does_not_hang():
    class Loop:
        def read(self, size):
            return next(reader)

    reader = hyperrook._core.RecordReader(Loop())
    with pytest.raises(ValueError, match="already"):
        next(reader)


#: What other threads can be doing when a program ends.
DAEMONS = [
    "hyperrook.Engine(chess).search(chess.start(), infinite=True)",
    "hyperrook.Engine(chess).search(chess.start(), infinite=True, on_info=lambda line: len(str(line)))",
    "chess.start().perft(20)",
    "chess.playtest(games=100_000, nodes=50, threads=2)",
    "hyperrook.VectorEnv(chess, 64).step_random(1 << 40)",
]


@pytest.mark.parametrize("work", DAEMONS)
def test_programs_end_while_other_threads_work(work):
    code = (
        "import hyperrook, threading, time\n"
        "chess = hyperrook.Game('chess')\n"
        f"threading.Thread(target=lambda: {work}, daemon=True).start()\n"
        "time.sleep(0.3)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")


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


#: A program whose user may have no more threads; that does not bind the administrator.
WITHOUT_THREADS = """
import hyperrook, os, resource
chess = hyperrook.Game("chess")
env, other = (hyperrook.VectorEnv(chess, 64, threads=threads) for threads in (1, 64))
expected = env.step_random(30)
if os.getuid() == 0:
    os.setuid(65534)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
assert other.step_random(30) == expected
try:
    chess.start().perft(4)
except hyperrook.HyperrookError as error:
    assert "refuses another thread" in str(error), error
else:
    raise AssertionError("threads are not refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_refused_threads_are_done_without():
    command = [sys.executable, "-c", WITHOUT_THREADS]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")

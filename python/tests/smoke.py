"""What a first user does, with nothing but the wheel: run by every Python that is there."""

import pickle
import sys

import hyperrook

assert "numpy" not in sys.modules
for name in hyperrook.games():
    game = hyperrook.Game(name)
    history = hyperrook.History(game)
    for _ in range(4):
        history.play(history.position.legal_moves[0])
    assert pickle.loads(pickle.dumps(history)) == history
    record = hyperrook.Record.of(history)
    assert hyperrook.Record.from_text(str(record)).replay().history == history
chess = hyperrook.Game("chess")
assert chess.start().perft(4) == 197_281
mate = chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
report = hyperrook.Engine(chess, hash_mib=1).search(mate, depth=3)
assert str(report.best) == "a1a8" and report.score.mate == 1
assert chess.start().why_not("e2e5").reason == "not_its_move"
assert chess.start()._repr_svg_().startswith("<svg")
try:
    hyperrook.VectorEnv(chess, 2).observe()
except ModuleNotFoundError as error:
    assert error.name == "numpy", error
else:
    raise AssertionError("numpy is not installed here")
assert hyperrook.VectorEnv(chess, 2).step_random(10)["plies"] == 20
print(f"smoke: {sys.version.split()[0]} plays {len(hyperrook.games())} games")

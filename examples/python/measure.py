"""Measures a game, for example a definition of one's own.

    python examples/python/measure.py examples/python/quarter.toml

Random games say how long the game can last and how many moves there are; games of the engine
against itself say how fair it is and how it ends. It needs numpy for the first part.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter

import hyperrook
import numpy as np


def random_games(game: hyperrook.Game, games: int, plies: int, seed: int) -> None:
    """What random moves show."""
    env = hyperrook.VectorEnv(game, games, seed=seed, max_plies=2_000)
    moves, counted = 0, 0
    for _ in range(plies // 16):
        _, offsets = env.legal_actions()
        moves += int(offsets[-1])
        counted += games
        env.step_random(16)
    print(f"legal moves a position   {moves / counted:8.1f}")
    counts = env.step_random(plies)
    ended = sum(counts[name] for name in ("white", "black", "draws", "truncated"))
    if ended:
        print(f"plies a random game      {counts['plies'] / ended:8.0f}")
        for name in ("white", "black", "draws", "truncated"):
            print(f"  {name:22} {counts[name] / ended:8.1%}")


def engine_games(game: hyperrook.Game, games: int, nodes: int, max_plies: int) -> None:
    """What the engine shows. Openings are four random plies, each played once."""
    engine = hyperrook.Engine(game)
    generator = np.random.default_rng(5)
    results: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    lengths = []
    for _ in range(games):
        history = hyperrook.History(game)
        for _ in range(4):
            moves = history.position.legal_moves
            if moves and history.outcome is None:
                history.play(moves[int(generator.integers(len(moves)))])
        engine.clear()
        while history.outcome is None and len(history) < max_plies:
            best = engine.play(history, nodes=nodes)
            assert best is not None
            history.play(best)
        outcome = history.outcome
        results[outcome.result if outcome else "*"] += 1
        reasons[outcome.reason if outcome else "not over"] += 1
        lengths.append(len(history))
    points = results["1-0"] + results["1/2-1/2"] / 2 + results["*"] / 2
    share = points / games
    error = math.sqrt(share * (1 - share) / games)
    print(f"plies a game             {np.mean(lengths):8.0f}")
    print(f"White's score            {share:8.1%} ± {error:.1%}")
    for text, count in results.most_common():
        print(f"  {text:22} {count:8}")
    for text, count in reasons.most_common():
        print(f"  {text:22} {count:8}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", help="the name of a game, or the path of a definition")
    parser.add_argument("--games", type=int, default=20, help="games of the engine")
    parser.add_argument("--nodes", type=int, default=2_000, help="positions it looks at for a move")
    parser.add_argument("--plies", type=int, default=1_600, help="random plies in each of 64 games")
    parser.add_argument("--max-plies", type=int, default=300)
    options = parser.parse_args()
    try:
        game = hyperrook.Game(options.game)
    except hyperrook.DefinitionError as error:
        for fault in error.faults:
            print(fault, fault.help or "")
        raise SystemExit(1) from None
    kinds = ", ".join(piece.name for piece in game.pieces.values())
    print(f"{game.title or game.name}: {len(game.board)} cells; {kinds}\n\nRandom moves, 64 games")
    random_games(game, 64, options.plies, seed=1)
    print(f"\nThe engine against itself, {options.nodes} positions a move, {options.games} games")
    engine_games(game, options.games, options.nodes, options.max_plies)


if __name__ == "__main__":
    main()

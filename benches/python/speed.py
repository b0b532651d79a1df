"""Speed of the Python package, as ratios to other packages within one run.

    target/python/env-…/bin/python benches/python/speed.py

It needs numpy, chess (python-chess) and pyffish. Everything is measured several times, in turns,
and the best of them counts: another process can only make a measurement slower. On a busy machine use
--cpu: it counts the time of the processor instead of the clock.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time

import chess
import hyperrook
import numpy as np
import pyffish

#: What times are read from: the clock, or the processor time of all threads.
now = time.perf_counter
#: The threads that a `VectorEnv` may use, of whose processor time a second has as many seconds.
THREADS = 2

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def best(works, rounds, repeats):
    """The best time of each work in seconds, in turns."""
    times = [float("inf")] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            count = repeats[i]
            begun = now()
            for _ in range(count):
                work()
            times[i] = min(times[i], (now() - begun) / count)
    return times


def legal_moves(rounds):
    print("| Legal moves as a Python list | hyperrook | python-chess | pyffish |")
    print("|---|---|---|---|")
    game = hyperrook.Game("chess")
    start = pyffish.start_fen("chess")
    count = 300
    for name, fen in [("start", start), ("kiwipete", KIWIPETE)]:
        board = chess.Board(fen)
        assert len(game.position(fen).legal_moves) == len(list(board.legal_moves))
        ours = theirs = third = float("inf")
        for _ in range(rounds):
            # A position remembers its moves, so each is asked once.
            positions = [game.position(fen) for _ in range(count)]
            begun = now()
            for position in positions:
                position.legal_moves
            ours = min(ours, (now() - begun) / count)
            works = [
                lambda board=board: list(board.legal_moves),
                lambda fen=fen: pyffish.legal_moves("chess", fen, []),
            ]
            times = best(works, 1, [30, 1])
            theirs, third = min(theirs, times[0]), min(third, times[1])
        print(
            f"| {name} | {ours * 1e6:.2f} µs | {theirs * 1e6:.1f} µs, {theirs / ours:.0f} times "
            f"| {third * 1e6:.0f} µs, {third / ours:.0f} times |"
        )


def playouts(rounds):
    game = hyperrook.Game("chess")
    start = game.start()
    plies = [0, 0, 0]

    def ours():
        generator = random.Random(1)
        position = start
        for _ in range(200):
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(generator.choice(moves))
            plies[0] += 1

    def theirs():
        generator = random.Random(1)
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(generator.choice(moves))
            plies[1] += 1

    def one_call():
        plies[2] += start.playout(plies=200, seed=1)[0]

    works = [ours, theirs, one_call]
    rates = [0.0] * 3
    for _ in range(rounds):
        for i, work in enumerate(works):
            plies[i] = 0
            begun = now()
            for _ in range((20, 2, 200)[i]):
                work()
            rates[i] = max(rates[i], plies[i] / (now() - begun))
    print("\n| Random playouts of chess, one at a time | plies a second | times python-chess |")
    print("|---|---|---|")
    for name, i in [("python-chess", 1), ("`legal_moves`, `play`", 0), ("`playout`", 2)]:
        print(f"| {name} | {rates[i]:,.0f} | {rates[i] / rates[1]:.1f} |")


def vectors(rounds, games):
    print(f"\n| VectorEnv, {games} games, plies a second | random | and observed | and masks, packed |")
    print("|---|---|---|---|")
    for name in hyperrook.games():
        game = hyperrook.Game(name)
        env = hyperrook.VectorEnv(game, games, seed=1, threads=THREADS)
        env.step_random(20)
        seen, masks = env.observe(), env.masks(packed=True)
        steps = 20

        def observed(env=env, seen=seen):
            for _ in range(steps):
                env.step()
                env.observe(out=seen)

        def masked(env=env, masks=masks):
            for _ in range(steps):
                env.step()
                env.masks(packed=True, out=masks)

        works = [lambda env=env: env.step_random(steps), observed, masked]
        times = best(works, rounds, [2, 1, 1])
        seconds = THREADS if now is time.process_time else 1
        cells = " | ".join(f"{games * steps * seconds / each:,.0f}" for each in times)
        print(f"| {name} | {cells} |", flush=True)


def importing(rounds):
    clock = f"time.{now.__name__}()"
    code = f"import time; a = {clock}; import hyperrook; print({clock} - a)"
    command = [sys.executable, "-c", code]
    times = [
        float(subprocess.run(command, capture_output=True, check=True).stdout)
        for _ in range(rounds)
    ]
    print(f"\nimport hyperrook: {min(times) * 1000:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--cpu", action="store_true", help="count the time of the processor")
    options = parser.parse_args()
    if options.cpu:
        global now
        now = time.process_time
    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}, chess {chess.__version__}\n")
    legal_moves(options.rounds)
    playouts(options.rounds)
    vectors(options.rounds, options.games)
    importing(options.rounds)


if __name__ == "__main__":
    main()

"""How long Ctrl-C takes to stop a call: from the signal to Python's KeyboardInterrupt.

    python benches/python/interrupt.py --times 20

Another process sends the signal, at a random moment, and both read the same clock. This needs
a system with signals (not Windows). On a busy machine the delays are those of the system, too.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

#: What is interrupted.
WORK = {
    "search": "hyperrook.Engine(chess).search(chess.start(), infinite=True)",
    "search, two threads": "hyperrook.Engine(chess, threads=2).search(chess.start(), infinite=True)",
    "search, with reports": "hyperrook.Engine(chess).search(chess.start(), infinite=True, on_info=str)",
    "perft": "chess.start().perft(30)",
    "one long playout": "endless.playout(plies=1_000_000)",
    "playouts one after another": "while True: chess.start().playout()",
    "playtest": "chess.playtest(games=100_000)",
    "VectorEnv, 64 games, step_random": "games(64).step_random(1 << 40)",
    "VectorEnv, 1,024 games, step_random": "games(1024).step_random(1 << 40)",
    "VectorEnv, 100,000 games, step_random": "games(100_000).step_random(1 << 40)",
    "VectorEnv, 1,024 games, sample and step": "while True: games(1024).step(games(1024).sample())",
}

#: The program that is interrupted, again and again. It tells when it begins and when it was stopped.
PROGRAM = """
import functools, hyperrook, signal, sys, time
# A shell starts what runs in the background with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
chess = hyperrook.Game("chess")
# Making many games is another call, which nothing interrupts.
games = functools.lru_cache(functools.partial(hyperrook.VectorEnv, chess))
# No count of moves and hardly a repetition end it.
text = chess.toml.replace("moves = 50", "moves = 0").replace("repetition = 3", "repetition = 100")
text = text.replace("bare_royals = true", "bare_royals = false").replace('too_weak = "BN"', "")
endless = hyperrook.Game.from_toml(text).position("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
PREPARE
for line in sys.stdin:
    try:
        print("ready", flush=True)
        WORK
        print("ended", flush=True)
    except KeyboardInterrupt:
        print(time.monotonic(), flush=True)
"""


def delays(work: str, times: int, generator: random.Random) -> Iterator[float]:
    """The seconds from the signal to the exception, each time."""
    # Environments are made before, and samples import NumPy, which an interrupt would break.
    made = re.search(r"games\([0-9_]+\)\.sample\(\)", work) or re.search(r"games\([0-9_]+\)", work)
    program = PROGRAM.replace("WORK", work).replace("PREPARE", made[0] if made else "")
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdin and process.stdout
        for _ in range(times):
            process.stdin.write("\n")
            process.stdin.flush()
            if process.stdout.readline() != "ready\n":
                raise RuntimeError(f"{work} failed")
            time.sleep(0.2 + 0.2 * generator.random())
            # What never stops is ended; then there is nothing to read.
            watchdog = threading.Timer(60, process.kill)
            watchdog.start()
            sent = time.monotonic()
            process.send_signal(signal.SIGINT)
            answer = process.stdout.readline()
            watchdog.cancel()
            yield float(answer) - sent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} processors, load {load:.1f}; milliseconds of {options.times} times")
    print(f"{'':40} {'least':>7} {'median':>7} {'most':>7}")
    for name, work in WORK.items():
        found = list(delays(work, options.times, generator))
        low, middle, high = (1e3 * f(found) for f in (min, statistics.median, max))
        print(f"{name:40} {low:7.1f} {middle:7.1f} {high:7.1f}", flush=True)


if __name__ == "__main__":
    main()

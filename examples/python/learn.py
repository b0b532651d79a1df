"""A small AlphaZero-like learner: it plays itself and learns from it, on any game.

    python examples/python/learn.py examples/python/quarter.toml --minutes 15

It needs numpy and PyTorch (the build for processors will do). The network is a perceptron over
the planes of the observation; its policy has one output for each action that the game has ever
offered. Many games are played at once, so that a search asks the network about many positions in
one call. The learning rate falls over time. Every ``--check`` minutes the network plays 100 games
against random moves, and the score is printed: the curve. The network with the best score is kept.
If a score reaches ``--until``, 200 more games must confirm that, and then the learner ends. If time
runs out, the best network plays 200 games. ``--save`` writes that network.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from dataclasses import dataclass, field

import hyperrook
import numpy as np
import numpy.typing as npt
import torch

Floats = npt.NDArray[np.float32]

#: How much the search trusts the policy over what it has seen.
EXPLORATION = 1.6
#: Noise at the root of games for learning: its share, and its concentration.
NOISE, CONCENTRATION = 0.25, 0.6
#: What a result is worth a ply before it. Below 1, so that a sooner win is better.
DISCOUNT = 0.99
#: The learning rate at the beginning and at the end.
RATES = 2e-3, 2e-4
#: Games against random moves for a check, and for the last one. They are played to their end, which
#: the rules bring about, or to this many plies. Then they are draws.
CHECK_GAMES, LAST_GAMES, CHECK_PLIES = 100, 200, 400


class Network(torch.nn.Module):
    """Planes to a value and a score for each action."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Linear(inputs, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, hidden),
            torch.nn.ReLU(),
        )
        self.policy = torch.nn.Linear(hidden, actions)
        self.value = torch.nn.Sequential(torch.nn.Linear(hidden, 1), torch.nn.Tanh())

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        body = self.body(seen)
        return self.policy(body), self.value(body).squeeze(-1)


@dataclass
class Node:
    """A position in a search tree."""

    history: hyperrook.History
    #: The value for the side to move if the game is over.
    end: float | None = None
    moves: list[hyperrook.Move] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    prior: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    visits: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    mean: Floats = field(default_factory=lambda: np.zeros(0, np.float32))
    #: All visits of the moves.
    count: int = 0
    children: list["Node | None"] = field(default_factory=list)

    def best_child(self) -> int:
        """The move that the search follows."""
        curiosity = EXPLORATION * math.sqrt(self.count + 1)
        return int((self.mean + self.prior * curiosity / (1 + self.visits)).argmax())

    def add(self, at: int, value: float) -> None:
        """Notes what came of a move."""
        self.count += 1
        self.visits[at] += 1
        self.mean[at] += (value - self.mean[at]) / self.visits[at]


class Learner:
    """A network, and what it has seen."""

    def __init__(self, game: hyperrook.Game, seed: int) -> None:
        self.game = game
        self.space = game.observation_space()
        self.actions = game.action_space()
        self.random = np.random.default_rng(seed)
        torch.manual_seed(seed)
        self.network = Network(math.prod(self.space.shape), len(self.actions))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATES[0], weight_decay=1e-5)
        self.seen: list[tuple[Floats, npt.NDArray[np.int64], Floats, float]] = []
        #: Counts, such as plies without progress, are divided by their greatest number.
        greatest = np.array([plane.most for plane in self.space.planes], np.float32)
        self.scale = 1 / greatest.reshape(-1, *[1] * (len(self.space.shape) - 1))

    def observe(self, history: hyperrook.History) -> Floats:
        """What the network sees of a position."""
        return (self.space.observe(history) * self.scale).astype(np.float32).ravel()

    def expand(self, nodes: list[Node]) -> list[float]:
        """Asks the network about positions; gives their values."""
        values = []
        live = []
        for node in nodes:
            outcome = node.history.outcome
            if outcome is None:
                live.append(node)
            else:
                position = node.history.position
                winner = outcome.winner
                node.end = 0.0 if winner is None else 1.0 if winner == position.turn else -1.0
        if live:
            with torch.no_grad():
                batch = torch.from_numpy(np.stack([self.observe(node.history) for node in live]))
                policy, value = self.network(batch)
            scores, found = policy.numpy(), value.numpy()
            for node, row, each in zip(live, scores, found):
                position = node.history.position
                node.moves = position.legal_moves
                node.actions = self.actions.legal(position)
                prior = np.exp(row[node.actions] - row[node.actions].max())
                node.prior = (prior / prior.sum()).astype(np.float32)
                node.visits = np.zeros(len(node.moves), np.float32)
                node.mean = np.zeros(len(node.moves), np.float32)
                node.children = [None] * len(node.moves)
                node.end = None
                values.append((id(node), float(each)))
        known = dict(values)
        return [known[id(node)] if node.end is None else node.end for node in nodes]

    def search(self, histories: list[hyperrook.History], visits: int, noise: bool) -> list[Node]:
        """Searches positions of games that go on, all at once; gives their roots."""
        roots = [Node(history) for history in histories]
        self.expand(roots)
        for root in roots:
            if noise:
                draw = self.random.dirichlet([CONCENTRATION] * len(root.moves))
                root.prior = ((1 - NOISE) * root.prior + NOISE * draw).astype(np.float32)
        for _ in range(visits):
            leaves, paths = [], []
            for root in roots:
                node, path = root, []
                while node.end is None:
                    at = node.best_child()
                    path.append((node, at))
                    child = node.children[at]
                    if child is None:
                        history = node.history.copy()
                        history.play(node.moves[at])
                        node.children[at] = child = Node(history)
                        node = child
                        break
                    node = child
                leaves.append(node)
                paths.append(path)
            new = [leaf for leaf in leaves if not leaf.moves and leaf.end is None]
            values = dict(zip(map(id, new), self.expand(new)))
            for leaf, path in zip(leaves, paths):
                value = values.get(id(leaf), leaf.end or 0.0)
                for node, at in reversed(path):
                    # A win for the side to move below is a loss above.
                    value *= -DISCOUNT
                    node.add(at, value)
        return roots

    def play(self, games: int, visits: int, max_plies: int) -> int:
        """Plays games against itself and keeps what it has seen; gives the number of plies."""
        histories = [hyperrook.History(self.game) for _ in range(games)]
        told: list[list[tuple[str, Floats, npt.NDArray[np.int64], Floats]]] = [[] for _ in histories]
        running = list(range(games))
        plies = 0
        while running:
            roots = self.search([histories[i] for i in running], visits, noise=True)
            going_on = []
            for i, root in zip(running, roots):
                history = histories[i]
                share = root.visits / root.visits.sum()
                actions = np.array(root.actions, np.int64)
                turn = history.position.turn
                told[i].append((turn, self.observe(history), actions, share))
                # At first as the search likes, later the best.
                if len(history) < 10:
                    at = int(self.random.choice(len(share), p=share / share.sum()))
                else:
                    at = int(share.argmax())
                history.play(root.moves[at])
                plies += 1
                if history.outcome is None and len(history) < max_plies:
                    going_on.append(i)
            running = going_on
        for history, game in zip(histories, told):
            outcome = history.outcome
            winner = outcome.winner if outcome else None
            for ply, (side, seen, actions, share) in enumerate(game):
                value = 0.0 if winner is None else 1.0 if winner == side else -1.0
                value *= DISCOUNT ** (len(game) - ply)
                self.seen.append((seen, actions, share, value))
        self.seen = self.seen[-20_000:]
        return plies

    def slow_down(self, spent: float) -> None:
        """Sets the learning rate when a share of the time is spent."""
        first, last = RATES
        share = (1 + math.cos(math.pi * min(spent, 1))) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = last + (first - last) * share

    def learn(self, steps: int, size: int = 128) -> float:
        """Learns from what was seen; gives the mean loss."""
        losses = []
        for _ in range(steps):
            chosen = [self.seen[i] for i in self.random.integers(len(self.seen), size=size)]
            batch = torch.from_numpy(np.stack([seen for seen, _, _, _ in chosen]))
            target = torch.zeros(size, len(self.actions))
            legal = torch.full((size, len(self.actions)), -1e9)
            for row, (_, actions, share, _) in enumerate(chosen):
                target[row, actions] = torch.from_numpy(share)
                legal[row, actions] = 0
            value = torch.tensor([value for _, _, _, value in chosen])
            policy, found = self.network(batch)
            log = torch.log_softmax(policy + legal, dim=1)
            loss = -(target * log.clamp_min(-50)).sum(1).mean() + ((found - value) ** 2).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.detach()))
        return sum(losses) / len(losses)

    def against_random(self, games: int, visits: int) -> float:
        """The score against random moves, with both sides in turn."""
        histories = [hyperrook.History(self.game) for _ in range(games)]
        points = 0.0
        own = ["white", "black"]
        for _ in range(CHECK_PLIES):
            live = [i for i, history in enumerate(histories) if history.outcome is None]
            if not live:
                break
            to_move = [i for i in live if histories[i].position.turn == own[i % 2]]
            if to_move:
                roots = self.search([histories[i] for i in to_move], visits, noise=False)
                for i, root in zip(to_move, roots):
                    histories[i].play(root.moves[int(root.visits.argmax())])
            for i in set(live) - set(to_move):
                moves = histories[i].position.legal_moves
                histories[i].play(moves[int(self.random.integers(len(moves)))])
        for i, history in enumerate(histories):
            outcome = history.outcome
            if outcome is None or outcome.winner is None:
                points += 0.5
            elif outcome.winner == own[i % 2]:
                points += 1
        return points / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("game", help="the name of a game, or the path of a definition")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--check", type=float, default=1.0, help="minutes between two checks")
    parser.add_argument("--games", type=int, default=32, help="games at once")
    parser.add_argument("--visits", type=int, default=32, help="positions looked at for a move")
    parser.add_argument("--max-plies", type=int, default=80)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--cpu", action="store_true", help="count the time of the processor, on a busy machine"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expect", type=float, help="fail if the last score is less")
    parser.add_argument("--until", type=float, help="end as soon as a score is this much")
    parser.add_argument("--save", help="a file for the weights of the best network")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    learner = Learner(hyperrook.Game(options.game), options.seed)
    now = time.process_time if options.cpu else time.monotonic
    begun = now()

    def minutes() -> float:
        return (now() - begun) / 60

    def check(games: int) -> float:
        score = learner.against_random(games, options.visits)
        bar = "#" * round(40 * score)
        print(
            f"{minutes():5.1f} min {played:6} games {plies:8} plies  "
            f"against random {score:6.1%} of {games}  {bar}",
            flush=True,
        )
        return score

    played, plies, loss = 0, 0, 0.0
    best, best_score = learner.network.state_dict(), -1.0
    next_check = 0.0
    while True:
        is_last = minutes() >= options.minutes
        if is_last or minutes() >= next_check:
            score = check(CHECK_GAMES)
            if options.until is not None and score >= options.until:
                score = check(LAST_GAMES)
            if score > best_score:
                best, best_score = copy.deepcopy(learner.network.state_dict()), score
            next_check = minutes() + options.check
            if is_last or (options.until is not None and score >= options.until):
                break
        learner.slow_down(minutes() / options.minutes)
        plies += learner.play(options.games, options.visits, options.max_plies)
        played += options.games
        loss = learner.learn(max(20, len(learner.seen) // 128))
    print(f"loss {loss:.3f}")
    if options.until is None or score < options.until:
        # Not the last network but the best, in games that had no part in choosing it.
        print("the best network:")
        learner.network.load_state_dict(best)
        score = check(LAST_GAMES)
    if options.save:
        torch.save(best, options.save)
    if options.expect is not None and score < options.expect:
        raise SystemExit(f"the score is {score:.1%}, expected {options.expect:.1%}")


if __name__ == "__main__":
    main()

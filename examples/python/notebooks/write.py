"""Writes the notebooks of this folder, one a game: "NAME in ten pictures".

    python examples/python/notebooks/write.py

The notebooks know no game by name. What they show comes from the definition; only the texts
below are of one game each. They are written without outputs: open them in Jupyter and run them.
`make soak PART=python` runs all of them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import hyperrook

FOLDER = Path(__file__).parent

#: What makes each game worth a look.
POINTS = {
    "walkers": "Walkers see one long board, jumpers a board of boards, and both stand on the same cells.",
    "sesqui": "A ring has no edges: every slider has two ways to everywhere.",
    "riftwalker": "Four dimensions on a sheet of paper: nine small boards in a square.",
    "twoboards": "The kings hold each other: who shares a big square with the enemy king may not leave it.",
    "gateway": "Two halls, a narrow gateway, and a king that fills a whole row.",
    "chess": "The game that you know, as a measure for the others.",
    "hyperchess": "Four dimensions, and kings that need two enemies to be caught.",
    "raumschach": "The oldest chess in space: five boards above each other, and the unicorn.",
}


def code(text: str) -> dict[str, Any]:
    """A cell with a program."""
    lines = text.strip().splitlines(keepends=True)
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "",
        "metadata": {},
        "outputs": [],
        "source": lines,
    }


def words(text: str) -> dict[str, Any]:
    """A cell with text."""
    lines = text.strip().splitlines(keepends=True)
    return {"cell_type": "markdown", "id": "", "metadata": {}, "source": lines}


def notebook(name: str) -> dict[str, Any]:
    """The notebook of a game."""
    game = hyperrook.Game(name)
    cells = [
        words(f"# {game.title} in ten pictures\n\n{POINTS[name]}\n\n*{game.credit}*"),
        code(f'import hyperrook\n\ngame = hyperrook.Game("{name}")\ngame'),
        words("**1. The board.** The array at the start is above. " + game.about.replace("\n", " ")),
        code(
            "board = game.board\n"
            "print(len(board), board.drawing, {c.name: c.shape for c in board.charts.values()})\n"
            "cell = board.cells[len(board) // 2]\n"
            "{cell: board.coordinates(cell), 'neighbours': board.neighbours(cell)}"
        ),
        words("**2. The neighbours of a cell** in the chart with the most axes, marked."),
        code(
            "from IPython.display import SVG\n\n"
            "start = game.start()\n"
            "SVG(start.svg(marks=[cell, *board.neighbours(cell, diagonal=True)]))"
        ),
        words("**3 to 5. How pieces move**, in words and on an empty board."),
        code(
            "def picture(letter, **options):\n"
            "    told = game.explain(letter)\n"
            "    print(game.pieces[letter].name + ':', told)\n"
            "    return SVG(start.svg(marks=list(told.reaches), **options))\n\n"
            "officers = [k.letter for k in game.pieces.values() if not k.royal][:3]\n"
            "picture(officers[0])"
        ),
        code("picture(officers[1 % len(officers)])"),
        code("picture(officers[2 % len(officers)])"),
        words("**6. The engine makes the first moves.**"),
        code(
            "engine = hyperrook.Engine(game)\n"
            "history = hyperrook.History(game)\n"
            "for _ in range(8):\n"
            "    history.play(engine.play(history, nodes=4000))\n"
            "print(' '.join(history.short_moves))\n"
            "SVG(history.position.svg(last_move=history.moves[-1]))"
        ),
        words("**7. The same seen from Black's side**, on a dark page."),
        code('SVG(history.position.svg(below="black", theme="dark", pieces="solid"))'),
        words("**8. Lines that the engine thinks about.**"),
        code(
            "report = engine.search(history, nodes=20000, lines=3)\n"
            "for line in report.lines:\n"
            "    print(line)\n"
            "best = report.best\n"
            "SVG(history.position.svg(marks=[best.origin, best.destination]))"
        ),
        words("**9. What attacks the enemy's royal piece's cell, and what a wrong move hears.**"),
        code(
            "royal = history.position.royal('black')[0]\n"
            "wrong = f'{royal}{royal}'\n"
            "print(history.position.why_not(wrong))\n"
            "SVG(history.position.svg(marks=history.position.attackers(royal) or [royal]))"
        ),
        words("**10. A game between two levels**, to its end or to ply 120."),
        code(
            "played = hyperrook.History(game)\n"
            "while played.outcome is None and len(played) < 120:\n"
            "    level = 4 if played.position.turn == 'white' else 1\n"
            "    played.play(engine.play(played, level=level, seed=len(played)))\n"
            "print(played.outcome or f'{len(played)} plies, and not over')\n"
            "SVG(played.position.svg(last_move=played.moves[-1]))"
        ),
        words("The record, for any program that reads it:"),
        code('print(hyperrook.Record.of(played, {"White": "Level 4", "Black": "Level 1"}))'),
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"{name}-{number}"
    metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def text_of(name: str) -> str:
    """The notebook as it is stored."""
    return json.dumps(notebook(name), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    for name in hyperrook.games():
        path = FOLDER / f"{name}.ipynb"
        if "--check" in sys.argv[1:]:
            assert path.read_text() == text_of(name), f"{path} is not as this program writes it"
        else:
            path.write_text(text_of(name))


if __name__ == "__main__":
    main()

"""Games, boards and definitions."""

import copy
import pickle
import subprocess
import sys

import hyperrook
import pytest
from conftest import ROOT, TINY


def test_every_game_has_its_parts(game):
    assert game.name in hyperrook.games()
    assert game.title and game.about and game.credit
    assert any(piece.royal for piece in game.pieces.values())
    assert len(game.board) == len(game.board.cells) == len(set(game.board.cells))
    assert list(game.board) == game.board.cells
    assert game.start().legal_moves
    assert game.symmetries()[0].is_identity


def test_games_without_texts_have_those_of_their_rules(tiny):
    assert "aim" not in tiny.toml and "about" not in tiny.toml
    assert "king" in tiny.aim
    assert all(piece.about for piece in tiny.pieces.values())


def test_options_are_keywords():
    mixed = hyperrook.Game("walkers", kinging="mixed", compound_retreat=True)
    assert mixed.options["kinging"].value == "mixed"
    assert mixed.options["compound_retreat"].value == "true"
    assert mixed != hyperrook.Game("walkers")
    with pytest.raises(hyperrook.OptionError, match="kinging"):
        hyperrook.Game("walkers", kinging="mixd")
    with pytest.raises(hyperrook.OptionError):
        hyperrook.Game("walkers", flying=True)
    with pytest.raises(TypeError, match="kinging"):
        hyperrook.Game("walkers", kinging=["mixed"])


def test_unknown_games_are_named():
    with pytest.raises(hyperrook.UnknownGameError, match="Did you mean `chess`") as raised:
        hyperrook.Game("ches")
    assert isinstance(raised.value, LookupError)
    with pytest.raises(FileNotFoundError):
        hyperrook.Game("no/such/file.toml")


def test_games_come_from_files_and_texts(tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    read = hyperrook.Game(path)
    assert read == hyperrook.Game.from_toml(TINY) == hyperrook.Game(str(path))
    assert hash(read) == hash(hyperrook.Game.from_toml(TINY))
    assert read.toml == TINY
    assert repr(hyperrook.Game("chess")) == "Game('chess')"


def test_every_fault_of_a_definition_is_told():
    wrong = TINY.replace('moves = "R"', 'moves = "Y"').replace("ranks = 4", "ranks = 0")
    with pytest.raises(hyperrook.DefinitionError) as raised:
        hyperrook.Game.from_toml(wrong, file="wrong.toml")
    faults = raised.value.faults
    assert len(faults) >= 2
    lines = wrong.splitlines()
    assert any("ranks" in lines[fault.line - 1] for fault in faults)
    for fault in faults:
        assert fault.file == "wrong.toml" and fault.column >= 1 and fault.message
    assert any(fault.help for fault in faults)
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.faults == faults and str(again) == str(raised.value)


def test_boards_have_charts_and_neighbours():
    board = hyperrook.Game("gateway").board
    assert board.drawing == "stack"
    (chart,) = board.charts.values()
    assert [axis.name for axis in chart.axes] == ["level", "file", "rank"]
    for cell in board:
        coordinates = board.coordinates(cell)
        assert board.at(coordinates) == cell
        assert board.name(board.index(cell)) == cell
        near = board.neighbours(cell)
        assert cell not in near
        assert all(cell in board.neighbours(other) for other in near)
        assert set(near) <= set(board.neighbours(cell, diagonal=True))
    ring = hyperrook.Game("sesqui").board
    assert ring.at((len(ring),)) == ring.at((0,)), "a ring has no ends"
    assert len(ring.neighbours(0)) == 2
    walkers = hyperrook.Game("walkers").board
    assert walkers.coordinates("2212") == walkers.coordinates("e4")
    assert walkers.step("e4", (1, 0, 0, 0)) == walkers.step("e4", (0, 3), chart="flat")
    assert "e4" in walkers and "z9" not in walkers and 3.5 not in walkers
    assert walkers[-1] == walkers.cells[-1]


def test_wrong_cells_are_told():
    board = hyperrook.Game("chess").board
    with pytest.raises(hyperrook.CellError, match="z9"):
        board.index("z9")
    with pytest.raises(IndexError, match="0 to 63"):
        board.name(64)
    for wrong in (None, 1.5, True, [], b"e4"):
        with pytest.raises(TypeError):
            board.index(wrong)
    with pytest.raises(ValueError, match="axes"):
        board.at((1, 2, 3))
    with pytest.raises(ValueError, match="chart"):
        board.coordinates("e4", chart="nested")
    assert board.at((8, 0)) is None and board.step("a1", (-32768, 32767)) is None


def test_pieces_are_explained():
    chess = hyperrook.Game("chess")
    told = chess.explain("n", "b1")
    assert told.reaches == {"a3": "both", "c3": "both", "d2": "both"}
    assert "Leaps" in str(told)
    with pytest.raises(ValueError, match="no piece"):
        chess.explain("Z")


def test_values_are_pickled_and_copied(game, tiny):
    for each in (game, tiny):
        position = each.start()
        position = position.play(position.legal_moves[-1])
        history = hyperrook.History(each, [each.start().legal_moves[0]])
        values = [each, position, history, *position.legal_moves, *position.pieces.values()]
        values += [each.action_space().shape, position.evaluate()]
        for value in values:
            assert pickle.loads(pickle.dumps(value)) == value
            assert copy.deepcopy(value) == value and copy.copy(value) == value


def test_import_is_quick_and_needs_no_numpy():
    code = (
        "import sys, time; before = time.perf_counter(); import hyperrook; "
        "spent = time.perf_counter() - before; "
        "assert 'numpy' not in sys.modules; print(spent)"
    )
    spent = min(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(5)
    )
    # Tens of milliseconds; no test depends on the speed of the machine.
    assert spent < 5, spent


def test_the_readme_of_the_package_is_there():
    assert (ROOT / "docs/python.md").read_text().startswith("# ")

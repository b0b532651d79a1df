"""Positions, moves and histories."""

import copy
import gc
import pickle
import random
import weakref
from unittest import mock

import hyperrook
import pytest


def test_positions_are_values(chess):
    start = chess.start()
    after = start.play("e2e4")
    assert start.turn == "white" and after.turn == "black"
    assert after != start and after == start.play(start.move("e4"))
    assert hash(after) == hash(start.play("e4"))
    assert after == chess.position(after.text) == hyperrook.Position.from_text(chess, after.text)
    assert {start: 1}[chess.start()] == 1
    assert after.text == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_equal_rules_are_one_game(chess):
    other = hyperrook.Game.from_toml(chess.toml)
    assert other == chess
    mv = other.start().move("e2e4")
    assert mv == chess.start().move("e2e4") and hash(mv) == hash(chess.start().move("e2e4"))
    assert chess.start().play(mv) == other.start().play("e4")
    sesqui = hyperrook.Game("sesqui")
    assert sesqui.start().legal_moves[0] != mv
    assert not sesqui.start().is_legal(mv)
    with pytest.raises(hyperrook.IllegalMoveError):
        sesqui.start().play(mv)


def test_moves_print_sort_and_hash(chess):
    moves = chess.start().legal_moves
    assert len(set(moves)) == 20 and sorted(moves) == sorted(moves, key=lambda mv: mv)
    move = chess.position("8/P6k/8/8/8/8/8/K7 w - - 0 1").move("a8=Q")
    assert (str(move), repr(move)) == ("a7a8q", "Move('a7a8q')")
    assert (move.origin, move.destination, move.promotion) == ("a7", "a8", "Q")
    assert move != "a7a8q" and moves[0] < moves[1] and not moves[0] < moves[0]
    castling = chess.position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").move("O-O-O")
    assert castling.is_castling and str(castling) == "e1c1"


def test_moves_are_made_once(chess):
    """A game keeps its moves; the moves do not keep the game."""
    start = chess.start()
    for one, other in zip(start.legal_moves, chess.start().legal_moves):
        assert one is other and one.game is chess
    assert start.move("Nf3") is start.play("e4").play("e5").move("g1f3")
    game = hyperrook.Game("sesqui")
    alive, moves = weakref.ref(game), game.start().legal_moves
    del game
    assert alive() is None
    assert moves[0].game == hyperrook.Game("sesqui") and moves[0].game is moves[1].game
    assert moves[0] == hyperrook.Game("sesqui").start().legal_moves[0]


def test_stored_moves_share_their_game(tiny):
    """The definition is stored once, not with each move."""
    moves = tiny.start().legal_moves
    size = len(pickle.dumps(moves[:1]))
    assert len(pickle.dumps(moves)) < size + 100 * len(moves)
    again = pickle.loads(pickle.dumps(moves))
    assert again == moves and again[0].game is again[-1].game


def test_moves_of_other_positions_are_refused(chess):
    """Also by a position whose legal moves are known already."""
    start, after = chess.start(), chess.start().play("e4")
    for move in after.legal_moves:
        fresh = chess.start()
        for position in (start, fresh):
            assert not position.is_legal(move)
            with pytest.raises(hyperrook.IllegalMoveError):
                position.play(move)
        assert len(start.legal_moves) == 20
    listed = start.legal_moves
    listed.clear()
    assert len(start.legal_moves) == 20, "each list is a new one"


def test_lists_made_while_garbage_is_collected():
    """Finalizers can ask for moves in the middle of a list of moves."""
    start = hyperrook.Game("chess").start()
    seen = []

    class Loop:
        def __init__(self):
            self.loop = self

        def __del__(self):
            seen.append(len(start.legal_moves))

    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(200):
            Loop()
            assert len(start.play("e4").legal_moves) == 20
    finally:
        gc.set_threshold(*threshold)
    gc.collect()
    assert seen == [20] * 200


def test_illegal_moves_say_why(chess):
    start = chess.start()
    assert start.why_not("e2e4") is None and start.is_legal("Nf3")
    for text, reason in [
        ("e2e5", "not_its_move"),
        ("e4e5", "no_piece"),
        ("e7e5", "enemy_piece"),
        ("a1a3", "blocked"),
        ("a1a2", "own_piece"),
        ("hello", "unreadable"),
        ("", "unreadable"),
    ]:
        why = start.why_not(text)
        assert why.reason == reason and why.text, text
        assert not start.is_legal(text)
        with pytest.raises(hyperrook.IllegalMoveError) as raised:
            start.play(text)
        assert raised.value.why == why
    pinned = chess.position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1")
    why = pinned.why_not("e2c3")
    assert why.reason == "leaves_attacked" and ("e8", "attacker") in why.marks
    with pytest.raises(TypeError):
        start.play(12)


def test_attacks_and_checks(chess):
    position = chess.position("k3r3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert position.is_check and position.checkers == ["e8"]
    assert position.attackers("h8", "white") == ["h1"]
    assert position.attackers("e1") == ["h1", "e8"]
    assert position.royal("black") == ["a8"]
    assert position["h1"].name == "rook" and position["a1"] is None
    assert str(position["e8"]) == "r" and position["e8"].side == "black"
    assert position["e8"] == hyperrook.Piece(chess, "r") != hyperrook.Piece(chess, "R")
    assert set(position.pieces) == {"e8", "a8", "e1", "h1"}


def test_a_piece_of_several_cells_is_on_all_of_them():
    start = hyperrook.Game("gateway").start()
    bodies = [cells for cells in start.bodies().values() if len(cells) > 1]
    assert sorted(map(len, bodies)) == [4, 4]
    assert all(start[cell] == start[cells[0]] for cells in bodies for cell in cells)


def test_outcomes(chess):
    assert chess.start().outcome is None
    mate = chess.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    outcome = mate.outcome
    assert (outcome.winner, outcome.result, outcome.reason) == ("white", "1-0", "checkmate")
    assert str(outcome) == "Checkmate: White has won."
    assert "rook on a8" in mate.explain().text
    stale = chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert stale.outcome.reason == "stalemate" and stale.outcome.winner is None


def test_after_the_end_every_refusal_says_how_the_game_has_ended(chess):
    mate = chess.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    for text in ["Kf8", "g8f8", "Qa1", "Kz9", "hello", "", "--", "O-O", "a8a7"]:
        why = mate.why_not(text)
        assert why.reason == "game_over", text
        assert why.text.startswith("The game is over. Checkmate: White has won."), text
        with pytest.raises(hyperrook.IllegalMoveError, match="The game is over"):
            mate.play(text)
    # Drawn positions still have legal moves.
    drawn = chess.position("k7/8/8/8/8/8/8/K7 w - - 0 1")
    assert drawn.outcome.reason == "dead position"
    assert drawn.is_legal("Ka2") and drawn.why_not("Ka2") is None
    assert drawn.why_not("Ka3").reason == "game_over"


def test_histories_know_repetition(chess):
    history = hyperrook.History(chess)
    for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split():
        history.play(text)
    assert history.outcome is None and len(history) == 7
    other = history.copy()
    history.play("f6g8")
    assert history.occurrences == 3 and history.outcome.reason == "repetition"
    why = history.why_not("e2e4")
    assert why.reason == "game_over" and "over" in why.text
    assert other.why_not("f6g8") is None
    assert history.position.outcome is None, "a position does not know"
    assert len(other) == 7 and other != history
    assert str(history.undo()) == "f6g8" and other == history
    assert history.short_moves[:2] == ["Nf3", "Nf6"]
    assert [position.turn for position in history.positions][:2] == ["white", "black"]
    assert hyperrook.History(chess).undo() is None
    assert history.why_not("e5e6").reason == "no_piece"
    with pytest.raises(TypeError):
        hash(history)


def test_texts_come_back(game):
    generator = random.Random(game.name)
    position = game.start()
    for _ in range(120):
        assert game.position(position.text) == position
        if position.outcome or not position.legal_moves:
            break
        shorts = position.short_moves
        assert len(shorts) == len(position.legal_moves)
        for text, move in list(shorts.items())[:20]:
            assert position.move(text) == move and position.short(move) == text
            assert position.move(str(move)) == move and position.move(move.address) == move
        move = generator.choice(position.legal_moves)
        assert position.moves_from(move.origin).count(move) == 1
        assert bool(position.captures(move)) == position.is_capture(move)
        after = position.play(move)
        assert position.gives_check(move) == after.is_check
        position = after


def test_counts_are_those_of_others(chess):
    assert [chess.start().perft(depth) for depth in range(5)] == [1, 20, 400, 8_902, 197_281]
    kiwipete = chess.position(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    )
    assert kiwipete.perft(3) == 97_862


def test_a_depth_is_a_small_number(chess):
    mated = chess.position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert mated.perft(255) == 0
    for depth in (-1, 256, 100_000, 10**9, 10**30):
        with pytest.raises(ValueError, match="0 to 255"):
            chess.start().perft(depth)
    with pytest.raises(TypeError):
        chess.start().perft("3")


def test_wrong_positions_say_everything(chess):
    with pytest.raises(hyperrook.PositionError) as raised:
        chess.position("8/8/8/8/8/8/8/8 w - - 0 1")
    assert raised.value.faults and all(fault.message for fault in raised.value.faults)
    with pytest.raises(hyperrook.PositionError) as raised:
        chess.position("rnbqkbnr/pppüpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    fault = raised.value.faults[0]
    assert fault.start is not None and fault.end > fault.start


def test_playouts_follow_their_seed(game):
    plies, outcome = game.start().playout(seed=3)
    assert (plies, outcome) == game.start().playout(seed=3)
    assert 0 < plies <= 10_000 and (outcome or plies == 10_000)
    assert game.start().playout(plies=0) == (0, None)
    # Long playouts can be interrupted, and are the same.
    assert game.start().playout(plies=20_000, seed=3)[0] >= plies
    for seed in range(20):
        short, long = (game.start().playout(plies=n, seed=seed) for n in (10_000, 10_001))
        assert short == long or (short[0], long[0]) == (10_000, 10_001)


def test_pictures(game):
    start = game.start()
    move = start.legal_moves[0]
    svg = start.svg(size=200, last_move=move, marks=[move.origin], below="black", theme="dark")
    assert svg.startswith("<svg") and start._repr_svg_().startswith("<svg")
    assert start.png(size=100)[:4] == b"\x89PNG"
    assert str(start).strip()
    for wrong in ({"size": 1}, {"size": -1}, {"theme": "blue"}, {"pieces": "big"}, {"below": "up"}):
        with pytest.raises(ValueError):
            start.svg(**wrong)


def test_values_are_formatted(chess):
    start = chess.start()
    assert f"{start.move('e4'):>6}|{start['e1']:^3}|{start['e8']}" == "  e2e4| K |k"
    assert f"{hyperrook.Score(5, None):>7}" == "  +0.05"


def test_positions_are_no_sequences(chess):
    """What their cells are is a question to the board, and what stands there one to ``pieces``."""
    with pytest.raises(TypeError, match="iterable"):
        list(chess.start())
    with pytest.raises(TypeError, match="iterable"):
        "e2" in chess.start()


def test_others_can_say_that_they_are_equal(chess):
    start = chess.start()
    piece, symmetry = start["e2"], chess.symmetries()[0]
    for each in [chess, chess.board, start, start.history(), start.move("e4"), piece, symmetry]:
        assert each == mock.ANY and each != 5 and each != chess.title and each is not None


def test_boards_are_values(chess):
    board = chess.board
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.deepcopy({"board": board}) == {"board": board} and copy.copy(board) is board


def test_missing_files_are_named(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        hyperrook.Game(tmp_path / "none.toml")
    assert caught.value.filename == str(tmp_path / "none.toml")
    assert "os error" not in str(caught.value)

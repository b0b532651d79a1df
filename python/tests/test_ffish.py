"""`hyperrook.ffish` beside `pyffish` and `python-chess`: the same chess games, replayed."""

import os
import random

import hyperrook
import pytest
from conftest import TINY
from hyperrook import ffish

#: `make soak` plays the 2,000 games of the promise, `make test` a part of them.
GAMES = int(os.environ.get("HYPERROOK_GAMES", "25"))
MAX_PLIES = 400


def test_games_are_those_of_python_chess(chess):
    other = pytest.importorskip("chess")
    endings = set()
    for seed in range(GAMES):
        generator = random.Random(seed)
        position, board = chess.start(), other.Board()
        history = hyperrook.History(chess)
        for _ in range(MAX_PLIES):
            moves = position.legal_moves
            texts = sorted(str(move) for move in moves)
            assert texts == sorted(move.uci() for move in board.legal_moves), board.fen()
            assert position.text == board.fen()
            assert position.is_check == board.is_check()
            if not moves or history.outcome:
                break
            text = generator.choice(texts)
            move, theirs = position.move(text), other.Move.from_uci(text)
            assert position.short(move) == board.san(theirs)
            assert position.is_capture(move) == board.is_capture(theirs)
            assert position.gives_check(move) == board.gives_check(theirs)
            assert move.is_castling == board.is_castling(theirs)
            assert move.is_en_passant == board.is_en_passant(theirs)
            position = position.play(move)
            history.play(move)
            board.push(theirs)
        outcome = history.outcome
        if outcome is None:
            # Of the dead positions of FIDE the rules recognise only those that the definition
            # of chess names, so a game can go on where python-chess ends it.
            theirs = board.outcome()
            assert theirs is None or theirs.termination == other.Termination.INSUFFICIENT_MATERIAL
            continue
        endings.add(outcome.reason)
        if outcome.reason == "repetition":
            assert board.is_repetition(3)
        elif outcome.reason == "move count":
            assert board.is_fifty_moves()
        else:
            assert board.result() == outcome.result
            if outcome.reason == "dead position":
                assert board.is_insufficient_material()
    assert len(endings) >= (2 if GAMES >= 25 else 1), endings


def random_game(seed):
    """The moves of a random game."""
    generator = random.Random(seed)
    history = hyperrook.History(hyperrook.Game("chess"))
    while history.outcome is None and len(history) < MAX_PLIES:
        history.play(generator.choice(history.position.legal_moves))
    return [str(move) for move in history.moves]


def test_functions_are_those_of_pyffish():
    # One call of pyffish takes 8 ms, so it is asked about whole games and some of their positions.
    pyffish = pytest.importorskip("pyffish")
    start = ffish.start_fen("chess")
    assert start == pyffish.start_fen("chess")
    for seed in range(GAMES):
        moves = random_game(seed)
        sans = ffish.get_san_moves("chess", start, moves)
        assert sans == pyffish.get_san_moves("chess", start, moves)
        ply = random.Random(seed).randrange(len(moves))
        for line in (moves[:ply], moves):
            legal = ffish.legal_moves("chess", start, line)
            assert sorted(legal) == sorted(pyffish.legal_moves("chess", start, line))
            check = ffish.gives_check("chess", start, line)
            assert check == pyffish.gives_check("chess", start, line)
            ours = ffish.get_fen("chess", start, line)
            theirs = pyffish.get_fen("chess", start, line)
            # pyffish keeps an en passant cell where a pawn stands ready, pinned or not.
            mine, yours = ours.split(), theirs.split()
            assert mine[:3] == yours[:3] and mine[4:] == yours[4:]
            assert mine[3] in (yours[3], "-")
            assert ffish.validate_fen(ours, "chess") == ffish.FEN_OK == pyffish.FEN_OK
            assert pyffish.validate_fen(ours, "chess") == pyffish.FEN_OK
        if not legal:
            result = ffish.game_result("chess", start, moves)
            assert result == pyffish.game_result("chess", start, moves)
        optional = ffish.is_optional_game_end("chess", start, moves)
        # Where nothing can be claimed, the second number of pyffish means nothing.
        theirs = tuple(pyffish.is_optional_game_end("chess", start, moves))
        assert optional == theirs if optional[0] else not theirs[0]
        before, move = moves[:ply], moves[ply]
        captures = pyffish.is_capture("chess", start, before, move)
        assert ffish.is_capture("chess", start, before, move) == captures


def test_material_is_judged_as_pyffish_does():
    pyffish = pytest.importorskip("pyffish")
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "4k3/p7/8/8/8/8/8/4K3 b - - 0 1",
    ]:
        ours = ffish.has_insufficient_material("chess", fen, [])
        assert ours == tuple(pyffish.has_insufficient_material("chess", fen, []))


#: What pyffish has and we lack, with the reason.
MISSING = {
    "error": "its error class; ours are in hyperrook.errors",
    "FEN_INVALID_PROMOTED_PIECE": "positions here do not mark promoted pieces",
    "NOTATION_LAN": "long notation is not written; it is read like all notations",
    "NOTATION_JANGGI": "of a game that is not here",
    "NOTATION_SHOGI_HODGES": "of a game that is not here",
    "NOTATION_SHOGI_HODGES_NUMBER": "of a game that is not here",
    "NOTATION_SHOGI_HOSKING": "of a game that is not here",
    "NOTATION_THAI_LAN": "of a game that is not here",
    "NOTATION_THAI_SAN": "of a game that is not here",
    "NOTATION_XIANGQI_WXF": "of a game that is not here",
}


def test_what_pyffish_has_and_we_lack_has_a_reason():
    pyffish = pytest.importorskip("pyffish")
    public = {name for name in dir(pyffish) if not name.startswith("_")}
    assert len(public) > 25
    assert public - set(ffish.__all__) == set(MISSING)
    assert all(hasattr(ffish, name) for name in ffish.__all__)


def test_fog_is_refused():
    with pytest.raises(NotImplementedError, match="fog"):
        ffish.get_fog_fen(ffish.start_fen("chess"), "chess")


PARTNERS = [
    ("startpos", ""),
    ("startpos", "e2e4"),
    ("startpos", "e2e4 d7d5 e4d5"),
    ("startpos", "e2e4 d7d5 e4d5 d8d5"),
    ("startpos", "e2e4 d7d5 e4d5 d8d5 b1c3"),
    ("startpos", "e2e4 a7a6 e4e5 d7d5 e5d6"),
    ("rnbq1bnr/P3kppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "a7b8q"),
    ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q a8b8"),
    ("r2k4/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q a8b8"),
    ("2r1k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e8e7 a8a7 e7e8 a7b8 c8b8"),
]


@pytest.mark.parametrize("fen,moves", PARTNERS)
def test_the_piece_for_a_partner_is_that_of_pyffish(fen, moves):
    pyffish = pytest.importorskip("pyffish")
    start = pyffish.start_fen("chess") if fen == "startpos" else fen
    theirs = pyffish.piece_to_partner("chess", start, moves.split())
    assert ffish.piece_to_partner("chess", fen, moves.split()) == theirs


def test_every_game_has_the_functions(game):
    fen = ffish.start_fen(game.name)
    moves = ffish.legal_moves(game.name, fen, [])
    assert moves == [str(move) for move in game.start().legal_moves]
    for move in moves[:5]:
        assert ffish.get_fen(game.name, fen, [move]) == game.start().play(move).text
        assert ffish.get_san(game.name, fen, move) == game.start().short(move)
    assert ffish.game_result(game.name, "startpos", moves[:1]) == ffish.VALUE_DRAW
    assert ffish.is_immediate_game_end(game.name, fen, []) == (False, ffish.VALUE_DRAW)
    assert ffish.is_optional_game_end(game.name, fen, []) == (False, ffish.VALUE_DRAW)
    assert not ffish.two_boards(game.name) and not ffish.captures_to_hand(game.name)


def test_variants_have_options_and_can_be_added(tmp_path):
    plain, mixed = (ffish.start_fen(name) for name in ("walkers", "walkers:array=first"))
    assert plain != mixed
    ffish.load_variant_config(TINY)
    assert "tiny" in ffish.variants() and len(ffish.legal_moves("tiny", "startpos", [])) == 7
    path = tmp_path / "small.toml"
    path.write_text(TINY.replace('"tiny"', '"small"'))
    ffish.set_option("VariantPath", path)
    assert ffish.start_fen("small") == ffish.start_fen("tiny")
    with pytest.raises(ValueError, match="chess"):
        ffish.load_variant_config(hyperrook.Game("chess").toml)
    with pytest.raises(LookupError, match="crazyhouse"):
        ffish.start_fen("crazyhouse")


def test_what_there_is_not_is_told():
    for call in [
        lambda: ffish.legal_moves("chess", "startpos", [], True),
        lambda: ffish.get_fen("chess", "startpos", [], sfen=True),
        lambda: ffish.get_san("chess", "startpos", "e2e4", notation=5),
        lambda: ffish.is_optional_game_end("chess", "startpos", [], count_started=1),
        lambda: ffish.set_option("Hash", 5),
        lambda: ffish.validate_fen("", "chess", True),
    ]:
        with pytest.raises(ValueError):
            call()
    assert ffish.validate_fen("8/8", "chess") == ffish.FEN_INVALID
    assert ffish.info().startswith("Hyperrook") and len(ffish.version()) == 3

"""The functions of ``pyffish`` over Hyperrook's games and definitions.

Programs written for ``pyffish`` (the rules of Fairy-Stockfish for Python) run on boards of any
dimension with one changed line: ``import hyperrook.ffish as pyffish``.

>>> import hyperrook.ffish as pyffish
>>> start = pyffish.start_fen("chess")
>>> len(pyffish.legal_moves("chess", start, ["e2e4"]))
20
>>> pyffish.get_san("raumschach", pyffish.start_fen("raumschach"), "Ab2Ab3")
'Ab3'

What differs:

- Positions, moves and short notation are Hyperrook's (``docs/texts.md``). For chess they are FEN,
  UCI moves and SAN. ``"startpos"`` is the start.
- Variants are the names of Hyperrook's games, with options after a colon:
  ``"walkers:kinging=mixed,array=first"``. :func:`load_variant_config` takes a definition in TOML.
- Positions name an en passant cell only if a legal move captures there.
- An illegal move, a wrong position and an unknown variant raise ``ValueError`` or
  ``LookupError`` with the reason.
- There are no hands, no partner boards, no counting rules and no Chess960. Arguments that ask for
  them raise ``ValueError``. No game hides pieces: :func:`get_fog_fen` raises
  ``NotImplementedError``.
- Moves can be given in short notation, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ._core import Game, History, Position, __version__
from ._core import games as _games
from .errors import PositionError, UnknownGameError

__all__ = [
    "FEN_INVALID",
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_SAN",
    "VALUE_DRAW",
    "VALUE_MATE",
    "captures_to_hand",
    "game_result",
    "get_fen",
    "get_fog_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "set_option",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
]

FEN_OK = 1
"""What :func:`validate_fen` gives for a position."""
FEN_INVALID = -1
"""What it gives for anything else."""

NOTATION_DEFAULT = 0
NOTATION_SAN = 1

VALUE_MATE = 32_000
VALUE_DRAW = 0

#: Definitions that were loaded, by name.
_loaded: dict[str, str] = {}


def version() -> tuple[int, int, int]:
    """The version of Hyperrook."""
    first, second, third = (int(part) for part in __version__.split("-")[0].split("."))
    return first, second, third


def info() -> str:
    """The name of the program."""
    return f"Hyperrook {__version__}"


def variants() -> list[str]:
    """The games, those that were loaded included."""
    return [*_games(), *_loaded]


def load_variant_config(definition: str) -> None:
    """Adds the game of a definition in TOML."""
    game = Game.from_toml(definition)
    if game.name in _games():
        raise ValueError(f"a game that comes with Hyperrook is named {game.name!r}")
    _loaded[game.name] = definition
    _game.cache_clear()


def set_option(name: str, value: object) -> None:
    """Sets an option: ``VariantPath`` loads the definition in a file."""
    if name != "VariantPath":
        raise ValueError(f"there is no option {name!r}; there is VariantPath")
    with open(str(value), encoding="utf-8") as file:
        load_variant_config(file.read())


@lru_cache(maxsize=64)
def _game(variant: str) -> Game:
    name, _, options = variant.partition(":")
    pairs = (option.partition("=") for option in options.split(",") if option)
    chosen = {key.strip(): value.strip() for key, _, value in pairs}
    if name in _loaded:
        return Game.from_toml(_loaded[name], **chosen)
    if name not in _games():
        known = ", ".join(variants())
        raise UnknownGameError(f"there is no variant {name!r}; there are {known}")
    return Game(name, **chosen)


def _start(variant: str, fen: str) -> Position:
    game = _game(variant)
    return game.start() if fen == "startpos" else game.position(fen)


def _position(variant: str, fen: str, moves: Sequence[str], chess960: bool) -> Position:
    if chess960:
        raise ValueError("there is no Chess960")
    position = _start(variant, fen)
    for move in moves:
        position = position.play(move)
    return position


def start_fen(variant: str) -> str:
    """The starting position of a game."""
    return _game(variant).start().text


def two_boards(variant: str) -> bool:
    """Whether a game is played on two boards with partners: none is."""
    _game(variant)
    return False


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the hand: they never do."""
    _game(variant)
    return False


def legal_moves(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> list[str]:
    """The legal moves in the position after ``moves``."""
    return [str(move) for move in _position(variant, fen, moves, chess960).legal_moves]


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after ``moves``."""
    if sfen or show_promoted or count_started:
        raise ValueError("there are no shogi positions, promoted marks or counting rules")
    return _position(variant, fen, moves, chess960).text


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """What a side sees of a position in fog: not implemented, since no game here has fog and both
    sides see the whole board."""
    raise NotImplementedError("no game of Hyperrook has fog: both sides see the whole board")


def piece_to_partner(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> str:
    """The letter of the piece that the last move captures, as it was before a promotion among the
    moves; empty if nothing is captured. A partner would get it in games of four.

    >>> import hyperrook.ffish as pyffish
    >>> pyffish.piece_to_partner("chess", "startpos", ["e2e4", "d7d5", "e4d5"])
    'p'
    """
    position = _position(variant, fen, (), chess960)
    #: The letters of promoted pieces before their promotion, by cell.
    promoted: dict[str, str] = {}
    captured = ""
    for text in moves:
        move = position.move(text)
        pieces, captured = position.pieces, ""
        for cell in position.captures(move):
            captured = promoted.pop(cell, str(pieces[cell]))
        if move.origin in promoted:
            promoted[move.destination] = promoted.pop(move.origin)
        elif move.promotion is not None:
            promoted[move.destination] = str(pieces[move.origin])
        position = position.play(move)
    return captured


def _check_notation(notation: int) -> None:
    if notation not in (NOTATION_DEFAULT, NOTATION_SAN):
        raise ValueError(f"there is no notation {notation}; use NOTATION_SAN")


def get_san(
    variant: str,
    fen: str,
    move: str,
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> str:
    """A move in short notation."""
    _check_notation(notation)
    return _position(variant, fen, (), chess960).short(move)


def get_san_moves(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> list[str]:
    """A sequence of moves in short notation."""
    _check_notation(notation)
    position = _position(variant, fen, (), chess960)
    texts = []
    for move in moves:
        texts.append(position.short(move))
        position = position.play(move)
    return texts


def gives_check(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check after ``moves``."""
    return _position(variant, fen, moves, chess960).is_check


def is_capture(
    variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False
) -> bool:
    """Whether ``move`` captures something in the position after ``moves``."""
    return _position(variant, fen, moves, chess960).is_capture(move)


def _value(position: Position, winner: str | None) -> int:
    if winner is None:
        return VALUE_DRAW
    return VALUE_MATE if winner == position.turn else -VALUE_MATE


def game_result(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
    """The result for the side to move: ``VALUE_MATE`` if it has won, ``-VALUE_MATE`` if it has
    lost, else ``VALUE_DRAW``, also if the game goes on."""
    position = _position(variant, fen, moves, chess960)
    outcome = position.outcome
    return _value(position, outcome.winner) if outcome else VALUE_DRAW


#: Ends that players can claim, in the words of pyffish.
_OPTIONAL = ("repetition", "move count")
#: Ends by the lack of moves, which are not "immediate" ends in the words of pyffish.
_WITHOUT_MOVES = ("checkmate", "stalemate")


def is_immediate_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Whether the game has ended in another way than by a lack of legal moves (by baring or in a
    dead position), and the result for the side to move."""
    position = _position(variant, fen, moves, chess960)
    outcome = position.outcome
    if outcome is None or outcome.reason in _OPTIONAL + _WITHOUT_MOVES:
        return False, VALUE_DRAW
    return True, _value(position, outcome.winner)


def is_optional_game_end(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    count_started: int = 0,
) -> tuple[bool, int]:
    """Whether the game is drawn by repetition or by the count of moves."""
    if chess960 or count_started:
        raise ValueError("there is no Chess960, and there are no counting rules")
    history = History(_start(variant, fen), moves)
    outcome = history.outcome
    if outcome is None or outcome.reason not in _OPTIONAL:
        return False, VALUE_DRAW
    return True, VALUE_DRAW


def has_insufficient_material(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether White and Black can never win: in a dead position neither can, and a side with
    nothing but its royal piece cannot mate."""
    position = _position(variant, fen, moves, chess960)
    outcome = position.outcome
    if outcome is not None and outcome.reason == "dead position":
        return True, True
    pieces = position.pieces.values()
    bare = {
        side: all(piece.royal for piece in pieces if piece.side == side)
        for side in ("white", "black")
    }
    return bare["white"], bare["black"]


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """``FEN_OK`` for a position, else ``FEN_INVALID``. ``Game.position`` says what is wrong."""
    if chess960:
        raise ValueError("there is no Chess960")
    try:
        _game(variant).position(fen)
    except PositionError:
        return FEN_INVALID
    return FEN_OK

"""A client for engines that speak UCI, for any game.

>>> import asyncio, hyperrook
>>> from hyperrook.uci import UciEngine
>>> async def best(command):
...     async with await UciEngine.start(command) as engine:
...         await engine.set_game(hyperrook.Game("sesqui"))
...         found = await engine.search(hyperrook.Game("sesqui").start(), depth=3)
...         return found.best

``asyncio.run(best(["hyperrook", "uci"]))`` gives a :class:`~hyperrook.Move`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Optional, Union

from ._core import Game, History, Move, Position, games
from ._types import Line, Report, Score
from .errors import EngineError, MoveError

__all__ = ["UciEngine", "UciOption"]

_Analysis = weakref.ReferenceType[AsyncGenerator[Line, None]]

ANSWER_TIME = 20.0
"""How long an engine may take to answer what needs no search, in seconds."""
QUIT_TIME = 2.0
"""How long an engine may take to quit, in seconds."""


@dataclass(frozen=True)
class UciOption:
    """An option that an engine offers."""

    name: str
    kind: str
    """``"check"``, ``"spin"``, ``"combo"``, ``"button"`` or ``"string"``."""
    default: Optional[str] = None
    least: Optional[int] = None
    most: Optional[int] = None
    values: list[str] = field(default_factory=list)


#: The words that begin a part of an option.
_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")


def _option(words: Sequence[str]) -> Optional[UciOption]:
    """The option that a line after ``option`` states."""
    parts: list[tuple[str, list[str]]] = []
    for word in words:
        # A name can have several words, and so can a value.
        if word in _OPTION_WORDS and not (word != "type" and parts and parts[-1][0] == "name"):
            parts.append((word, []))
        elif parts:
            parts[-1][1].append(word)
    texts = {key: " ".join(value) for key, value in parts}
    if "name" not in texts or "type" not in texts:
        return None
    values = [" ".join(value) for key, value in parts if key == "var"]

    def number(key: str) -> Optional[int]:
        try:
            return int(texts[key])
        except (KeyError, ValueError):
            return None

    default = texts.get("default")
    return UciOption(
        texts["name"], texts["type"], default, number("min"), number("max"), values
    )


class UciEngine:
    """An engine in a process of its own.

    Use :meth:`start`, then :meth:`search` as often as you like, then :meth:`quit`; or ``async
    with``. An engine does one thing at a time: a method that another task calls meanwhile waits.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        #: Names the engine until it has told its name.
        self._program = ""
        self._lines: asyncio.Queue[Optional[str]] = asyncio.Queue()
        self._reader = asyncio.ensure_future(self._read())
        #: Held by whoever writes to the engine and reads its answers.
        self._busy = asyncio.Lock()
        #: Whether the engine owes a ``bestmove``.
        self._is_searching = False
        self._search_began = 0.0
        #: The analysis that goes on, and the task whose loop has its last line.
        self._analysis: Optional[_Analysis] = None
        self._looping: Optional[asyncio.Task[object]] = None
        self._game: Optional[Game] = None
        #: The definitions that the engine was given, by the names of their games.
        self._sent: dict[str, str] = {}
        self.name = ""
        """The name of the engine."""
        self.author = ""
        """Its author."""
        self.options: dict[str, UciOption] = {}
        """Its options."""

    @classmethod
    async def start(cls, command: Union[str, Sequence[str]], *, cwd: Optional[str] = None) -> UciEngine:
        """Starts an engine: a program, or a program with its arguments."""
        words = [command] if isinstance(command, (str, os.PathLike)) else list(command)
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=cwd,
            # Lines of analysis can be long.
            limit=1 << 20,
        )
        engine = cls(process)
        engine._program = os.fspath(words[0])
        try:
            await engine._introduce()
        except BaseException:
            await engine.quit()
            raise
        return engine

    async def _introduce(self) -> None:
        """Asks the engine for its name and its options."""
        await self._send("uci")
        async for line in self._until("uciok"):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["id", "author"]:
                self.author = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = _option(words[1:])
                if option is not None:
                    self.options[option.name] = option

    async def __aenter__(self) -> UciEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    async def set_option(self, name: str, value: Union[str, int, bool, None] = None) -> None:
        """Sets an option. Buttons have no value. Raises ``EngineError`` if the engine has no such
        option, or says that it refuses the value."""
        async with self._alone():
            await self._set_option(name, value)
            if name.lower().split()[0] in self._game_words():
                # The next search chooses its game again.
                self._game = None

    async def set_game(self, game: Game) -> None:
        """Chooses the game, with its options. :meth:`search` does this by itself.

        Engines that do not know the game get its definition, if they have the option
        ``VariantPath``, as ``hyperrook uci`` has.
        """
        async with self._alone():
            await self._set_game(game)

    async def new_game(self) -> None:
        """Tells the engine that the next position is from another game."""
        async with self._alone():
            await self._send("ucinewgame")
            await self._ready()

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Waits until the engine is free, and keeps it for this task."""
        # An analysis whose loop was left, and which nobody keeps, ends by itself.
        is_kept = self._analysis is not None and self._analysis() is not None
        if is_kept and self._looping is asyncio.current_task():
            raise EngineError(
                "this task still has an analysis of the engine: leave its loop, and call aclose()"
            )
        async with self._busy:
            # If the task of the last search was cancelled twice, nobody has waited for its end.
            await self._end_search()
            yield

    async def _set_option(self, name: str, value: Union[str, int, bool, None]) -> None:
        if isinstance(value, bool):
            value = "true" if value else "false"
        text = f"{name} {value}"
        if "\n" in text or "\r" in text:
            raise ValueError("an option is one line")
        # Engines read names in capital and small letters.
        named = [known for known in self.options if known.lower() == name.lower()]
        if not named:
            known = ", ".join(self.options)
            raise EngineError(f"{self.name} has no option {name!r}; it has {known}")
        text = f"setoption name {named[0]}"
        await self._send(text if value is None else f"{text} value {value}")
        refused = [text for text in map(_refusal, await self._ready()) if text is not None]
        if refused:
            raise EngineError(f"{self.name} refuses the option {named[0]!r}: " + "; ".join(refused))

    def _game_words(self) -> list[str]:
        """The first words of the options that choose the game."""
        variant = self.options.get("UCI_Variant")
        names = [] if variant is None else [name.lower() for name in variant.values]
        return ["uci_variant", "variantpath", *names]

    async def _set_game(self, game: Game) -> None:
        # If this fails, the engine may play another game than before.
        self._game = None
        if game.name in games() and game != _shipped(game):
            raise EngineError(
                f"a game that comes with Hyperrook is named {game.name!r}, too: give yours another name"
            )
        if "UCI_Variant" in self.options:
            if game.name not in self.options["UCI_Variant"].values or game.name in self._sent:
                await self._send_definition(game)
            variants = self.options["UCI_Variant"].values
            if game.name not in variants:
                known = ", ".join(variants)
                raise EngineError(f"{self.name} does not play {game.name}; it plays {known}")
            await self._set_option("UCI_Variant", game.name)
            for option in game.options.values():
                if f"{game.name} {option.name}" in self.options:
                    await self._set_option(f"{game.name} {option.name}", option.value)
        elif game.name != "chess":
            raise EngineError(f"{self.name} plays chess only: it has no option UCI_Variant")
        self._game = game

    async def _send_definition(self, game: Game) -> None:
        """Lets the engine read the definition of a game, if it can."""
        if "VariantPath" not in self.options or self._sent.get(game.name) == game.toml:
            return
        with tempfile.TemporaryDirectory(prefix="hyperrook-") as folder:
            path = os.path.join(folder, f"{game.name}.toml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(game.toml)
            # The engine has read the file when it is ready.
            await self._set_option("VariantPath", path)
        self._sent[game.name] = game.toml
        await self._introduce()

    async def search(
        self,
        position: Union[Position, History],
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        clocks: Optional[tuple[float, float]] = None,
        increments: tuple[float, float] = (0.0, 0.0),
        moves_to_go: Optional[int] = None,
        moves: Optional[Sequence[Union[str, Move]]] = None,
        lines: int = 1,
    ) -> Report:
        """Searches a position. ``time`` and ``clocks`` (White's and Black's) are in seconds."""
        found: dict[int, Line] = {}
        best: Optional[tuple[Optional[Move], Optional[Move]]] = None
        elapsed = 0.0
        search = self._search(
            position,
            depth=depth,
            nodes=nodes,
            time=time,
            mate=mate,
            clocks=clocks,
            increments=increments,
            moves_to_go=moves_to_go,
            moves=moves,
            lines=lines,
        )
        try:
            async for item in search:
                if isinstance(item, Line):
                    found[item.rank] = item
                else:
                    best = item
                    elapsed = asyncio.get_running_loop().time() - self._search_began
        finally:
            await search.aclose()
        assert best is not None, "a search ends with its best move"
        ranked = [found[rank] for rank in sorted(found)]
        nodes_seen = max((line.nodes for line in ranked), default=0)
        return Report(best[0], best[1], ranked, nodes_seen, elapsed)

    def analyse(
        self, position: Union[Position, History], *, lines: int = 1
    ) -> AsyncGenerator[Line, None]:
        """Yields lines as they are found, until the loop over them ends. If you keep the analysis in
        a variable and leave the loop early, end it with its method ``aclose``."""
        own: list[_Analysis] = []
        analysis = self._analyse(position, lines, own)
        own.append(weakref.ref(analysis))
        return analysis

    async def _analyse(
        self, position: Union[Position, History], lines: int, own: list[_Analysis]
    ) -> AsyncGenerator[Line, None]:
        search = self._search(position, infinite=True, lines=lines)
        try:
            async for item in search:
                if isinstance(item, Line):
                    self._analysis, self._looping = own[0], asyncio.current_task()
                    yield item
        finally:
            if self._analysis is own[0]:
                self._analysis = self._looping = None
            # Stops the search now, and not when the garbage is collected.
            await search.aclose()

    async def quit(self) -> None:
        """Asks the engine to quit, and kills it if it does not answer."""
        if self._process.returncode is None:
            try:
                # An engine that hangs does not even read.
                await asyncio.wait_for(self._ask_to_quit(), QUIT_TIME)
            except (EngineError, asyncio.TimeoutError):
                pass
            finally:
                # Also if this task is cancelled.
                self._kill()
            await self._process.wait()
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def _ask_to_quit(self) -> None:
        await self._send("stop\nquit")
        await self._process.wait()

    def _kill(self) -> None:
        if self._process.returncode is None:
            # It may just have ended.
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _search(
        self,
        position: Union[Position, History],
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        time: Optional[float] = None,
        mate: Optional[int] = None,
        clocks: Optional[tuple[float, float]] = None,
        increments: tuple[float, float] = (0.0, 0.0),
        moves_to_go: Optional[int] = None,
        moves: Optional[Sequence[Union[str, Move]]] = None,
        lines: int = 1,
        infinite: bool = False,
    ) -> AsyncGenerator[Union[Line, tuple[Optional[Move], Optional[Move]]], None]:
        history = position if isinstance(position, History) else position.history()
        go = ["go"]
        for word, value in [("depth", depth), ("nodes", nodes), ("mate", mate)]:
            if value is not None:
                go += [word, str(int(value))]
        if time is not None:
            go += ["movetime", str(max(1, round(time * 1000)))]
        if clocks is not None:
            for side, clock, increment in zip("wb", clocks, increments):
                go += [f"{side}time", str(round(clock * 1000))]
                go += [f"{side}inc", str(round(increment * 1000))]
            if moves_to_go is not None:
                go += ["movestogo", str(int(moves_to_go))]
        if infinite:
            go.append("infinite")
        if len(go) == 1:
            raise ValueError("the search needs a limit: depth, nodes, time, mate or clocks")
        if moves is not None:
            legal = [history.position.move(str(move)) for move in moves]
            go += ["searchmoves", *map(str, legal)]
        async with self._alone():
            if self._game is None or self._game != history.game:
                await self._set_game(history.game)
            if "MultiPV" in self.options:
                await self._set_option("MultiPV", lines)
            elif lines != 1:
                raise EngineError(f"{self.name} finds one line only")
            played = " ".join(str(move) for move in history.moves)
            setup = f"position fen {history.start.text}"
            await self._send(f"{setup} moves {played}" if played else setup)
            # If the task is cancelled while it writes, the engine searches all the same.
            self._is_searching = True
            self._search_began = asyncio.get_running_loop().time()
            try:
                await self._send(" ".join(go))
                while True:
                    line = await self._line()
                    words = line.split()
                    if words[:1] == ["bestmove"]:
                        yield self._best(history.position, words)
                        return
                    if words[:1] == ["info"]:
                        info = _info(history.position, words[1:])
                        if info is not None:
                            yield info
            finally:
                if self._process.returncode is None:
                    await self._end_search()

    async def _end_search(self) -> None:
        """Stops the search, if the engine owes its best move."""
        if self._is_searching:
            await self._send("stop")
            async for _ in self._until("bestmove"):
                pass

    async def _ready(self) -> list[str]:
        """Waits until the engine is ready. Returns what it says meanwhile."""
        await self._send("isready")
        return [line async for line in self._until("readyok")]

    async def _send(self, text: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None, "the engine was started with a pipe"
        try:
            stdin.write(text.encode() + b"\n")
            await stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise self._ended() from error

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None, "the engine was started with a pipe"
        try:
            while line := await stdout.readline():
                self._lines.put_nowait(line.decode(errors="replace").strip())
        except ValueError:
            # A line longer than any of an engine.
            self._process.kill()
        except asyncio.CancelledError:
            # The loop ends, and nobody has asked the engine to quit.
            self._kill()
            raise
        finally:
            # Other tasks may wait for a line.
            self._lines.put_nowait(None)

    async def _line(self) -> str:
        line = await self._lines.get()
        if line is None:
            # For whoever asks next.
            self._lines.put_nowait(None)
            raise self._ended()
        if line.split()[:1] == ["bestmove"]:
            self._is_searching = False
        return line

    async def _until(self, last: str) -> AsyncIterator[str]:
        """The lines before the one that begins with a word."""
        while True:
            try:
                line = await asyncio.wait_for(self._line(), ANSWER_TIME)
            except asyncio.TimeoutError as error:
                message = f"the engine has not answered {last!r} in {ANSWER_TIME:.0f} seconds"
                raise EngineError(message) from error
            if line.split()[:1] == [last]:
                return
            yield line

    def _ended(self) -> EngineError:
        return EngineError(f"the engine {self.name or self._program} has ended")

    def _best(
        self, position: Position, words: Sequence[str]
    ) -> tuple[Optional[Move], Optional[Move]]:
        try:
            return _best(position, words)
        except MoveError as error:
            raise EngineError(f"{self.name} makes a move that is not legal: {error}") from error


def _refusal(line: str) -> Optional[str]:
    """What an engine says about an option that it refuses, or ``None`` if a line says nothing of it.
    Only Hyperrook and Stockfish's relatives say anything."""
    text = line[len("info string ") :] if line.startswith("info string ") else line
    if text.startswith("setoption: "):
        return text[len("setoption: ") :]
    return text if text.startswith("No such option") else None


def _shipped(game: Game) -> Game:
    """The game that comes with Hyperrook under the name of another, with the same options."""
    options = {option.name: option.value for option in game.options.values()}
    try:
        return Game(game.name, **options)
    except ValueError:
        return Game(game.name)


def _best(
    position: Position, words: Sequence[str]
) -> tuple[Optional[Move], Optional[Move]]:
    """The move and the expected reply of a ``bestmove`` line."""
    text = words[1] if len(words) > 1 else "(none)"
    if text in ("(none)", "0000"):
        return None, None
    best = position.move(text)
    reply: Optional[Move] = None
    if len(words) > 3 and words[2] == "ponder":
        try:
            reply = position.play(best).move(words[3])
        except MoveError:
            # Some engines name a reply without having looked at it.
            reply = None
    return best, reply


#: What follows these words of an ``info`` line is one number.
_NUMBERS = ("depth", "seldepth", "nodes", "time", "multipv", "hashfull", "nps", "tbhits")


def _info(position: Position, words: Sequence[str]) -> Optional[Line]:
    """The line of an ``info`` line, if it has one."""
    numbers: dict[str, int] = {}
    score: Optional[Score] = None
    bound = "exact"
    moves: list[Move] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "string":
            return None
        if word in _NUMBERS and at < len(words):
            try:
                numbers[word] = int(words[at])
            except ValueError:
                return None
            at += 1
        elif word == "score" and at + 1 < len(words):
            try:
                value = int(words[at + 1])
            except ValueError:
                return None
            score = Score(value, None) if words[at] == "cp" else Score(None, value)
            at += 2
        elif word == "lowerbound":
            bound = "lower"
        elif word == "upperbound":
            bound = "upper"
        elif word == "pv":
            after = position
            for text in words[at:]:
                try:
                    move = after.move(text)
                except MoveError:
                    break
                moves.append(move)
                after = after.play(move)
            break
    if score is None:
        return None
    return Line(
        numbers.get("multipv", 1),
        numbers.get("depth", 0),
        numbers.get("seldepth", 0),
        score,
        bound,
        numbers.get("nodes", 0),
        numbers.get("time", 0) / 1000,
        moves,
    )

"""The engine, with methods for coroutines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Optional, Union

from . import _core

if TYPE_CHECKING:
    import asyncio
    from types import TracebackType

    from typing_extensions import Unpack

    from ._core import History, Move, Position
    from ._types import Line, Report, SearchArguments, SearchLimits

__all__ = ["Analysis", "Engine"]

#: The arguments that end a search. Without one of them, an analysis is infinite.
_LIMITS = ("depth", "nodes", "time", "mate", "clock", "level", "elo")


class Engine(_core.Engine):
    __doc__ = _core.Engine.__doc__

    def play(
        self, position: Union[Position, History], **limits: Unpack[SearchArguments]
    ) -> Optional[Move]:
        """The move that the engine would make, or ``None`` if there is no legal one. The limits
        are those of :meth:`search`.

        >>> import hyperrook
        >>> chess = hyperrook.Game("chess")
        >>> mate = chess.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        >>> hyperrook.Engine(chess).play(mate, depth=3)
        Move('a1a8')
        """
        return self.search(position, **limits).best

    async def search_async(
        self, position: Union[Position, History], **limits: Unpack[SearchArguments]
    ) -> Report:
        """Does the same as :meth:`search` without blocking other tasks. Cancelling the task stops
        the search."""
        search = _Search(self, position, limits)
        try:
            await search.wait()
        finally:
            # Also if the coroutine is closed, when nothing can be awaited.
            search.stop()
        return search.report()

    def analyse(
        self, position: Union[Position, History], **limits: Unpack[SearchLimits]
    ) -> Analysis:
        """Yields lines as they are found, without blocking other tasks. Without limits it
        continues until the loop over it ends."""
        return Analysis(self, position, limits)


class Analysis(AsyncIterator["Line"]):
    """The lines of a search, as they are found: see :meth:`Engine.analyse`.

    The search begins when the first line is asked for. It ends with the loop over it. If you keep
    the analysis in a variable and leave the loop early, end it with :meth:`aclose` or
    ``async with``.
    """

    def __init__(
        self, engine: Engine, position: Union[Position, History], limits: SearchLimits
    ) -> None:
        self._engine = engine
        self._position = position
        self._limits = limits
        self._search: Optional[_Search] = None
        self._is_over = False

    async def __anext__(self) -> Line:
        if self._search is None and not self._is_over:
            self._begin()
        if self._search is None or self._is_over:
            raise StopAsyncIteration
        try:
            line = await self._lines.get()
        except BaseException:
            await self.aclose()
            raise
        if line is not None:
            return line
        # For another task that waits.
        self._lines.put_nowait(None)
        if not self._is_over:
            self._is_over = True
            self._search.report()
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Ends the analysis. Then the engine is free."""
        self._is_over = True
        if self._search is not None:
            self._search.stop()
            await self._search.wait()

    async def __aenter__(self) -> Analysis:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def __del__(self) -> None:
        # The loop was left. The engine lets its next search wait until this one has ended.
        if self._search is not None:
            self._search.stop()

    def _begin(self) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[Optional[Line]] = asyncio.Queue()
        self._lines = lines

        def on_info(line: Line) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, line)

        limits: SearchArguments = {**self._limits, "on_info": on_info}
        if all(limits.get(name) is None for name in _LIMITS):
            limits["infinite"] = True
        self._search = _Search(self._engine, self._position, limits)
        self._search.ended.add_done_callback(lambda _: lines.put_nowait(None))


class _Search:
    """A search on a thread of its own. The threads of the loop are few, and could all be busy with
    searches that do not end."""

    def __init__(
        self, engine: Engine, position: Union[Position, History], limits: SearchArguments
    ) -> None:
        # Importing it takes as long as importing everything else.
        import asyncio
        import threading

        loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[None] = loop.create_future()
        self._control = _core.SearchControl()
        self._report: Optional[Report] = None
        self._error: Optional[BaseException] = None

        def end() -> None:
            if not self.ended.done():
                self.ended.set_result(None)

        def work() -> None:
            try:
                self._report = engine.search(
                    position,
                    _control=self._control,  # type: ignore[call-arg]
                    **limits,
                )
            except BaseException as error:
                self._error = error
            try:
                loop.call_soon_threadsafe(end)
            except RuntimeError:
                # The loop is closed, and nobody waits.
                pass

        threading.Thread(target=work, name="hyperrook").start()

    def stop(self) -> None:
        """Stops the search, even if its thread has not come to it yet."""
        self._control.stop()

    async def wait(self) -> None:
        """Waits for the end. If it is cancelled, it stops the search and waits all the same, because
        the engine is free only then."""
        import asyncio

        is_cancelled = False
        while not self.ended.done():
            try:
                # Unlike awaiting the future itself, this does not cancel it.
                await asyncio.wait([self.ended])
            except asyncio.CancelledError:
                is_cancelled = True
                self.stop()
        if is_cancelled:
            raise asyncio.CancelledError

    def report(self) -> Report:
        """The report of a search that has ended, or its error."""
        error, self._error = self._error, None
        if error is not None:
            raise error
        assert self._report is not None, "a search ends with a report or an error"
        return self._report

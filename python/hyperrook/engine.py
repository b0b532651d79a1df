"""The engine, with methods for coroutines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Optional, Union

from . import _core

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import Unpack

    from ._core import History, Move, Position
    from ._types import Line, Report, SearchArguments, SearchLimits

__all__ = ["Engine"]


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
        # Importing it takes as long as importing everything else.
        import asyncio

        loop = asyncio.get_running_loop()
        search = loop.run_in_executor(None, lambda: self.search(position, **limits))
        try:
            return await asyncio.shield(search)
        except asyncio.CancelledError:
            self.stop()
            # The engine is free again only when the search has ended.
            await asyncio.wait([search])
            raise

    async def analyse(
        self, position: Union[Position, History], **limits: Unpack[SearchLimits]
    ) -> AsyncIterator[Line]:
        """Yields lines as they are found, without blocking other tasks. Without limits it
        continues until the loop over it ends."""
        import asyncio

        loop = asyncio.get_running_loop()
        lines: asyncio.Queue[Optional[Line]] = asyncio.Queue()

        def on_info(line: Line) -> None:
            loop.call_soon_threadsafe(lines.put_nowait, line)

        if not limits:
            limits = {"infinite": True}
        search = asyncio.ensure_future(self.search_async(position, on_info=on_info, **limits))
        search.add_done_callback(lambda _: lines.put_nowait(None))
        try:
            while (line := await lines.get()) is not None:
                yield line
            await search
        finally:
            if not search.done():
                search.cancel()
                await asyncio.wait([search])

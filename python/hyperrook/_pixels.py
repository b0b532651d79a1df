"""Pictures as arrays, for environments."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from ._core import Move, Position


def pixels(position: Position, last_move: Optional[Move], size: int) -> npt.NDArray[np.uint8]:
    """A picture of a position: rows, columns, red, green and blue."""
    width, height, colours = position._pixels(size, last_move)
    return np.frombuffer(colours, np.uint8).reshape(height, width, 3)

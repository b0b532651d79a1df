// The cells where pieces promote. On a board with ranks they are the last ones, so they are marked only for a chosen piece. A
// ring has no last rank, so there they are always marked.

import type { GameInfo, PlacedPiece } from '../lib/types';
import type { Mark } from './types';

/** The marks of the cells where the chosen piece promotes, or on a ring where any piece does. */
export function promotionMarks(info: GameInfo, chosen: PlacedPiece | undefined): Mark[] {
  const cells = new Set<number>();
  for (const kind of info.pieces) {
    if (chosen) {
      if (kind.letter === chosen.letter) for (const cell of kind.promotes_on[chosen.side]) cells.add(cell);
    } else if (info.layout.kind === 'ring') {
      for (const cell of [...kind.promotes_on.white, ...kind.promotes_on.black]) cells.add(cell);
    }
  }
  return [...cells].map((cell) => ({ cell, role: 'promotion' }));
}

// Follows pieces from position to position, so that moves can be animated: a piece that moves keeps its id. The rules are
// not known here; pieces are matched by cells, side and letter.

import type { PlacedPiece } from '../lib/types';

export interface TrackedPiece extends PlacedPiece {
  id: number;
}

const pieceKey = (piece: PlacedPiece): string => `${piece.side} ${piece.letter} ${piece.cells.join(' ')}`;
const kindKey = (piece: PlacedPiece): string => `${piece.side} ${piece.letter}`;

/**
 * The pieces of the next position with the ids of the previous one. `hint` is the move between them, if it is known: the
 * piece at its destination is the one from its origin, even if it has been promoted.
 */
export function reconcile(
  before: TrackedPiece[],
  after: PlacedPiece[],
  hint: { from: number; to: number } | null,
  newId: () => number,
): TrackedPiece[] {
  const unmatched = new Map<string, TrackedPiece>(before.map((piece) => [pieceKey(piece), piece]));
  const result: (TrackedPiece | undefined)[] = after.map((piece) => {
    const same = unmatched.get(pieceKey(piece));
    if (!same) return undefined;
    unmatched.delete(pieceKey(piece));
    return { ...piece, id: same.id };
  });
  const take = (index: number, from: TrackedPiece | undefined): void => {
    const piece = after[index];
    if (!piece || !from) return;
    unmatched.delete(pieceKey(from));
    result[index] = { ...piece, id: from.id };
  };
  const open = (): number[] => after.map((_, i) => i).filter((i) => result[i] === undefined);
  if (hint) {
    for (const [a, b] of [
      [hint.from, hint.to],
      [hint.to, hint.from],
    ] as const) {
      const mover = [...unmatched.values()].find((piece) => piece.cells.includes(a));
      const index = open().find((i) => after[i]?.cells.includes(b) && after[i]?.side === mover?.side);
      if (mover && index !== undefined) {
        take(index, mover);
        break;
      }
    }
  }
  for (const i of open()) {
    const piece = after[i];
    if (!piece) continue;
    take(
      i,
      [...unmatched.values()].find((old) => kindKey(old) === kindKey(piece)),
    );
  }
  return after.map((piece, i) => result[i] ?? { ...piece, id: newId() }).sort((a, b) => a.id - b.id);
}

/** The pieces as they will stand after a move, shown before the server has confirmed it. */
export function afterMove(
  pieces: PlacedPiece[],
  move: {
    from: number;
    to: number;
    cells_after: number[] | null;
    captures: number[];
    promotion: string | null;
  },
): PlacedPiece[] {
  const mover = pieces.find((piece) => piece.cells.includes(move.from));
  if (!mover) return pieces;
  const cells = move.cells_after ?? [move.to];
  const emptied = new Set([...move.captures, ...cells]);
  return pieces
    .filter((piece) => piece === mover || !piece.cells.some((cell) => emptied.has(cell)))
    .map((piece) => (piece === mover ? { ...piece, cells, letter: move.promotion ?? piece.letter } : piece));
}

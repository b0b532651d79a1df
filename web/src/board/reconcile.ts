// Gives pieces on the board lasting names, so that a piece that moves is one that moves and not one that vanishes
// here and appears there: what animation needs. Guesses by place, side and letter; knows no rules.

import type { PlacedPiece } from '../lib/types';

export interface Standing extends PlacedPiece {
  id: number;
}

const place = (piece: PlacedPiece): string => `${piece.side} ${piece.letter} ${piece.cells.join(' ')}`;
const kind = (piece: PlacedPiece): string => `${piece.side} ${piece.letter}`;

/**
 * The next pieces with the names of the previous ones. `hint` is the move that was made between, if it is known: the
 * piece at its end is the one from its start even if it has become another.
 */
export function reconcile(
  before: Standing[],
  after: PlacedPiece[],
  hint: { from: number; to: number } | null,
  fresh: () => number,
): Standing[] {
  const left = new Map<string, Standing>(before.map((piece) => [place(piece), piece]));
  const result: (Standing | undefined)[] = after.map((piece) => {
    const same = left.get(place(piece));
    if (!same) return undefined;
    left.delete(place(piece));
    return { ...piece, id: same.id };
  });
  const take = (index: number, from: Standing | undefined): void => {
    const piece = after[index];
    if (!piece || !from) return;
    left.delete(place(from));
    result[index] = { ...piece, id: from.id };
  };
  const open = (): number[] => after.map((_, i) => i).filter((i) => result[i] === undefined);
  if (hint) {
    for (const [a, b] of [
      [hint.from, hint.to],
      [hint.to, hint.from],
    ] as const) {
      const mover = [...left.values()].find((piece) => piece.cells.includes(a));
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
      [...left.values()].find((old) => kind(old) === kind(piece)),
    );
  }
  return after.map((piece, i) => result[i] ?? { ...piece, id: fresh() }).sort((a, b) => a.id - b.id);
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
  const gone = new Set([...move.captures, ...cells]);
  return pieces
    .filter((piece) => piece === mover || !piece.cells.some((cell) => gone.has(cell)))
    .map((piece) => (piece === mover ? { ...piece, cells, letter: move.promotion ?? piece.letter } : piece));
}

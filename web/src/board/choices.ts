// What can be chosen on the board: from the moves that the host supplies, which pieces can be taken up and where
// they can be put down.

import type { MoveInfo, PlacedPiece } from '../lib/types';

export interface Target {
  cell: number;
  capture: boolean;
  /** More than one where a piece can become several others. */
  moves: MoveInfo[];
}

/** The piece on a cell. */
export function pieceAt(pieces: PlacedPiece[], cell: number): PlacedPiece | undefined {
  return pieces.find((piece) => piece.cells.includes(cell));
}

/** Moves of the piece that stands on a cell. */
export function movesOf(pieces: PlacedPiece[], moves: MoveInfo[], cell: number): MoveInfo[] {
  const piece = pieceAt(pieces, cell);
  if (!piece) return [];
  return moves.filter((move) => piece.cells.includes(move.from));
}

/**
 * The cells where the piece on a cell can be put down. A piece that spans cells can be put down on any of those it
 * would then stand on, unless that cell is the end of another move.
 */
export function targetsOf(pieces: PlacedPiece[], moves: MoveInfo[], cell: number): Map<number, Target> {
  const own = movesOf(pieces, moves, cell);
  const targets = new Map<number, Target>();
  const add = (at: number, move: MoveInfo): void => {
    const target = targets.get(at) ?? { cell: at, capture: false, moves: [] };
    target.capture ||= move.captures.length > 0;
    target.moves.push(move);
    targets.set(at, target);
  };
  for (const move of own) add(move.to, move);
  for (const move of own) {
    const piece = pieceAt(pieces, cell);
    for (const at of move.cells_after ?? []) {
      const taken = targets.get(at);
      // Stepping aside onto part of its own cells must leave those cells free for putting it back.
      if (!taken && !piece?.cells.includes(at)) add(at, move);
    }
  }
  return targets;
}

/** How many cells of each slice can be reached, and whether a capture is among them. */
export function countBySlice(
  targets: Iterable<Target>,
  sliceOf: (cell: number) => number,
): Map<number, { count: number; captures: number }> {
  const counts = new Map<number, { count: number; captures: number }>();
  for (const target of targets) {
    const slice = sliceOf(target.cell);
    const entry = counts.get(slice) ?? { count: 0, captures: 0 };
    entry.count += 1;
    if (target.capture) entry.captures += 1;
    counts.set(slice, entry);
  }
  return counts;
}

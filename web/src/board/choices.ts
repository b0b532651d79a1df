// Which pieces can be picked up and where they can be put down, by the moves that the page supplies.

import type { MoveInfo, PlacedPiece } from '../lib/types';

export interface Target {
  cell: number;
  capture: boolean;
  /** There are several if the piece can promote to several others. */
  moves: MoveInfo[];
}

/** The piece on a cell. */
export function pieceAt(pieces: PlacedPiece[], cell: number): PlacedPiece | undefined {
  return pieces.find((piece) => piece.cells.includes(cell));
}

/** The moves of the piece on a cell. */
export function movesOf(pieces: PlacedPiece[], moves: MoveInfo[], cell: number): MoveInfo[] {
  const piece = pieceAt(pieces, cell);
  if (!piece) return [];
  return moves.filter((move) => piece.cells.includes(move.from));
}

/**
 * The cells where the piece on a cell can be put down. A piece that spans several cells can be put down on any of the
 * cells that it would occupy, unless that cell is the destination of another move.
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
      const existing = targets.get(at);
      // A piece that moves onto some of its own cells must still be able to be put back on them.
      if (!existing && !piece?.cells.includes(at)) add(at, move);
    }
  }
  return targets;
}

/** The number of destinations in each slice, and how many of them are captures. */
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

// What can be chosen on the board: from the moves that the host supplies, which men can be taken up and where
// they can be put down.

import type { MoveInfo, PlacedMan } from '../lib/types';

export interface Target {
  cell: number;
  capture: boolean;
  /** More than one where a man can become several others. */
  moves: MoveInfo[];
}

/** The man on a cell. */
export function manAt(men: PlacedMan[], cell: number): PlacedMan | undefined {
  return men.find((man) => man.cells.includes(cell));
}

/** Moves of the man that stands on a cell. */
export function movesOf(men: PlacedMan[], moves: MoveInfo[], cell: number): MoveInfo[] {
  const man = manAt(men, cell);
  if (!man) return [];
  return moves.filter((move) => man.cells.includes(move.from));
}

/**
 * The cells where the man on a cell can be put down. A man that spans cells can be put down on any of those it
 * would then stand on, unless that cell is the end of another move.
 */
export function targetsOf(men: PlacedMan[], moves: MoveInfo[], cell: number): Map<number, Target> {
  const own = movesOf(men, moves, cell);
  const targets = new Map<number, Target>();
  const add = (at: number, move: MoveInfo): void => {
    const target = targets.get(at) ?? { cell: at, capture: false, moves: [] };
    target.capture ||= move.captures.length > 0;
    target.moves.push(move);
    targets.set(at, target);
  };
  for (const move of own) add(move.to, move);
  for (const move of own) {
    const man = manAt(men, cell);
    for (const at of move.cells_after ?? []) {
      const taken = targets.get(at);
      // Stepping aside onto part of its own cells must leave those cells free for putting it back.
      if (!taken && !man?.cells.includes(at)) add(at, move);
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

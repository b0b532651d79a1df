// Whether an answer to the task of a lesson is right.

import type { LessonTask } from '../lib/types';

/** Why a legal move does not solve a task; null if it does. */
export function missed(task: LessonTask, move: string): string | null {
  if (task.moves.includes(move)) return null;
  const reason = task.wrong.find((wrong) => wrong.moves.includes(move));
  return reason?.sentence ?? 'This is not what the task asks for.';
}

export interface CellsVerdict {
  right: boolean;
  /** Chosen cells that are not right. */
  wrong: number[];
  /** How many are still missing. */
  missing: number;
}

/** Judges a choice of cells. */
export function judgeCells(task: LessonTask, chosen: number[]): CellsVerdict {
  const wrong = chosen.filter((cell) => !task.cells.includes(cell));
  const missing = task.cells.filter((cell) => !chosen.includes(cell)).length;
  return { right: wrong.length === 0 && missing === 0, wrong, missing };
}

/** The step at which to go on: the first one that is not done. */
export function nextStep(steps: { id: string }[], isDone: (id: string) => boolean): number {
  const open = steps.findIndex((step) => !isDone(step.id));
  return open < 0 ? 0 : open;
}

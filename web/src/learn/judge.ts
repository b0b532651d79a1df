// Whether a move solves an exercise, and what the other side answers.

import type { Exercise } from '../lib/types';

export interface Verdict {
  good: boolean;
  /** The exercise is solved. */
  done: boolean;
  /** The other side's answer, if the exercise goes on. */
  reply: string | null;
}

/** Judges a move. `made` are the moves of both sides so far; solutions list both sides too. */
export function judge(task: Exercise, made: string[], move: string): Verdict {
  const line = [...made, move];
  const fitting = task.solutions.filter((solution) => line.every((text, i) => solution[i] === text));
  const first = fitting[0];
  if (!first) return { good: false, done: false, reply: null };
  const reply = first[line.length] ?? null;
  const goesOn = reply !== null && first.length > line.length + 1;
  return { good: true, done: !goesOn, reply: goesOn ? reply : null };
}

// Whether a move solves an exercise, and how the other side answers.

import type { Exercise } from '../lib/types';

export interface Verdict {
  correct: boolean;
  /** The exercise is solved. */
  solved: boolean;
  /** The other side's answer, if the exercise goes on. */
  reply: string | null;
}

/** Judges a move. `made` are the moves of both sides so far; solutions contain the moves of both sides too. */
export function judge(exercise: Exercise, made: string[], move: string): Verdict {
  const line = [...made, move];
  const matching = exercise.solutions.filter((solution) => line.every((text, i) => solution[i] === text));
  const first = matching[0];
  if (!first) return { correct: false, solved: false, reply: null };
  const reply = first[line.length] ?? null;
  const goesOn = reply !== null && first.length > line.length + 1;
  return { correct: true, solved: !goesOn, reply: goesOn ? reply : null };
}

// The moves of a puzzle, and which puzzle comes next.

import type { PuzzleInfo } from '../lib/types';

export interface PuzzleVerdict {
  right: boolean;
  solved: boolean;
  /** The other side's answer, if the puzzle goes on. */
  reply: string | null;
}

/** Judges a move. `made` are the moves of both sides so far. */
export function judgeMove(puzzle: PuzzleInfo, made: string[], move: string): PuzzleVerdict {
  const right = puzzle.solution[made.length]?.includes(move) ?? false;
  if (!right) return { right, solved: false, reply: null };
  // Another right move can lead elsewhere: then there is no stored reply, and the puzzle is solved.
  const main = puzzle.solution[made.length]?.[0] === move;
  const reply = main ? (puzzle.solution[made.length + 1]?.[0] ?? null) : null;
  return { right, solved: reply === null, reply };
}

/** The solution and how the game could go on. */
export function wholeLine(puzzle: PuzzleInfo): string[] {
  return [...puzzle.solution.map((moves) => moves[0] ?? ''), ...puzzle.continuation];
}

/** The puzzles with a theme; all of them if it is empty. */
export function withTheme(puzzles: PuzzleInfo[], theme: string): PuzzleInfo[] {
  return theme === '' ? puzzles : puzzles.filter((puzzle) => puzzle.themes.includes(theme));
}

/** The next puzzle that is not done, beginning after one; any other one if all are done. */
export function nextPuzzle(
  puzzles: PuzzleInfo[],
  after: string | null,
  isDone: (id: string) => boolean,
): PuzzleInfo | null {
  const at = puzzles.findIndex((puzzle) => puzzle.id === after);
  const order = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  return order.find((puzzle) => !isDone(puzzle.id)) ?? order[0] ?? puzzles[0] ?? null;
}

const THEMES: Record<string, string> = {
  advantage: 'Win material',
  defence: 'Defend',
  fork: 'Fork',
  hold: 'King hold',
  transformation: 'Transformation',
  across: 'Across the ring',
  promotion: 'Promotion',
  sacrifice: 'Sacrifice',
  quiet: 'Quiet move',
};

/** The name of a theme for people. */
export function themeName(theme: string): string {
  const mate = /^mate-(\d+)$/.exec(theme);
  if (mate) return `Win in ${mate[1]}`;
  return THEMES[theme] ?? theme.replaceAll('-', ' ');
}

/** All themes of some puzzles with their numbers, the most frequent first. */
export function themesOf(puzzles: PuzzleInfo[]): { theme: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap((puzzle) => puzzle.themes))
    counts.set(theme, (counts.get(theme) ?? 0) + 1);
  const all = [...counts].map(([theme, count]) => ({ theme, count }));
  return all.sort((a, b) => b.count - a.count || a.theme.localeCompare(b.theme));
}

/** What the solver has to do, in a sentence. It does not tell more than the position does. */
export function taskOf(puzzle: PuzzleInfo): string {
  if (puzzle.mate === 1) return 'Win in one move.';
  if (puzzle.mate !== null) return `Win in ${puzzle.mate} moves, whatever the other side does.`;
  return 'Find the best move.';
}

/** A margin in words: how much better the move is. */
export function marginWords(margin: [number, number] | number[] | null): string {
  const [best = 0, second = 0] = margin ?? [];
  const words = (score: number): string =>
    Math.abs(score) >= 10_000
      ? score > 0
        ? 'a forced win'
        : 'a forced loss'
      : `${score > 0 ? '+' : score < 0 ? '−' : ''}${(Math.abs(score) / 100).toFixed(1)}`;
  return `With this move the engine’s score is ${words(best)}, with the second-best move ${words(second)}.`;
}

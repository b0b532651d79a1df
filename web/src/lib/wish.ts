// The choices for the last new game, which are the first suggestion for the next.

import type { Side } from './types';

export interface Wish {
  level: number;
  colour: Side | 'random';
  clock: 'none' | 'live' | 'days';
  minutes: number;
  increment: number;
  days: number;
}

const KEY = 'new-game';

/** Takes the valid fields of stored choices, and defaults for the others. */
export function mendWish(kept: unknown): Wish {
  const wish: Wish = { level: 3, colour: 'random', clock: 'none', minutes: 10, increment: 5, days: 3 };
  if (typeof kept !== 'object' || kept === null) return wish;
  const from = kept as Partial<Record<keyof Wish, unknown>>;
  const within = (value: unknown, low: number, high: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;
  if (within(from.level, 1, 8)) wish.level = Math.round(from.level);
  if (from.colour === 'white' || from.colour === 'black') wish.colour = from.colour;
  if (from.clock === 'live' || from.clock === 'days') wish.clock = from.clock;
  if (within(from.minutes, 1, 180)) wish.minutes = from.minutes;
  if (within(from.increment, 0, 180)) wish.increment = from.increment;
  if (within(from.days, 1, 14)) wish.days = Math.round(from.days);
  return wish;
}

export function lastWish(): Wish {
  try {
    return mendWish(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return mendWish(null);
  }
}

export function keepWish(wish: Wish): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // Storage may be blocked or full. The next game starts from the defaults.
  }
}

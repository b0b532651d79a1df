// The choices of the last new game. The page for a new game suggests them again.

import type { Side } from './types';

export interface NewGameChoices {
  level: number;
  colour: Side | 'random';
  clock: 'none' | 'live' | 'days';
  minutes: number;
  increment: number;
  days: number;
}

const STORAGE_KEY = 'new-game';

/** Reads stored choices. Fields that are missing or not valid get their defaults. */
export function parseChoices(stored: unknown): NewGameChoices {
  const choices: NewGameChoices = {
    level: 3,
    colour: 'random',
    clock: 'none',
    minutes: 10,
    increment: 5,
    days: 3,
  };
  if (typeof stored !== 'object' || stored === null) return choices;
  const from = stored as Partial<Record<keyof NewGameChoices, unknown>>;
  const within = (value: unknown, low: number, high: number): value is number =>
    typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;
  if (within(from.level, 1, 8)) choices.level = Math.round(from.level);
  if (from.colour === 'white' || from.colour === 'black') choices.colour = from.colour;
  if (from.clock === 'live' || from.clock === 'days') choices.clock = from.clock;
  if (within(from.minutes, 1, 180)) choices.minutes = from.minutes;
  if (within(from.increment, 0, 180)) choices.increment = from.increment;
  if (within(from.days, 1, 14)) choices.days = Math.round(from.days);
  return choices;
}

export function loadChoices(): NewGameChoices {
  try {
    return parseChoices(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return parseChoices(null);
  }
}

export function saveChoices(choices: NewGameChoices): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(choices));
  } catch {
    // Storage may be blocked or full. The next game starts from the defaults.
  }
}

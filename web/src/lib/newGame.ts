// The choices of the last new game. The page for a new game suggests them again.

import { clockName } from './clock';
import type { Clock, GameRef, Side } from './types';
import { optionWords, sideName } from './words';

/** A clock as the form has it: the figures stay while another kind is chosen. */
export interface ClockChoice {
  kind: Clock['kind'];
  minutes: number;
  increment: number;
  days: number;
}

export interface NewGameChoices {
  level: number;
  colour: Side | 'random';
  /** The clocks of games against the computer and against people. A fast game with a friend is no wish for a clock in the next lesson. */
  clocks: { engine: ClockChoice; people: ClockChoice };
}

const STORAGE_KEY = 'new-game';

/** Reads stored choices. Fields that are missing or not valid get their defaults. */
export function parseChoices(stored: unknown): NewGameChoices {
  const choices: NewGameChoices = {
    level: 3,
    colour: 'random',
    clocks: { engine: parseClock(null), people: parseClock(null) },
  };
  if (typeof stored !== 'object' || stored === null) return choices;
  const from = stored as Partial<Record<keyof NewGameChoices, unknown>>;
  if (within(from.level, 1, 8)) choices.level = Math.round(from.level);
  if (from.colour === 'white' || from.colour === 'black') choices.colour = from.colour;
  if (typeof from.clocks === 'object' && from.clocks !== null) {
    const clocks = from.clocks as Partial<Record<'engine' | 'people', unknown>>;
    choices.clocks = { engine: parseClock(clocks.engine), people: parseClock(clocks.people) };
  }
  return choices;
}

function within(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;
}

function parseClock(stored: unknown): ClockChoice {
  const clock: ClockChoice = { kind: 'none', minutes: 10, increment: 5, days: 3 };
  if (typeof stored !== 'object' || stored === null) return clock;
  const from = stored as Partial<Record<keyof ClockChoice, unknown>>;
  if (from.kind === 'live' || from.kind === 'days') clock.kind = from.kind;
  if (within(from.minutes, 1, 180)) clock.minutes = from.minutes;
  if (within(from.increment, 0, 180)) clock.increment = from.increment;
  if (within(from.days, 1, 14)) clock.days = Math.round(from.days);
  return clock;
}

/** What is chosen, in words: `White · no clock · usual rules`. */
export function choiceWords(colour: Side | 'random', clock: Clock, game: GameRef): string {
  const options = optionWords(game);
  return [
    colour === 'random' ? 'White or Black' : sideName(colour),
    clockName(clock),
    ...(options.length > 0 ? options : ['usual rules']),
  ].join(' · ');
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

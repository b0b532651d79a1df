// The usual time controls.

import type { Clock } from '../lib/types';

export interface ClockPreset {
  name: string;
  /** What such games are called. */
  pace: string;
  clock: Clock;
}

const live = (minutes: number, increment: number, pace: string): ClockPreset => ({
  name: `${minutes} + ${increment}`,
  pace,
  clock: { kind: 'live', initial_ms: minutes * 60_000, increment_ms: increment * 1000 },
});

/** Boards of more than two dimensions take longer to read, so the fastest is three minutes. */
export const PRESETS: ClockPreset[] = [
  live(3, 2, 'Blitz'),
  live(5, 3, 'Blitz'),
  live(10, 5, 'Rapid'),
  live(15, 10, 'Rapid'),
  live(30, 20, 'Classical'),
  { name: '1 day', pace: 'Correspondence', clock: { kind: 'days', days: 1 } },
  { name: '3 days', pace: 'Correspondence', clock: { kind: 'days', days: 3 } },
  { name: '7 days', pace: 'Correspondence', clock: { kind: 'days', days: 7 } },
];

export function sameClock(a: Clock, b: Clock): boolean {
  if (a.kind === 'live' && b.kind === 'live')
    return a.initial_ms === b.initial_ms && a.increment_ms === b.increment_ms;
  if (a.kind === 'days' && b.kind === 'days') return a.days === b.days;
  return a.kind === b.kind;
}

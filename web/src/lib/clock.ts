// Clocks: the time left, and how it is shown. The server keeps the clocks; the client only shows them.

import { dateText } from './dates';
import type { Clock, Clocks, Side } from './types';

/** The time that a side has left at a time of the server, at least 0. */
export function remainingMs(clocks: Clocks, side: Side, serverNowMs: number): number {
  const base = side === 'white' ? clocks.white_ms : clocks.black_ms;
  if (clocks.running !== side) return Math.max(0, base);
  const passed = Math.max(0, serverNowMs - Date.parse(clocks.as_of));
  return Math.max(0, base - passed);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `9.4` below ten seconds, then `0:42`, `12:05`, `1:02:03`, `2 days 3 h`. */
export function clockText(ms: number): string {
  if (ms >= DAY) {
    const days = Math.floor(ms / DAY);
    const hours = Math.floor((ms % DAY) / HOUR);
    return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`;
  }
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.floor(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  const s = two(seconds % 60);
  const m = Math.floor(seconds / 60) % 60;
  const h = Math.floor(seconds / 3600);
  return h > 0 ? `${h}:${two(m)}:${s}` : `${m}:${s}`;
}

/** The same for screen readers. */
export function clockSpoken(ms: number): string {
  if (ms >= DAY) return clockText(ms);
  const seconds = Math.floor(ms / 1000);
  const parts: string[] = [];
  const add = (n: number, unit: string): void => {
    if (n > 0) parts.push(`${n} ${unit}${n === 1 ? '' : 's'}`);
  };
  add(Math.floor(seconds / 3600), 'hour');
  add(Math.floor(seconds / 60) % 60, 'minute');
  if (seconds < 3600) add(seconds % 60, 'second');
  return parts.length > 0 ? parts.join(' ') : 'no time';
}

/** The remaining times that are announced to screen readers. */
const MARKS_MS = [5 * MINUTE, MINUTE, 30_000, 10_000];

/** The announced time that lies between two readings of a clock, or null. */
export function markPassed(beforeMs: number, nowMs: number): number | null {
  return MARKS_MS.find((mark) => beforeMs > mark && nowMs <= mark && nowMs > 0) ?? null;
}

/** `5 + 3`, `2 days per move`, `no clock`. */
export function clockName(clock: Clock): string {
  switch (clock.kind) {
    case 'none':
      return 'no clock';
    case 'live': {
      const minutes = clock.initial_ms / MINUTE;
      const shown = Number.isInteger(minutes) ? String(minutes) : minutes.toFixed(1);
      return `${shown} + ${clock.increment_ms / 1000}`;
    }
    case 'days':
      return clock.days === 1 ? '1 day per move' : `${clock.days} days per move`;
  }
}

/** `just now`, `5 minutes ago`, `on 3 March`. */
export function ago(date: string, nowMs: number): string {
  const passed = nowMs - Date.parse(date);
  const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'} ago`;
  if (Number.isNaN(passed)) return '';
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return count(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return count(Math.floor(passed / HOUR), 'hour');
  if (passed < 7 * DAY) return count(Math.floor(passed / DAY), 'day');
  return `on ${dateText(date)}`;
}

// A month of the user's own games.

import { api } from './api';
import type { GameSummary } from './types';

const PAGE = 50;
const MAX_PAGES = 6;
/** How many finished games are asked for. More games of a month are not shown. */
export const MOST_GAMES = PAGE * MAX_PAGES;

export interface Day {
  /** `2026-01-31`, in the user's time zone. */
  key: string;
  day: number;
  /** The games that ended on this day, and those in which time runs out on it. */
  over: GameSummary[];
  due: GameSummary[];
}

/** The user's current games, and those that ended from one time to another. There may be more than are shown. */
export async function gamesOf(from: Date, to: Date): Promise<{ games: GameSummary[]; more: boolean }> {
  const games = await api<GameSummary[]>('/api/mine?state=current');
  let before = `before=${encodeURIComponent(to.toISOString())}`;
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await api<GameSummary[]>(`/api/mine?state=over&${before}`);
    games.push(...found);
    const last = found.at(-1);
    if (!last || found.length < PAGE || new Date(last.updated) < from) return { games, more: false };
    before = `before=${encodeURIComponent(last.updated)}&before_id=${last.id}`;
  }
  return { games, more: true };
}

export function dayKey(date: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The weeks of a month, from Monday. Days of other months are null. */
export function weeksOf(year: number, month: number, games: GameSummary[]): (Day | null)[][] {
  const over = new Map<string, GameSummary[]>();
  const due = new Map<string, GameSummary[]>();
  const put = (map: Map<string, GameSummary[]>, at: string, game: GameSummary): void => {
    const key = dayKey(new Date(at));
    map.set(key, [...(map.get(key) ?? []), game]);
  };
  for (const game of games) {
    if (game.outcome) put(over, game.updated, game);
    else if (game.due) put(due, game.due, game);
  }
  const count = new Date(year, month + 1, 0).getDate();
  const before = (new Date(year, month, 1).getDay() + 6) % 7;
  const days: (Day | null)[] = Array.from({ length: before }, () => null);
  for (let day = 1; day <= count; day++) {
    const key = dayKey(new Date(year, month, day));
    days.push({ key, day, over: over.get(key) ?? [], due: due.get(key) ?? [] });
  }
  while (days.length % 7 !== 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** How a finished game went for the user. */
export function resultFor(game: GameSummary): 'won' | 'lost' | 'drawn' | 'ended' {
  const result = game.outcome?.result;
  if (result === '1/2-1/2') return 'drawn';
  if (!game.you || (result !== '1-0' && result !== '0-1')) return 'ended';
  return (result === '1-0') === (game.you === 'white') ? 'won' : 'lost';
}

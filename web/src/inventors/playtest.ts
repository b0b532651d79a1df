// Playtests: the server plays many games of a definition by itself and measures them: how long they are, who wins, which
// pieces matter.

import { api } from '../lib/api';
import type { PlaytestInfo } from '../lib/types';

/**
 * Begins to play a stored definition, by its hash, with the options that differ from their defaults. Resolves with the
 * address of the page that shows the results.
 */
export async function playtest(definition: string, options: Record<string, string>): Promise<string> {
  const asked = await api<PlaytestInfo>('/api/playtests', { body: { definition, options } });
  return `/playtests/${asked.id}`;
}

/** Whether there is more to come. */
export function isUnderWay(about: PlaytestInfo): boolean {
  return about.state === 'queued' || about.state === 'running';
}

/** How far a playtest is, in words. */
export function progressWords(about: PlaytestInfo): string {
  const played = `${about.games} of ${about.total} games`;
  switch (about.state) {
    case 'queued':
      return about.games === 0 ? 'Waiting for its turn.' : `${played}. Waiting for its next turn.`;
    case 'running':
      return about.games === 0 ? 'The first game is being played.' : `${played}.`;
    case 'failed':
      switch (about.ended_by) {
        case 'failed':
          return 'The engine could not play this game.';
        case 'stopped':
          return 'It was stopped before a game was finished.';
        case 'time':
          return 'Time ran out before a game was finished.';
        default:
          return 'No game could be played: no opening is as even as the start, or the game is over at its start.';
      }
    case 'done':
      return `${about.games === 1 ? '1 game' : `${about.games} games`}, ${about.nodes.toLocaleString('en')} positions searched for each move.${endedWords(about)}`;
  }
}

function endedWords(about: PlaytestInfo): string {
  switch (about.ended_by) {
    case 'time':
      return ' It ran out of time before all games were played.';
    case 'openings':
      return ' It ran out of new, even openings.';
    case 'stopped':
      return ' It was stopped.';
    case 'failed':
      return ' Then the engine failed.';
    default:
      return '';
  }
}

/** How much of a playtest is done, from 0 to 1: by games or by time, whichever ends it first. */
export function share(about: PlaytestInfo): number {
  const of = (part: number, all: number): number => (all > 0 ? part / all : 0);
  return Math.min(1, Math.max(of(about.games, about.total), of(about.spent_ms, about.budget_ms)));
}

/** The address of a report: a page of its own, or as the server writes it for programs. */
export function reportUrl(id: string, options: { format?: 'json' | 'sums'; with?: string } = {}): string {
  const query = new URLSearchParams(Object.entries(options)).toString();
  return `/api/playtests/${encodeURIComponent(id)}/report${query && `?${query}`}`;
}

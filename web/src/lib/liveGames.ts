// The games being played, and which of them is best to watch.

import type { GameSummary } from './types';

/** How good the players of a game are together: their ratings, and what a level of the computer is worth beside them. */
function strength(game: GameSummary): number {
  const of = (player: GameSummary['white']): number => {
    if (!player) return 0;
    if (player.kind === 'engine') return 800 + 100 * (player.level ?? 0);
    return player.rating ?? 1000;
  };
  return of(game.white) + of(game.black);
}

/** People, and not only the computer, make a game worth watching. */
function people(game: GameSummary): number {
  return [game.white, game.black].filter((player) => player?.kind === 'person').length;
}

/** The game that is best to watch: between people, with a live clock, of strong players. */
export function bestGame(games: GameSummary[]): GameSummary | undefined {
  const rank = (game: GameSummary): number =>
    people(game) * 100_000 + (game.clock.kind === 'live' ? 50_000 : 0) + strength(game);
  return games
    .filter((game) => !game.outcome)
    .reduce<GameSummary | undefined>(
      (best, game) => (best === undefined || rank(game) > rank(best) ? game : best),
      undefined,
    );
}

/** A game in which nothing has happened for this long was left: one against the computer, or one without a move. */
const LEFT_AFTER_MS = 15 * 60_000;

/** Whether there is something to watch. Two people who have moved will go on. */
export function isGoingOn(game: GameSummary, now: number): boolean {
  const isRecent = now - Date.parse(game.updated) < LEFT_AFTER_MS;
  return people(game) === 2 ? isRecent || game.last !== null : isRecent && game.last !== null;
}

/** The titles of the games being played, with how many there are of each, the most first. */
export function byTitle(games: GameSummary[]): { title: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const game of games) counts.set(game.title, (counts.get(game.title) ?? 0) + 1);
  return [...counts]
    .map(([title, count]) => ({ title, count }))
    .sort((a, b) => b.count - a.count || a.title.localeCompare(b.title));
}

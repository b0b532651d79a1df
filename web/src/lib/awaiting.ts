// Games that wait for the user.

import type { GameSummary } from './types';

/** The games in which a person waits and the user has time to come back: it is their move, and no live clock runs. */
export function awaiting(games: GameSummary[]): GameSummary[] {
  return games.filter(
    (game) =>
      game.your_turn &&
      game.clock.kind !== 'live' &&
      !game.outcome &&
      game.white?.kind !== 'engine' &&
      game.black?.kind !== 'engine',
  );
}

/** A title with the number of games that wait in front. */
export function titleWith(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, '');
  return count > 0 ? `(${count}) ${bare}` : bare;
}

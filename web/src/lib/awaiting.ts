// Games that wait for the user.

import type { GameSummary } from './types';

/**
 * The games that wait for the user, who has time to come back: it is their move, and no live clock runs. The
 * computer waits only in games with a time limit.
 */
export function awaiting(games: GameSummary[]): GameSummary[] {
  return games.filter((game) => {
    const isAgainstComputer = game.white?.kind === 'engine' || game.black?.kind === 'engine';
    const waits = game.clock.kind === 'days' || (game.clock.kind !== 'live' && !isAgainstComputer);
    return game.your_turn && waits && !game.outcome;
  });
}

/** A title with the number of games that wait in front. */
export function titleWith(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, '');
  return count > 0 ? `(${count}) ${bare}` : bare;
}

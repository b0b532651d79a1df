// Which of the user's own games are shown: by game, opponent and result.

import type { GameSummary } from './types';
import { playerName } from './words';

export type OwnResult = 'won' | 'lost' | 'drawn';

export interface GameFilter {
  /** The title of the game; empty for all. */
  title: string;
  /** A part of the opponent's name. */
  opponent: string;
  result: OwnResult | '';
}

export function ownResult(game: GameSummary): OwnResult | null {
  const result = game.outcome?.result;
  if (result === '1/2-1/2') return 'drawn';
  if (result !== '1-0' && result !== '0-1') return null;
  return (result === '1-0') === (game.you === 'white') ? 'won' : 'lost';
}

export function matching(games: GameSummary[], filter: GameFilter): GameSummary[] {
  const wanted = filter.opponent.trim().toLowerCase();
  return games.filter(
    (game) =>
      (filter.title === '' || game.title === filter.title) &&
      (filter.result === '' || ownResult(game) === filter.result) &&
      playerName(game.you === 'white' ? game.black : game.white)
        .toLowerCase()
        .includes(wanted),
  );
}

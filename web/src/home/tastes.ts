// What people like, and the games that suit them: by how a board is drawn, and by the dimensions in which pieces move.

import type { ListedGame } from '../lib/types';

export interface Taste {
  key: string;
  title: string;
  about: string;
  games: ListedGame[];
}

interface Wanted extends Omit<Taste, 'games'> {
  suits: (game: ListedGame) => boolean;
  /** The game to begin with, if its board is not the smallest. */
  first?: string;
}

const TASTES: Wanted[] = [
  {
    key: 'flat',
    title: 'A flat board',
    about: 'Files and ranks, as you know them.',
    suits: (game) => (game.kind === 'grid' || game.kind === 'hex') && game.dimensions.includes(2),
  },
  {
    key: 'ring',
    title: 'A ring',
    about: 'Round and round, and across the middle.',
    suits: (game) => game.kind === 'ring',
  },
  {
    key: 'three',
    title: 'Three dimensions',
    about: 'Floors one above the other: pieces climb and dive.',
    suits: (game) => game.dimensions.includes(3),
  },
  {
    key: 'four',
    title: 'Four dimensions',
    about: 'Boards made of boards: each square of the big board is a small board.',
    suits: (game) => game.dimensions.some((n) => n >= 4),
    first: 'hyperchess',
  },
];

/** The tastes for which there is a game, each with its games: the one to begin with, then the smallest board. */
export function tastesOf(games: ListedGame[]): Taste[] {
  // A server that is older than this page does not tell the dimensions.
  const told = games.filter((game) => (game.dimensions as number[] | undefined) !== undefined);
  return TASTES.map(({ suits, first, ...taste }) => ({
    ...taste,
    games: told
      .filter(suits)
      .sort((a, b) => Number(b.name === first) - Number(a.name === first) || a.cells - b.cells),
  })).filter((taste) => taste.games.length > 0);
}

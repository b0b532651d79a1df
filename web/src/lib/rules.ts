// Requests about games and positions. Answers that never change are cached.

import { api } from './api';
import { Cache } from './cache';
import type {
  Attackers,
  Endgame,
  Exercise,
  PieceExplanation,
  GameInfo,
  GameOption,
  GameRef,
  MoveReading,
  PositionCheck,
  ListedGame,
  Openings,
  Tree,
  PositionView,
  PositionRef,
  Reasons,
  Side,
  StaticEvaluation,
} from './types';

/** A text that is equal for equal games. */
export function gameKey(game: GameRef): string {
  const options = Object.entries(game.options ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  return [game.name, ...options, game.definition ? `#${game.definition}` : ''].filter(Boolean).join(' ');
}

/** The query parameters that select a game. */
export function gameQuery(game: GameRef): URLSearchParams {
  const query = new URLSearchParams(game.options ?? {});
  if (game.definition) query.set('definition', game.definition);
  return query;
}

/** The page with the rules of a game. */
export function learnUrl(game: GameRef): string {
  const query = gameQuery(game).toString();
  return `/learn/${encodeURIComponent(game.name)}${query ? `?${query}` : ''}`;
}

/** The page to start a game by these rules. */
export function newUrl(game: GameRef): string {
  return `/new?${new URLSearchParams([['game', game.name], ...gameQuery(game)])}`;
}

/** The page to analyse a game by these rules. */
export function analysisUrl(game: GameRef): string {
  return `/analysis?${new URLSearchParams([['game', game.name], ...gameQuery(game)])}`;
}

/** Reads what `gameQuery` wrote. All parameters are options, except `definition` and those named in `except`. */
export function gameFromQuery(name: string, query: URLSearchParams, except: string[] = []): GameRef {
  const options: Record<string, string> = {};
  let definition: string | undefined;
  for (const [key, value] of query) {
    if (key === 'definition') definition = value;
    else if (!except.includes(key)) options[key] = value;
  }
  return {
    name,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(definition ? { definition } : {}),
  };
}

/** The options with one changed. Options at their defaults are left out. */
export function withOption(
  options: Record<string, string> | undefined,
  option: GameOption,
  value: string,
): Record<string, string> {
  const others = Object.entries(options ?? {}).filter(([name]) => name !== option.name);
  return Object.fromEntries(value === option.default ? others : [...others, [option.name, value]]);
}

const infos = new Cache<GameInfo>(30);
const positions = new Cache<unknown>(300);
let list: Promise<ListedGame[]> | null = null;

export function summaries(): Promise<ListedGame[]> {
  list ??= api<ListedGame[]>('/api/games').catch((error: unknown) => {
    list = null;
    throw error;
  });
  return list;
}

export function gameInfo(game: GameRef): Promise<GameInfo> {
  const query = gameQuery(game).toString();
  return infos.get(gameKey(game), () =>
    api<GameInfo>(`/api/games/${encodeURIComponent(game.name)}${query ? `?${query}` : ''}`),
  );
}

function request<T>(what: string, body: PositionRef & Record<string, unknown>): Promise<T> {
  return positions.get(`${what} ${JSON.stringify(body)}`, () =>
    api<T>(`/api/rules/${what}`, { body }),
  ) as Promise<T>;
}

export const view = (where: PositionRef): Promise<PositionView> => request('view', { ...where });
export const attackers = (where: PositionRef): Promise<Attackers> => request('attackers', { ...where });
export const why = (where: PositionRef): Promise<Reasons> => request('why', { ...where });
export const refusal = (where: PositionRef, attempt: { from: number; to: number }): Promise<Reasons> =>
  request('refusal', { ...where, ...attempt });
export const premoves = (where: PositionRef, cell: number): Promise<{ cells: number[] }> =>
  request('premoves', { ...where, cell });
export const readMove = (where: PositionRef, text: string): Promise<MoveReading> =>
  request('read', { ...where, text });

export function check(game: GameRef, position: string): Promise<PositionCheck> {
  return api('/api/rules/check', { body: { game, position } });
}

export function explain(
  game: GameRef,
  piece: string,
  cell?: number,
  side: Side = 'white',
): Promise<PieceExplanation> {
  return request('explain', { game, piece, side, ...(cell === undefined ? {} : { cell }) });
}

export function exercises(game: GameRef, seed: number): Promise<Exercise[]> {
  const query = gameQuery(game);
  query.set('seed', String(seed));
  return api(`/api/learn/${encodeURIComponent(game.name)}/exercises?${query}`);
}

/** Reads a record. `game` is the game of a record that names none. */
export const readRecord = (text: string, game?: GameRef): Promise<Tree> =>
  api('/api/records/read', { body: { text, ...(game ? { game } : {}) } });
export const openings = (where: PositionRef): Promise<Openings> => api('/api/openings', { body: where });
export const evaluation = (where: PositionRef): Promise<StaticEvaluation> =>
  api('/api/rules/evaluation', { body: where });
export const endgame = (where: PositionRef): Promise<Endgame> => api('/api/rules/endgame', { body: where });
export const writeRecord = (tree: Tree): Promise<{ text: string }> =>
  api('/api/records/write', { body: tree });

/** The address of a picture of a position. */
export function pictureUrl(
  kind: 'svg' | 'png',
  game: GameRef,
  position: string,
  look: { flip: boolean; size: number },
): string {
  const query = gameQuery(game);
  query.set('game', game.name);
  query.set('position', position);
  query.set('theme', document.documentElement.dataset.theme ?? 'light');
  query.set('size', String(look.size));
  if (look.flip) query.set('flip', 'true');
  return `/api/board.${kind}?${query}`;
}

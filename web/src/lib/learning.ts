// Requests about lessons and puzzles.

import { api } from './api';
import { Cache } from './cache';
import { gameKey, gameQuery } from './rules';
import type { GameRef, Lesson, LessonSummary, PuzzleInfo } from './types';

const answers = new Cache<unknown>(20);

function get<T>(game: GameRef, what: string): Promise<T> {
  const query = gameQuery(game).toString();
  const path = `/api/learn/${encodeURIComponent(game.name)}/${what}${query ? `?${query}` : ''}`;
  return answers.get(`${what} ${gameKey(game)}`, () => api<T>(path)) as Promise<T>;
}

export const lessonOf = (game: GameRef): Promise<Lesson> => get(game, 'lesson');
export const puzzlesOf = (game: GameRef): Promise<PuzzleInfo[]> => get(game, 'puzzles');
export const lessonList = (): Promise<LessonSummary[]> =>
  answers.get('lessons', () => api<LessonSummary[]>('/api/lessons')) as Promise<LessonSummary[]>;

/** The page with the lesson of a game. */
export const lessonUrl = (game: string): string => `/lesson/${encodeURIComponent(game)}`;
/** The page with the puzzles of a game. */
export const puzzlesUrl = (game: string): string => `/puzzles/${encodeURIComponent(game)}`;

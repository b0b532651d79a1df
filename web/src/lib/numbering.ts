// Move numbers. They depend on which side moves first, and with which number.

import { sideOf } from '../board/position';
import type { Side } from './types';

export function firstMove(position: string): { side: Side; number: number } {
  const fields = position.trim().split(/\s+/);
  const number = Number(fields.at(-1));
  return { side: sideOf(position), number: Number.isInteger(number) && number > 0 ? number : 1 };
}

/** The number before a move: `3.` for a move of White, `3…` for a move of Black. `ply` counts from 1. */
export function moveNumber(first: { side: Side; number: number }, ply: number): string {
  const half = ply - 1 + (first.side === 'black' ? 1 : 0);
  const number = first.number + Math.floor(half / 2);
  return half % 2 === 0 ? `${number}.` : `${number}…`;
}

/** The last move of each side, in one line: `12. Nf3 Nc6`, or `13. Bb5` if the other side has yet to answer. */
export function lastMoves(moves: { short: string }[], first: { side: Side; number: number }): string {
  if (moves.length === 0) return '';
  const isAnswer = moves.length > 1 && moveNumber(first, moves.length).endsWith('…');
  const from = moves.length - (isAnswer ? 2 : 1);
  const shown = moves.slice(from).map((move) => move.short);
  return `${moveNumber(first, from + 1)} ${shown.join(' ')}`;
}

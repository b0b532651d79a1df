// What a position asks of the side to move: whose move it is, whether that side is in check, and what it must do.

import type { GameInfo, Outcome, PositionView, Side } from './types';
import { pieceName, sideName } from './words';

/** Whose move it is, and whether that side is in check. `you` is the side of the person who reads it. */
export function turnWords(view: PositionView, you: Side | null = null): string {
  const inCheck = view.check.length > 0;
  if (you === null) return `${sideName(view.side)} ${inCheck ? 'is in check' : 'to move'}`;
  const whose = view.side === you ? 'Your move' : 'Their move';
  return inCheck ? `Check. ${whose}` : whose;
}

/** How a game ended. Players read of their own resignation and time as theirs. */
export function outcomeWords(outcome: Outcome, you: Side | null): string {
  const { reason, result } = outcome;
  if (you === null || (reason !== 'resignation' && reason !== 'time')) return outcome.text;
  const winner = result === '1-0' ? 'white' : 'black';
  const hasWon = winner === you;
  const what =
    reason === 'resignation'
      ? `${hasWon ? 'Your opponent' : 'You'} resigned`
      : `${hasWon ? 'Your opponent’s' : 'Your'} time ran out`;
  return `${what}. ${hasWon ? 'You win' : `${sideName(winner)} wins`}.`;
}

/** What the royal piece must become if every legal move transforms it; otherwise empty. */
export function transformWords(info: GameInfo, view: PositionView, you: Side | null = null): string {
  const [first] = view.moves;
  if (!first?.promotion || !view.moves.every((move) => move.kind === 'transform')) return '';
  const royal = view.pieces.find((piece) => piece.cells.includes(first.from));
  if (!royal) return '';
  const whose = you === null ? `${sideName(view.side)}’s` : view.side === you ? 'Your' : 'Their';
  const becomes = withArticle(pieceName(info, first.promotion));
  const how = you === null || view.side === you ? ': choose one of its cells' : '';
  return `${whose} ${pieceName(info, royal.letter)} must become ${becomes}${how}.`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

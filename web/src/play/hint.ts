// A hint of the engine: first which piece to move, then where.

import type { Arrow, Mark } from '../board/types';
import { listen, socket } from '../lib/live.svelte';
import { messageOf } from '../lib/api';
import type { GameInfo, GameRef, MoveInfo, PlacedPiece } from '../lib/types';

export interface Hint {
  move: MoveInfo;
  /** Where the piece should go is shown, too. */
  whole: boolean;
}

/** Levels above this one play without hints. */
export const MAX_HINT_LEVEL = 4;
/** How long the engine thinks. */
const THINK_MS = 700;
/** When to give up waiting for a busy server. */
const PATIENCE_MS = 8000;

let serial = 1_000_000;

/** Asks the engine for the best move. */
export function bestMove(game: GameRef, position: string, moves: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const req = ++serial;
    let best: string | undefined;
    let thinking: ReturnType<typeof setTimeout> | undefined;
    const patience = setTimeout(() => end(), PATIENCE_MS);
    const stop = listen((message) => {
      if (message.t === 'error' && message.req === req) end(message.message);
      if (message.t === 'closed') end();
      if (message.t !== 'analysis' || message.req !== req) return;
      best = message.lines[0]?.moves[0] ?? best;
      if (message.state === 'done') end();
      else if (best !== undefined) thinking ??= setTimeout(() => end(), THINK_MS);
    });
    function end(fault?: string): void {
      clearTimeout(patience);
      clearTimeout(thinking);
      stop();
      socket.send({ t: 'stop', req });
      if (best !== undefined) resolve(best);
      else
        reject(
          new Error(
            messageOf(new Error(fault ?? 'The computer has no hint at the moment. Try again in a moment.')),
          ),
        );
    }
    socket.send({ t: 'analyse', req, game, position, moves, lines: 1 });
  });
}

export function hintMarks(hint: Hint | null): Mark[] {
  if (!hint) return [];
  const from: Mark = { cell: hint.move.from, role: 'hint' };
  return hint.whole ? [from, { cell: hint.move.to, role: 'hint' }] : [from];
}

/** The hint in words: which piece, then where to. */
export function hintWords(info: GameInfo, placed: PlacedPiece[], hint: Hint): string {
  const name = (cell: number): string => info.layout.cells[cell]?.name ?? '';
  const { from, to } = hint.move;
  const letter = placed.find((piece) => piece.cells.includes(from))?.letter;
  const piece = info.pieces.find((one) => one.letter === letter)?.name ?? 'piece';
  return hint.whole
    ? `Hint: move the ${piece} from ${name(from)} to ${name(to)}`
    : `Hint: look at your ${piece} on ${name(from)}`;
}

export function hintArrows(hint: Hint | null): Arrow[] {
  return hint?.whole && hint.move.from !== hint.move.to
    ? [{ path: [hint.move.from, hint.move.to], role: 'hint' }]
    : [];
}

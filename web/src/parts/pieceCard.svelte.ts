// Which piece of a board has its card open.

import { announce } from '../lib/announce.svelte';
import type { GameInfo, PlacedPiece } from '../lib/types';
import { pieceWords } from '../lib/words';

export class PieceCardState {
  /** The piece whose card is open. */
  shown = $state.raw<PlacedPiece | null>(null);
  /** The last piece that a pointer, a finger or the cursor was on. */
  pointed = $state.raw<PlacedPiece | null>(null);
  /** The card was opened by a key, and so takes the focus. */
  byKey = false;

  /** Remembers the piece on a cell, and forgets pieces that are no longer there. */
  point(placed: PlacedPiece[], cell: number | null): void {
    const found = cell === null ? undefined : placed.find((piece) => piece.cells.includes(cell));
    if (found) this.pointed = found;
    else if (this.pointed && !stands(placed, this.pointed)) this.pointed = null;
    if (this.shown && !stands(placed, this.shown)) this.close();
  }

  /** Opens the card of the piece on a cell. A cell without a piece closes it. */
  open(info: GameInfo, placed: PlacedPiece[], cell: number | null, byKey = false): void {
    const found = cell === null ? undefined : placed.find((piece) => piece.cells.includes(cell));
    this.byKey = byKey;
    this.shown = found ?? null;
    const kind = info.pieces.find((piece) => piece.letter === found?.letter);
    if (found && kind) announce(`${pieceWords(info, found)}: ${kind.about}`);
  }

  close(): void {
    this.shown = null;
  }
}

function stands(placed: PlacedPiece[], piece: PlacedPiece): boolean {
  return placed.some(
    (one) =>
      one.letter === piece.letter && one.side === piece.side && one.cells.join() === piece.cells.join(),
  );
}

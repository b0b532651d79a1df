// Moves in short notation, as words to be read aloud.

import type { GameInfo } from './types';
import { pieceName } from './words';

/** What a move in short notation says, taken apart. */
interface ShortMove {
  /** The letter of the piece; empty for a pawn. */
  letter: string;
  origin: string;
  captures: boolean;
  destination: string;
  promotion: string;
}

/** Takes a move apart. Null for castling, and for what does not end with a cell of the board. */
export function takeApart(info: GameInfo, short: string): ShortMove | null {
  const bare = short.replace(/[+#!?]+$/, '');
  if (bare.startsWith('O-O')) return null;
  const [said = '', promotion = ''] = bare.split('=');
  const names = new Set(info.layout.cells.map((cell) => cell.name));
  // The name of a cell has all its parts, so the longest name at the end is the destination.
  const length = [...said].findIndex((_, at) => names.has(said.slice(at)));
  if (length < 0) return null;
  const before = said.slice(0, length);
  const letter = /^[A-Z]/.test(before) ? before.charAt(0) : '';
  const rest = before.slice(letter.length);
  return {
    letter,
    origin: rest.replace(/[x-]$/, ''),
    captures: rest.endsWith('x'),
    destination: said.slice(length),
    promotion,
  };
}

/** Whether a move in short notation is a capture. A level may be called `x`. */
export function isCapture(info: GameInfo | null, short: string): boolean {
  return info ? (takeApart(info, short)?.captures ?? false) : short.includes('x');
}

/** A move in short notation, to be read aloud: with the names of pieces instead of their letters. */
export function spoken(info: GameInfo, short: string): string {
  const move = takeApart(info, short);
  if (!move) return short.replace(/[+#]$/, '');
  const words = [
    move.letter ? pieceName(info, move.letter) : '',
    move.origin ? `from ${move.origin}` : '',
    move.captures ? 'takes' : move.origin ? 'to' : '',
    move.destination,
    move.promotion ? `becomes ${pieceName(info, move.promotion)}` : '',
  ];
  return words.filter((word) => word !== '').join(' ');
}

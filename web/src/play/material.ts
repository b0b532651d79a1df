// What each side has captured, and who has more.

import type { GameInfo, PieceInfo, PlacedPiece, Side } from '../lib/types';

export interface MaterialOfSide {
  /** The letters of the enemy pieces that are gone, the most valuable first. */
  captured: { letter: string; number: number }[];
  /** The value of this side's pieces less that of the enemy's, in centipawns. */
  lead: number;
}

export type Material = Record<Side, MaterialOfSide>;

function counts(pieces: PlacedPiece[], side: Side): Map<string, number> {
  const result = new Map<string, number>();
  for (const piece of pieces)
    if (piece.side === side) result.set(piece.letter, (result.get(piece.letter) ?? 0) + 1);
  return result;
}

/** The pieces of a side that are gone and have not become others. */
function missing(
  kinds: PieceInfo[],
  before: Map<string, number>,
  now: Map<string, number>,
): Map<string, number> {
  const gone = new Map<string, number>();
  const more: string[] = [];
  for (const { letter } of kinds) {
    const difference = (before.get(letter) ?? 0) - (now.get(letter) ?? 0);
    if (difference > 0) gone.set(letter, difference);
    for (let i = difference; i < 0; i++) more.push(letter);
  }
  for (const letter of more) {
    const origin =
      kinds.find((kind) => kind.promotes_to.includes(letter) && (gone.get(kind.letter) ?? 0) > 0) ??
      // A royal piece that has become another is not captured.
      kinds.find((kind) => kind.royal && (gone.get(kind.letter) ?? 0) > 0);
    if (origin) gone.set(origin.letter, (gone.get(origin.letter) ?? 0) - 1);
  }
  return gone;
}

/** Compares the pieces on the board with those at the start. */
export function material(info: GameInfo, start: PlacedPiece[], now: PlacedPiece[]): Material {
  const value = new Map(info.pieces.map((piece) => [piece.letter, piece.value_cp]));
  const worth = (side: Side): number =>
    now
      .filter((piece) => piece.side === side)
      .reduce((sum, piece) => sum + (value.get(piece.letter) ?? 0), 0);
  const captured = (of: Side): MaterialOfSide['captured'] =>
    [...missing(info.pieces, counts(start, of), counts(now, of))]
      .filter(([, number]) => number > 0)
      .map(([letter, number]) => ({ letter, number }))
      .sort((a, b) => (value.get(b.letter) ?? 0) - (value.get(a.letter) ?? 0));
  const lead = worth('white') - worth('black');
  return {
    white: { captured: captured('black'), lead },
    black: { captured: captured('white'), lead: lead === 0 ? 0 : -lead },
  };
}

/** A lead in units of 100 centipawns: `+3.5`. Empty if there is none worth a tenth. */
export function leadText(lead: number): string {
  const tenths = Math.round(lead / 10);
  return tenths <= 0 ? '' : `+${(tenths / 10).toFixed(tenths % 10 === 0 ? 0 : 1)}`;
}

// What a piece's card says beside its text: its value, and who attacks and defends it.

import type { Attack, GameInfo, PieceInfo, PlacedPiece, Side } from './types';
import { pieceName, plural } from './words';

/** The piece that values are counted in: the least valuable one that is not royal. */
export function unitOf(pieces: PieceInfo[]): PieceInfo | undefined {
  const valued = pieces.filter((piece) => !piece.royal && piece.value_cp > 0);
  return valued.reduce<PieceInfo | undefined>(
    (least, piece) => (!least || piece.value_cp < least.value_cp ? piece : least),
    undefined,
  );
}

/** The value of a piece, in a sentence with its unit; empty if it has none. */
export function valueWords(pieces: PieceInfo[], piece: PieceInfo): string {
  if (piece.royal) return 'Royal: if it is checkmated, the game is lost.';
  const unit = unitOf(pieces);
  if (!unit || piece.value_cp <= 0) return '';
  if (unit.letter === piece.letter) return 'The least valuable piece: the others are compared with it.';
  const count = (piece.value_cp / unit.value_cp).toFixed(1);
  return `Our engine values it at about ${count} ${count === '1.0' ? unit.name : plural(unit.name)}.`;
}

/** A piece with its cell: `knight on f3`. */
function attackerWords(info: GameInfo, placed: PlacedPiece[], attack: Attack): string {
  const piece = placed.find((one) => one.cells.includes(attack.from));
  const cell = info.layout.cells[attack.from]?.name ?? '';
  return piece ? `${pieceName(info, piece.letter)} on ${cell}` : cell;
}

/** Who attacks and who defends a piece. A piece of several cells is attacked on any of them. */
export function attackersOf(
  info: GameInfo,
  placed: PlacedPiece[],
  piece: PlacedPiece,
  cells: { white: Attack[]; black: Attack[] }[],
): { attackers: string[]; defenders: string[] } {
  const other: Side = piece.side === 'white' ? 'black' : 'white';
  const list = (side: Side): string[] => {
    const found = new Map<number, string>();
    for (const cell of piece.cells)
      for (const attack of cells[cell]?.[side] ?? [])
        if (!piece.cells.includes(attack.from)) found.set(attack.from, attackerWords(info, placed, attack));
    return [...found.values()];
  };
  return { attackers: list(other), defenders: list(piece.side) };
}

/** A list in words: `a, b and c`. */
export function listWords(items: string[]): string {
  const last = items.at(-1);
  if (last === undefined) return '';
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

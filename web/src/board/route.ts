// The cells that moves pass. The client knows no rules: the server says for each cell which pieces attack it, and over
// which cells.

import type { Attack, Attackers, PlacedPiece } from '../lib/types';
import type { Arrow } from './types';

/** The arrows of the attackers and defenders of a cell. Those of an empty cell have the colours of the sides. */
export function attackArrows(
  attacks: { cell: number; white: Attack[]; black: Attack[] },
  occupied: Map<number, PlacedPiece>,
): Arrow[] {
  const own = occupied.get(attacks.cell)?.side;
  return (['white', 'black'] as const).flatMap((side) =>
    attacks[side].map((attack): Arrow => {
      const defends = own ? own === side : side === 'white';
      return { path: [attack.from, ...attack.via, attacks.cell], role: defends ? 'defend' : 'attack' };
    }),
  );
}

/**
 * A path of two cells with the cells between them, if the piece on the first attacks the second. For a move that was
 * already made, the piece is on the second, and the way back is taken.
 */
export function routed(path: number[], attackers: Attackers | null): number[] {
  const [from, to] = path;
  if (!attackers || from === undefined || to === undefined || path.length !== 2) return path;
  const via = (a: number, b: number): number[] | undefined => {
    const at = attackers.cells[b];
    return [...(at?.white ?? []), ...(at?.black ?? [])].find((attack) => attack.from === a)?.via;
  };
  const there = via(from, to);
  if (there) return [from, ...there, to];
  const back = via(to, from);
  return back ? [from, ...back.slice().reverse(), to] : path;
}

// Gives men on the board lasting names, so that a man that moves is one that moves and not one that vanishes
// here and appears there: what animation needs. Guesses by place, side and letter; knows no rules.

import type { PlacedMan } from '../lib/types';

export interface Standing extends PlacedMan {
  id: number;
}

const place = (man: PlacedMan): string => `${man.side} ${man.letter} ${man.cells.join(' ')}`;
const kind = (man: PlacedMan): string => `${man.side} ${man.letter}`;

/**
 * The next men with the names of the previous ones. `hint` is the move that was made between, if it is known: the
 * man at its end is the one from its start even if it has become another.
 */
export function reconcile(
  before: Standing[],
  after: PlacedMan[],
  hint: { from: number; to: number } | null,
  fresh: () => number,
): Standing[] {
  const left = new Map<string, Standing>(before.map((man) => [place(man), man]));
  const result: (Standing | undefined)[] = after.map((man) => {
    const same = left.get(place(man));
    if (!same) return undefined;
    left.delete(place(man));
    return { ...man, id: same.id };
  });
  const take = (index: number, from: Standing | undefined): void => {
    const man = after[index];
    if (!man || !from) return;
    left.delete(place(from));
    result[index] = { ...man, id: from.id };
  };
  const open = (): number[] => after.map((_, i) => i).filter((i) => result[i] === undefined);
  if (hint) {
    for (const [a, b] of [
      [hint.from, hint.to],
      [hint.to, hint.from],
    ] as const) {
      const mover = [...left.values()].find((man) => man.cells.includes(a));
      const index = open().find((i) => after[i]?.cells.includes(b) && after[i]?.side === mover?.side);
      if (mover && index !== undefined) {
        take(index, mover);
        break;
      }
    }
  }
  for (const i of open()) {
    const man = after[i];
    if (!man) continue;
    take(
      i,
      [...left.values()].find((old) => kind(old) === kind(man)),
    );
  }
  return after.map((man, i) => result[i] ?? { ...man, id: fresh() }).sort((a, b) => a.id - b.id);
}

/** The men as they will stand after a move, shown before the server has confirmed it. */
export function afterMove(
  men: PlacedMan[],
  move: {
    from: number;
    to: number;
    cells_after: number[] | null;
    captures: number[];
    promotion: string | null;
  },
): PlacedMan[] {
  const mover = men.find((man) => man.cells.includes(move.from));
  if (!mover) return men;
  const cells = move.cells_after ?? [move.to];
  const gone = new Set([...move.captures, ...cells]);
  return men
    .filter((man) => man === mover || !man.cells.some((cell) => gone.has(cell)))
    .map((man) => (man === mover ? { ...man, cells, letter: move.promotion ?? man.letter } : man));
}

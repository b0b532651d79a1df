// What the spatial view marks on cells, from what the flat board shows.

import type { Target } from '../board/choices';
import type { Arrow, Mark } from '../board/types';
import { MARKS, mix, type Colour, type Palette } from './colours';
import type { Marking } from './scene';

export interface Shown {
  last: { from: number; to: number } | null;
  premove: { from: number; to: number } | null;
  check: number[];
  bound: number[];
  marks: Mark[];
  /** The cells of the selected piece. */
  selected: number[];
  targets: Map<number, Target>;
  occupied: Set<number>;
  hovered: number | null;
  arrows: Arrow[];
}

/** The signs for cells that are related to the one under the pointer. */
const RELATED: Partial<Record<Mark['role'], ['frame' | 'dots', string]>> = {
  same: ['frame', '--on-board'],
  near1: ['frame', '--defend'],
  near2: ['frame', '--last'],
  near3: ['dots', '--attack'],
};

export function markingOf(shown: Shown, palette: Palette): Marking {
  const tints: Marking['tints'] = new Map();
  const signs: Marking['signs'] = [];
  const lay = (cell: number, colour: Colour, amount: number): void => {
    const under = tints.get(cell);
    if (!under) {
      tints.set(cell, { colour, amount });
      return;
    }
    const total = 1 - (1 - under.amount) * (1 - amount);
    tints.set(cell, { colour: mix(under.colour, colour, amount / total), amount: total });
  };
  if (shown.last) {
    lay(shown.last.from, palette.get('--last'), 0.5);
    if (shown.last.to !== shown.last.from) lay(shown.last.to, palette.get('--last'), 0.5);
  }
  if (shown.premove) {
    lay(shown.premove.from, palette.get('--defend'), 0.4);
    lay(shown.premove.to, palette.get('--defend'), 0.4);
  }
  for (const cell of shown.check) lay(cell, palette.get('--check'), 0.66);
  for (const mark of shown.marks) {
    const related = RELATED[mark.role];
    if (related) {
      signs.push({ cell: mark.cell, shape: related[0], size: 0.96, colour: palette.get(related[1]) });
      continue;
    }
    const [name, amount] = MARKS[mark.role] ?? ['--last', 0.5];
    lay(mark.cell, palette.get(name), amount);
  }
  for (const cell of shown.bound)
    signs.push({ cell, shape: 'dots', size: 0.92, colour: palette.get('--defend') });
  for (const cell of shown.selected) {
    lay(cell, palette.get('--on-board'), 0.5);
    signs.push({ cell, shape: 'frame', size: 1, colour: palette.get('--on-board') });
  }
  for (const target of shown.targets.values()) {
    if (target.capture) {
      lay(target.cell, palette.get('--attack'), 0.3);
      signs.push({ cell: target.cell, shape: 'ring', size: 0.98, colour: palette.get('--attack') });
    } else {
      lay(target.cell, palette.get('--on-board'), 0.16);
      const size = shown.occupied.has(target.cell) ? 0.9 : 0.4;
      signs.push({ cell: target.cell, shape: 'disc', size, colour: palette.get('--on-board') });
    }
  }
  if (shown.hovered !== null)
    signs.push({ cell: shown.hovered, shape: 'frame', size: 0.98, colour: palette.get('--ink') });
  return { tints, signs, arrows: shown.arrows, lifted: shown.selected };
}

// What the 3D view marks on cells, from what the flat board shows.

import type { Target } from '../board/choices';
import type { Arrow, Mark } from '../board/types';
import { mix, type Colour, type Palette } from './colours';
import type { Marking } from './contents';

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

/** The signs for cells that are related to the one under the pointer, or where pieces promote. */
const SIGNS: Partial<Record<Mark['role'], 'frame' | 'dots'>> = {
  same: 'frame',
  near1: 'frame',
  near2: 'frame',
  near3: 'dots',
  promotion: 'dots',
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
  /** Lays the tint that the flat board has for these classes. */
  const tint = (cell: number, classes: string): void => {
    const { fill, amount } = palette.look('marks', classes);
    lay(cell, fill, amount);
  };
  if (shown.last) {
    tint(shown.last.from, 'last');
    if (shown.last.to !== shown.last.from) tint(shown.last.to, 'last');
  }
  if (shown.premove) {
    tint(shown.premove.from, 'premove');
    tint(shown.premove.to, 'premove');
  }
  for (const cell of shown.check) tint(cell, 'check');
  for (const mark of shown.marks) {
    const shape = SIGNS[mark.role];
    const classes = `mark ${mark.role}`;
    if (!shape) tint(mark.cell, classes);
    else signs.push({ cell: mark.cell, shape, size: 0.96, colour: palette.look('marks', classes).stroke });
  }
  for (const cell of shown.bound)
    signs.push({ cell, shape: 'dots', size: 0.92, colour: palette.get('--defend') });
  for (const cell of shown.selected) {
    tint(cell, 'selected');
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

// The keyboard on a board.

import type { Picture } from './shape';

export type KeyAction =
  { kind: 'go'; cell: number } | { kind: 'choose' } | { kind: 'draw' } | { kind: 'cancel' };

/** The cell at the same place in another slice. */
export function sameInSlice(picture: Picture, cell: number, step: number): number | null {
  const n = picture.slices.length;
  const here = picture.cells[cell]?.slice;
  if (here === undefined || n < 2) return null;
  const rows = picture.slices[here]?.rows ?? [];
  const row = rows.findIndex((line) => line.includes(cell));
  const column = rows[row]?.indexOf(cell) ?? 0;
  for (let i = 1; i < n; i++) {
    const there = picture.slices[(((here + step * i) % n) + n) % n];
    if (!there) continue;
    const same = there.rows[row]?.[column];
    if (same !== null && same !== undefined) return same;
    const any = there.rows.flat().find((c) => c !== null);
    if (any !== null && any !== undefined) return any;
  }
  return null;
}

/** What a key does while the cursor is on a cell; null for keys without a meaning on the board. */
export function keyAction(
  event: { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean },
  picture: Picture,
  cell: number,
): KeyAction | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const go = (to: number | null): KeyAction => ({ kind: 'go', cell: to ?? cell });
  const row = (): number[] => {
    const rows = picture.slices[picture.cells[cell]?.slice ?? 0]?.rows ?? [];
    return (rows.find((line) => line.includes(cell)) ?? []).filter((c) => c !== null);
  };
  switch (event.key) {
    case 'ArrowUp':
      return go(picture.next(cell, 'up'));
    case 'ArrowDown':
      return go(picture.next(cell, 'down'));
    case 'ArrowLeft':
      return go(picture.next(cell, 'left'));
    case 'ArrowRight':
      return go(picture.next(cell, 'right'));
    case 'Home':
      return go(row()[0] ?? null);
    case 'End':
      return go(row().at(-1) ?? null);
    case 'PageDown':
    case ']':
      return go(sameInSlice(picture, cell, 1));
    case 'PageUp':
    case '[':
      return go(sameInSlice(picture, cell, -1));
    case 'Enter':
    case ' ':
      return { kind: 'choose' };
    case 'm':
    case 'M':
      return { kind: 'draw' };
    case 'Escape':
      return { kind: 'cancel' };
    default:
      return null;
  }
}

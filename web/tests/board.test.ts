import { describe, expect, it } from 'vitest';
import { countBySlice, targetsOf } from '../src/board/choices';
import { columnsFor } from '../src/board/flat';
import { sameInSlice, keyAction } from '../src/board/keys';
import { CELL, picture, readableHeight, scaleOf, type Direction } from '../src/board/picture';
import { boardText, cellsBeforeTransformation, piecesOf, ringBottom, standOn } from '../src/board/position';
import { afterMove, reconcile } from '../src/board/reconcile';
import { clamp, pan, reveal, revealNearest, whole, zoomAt } from '../src/board/viewport';
import type { MoveInfo, PlacedPiece } from '../src/lib/types';
import { fixture, NAMES } from './fixtures';

const space = { width: 1000, height: 800 };
const options = { ...space, flip: false, turned: false, labels: true };
const cellOf = (name: string, cell: string): number =>
  fixture(name).info.layout.cells.findIndex((c) => c.name === cell);

describe.each(NAMES)('the picture of %s', (name) => {
  const { info, view } = fixture(name);

  it.each([
    ['as it is', {}],
    ['flipped', { flip: true }],
    ['turned', { turned: true }],
    ['flipped and turned', { flip: true, turned: true }],
    ['on a phone', { width: 360, height: 560 }],
    ['without labels', { labels: false }],
  ])('shows every cell once, within its box and without overlap, %s', (_, more) => {
    const it_ = picture(info.layout, { ...options, ...more });
    expect(it_.cells).toHaveLength(info.layout.cells.length);
    const { box } = it_;
    // One assertion for each cell: large boards have 30,000 pairs.
    it_.cells.forEach((a, i) => {
      expect(a.cx - a.size / 2).toBeGreaterThanOrEqual(box.x);
      expect(a.cx + a.size / 2).toBeLessThanOrEqual(box.x + box.w);
      expect(a.cy - a.size / 2).toBeGreaterThanOrEqual(box.y);
      expect(a.cy + a.size / 2).toBeLessThanOrEqual(box.y + box.h);
      const distances = it_.cells.slice(i + 1).map((b) => Math.hypot(a.cx - b.cx, a.cy - b.cy));
      expect(Math.min(...distances)).toBeGreaterThan(94);
    });
    const listed = it_.slices.flatMap((slice) => slice.rows.flat()).filter((cell) => cell !== null);
    expect([...listed].sort((a, b) => a - b)).toEqual(info.layout.cells.map((_c, i) => i));
    it_.slices.forEach((slice, s) => {
      for (const cell of slice.rows.flat()) if (cell !== null) expect(it_.cells[cell]?.slice).toBe(s);
    });
  });

  it('fits 360 pixels', () => {
    const it_ = picture(info.layout, { ...options, width: 360, height: 560 });
    const scale = scaleOf(it_.box, { width: 360, height: 560 });
    expect(it_.box.w * scale).toBeLessThanOrEqual(360.01);
    expect(it_.box.h * scale).toBeLessThanOrEqual(560.01);
  });

  it('has labels that are large enough to read', () => {
    for (const size of [space, { width: 360, height: 560 }]) {
      const it_ = picture(info.layout, { ...options, ...size });
      const scale = scaleOf(it_.box, size);
      for (const label of it_.labels) expect(label.size * scale).toBeGreaterThan(8.5);
    }
  });

  it('reaches every cell of a slice and comes back with the arrow keys', () => {
    const it_ = picture(info.layout, options);
    const back: Record<Direction, Direction> = { up: 'down', down: 'up', left: 'right', right: 'left' };
    info.layout.cells.forEach((_, cell) => {
      for (const direction of ['up', 'down', 'left', 'right'] as const) {
        const next = it_.next(cell, direction);
        if (next !== null) expect(it_.next(next, back[direction])).toBe(cell);
      }
    });
    const seen = new Set<number>();
    for (const slice of it_.slices) {
      const open = [slice.rows.flat().find((cell) => cell !== null) ?? 0];
      while (open.length > 0) {
        const cell = open.pop() as number;
        if (seen.has(cell)) continue;
        seen.add(cell);
        for (const direction of ['up', 'down', 'left', 'right'] as const) {
          const next = it_.next(cell, direction);
          if (next !== null) open.push(next);
        }
      }
    }
    expect(seen.size).toBe(info.layout.cells.length);
  });

  it('reads and writes position texts as the server does', () => {
    const pieces = piecesOf(info.layout, info.pieces, view.position);
    const sorted = (list: PlacedPiece[]): string[] =>
      list.map((piece) => `${piece.side} ${piece.letter} ${piece.cells.join(' ')}`).sort();
    expect(sorted(pieces)).toEqual(sorted(view.pieces));
    expect(boardText(info.layout, view.pieces)).toBe(view.position.split(' ')[0]);
  });
});

describe('the height at which cells can be read', () => {
  const cellPx = (name: string, width: number, height: number): number => {
    const size = { width, height };
    const { box } = picture(fixture(name).info.layout, { ...options, ...size });
    return scaleOf(box, size) * CELL;
  };

  it('is larger than the space where levels would be too small on a phone', () => {
    const { layout } = fixture('gateway').info;
    expect(cellPx('gateway', 348, 250)).toBeLessThan(17);
    const height = readableHeight(layout, { width: 348, height: 250 }, [false], 17);
    expect(cellPx('gateway', 348, height)).toBeGreaterThanOrEqual(17);
    expect(cellPx('gateway', 348, height - 8)).toBeLessThan(17);
  });

  it('is that of the space where cells are large enough, or where only more width would help', () => {
    const { layout } = fixture('gateway').info;
    expect(readableHeight(layout, { width: 378, height: 620 }, [false], 17)).toBe(620);
    expect(readableHeight(layout, { width: 60, height: 300 }, [false], 17)).toBeLessThanOrEqual(300);
  });
});

describe('pictures', () => {
  it('separate inner boards, and name them', () => {
    const it_ = picture(fixture('riftwalker').info.layout, options);
    expect(it_.slices).toHaveLength(9);
    expect(it_.slices.at(-3)?.label).toBe('inner board a1 to c3');
    const x = (name: string): number => it_.cells[cellOf('riftwalker', name)]?.cx ?? 0;
    expect(x('d1') - x('c1')).toBeGreaterThan(x('c1') - x('b1'));
  });

  it('show the holes of a level', () => {
    const { layout } = fixture('gateway').info;
    const it_ = picture(layout, options);
    expect(it_.holes).toHaveLength(40);
    expect(it_.slices.map((slice) => slice.label)).toEqual(
      ['v', 'w', 'x', 'y', 'z'].map((l) => `level ${l}`),
    );
    expect(it_.slices[0]?.rows[3]?.[0]).toBeNull();
    // Arrow keys skip holes.
    expect(it_.next(cellOf('gateway', 'va3'), 'up')).toBe(cellOf('gateway', 'va8'));
  });

  it('draw opposite cells of a ring opposite each other', () => {
    const { info } = fixture('sesqui');
    const bottom = ringBottom(info.layout, info.pieces, info.start);
    expect(bottom).toEqual({ white: 3.5, black: 15.5 });
    const it_ = picture(info.layout, { ...options, ...(bottom ? { bottom } : {}) });
    const a4 = cellOf('sesqui', 'a4');
    expect(it_.opposite(a4)).toBe(cellOf('sesqui', 'e4'));
    const here = it_.cells[a4];
    const there = it_.cells[it_.opposite(a4) ?? 0];
    expect((here?.cx ?? 0) + (there?.cx ?? 1)).toBeCloseTo(0);
    expect((here?.cy ?? 0) + (there?.cy ?? 1)).toBeCloseTo(0);
    // White's pieces are at the bottom. Numbers run counterclockwise, so to the right there.
    expect(here?.cy).toBeGreaterThan(0);
    expect(it_.cells[a4 + 1]?.cx).toBeGreaterThan(here?.cx ?? 0);
    const flipped = picture(info.layout, { ...options, flip: true, ...(bottom ? { bottom } : {}) });
    expect(flipped.cells[cellOf('sesqui', 'c4')]?.cy).toBeGreaterThan(0);
    expect(it_.slices).toHaveLength(8);
  });

  it('have the number of columns that makes cells largest', () => {
    expect(columnsFor(5, 400, 1000, { width: 2000, height: 1000 })).toBe(5);
    expect(columnsFor(5, 400, 1000, { width: 360, height: 560 })).toBe(3);
    expect(columnsFor(5, 500, 500, { width: 400, height: 2400 })).toBe(1);
  });
});

describe('keys', () => {
  const { layout } = fixture('gateway').info;
  const it_ = picture(layout, options);
  const key = (name: string): Parameters<typeof keyAction>[0] => ({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
  });

  it('go to the same place in the next slice', () => {
    const xb4 = cellOf('gateway', 'xb4');
    expect(sameInSlice(it_, xb4, 1)).toBe(cellOf('gateway', 'yb4'));
    expect(keyAction(key('['), it_, xb4)).toEqual({ kind: 'go', cell: cellOf('gateway', 'wb4') });
    expect(keyAction(key('PageDown'), it_, cellOf('gateway', 'zb4'))).toEqual({
      kind: 'go',
      cell: cellOf('gateway', 'vb4'),
    });
  });

  it('choose and cancel, and have no other meaning', () => {
    expect(keyAction(key('Enter'), it_, 0)).toEqual({ kind: 'choose' });
    expect(keyAction(key('Escape'), it_, 0)).toEqual({ kind: 'cancel' });
    expect(keyAction(key('q'), it_, 0)).toBeNull();
    expect(keyAction({ ...key('ArrowUp'), ctrlKey: true }, it_, 0)).toBeNull();
  });
});

describe('pieces', () => {
  const piece = (letter: string, side: 'white' | 'black', ...cells: number[]): PlacedPiece => ({
    letter,
    side,
    cells,
  });
  let serial = 0;
  const fresh = (): number => serial++;

  it('keep their ids when they move or promote', () => {
    const before = reconcile(
      [],
      [piece('P', 'white', 1), piece('P', 'white', 2), piece('R', 'black', 9)],
      null,
      fresh,
    );
    const [pawn] = before;
    const after = reconcile(
      before,
      [piece('Q', 'white', 9), piece('P', 'white', 2)],
      { from: 1, to: 9 },
      fresh,
    );
    expect(after.find((m) => m.letter === 'Q')?.id).toBe(pawn?.id);
    const back = reconcile(
      after,
      [piece('P', 'white', 1), piece('P', 'white', 2), piece('R', 'black', 9)],
      { from: 1, to: 9 },
      fresh,
    );
    expect(back.find((m) => m.cells[0] === 1)?.id).toBe(pawn?.id);
  });

  it('are matched by letter if the move is not known', () => {
    const before = reconcile([], [piece('K', 'white', 1), piece('N', 'black', 5)], null, fresh);
    const after = reconcile(before, [piece('K', 'white', 2), piece('N', 'black', 5)], null, fresh);
    expect(after.map((m) => m.id)).toEqual(before.map((m) => m.id));
  });

  it('are placed after a move as the move says', () => {
    const pieces = [piece('K', 'white', 0, 1, 2, 3), piece('P', 'black', 9), piece('P', 'black', 20)];
    const shift = { from: 0, to: 8, cells_after: [8, 9, 10, 11], captures: [9], promotion: null };
    expect(afterMove(pieces, shift)).toEqual([piece('K', 'white', 8, 9, 10, 11), piece('P', 'black', 20)]);
    const passing = { from: 20, to: 30, cells_after: null, captures: [9], promotion: 'Q' };
    expect(afterMove(pieces, passing)).toEqual([piece('K', 'white', 0, 1, 2, 3), piece('Q', 'black', 30)]);
  });

  it('that span several cells can be put down on any cell that they will occupy', () => {
    const { view } = fixture('gateway');
    const king = view.pieces.find((m) => m.letter === 'K' && m.side === 'white') as PlacedPiece;
    const move = (to: number, after: number[], captures: number[] = []): MoveInfo => ({
      text: `t${to}`,
      short: '',
      from: king.cells[0] ?? 0,
      to,
      cells_after: after,
      promotion: null,
      captures,
      kind: 'shift',
    });
    const targets = targetsOf(view.pieces, [move(100, [100, 101, 102, 103], [102])], king.cells[2] ?? 0);
    expect([...targets.keys()]).toEqual([100, 101, 102, 103]);
    expect(targets.get(101)?.moves[0]?.text).toBe('t100');
    expect(countBySlice(targets.values(), (cell) => (cell > 101 ? 1 : 0)).get(1)).toEqual({
      count: 2,
      captures: 2,
    });
  });

  it('that span several cells are set up where there is space', () => {
    const { info } = fixture('gateway');
    const at = (name: string): number => cellOf('gateway', name);
    expect(standOn(info.layout, info.pieces, info.start, 'K', at('yc2'))).toEqual(
      ['ya2', 'yb2', 'yc2', 'yd2'].map(at),
    );
    expect(standOn(info.layout, info.pieces, info.start, 'K', at('yb5'))).toBeNull();
    expect(standOn(info.layout, info.pieces, info.start, 'E', at('yb5'))).toEqual([at('yb5')]);
  });
});

describe('zooming', () => {
  const box = { x: 0, y: 0, w: 1000, h: 500 };

  it('keeps the point under the finger', () => {
    const view = zoomAt(box, whole(box), 2, { x: 400, y: 200 });
    expect(view.zoom).toBe(2);
    // The point is at the same fraction of the width.
    expect((400 - (view.x - 250)) / 500).toBeCloseTo(0.4);
  });

  it('never shows anything outside the board', () => {
    expect(pan(box, whole(box), 300, 300)).toEqual(whole(box));
    expect(clamp(box, { zoom: 2, x: -50, y: 5000 })).toEqual({ zoom: 2, x: 250, y: 375 });
    expect(zoomAt(box, { zoom: 2, x: 250, y: 125 }, 0.1, { x: 0, y: 0 })).toEqual(whole(box));
  });

  it('shows the nearest destination if none is in view', () => {
    const view = { zoom: 4, x: 125, y: 62.5 };
    const from = { x: 50, y: 50 };
    const [near, far, farther] = [
      { x: 100, y: 60 },
      { x: 600, y: 50 },
      { x: 950, y: 450 },
    ];
    expect(revealNearest(box, view, from, [far, near], 20)).toEqual(view);
    expect(revealNearest(box, view, from, [], 20)).toEqual(view);
    expect(revealNearest(box, view, from, [farther, far], 20)).toEqual(reveal(box, view, far, 20));
  });

  it('follows the cursor', () => {
    const view = reveal(box, { zoom: 4, x: 125, y: 62.5 }, { x: 900, y: 400 }, 20);
    expect(view.x).toBeGreaterThan(700);
    expect(view.y).toBeGreaterThan(300);
  });
});

it('knows where a piece of several cells stood before it became a piece of one', () => {
  const { info } = fixture('gateway');
  const [a, b, c, d] = ['xa1', 'xb1', 'xc1', 'xd1'].map((name) => cellOf('gateway', name)) as [
    number,
    number,
    number,
    number,
  ];
  const emperor: PlacedPiece[] = [{ cells: [c], side: 'white', letter: 'E' }];
  expect(cellsBeforeTransformation(info, emperor, { from: a, to: c, short: 'K-xc1=E' })).toEqual([
    a,
    b,
    c,
    d,
  ]);
  expect(cellsBeforeTransformation(info, emperor, { from: b, to: c, short: 'E-xc1' })).toEqual([]);
  const king: PlacedPiece[] = [{ cells: [a, b, c, d], side: 'white', letter: 'K' }];
  expect(cellsBeforeTransformation(info, king, { from: a, to: a, short: 'K-xa1' })).toEqual([]);
  expect(cellsBeforeTransformation(info, emperor, null)).toEqual([]);
});

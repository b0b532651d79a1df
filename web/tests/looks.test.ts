// What the home page suggests, fingers on small cells, hexagons, and the place beside the board.

import { describe, expect, it } from 'vitest';
import { enlargedAt, FINGER_PX, nearCells } from '../src/board/finger';
import { picture, scaleOf } from '../src/board/picture';
import { widened } from '../src/board/viewport';
import { tastesOf } from '../src/home/tastes';
import type { Layout, ListedGame } from '../src/lib/types';
import { fixture } from './fixtures';

const listed = (name: string, more: Partial<ListedGame>): ListedGame => ({
  name,
  title: name,
  credit: '',
  about: '',
  cells: 64,
  kind: 'grid',
  dimensions: [2],
  options: [],
  ...more,
});

describe('where to start', () => {
  it('follows from how boards are drawn and from their dimensions', () => {
    const found = tastesOf([
      listed('big', { cells: 189, dimensions: [2, 4] }),
      listed('small', {}),
      listed('round', { kind: 'ring', dimensions: [1] }),
      listed('tower', { kind: 'stack', dimensions: [3] }),
      listed('deep', { dimensions: [4] }),
      listed('bees', { kind: 'hex', cells: 91 }),
      listed('hyperchess', { cells: 256, dimensions: [4] }),
    ]);
    const names = Object.fromEntries(found.map((taste) => [taste.key, taste.games.map((game) => game.name)]));
    expect(names).toEqual({
      flat: ['small', 'bees', 'big'],
      ring: ['round'],
      three: ['tower'],
      // The board is the largest of them, but the game is the one to begin with.
      four: ['hyperchess', 'deep', 'big'],
    });
  });

  it('leaves out what no game has', () => {
    expect(tastesOf([listed('small', {})]).map((taste) => taste.key)).toEqual(['flat']);
  });
});

describe('a finger', () => {
  const { info } = fixture('twoboards');
  const size = { width: 378, height: 480 };
  const drawn = picture(info.layout, { ...size, flip: false, turned: false, labels: true });
  const scale = scaleOf(drawn.box, size);
  const px = 100 * scale;

  it('can mean several small cells', () => {
    expect(px).toBeLessThan(FINGER_PX);
    const at = drawn.cells[100];
    const near = nearCells(drawn.cells, { x: at?.cx ?? 0, y: at?.cy ?? 0 }, px, () => true);
    expect(near[0]).toBe(100);
    expect(near.length).toBeGreaterThan(3);
    expect(nearCells(drawn.cells, { x: at?.cx ?? 0, y: at?.cy ?? 0 }, px, (cell) => cell === 101)).toEqual([
      101,
    ]);
  });

  it('enlarges the inner board that it touches', () => {
    const at = drawn.cells[0];
    const view = enlargedAt(drawn, 0, { x: at?.cx ?? 0, y: at?.cy ?? 0 }, scale);
    expect(px * view.zoom).toBeGreaterThan(44);
  });

  it('sees what is around a big square, also on a slender board', () => {
    const { info: slender } = fixture('walkers');
    const long = picture(slender.layout, { ...size, flip: false, turned: false, labels: true });
    const longScale = scaleOf(long.box, size);
    const frame = widened(long.box, size.width / (long.box.h * longScale));
    expect(frame.w * longScale).toBeCloseTo(size.width, 0);
    const e5 = slender.layout.cells.findIndex((cell) => cell.name === 'e5');
    const at = { x: long.cells[e5]?.cx ?? 0, y: long.cells[e5]?.cy ?? 0 };
    const view = enlargedAt(long, e5, at, longScale, frame);
    for (const name of ['b5', 'h5', 'e8']) {
      const cell = long.cells[slender.layout.cells.findIndex((one) => one.name === name)];
      expect(Math.abs((cell?.cx ?? 0) - view.x)).toBeLessThan(frame.w / view.zoom / 2);
      expect(Math.abs((cell?.cy ?? 0) - view.y)).toBeLessThan(frame.h / view.zoom / 2);
    }
  });
});

describe('a board of hexagons', () => {
  const n = 5;
  const layout: Layout = {
    kind: 'hex',
    shift: 'files',
    files: n,
    ranks: n,
    levels: [],
    blocks: null,
    sectors: 0,
    rank_names: ['1', '2', '3', '4', '5'],
    file_names: ['a', 'b', 'c', 'd', 'e'],
    charts: [],
    cells: Array.from({ length: n * n }, (_, i) => ({ file: i % n, rank: Math.floor(i / n) }))
      .filter(({ file, rank }) => file + rank >= 2 && file + rank <= 6)
      .map(({ file, rank }) => ({
        name: `${'abcde'[file]}${rank + 1}`,
        address: null,
        file,
        rank,
        level: 0,
      })),
  };
  const options = { width: 600, height: 600, flip: false, turned: false, labels: true };
  const index = (name: string): number => layout.cells.findIndex((cell) => cell.name === name);

  it.each([
    ['as it is', {}],
    ['flipped', { flip: true }],
    ['turned', { turned: true }],
    ['with shifted ranks', { ranks: true }],
  ])('has six neighbours around the middle, in other colours, %s', (_, more: Record<string, boolean>) => {
    const drawn = picture({ ...layout, shift: more.ranks ? 'ranks' : 'files' }, { ...options, ...more });
    const middle = drawn.cells[index('c3')];
    const far = (i: number): number =>
      Math.hypot(
        (drawn.cells[i]?.cx ?? 0) - (middle?.cx ?? 0),
        (drawn.cells[i]?.cy ?? 0) - (middle?.cy ?? 0),
      );
    const neighbours = layout.cells.filter((_cell, i) => far(i) > 1 && far(i) < 113).map((cell) => cell.name);
    expect(neighbours.sort()).toEqual(['b3', 'b4', 'c2', 'c4', 'd2', 'd3']);
    const colour = (i: number): string => `${drawn.cells[i]?.dark} ${drawn.cells[i]?.middle}`;
    for (const name of neighbours) expect(colour(index(name))).not.toBe(colour(index('c3')));
    for (const shape of drawn.cells) {
      expect(shape.cx - 65).toBeGreaterThanOrEqual(0);
      expect(shape.cy + 65).toBeLessThanOrEqual(drawn.box.h);
    }
    expect(drawn.labels).toHaveLength(10);
  });

  it('is crossed by the arrow keys', () => {
    const drawn = picture(layout, options);
    expect(drawn.next(index('c3'), 'up')).toBe(index('c4'));
    expect(drawn.next(index('c3'), 'down')).toBe(index('c2'));
    expect([index('d2'), index('d3')]).toContain(drawn.next(index('c3'), 'right'));
    expect(drawn.next(index('c5'), 'up')).toBeNull();
  });

  it('is a hexagon as wide as it is high, within a few percent', () => {
    const drawn = picture(layout, { ...options, labels: false });
    expect(drawn.box.w / drawn.box.h).toBeGreaterThan(0.85);
    expect(drawn.box.w / drawn.box.h).toBeLessThan(1.15);
  });
});

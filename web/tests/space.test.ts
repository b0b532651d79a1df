import { describe, expect, it } from 'vitest';
import { relatedMarks, relatedWords, relationsOf } from '../src/board/related';
import { attackArrows, routed } from '../src/board/route';
import type { Attackers } from '../src/lib/types';
import { arrange, formOf } from '../src/space/arrange';
import { axes, between, dot, FIELD_OF_VIEW, firstView, fit } from '../src/space/camera';
import { arrowLine, tube } from '../src/space/paths';
import { fixture, NAMES } from './fixtures';

const named = (game: string, name: string): number =>
  fixture(game).info.layout.cells.findIndex((cell) => cell.name === name);

describe.each(NAMES)('the arrangement of %s in space', (name) => {
  const { layout } = fixture(name).info;

  it.each([
    [0, 0],
    [0.35, 0.72],
    [1, 1],
  ])('puts no two cells at one place, with explode %s and spread %s', (explode, spread) => {
    const { seats, floors } = arrange(layout, { explode, spread });
    expect(seats).toHaveLength(layout.cells.length);
    const apart = Math.min(
      ...seats.flatMap((a, i) => seats.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z))),
    );
    expect(apart).toBeGreaterThan(0.95);
    expect(Math.max(...seats.map((seat) => seat.floor))).toBeLessThan(Math.max(1, floors.length));
  });

  it('is in the picture from every side', () => {
    const { extent, form } = arrange(layout, { explode: 0.35, spread: 0.72 });
    const aspect = 0.8;
    const v = Math.tan(FIELD_OF_VIEW / 2);
    for (let azimuth = 0; azimuth < 6.3; azimuth += 0.7) {
      const view = { ...firstView(form), azimuth };
      const { right, up, back } = axes(view);
      const { target, distance } = fit(view, extent, aspect, 0.1);
      const seen = extent.map((point) => {
        const to: [number, number, number] = [
          point[0] - target[0],
          point[1] - target[1],
          point[2] - target[2],
        ];
        const depth = distance - dot(back, to);
        return { x: Math.abs(dot(right, to)) / depth, y: Math.abs(dot(up, to)) / depth };
      });
      expect(Math.max(...seen.map((at) => at.x))).toBeLessThan(v * aspect);
      expect(Math.max(...seen.map((at) => at.y))).toBeLessThan(v);
    }
  });
});

describe('the form of a board in space', () => {
  it('follows from its drawing and charts', () => {
    const forms = Object.fromEntries(NAMES.map((name) => [name, formOf(fixture(name).info.layout)]));
    expect(forms).toEqual({
      chess: 'flat',
      walkers: 'raised',
      sesqui: 'ring',
      riftwalker: 'nested',
      twoboards: 'nested',
      hyperchess: 'nested',
      gateway: 'stack',
      raumschach: 'stack',
    });
  });

  it('has floors above each other, and posts at the corners of halls and of the gateway', () => {
    const { layout } = fixture('gateway').info;
    const { seats, blocks } = arrange(layout, { explode: 0.5, spread: 0 });
    const low = seats[named('gateway', 'vb5')];
    const high = seats[named('gateway', 'wb5')];
    expect(high?.x).toBe(low?.x);
    expect(high?.z).toBe(low?.z);
    expect((high?.y ?? 0) - (low?.y ?? 0)).toBeGreaterThan(1);
    // Eight corners of two halls, four where the gateway meets them, on each of four storeys.
    expect(blocks.filter((block) => block.kind === 'post')).toHaveLength(12 * 4);
  });

  it('lays inner boards flat, or one above the other', () => {
    const { layout } = fixture('twoboards').info;
    const flat = arrange(layout, { explode: 0, spread: 0 }).seats;
    const upright = arrange(layout, { explode: 0, spread: 1 }).seats;
    const [a, b] = [named('twoboards', 'b2'), named('twoboards', 'b6')];
    expect(flat[a]?.y).toBe(flat[b]?.y);
    expect(upright[a]?.z).toBe(upright[b]?.z);
    expect(upright[b]?.y).toBeGreaterThan((upright[a]?.y ?? 0) + 1);
  });
});

describe('points of view', () => {
  it('turn the short way around', () => {
    const a = { ...firstView('flat'), azimuth: 0.2 };
    const b = { ...a, azimuth: 2 * Math.PI - 0.2 };
    expect(between(a, b, 0.5).azimuth).toBeCloseTo(0);
    expect(between(a, b, 0).azimuth).toBeCloseTo(0.2);
  });
});

describe('arrows in space', () => {
  it('rise over what they do not touch, and end at their destination', () => {
    const line = arrowLine([
      [0, 0, 0],
      [4, 0, 0],
    ]);
    expect(Math.max(...line.map((point) => point[1]))).toBeGreaterThan(0.8);
    expect(line.at(-1)?.[0]).toBe(4);
    const positions: number[] = [];
    const shades: number[] = [];
    tube(line, 0.05, positions, shades);
    expect(positions.length).toBe(shades.length * 3);
    expect(positions.every((value) => Number.isFinite(value))).toBe(true);
    expect(Math.max(...positions.filter((_, i) => i % 3 === 0))).toBeCloseTo(4);
  });
});

describe('paths of moves', () => {
  const attackers = {
    cells: [
      { white: [], black: [] },
      { white: [], black: [] },
      { white: [{ from: 0, via: [1] }], black: [] },
    ],
  } as Attackers;

  it('have the cells that the piece passes, there and back', () => {
    expect(routed([0, 2], attackers)).toEqual([0, 1, 2]);
    expect(routed([2, 0], attackers)).toEqual([2, 1, 0]);
    expect(routed([1, 2], attackers)).toEqual([1, 2]);
    expect(routed([0, 1, 2], attackers)).toEqual([0, 1, 2]);
    expect(routed([0, 2], null)).toEqual([0, 2]);
  });

  it('show who attacks and who defends', () => {
    const white = { cells: [5], side: 'white' as const, letter: 'N' };
    const attacks = { cell: 5, white: [{ from: 1, via: [] }], black: [{ from: 9, via: [7] }] };
    expect(attackArrows(attacks, new Map([[5, white]]))).toEqual([
      { path: [1, 5], role: 'defend' },
      { path: [9, 7, 5], role: 'attack' },
    ]);
  });
});

describe('related cells', () => {
  const marked = (game: string, cell: string, which: string): string[] => {
    const { layout } = fixture(game).info;
    return relatedMarks(relationsOf(layout), which, named(game, cell))
      .map((mark) => layout.cells[mark.cell]?.name ?? '')
      .sort();
  };

  it('are the neighbours on the big and on the little board', () => {
    expect(marked('twoboards', 'b2', 'big')).toEqual(['b6', 'f2']);
    expect(marked('twoboards', 'b2', 'little')).toEqual(['a2', 'b1', 'b3', 'c2']);
    expect(marked('riftwalker', 'e5', 'big')).toEqual(['b5', 'e2', 'e8', 'h5']);
  });

  it('are the same cell on every board', () => {
    expect(marked('riftwalker', 'a1', 'same')).toEqual(['a4', 'a7', 'd1', 'd4', 'd7', 'g1', 'g4', 'g7']);
    expect(marked('gateway', 'xb4', 'same')).toEqual(['vb4', 'wb4', 'yb4', 'zb4']);
  });

  it('are above and below, and on the plain board of two charts', () => {
    expect(marked('gateway', 'xb4', 'level')).toEqual(['wb4', 'yb4']);
    expect(marked('gateway', 'xb4', 'floor')).toEqual(['xb3', 'xb5', 'xc4']);
    expect(marked('walkers', 'c3', 'flat')).toEqual(['b3', 'c2', 'c4', 'd3']);
    expect(marked('walkers', 'c3', 'little')).toEqual(['b3', 'c2']);
  });

  it('have colours by meaning, and a legend that counts what it shows', () => {
    const legend = (game: string, cell: string, which = 'all'): [string, string][] =>
      relatedWords(relationsOf(fixture(game).info.layout), which, named(game, cell)).map((it) => [
        it.role,
        it.words,
      ]);
    expect(legend('riftwalker', 'e5')).toEqual(
      expect.arrayContaining([
        ['same', 'the same cell on 4 more boards'],
        ['near1', '4 neighbours on the big board'],
        ['near2', '4 neighbours on the little board'],
      ]),
    );
    expect(legend('twoboards', 'f6')).toEqual(
      expect.arrayContaining([
        ['same', 'the same cell on 11 more boards'],
        ['near1', '4 neighbours on the big board'],
        ['near2', '4 neighbours on the little board'],
      ]),
    );
    expect(legend('riftwalker', 'e5', 'same')).toEqual([['same', 'the same cell on 8 more boards']]);
    const roles = legend('walkers', 'c3').map(([role]) => role);
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('are across the ring', () => {
    expect(marked('sesqui', 'a1', 'across')).toEqual(['e1']);
    expect(marked('sesqui', 'a1', 'ring')).toEqual(['a2', 'h6']);
  });

  it('are none on a plain board', () => {
    expect(relationsOf(fixture('chess').info.layout)).toEqual([]);
  });
});

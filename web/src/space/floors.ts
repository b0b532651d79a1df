// Boards of several floors: levels above each other, and inner boards that spread along two axes.

import type { Layout } from '../lib/types';
import {
  finish,
  label,
  RAIL,
  square,
  type Arrangement,
  type ArrangeOptions,
  type Block,
  type Seat,
  type SpaceLabel,
} from './arrangement';

/** Rails along the edges of the cells of each floor that no other cell of the same part shares. */
function rails(seats: Seat[], partOf: (cell: number) => number): Block[] {
  const key = (x: number, y: number, z: number): string => `${x.toFixed(2)} ${y.toFixed(2)} ${z.toFixed(2)}`;
  const parts = new Map<string, number>();
  seats.forEach((seat, cell) => parts.set(key(seat.x, seat.y, seat.z), partOf(cell)));
  const blocks: Block[] = [];
  seats.forEach((seat, cell) => {
    for (const [dx, dz] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      if (parts.get(key(seat.x + dx, seat.y, seat.z + dz)) === partOf(cell)) continue;
      blocks.push({
        x: seat.x + dx * 0.5,
        y: seat.y,
        z: seat.z + dz * 0.5,
        w: dx === 0 ? 1 + RAIL : RAIL,
        h: RAIL,
        d: dz === 0 ? 1 + RAIL : RAIL,
        kind: 'rail',
        floor: seat.floor,
      });
    }
  });
  return blocks;
}

/** Posts from floor to floor at the corners of the plan, so that halls and passages are seen as rooms. */
function posts(layout: Layout, x: (f: number) => number, z: (r: number) => number, step: number): Block[] {
  const cells = new Set(layout.cells.map((cell) => `${cell.level} ${cell.file} ${cell.rank}`));
  const corner = (level: number, file: number, rank: number): boolean => {
    const around = [
      [-1, -1],
      [0, -1],
      [-1, 0],
      [0, 0],
    ].filter(([df = 0, dr = 0]) => cells.has(`${level} ${file + df} ${rank + dr}`));
    return around.length === 1 || around.length === 3;
  };
  const blocks: Block[] = [];
  for (let level = 0; level + 1 < layout.levels.length; level++) {
    for (let file = 0; file <= layout.files; file++) {
      for (let rank = 0; rank <= layout.ranks; rank++) {
        if (!corner(level, file, rank) || !corner(level + 1, file, rank)) continue;
        blocks.push({
          x: x(file) - 0.5,
          y: (level + 0.5) * step,
          z: z(rank) + 0.5,
          w: RAIL * 1.3,
          h: step,
          d: RAIL * 1.3,
          kind: 'post',
          floor: level,
        });
      }
    }
  }
  return blocks;
}

/** Levels are floors above each other. */
export function stack(layout: Layout, { explode }: ArrangeOptions): Arrangement {
  const step = 1.35 + 2.4 * explode;
  const x = (file: number): number => file - (layout.files - 1) / 2;
  const z = (rank: number): number => (layout.ranks - 1) / 2 - rank;
  const seats = layout.cells.map((cell) =>
    square(
      x(cell.file),
      cell.level * step,
      z(cell.rank),
      (cell.file + cell.rank + cell.level) % 2 === 0,
      cell.level,
    ),
  );
  const labels: SpaceLabel[] = [];
  const lastRank = layout.ranks - 1;
  const left = x(0);
  layout.levels.forEach((letter, level) => {
    const y = level * step;
    for (const rank of [0, lastRank]) {
      const out = rank === 0 ? 1 : -1;
      labels.push(label(letter, left - 1.05, y + 0.2, z(rank) + 0.35 * out, level, 0.72, true));
      labels.push(
        label(letter, x(layout.files - 1) + 1.05, y + 0.2, z(rank) + 0.35 * out, level, 0.72, true),
      );
      layout.file_names.forEach((text, file) =>
        labels.push(label(text, x(file), y, z(rank) + 0.8 * out, level, 0.42, false, level > 0)),
      );
    }
    layout.rank_names.forEach((text, rank) => {
      // Beside the first and the last cell of each rank: holes have no names.
      const row = layout.cells.filter((cell) => cell.level === level && cell.rank === rank);
      if (row.length === 0 || rank === 0 || rank === lastRank) return;
      const files = row.map((cell) => cell.file);
      labels.push(label(text, x(Math.min(...files)) - 0.75, y, z(rank), level, 0.42, false, level > 0));
      labels.push(label(text, x(Math.max(...files)) + 0.75, y, z(rank), level, 0.42, false, level > 0));
    });
  });
  return finish({
    form: 'stack',
    seats,
    labels,
    blocks: [...rails(seats, () => 0), ...posts(layout, x, z, step)],
    shades: [{ x: 0, y: -0.45, z: 0, w: layout.files + 3, d: layout.ranks + 3 }],
    table: 0,
    floors: layout.levels,
    opacity: 0.7,
    piece: 1,
  });
}

/**
 * Inner boards spread along two axes: to the right by their big file and upwards by their big rank. Each has a depth of its
 * own. In between, they are the steps of a stair; as flat slices, they lie side by side on the ground.
 */
export function nested(layout: Layout, { explode, spread }: ArrangeOptions): Arrangement {
  const [bf = 1, br = 1] = layout.blocks ?? [];
  const columns = Math.ceil(layout.files / bf);
  const rows = Math.ceil(layout.ranks / br);
  const gap = 0.35 + 1.4 * explode;
  const step = (2.1 + 2.4 * explode) * spread;
  const back = (1 - spread) * (br + gap);
  const width = layout.files + (columns - 1) * gap;
  const depth = br + (rows - 1) * back;
  const x = (file: number): number => file + Math.floor(file / bf) * gap - (width - 1) / 2;
  const z = (rank: number): number => (depth - 1) / 2 - (rank % br) - Math.floor(rank / br) * back;
  const y = (rank: number): number => Math.floor(rank / br) * step;
  const seats = layout.cells.map((cell) =>
    square(
      x(cell.file),
      y(cell.rank),
      z(cell.rank),
      (cell.file + cell.rank) % 2 === 0,
      Math.floor(cell.rank / br),
    ),
  );
  const labels: SpaceLabel[] = [];
  layout.rank_names.forEach((text, rank) => {
    const floor = Math.floor(rank / br);
    labels.push(label(text, x(0) - 0.85, y(rank), z(rank), floor));
    labels.push(label(text, x(layout.files - 1) + 0.85, y(rank), z(rank), floor));
  });
  layout.file_names.forEach((text, file) => {
    labels.push(label(text, x(file), y(0), z(0) + 0.85, 0));
    // Names at the far side would stand in the middle of upright boards.
    if (spread < 0.02) {
      labels.push(label(text, x(file), 0, z(layout.ranks - 1) - 0.85, 0));
    } else {
      labels.push(label(text, x(file), y(layout.ranks - 1), z(layout.ranks - 1) - 0.85, rows - 1));
    }
  });
  const floorNames = Array.from({ length: rows }, (_, j) => {
    const from = layout.rank_names[j * br] ?? '';
    const to = layout.rank_names[Math.min((j + 1) * br, layout.ranks) - 1] ?? '';
    return from === to ? from : `${from}–${to}`;
  });
  return finish({
    form: 'nested',
    seats,
    labels,
    blocks: rails(seats, (cell) => {
      const at = layout.cells[cell];
      return Math.floor((at?.file ?? 0) / bf) * rows + Math.floor((at?.rank ?? 0) / br);
    }),
    shades: Array.from({ length: columns }, (_, i) => ({
      x: x(i * bf) + (bf - 1) / 2,
      y: -0.3,
      z: 0,
      w: bf + 2,
      d: depth + 2,
    })),
    table: 0,
    floors: floorNames,
    opacity: 1 - 0.24 * Math.min(1, spread * 1.6),
    piece: 1,
  });
}

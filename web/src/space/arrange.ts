// Where the cells of a board are in space. Everything follows from the layout: its drawing, its blocks and its charts.
// Nothing here depends on a game or on how it is drawn on the screen.
//
// A cell is one unit wide. x points right and z towards the viewer as White sees the board, y points up.

import { picture } from '../board/picture';
import type { Layout } from '../lib/types';

/**
 * How a board stands in space: a plain board, a board with raised big squares, floors above each other, inner boards that
 * spread along two axes, or a ring on a table.
 */
export type Form = 'flat' | 'raised' | 'stack' | 'nested' | 'ring';

export interface Seat {
  x: number;
  y: number;
  z: number;
  /** The size of the cell, and how much its far side is wider than its near side. */
  width: number;
  depth: number;
  taper: number;
  /** The rotation around the vertical axis. */
  turn: number;
  dark: boolean;
  floor: number;
}

export interface SpaceLabel {
  text: string;
  x: number;
  y: number;
  z: number;
  size: number;
  strong: boolean;
  floor: number;
  /** Shown only while its floor is shown alone. */
  minor: boolean;
}

/** An upright box: a slab under cells, a rail along an edge, a post. */
export interface Block {
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
  d: number;
  kind: 'slab' | 'rail' | 'post';
  floor: number;
}

/** A soft shadow on the ground. */
export interface Shade {
  x: number;
  y: number;
  z: number;
  w: number;
  d: number;
}

export interface Arrangement {
  form: Form;
  seats: Seat[];
  labels: SpaceLabel[];
  blocks: Block[];
  shades: Shade[];
  /** The radius of the table below a ring; 0 without a table. */
  table: number;
  /** The names of the floors that can be shown alone, from the lowest. */
  floors: string[];
  /** How opaque the cells are. */
  opacity: number;
  /** The size of pieces. */
  piece: number;
  /** Points that the picture must hold. */
  extent: [number, number, number][];
  /** The SVG path of a cell that is no rectangle, in units of 100 around its centre. */
  outline: string | null;
}

export interface ArrangeOptions {
  /** How far the parts are apart, from 0 to 1. */
  explode: number;
  /** From flat slices, 0, to space, 1. */
  spread: number;
  /** On a ring, the cell that is nearest to White. */
  bottom?: { white: number; black: number } | undefined;
}

const RAIL = 0.07;
const SLAB = 0.24;

/** Whether some chart of the board has just its files and ranks: then the board is one surface, blocks or not. */
export function hasFlatChart(layout: Layout): boolean {
  return layout.charts.some(
    (chart) =>
      chart.axes.length === 2 &&
      layout.cells.every((cell, i) => {
        const at = chart.coords[i];
        return (
          (at?.[0] === cell.file && at[1] === cell.rank) || (at?.[0] === cell.rank && at[1] === cell.file)
        );
      }),
  );
}

/** The form in which a board stands in space. */
export function formOf(layout: Layout): Form {
  if (layout.kind === 'ring') return 'ring';
  if (layout.kind === 'stack') return 'stack';
  if (layout.blocks) return hasFlatChart(layout) ? 'raised' : 'nested';
  return 'flat';
}

export function arrange(layout: Layout, options: ArrangeOptions): Arrangement {
  switch (formOf(layout)) {
    case 'ring':
      return ring(layout, options);
    case 'stack':
      return stack(layout, options);
    case 'raised':
      return raised(layout, options);
    case 'nested':
      return nested(layout, options);
    case 'flat':
      return layout.kind === 'grid' ? flat(layout) : drawn(layout);
  }
}

function finish(part: Omit<Arrangement, 'extent' | 'outline'> & { outline?: string }): Arrangement {
  const extent: Arrangement['extent'] = [];
  for (const seat of part.seats) {
    extent.push([seat.x, seat.y, seat.z], [seat.x, seat.y + part.piece * 0.8, seat.z]);
  }
  for (const { x, y, z, minor } of part.labels) if (!minor) extent.push([x, y, z]);
  for (let i = 0; part.table > 0 && i < 24; i++) {
    const a = (i / 24) * 2 * Math.PI;
    extent.push([part.table * Math.cos(a), -0.2, part.table * Math.sin(a)]);
  }
  return { outline: null, ...part, extent };
}

function square(x: number, y: number, z: number, dark: boolean, floor: number): Seat {
  return { x, y, z, width: 1, depth: 1, taper: 0, turn: 0, dark, floor };
}

function label(
  text: string,
  x: number,
  y: number,
  z: number,
  floor: number,
  size = 0.44,
  strong = false,
  minor = false,
): SpaceLabel {
  return { text, x, y, z, size, strong, floor, minor };
}

/** Names on all four sides of a rectangular board. `x` and `z` place files and ranks. */
function edgeNames(
  layout: Layout,
  x: (file: number) => number,
  z: (rank: number) => number,
  y: (rank: number) => number,
  floor = 0,
): SpaceLabel[] {
  const labels: SpaceLabel[] = [];
  const lastFile = layout.files - 1;
  const lastRank = layout.ranks - 1;
  layout.file_names.forEach((text, file) => {
    labels.push(label(text, x(file), y(0), z(0) + 0.85, floor));
    labels.push(label(text, x(file), y(lastRank), z(lastRank) - 0.85, floor));
  });
  layout.rank_names.forEach((text, rank) => {
    labels.push(label(text, x(0) - 0.85, y(rank), z(rank), floor));
    labels.push(label(text, x(lastFile) + 0.85, y(rank), z(rank), floor));
  });
  return labels;
}

function flat(layout: Layout): Arrangement {
  const x = (file: number): number => file - (layout.files - 1) / 2;
  const z = (rank: number): number => (layout.ranks - 1) / 2 - rank;
  const seats = layout.cells.map((cell) =>
    square(x(cell.file), 0, z(cell.rank), (cell.file + cell.rank) % 2 === 0, 0),
  );
  return finish({
    form: 'flat',
    seats,
    labels: edgeNames(layout, x, z, () => 0),
    blocks: [slab(layout.files, layout.ranks)],
    shades: [{ x: 0, y: -SLAB - 0.04, z: 0, w: layout.files + 2.4, d: layout.ranks + 2.4 }],
    table: 0,
    floors: [],
    opacity: 1,
    piece: 1.05,
  });
}

function slab(w: number, d: number): Block {
  return { x: 0, y: -SLAB / 2 - 0.01, z: 0, w: w + 0.24, h: SLAB, d: d + 0.24, kind: 'slab', floor: 0 };
}

/** Any other flat drawing: the cells are where the flat picture has them, and have the outline that they have there. */
function drawn(layout: Layout): Arrangement {
  const flatPicture = picture(layout, { width: 800, height: 800, flip: false, turned: false, labels: true });
  const { x: left, y: top, w, h } = flatPicture.box;
  const x = (at: number): number => (at - left - w / 2) / 100;
  const z = (at: number): number => (at - top - h / 2) / 100;
  const seats = flatPicture.cells.map((cell) => square(x(cell.cx), 0, z(cell.cy), cell.dark, 0));
  const first = flatPicture.cells[0];
  return finish({
    form: 'flat',
    seats,
    labels: flatPicture.labels.map((text) =>
      label(text.text, x(text.x), 0, z(text.y - text.size * 0.35), 0, 0.44, text.strong),
    ),
    blocks: [],
    shades: [{ x: 0, y: -0.1, z: 0, w: w / 100 + 1, d: h / 100 + 1 }],
    table: 0,
    floors: [],
    opacity: 1,
    piece: 1,
    ...(first ? { outline: translated(first.path, -first.cx, -first.cy) } : {}),
  });
}

/** An SVG path of absolute M and L and relative h and v commands, moved. */
function translated(path: string, dx: number, dy: number): string {
  return path.replace(
    /([ML])\s*(-?[\d.]+)[ ,]+(-?[\d.]+)/g,
    (_, command: string, x: string, y: string) => `${command}${Number(x) + dx} ${Number(y) + dy}`,
  );
}

/** Big squares are platforms, every second one higher, so that they are seen as the squares of a board of their own. */
function raised(layout: Layout, { explode }: ArrangeOptions): Arrangement {
  const [bf = 1, br = 1] = layout.blocks ?? [];
  const gap = 0.16 + 0.9 * explode;
  const rise = 0.3 + 0.9 * explode;
  const big = (file: number, rank: number): [number, number] => [
    Math.floor(file / bf),
    Math.floor(rank / br),
  ];
  const columns = Math.ceil(layout.files / bf);
  const rows = Math.ceil(layout.ranks / br);
  const width = layout.files + (columns - 1) * gap;
  const depth = layout.ranks + (rows - 1) * gap;
  const x = (file: number): number => file + Math.floor(file / bf) * gap - (width - 1) / 2;
  const z = (rank: number): number => (depth - 1) / 2 - rank - Math.floor(rank / br) * gap;
  const y = (i: number, j: number): number => ((i + j) % 2 === 0 ? 0 : rise);
  const seats = layout.cells.map((cell) => {
    const [i, j] = big(cell.file, cell.rank);
    return square(x(cell.file), y(i, j), z(cell.rank), (cell.file + cell.rank) % 2 === 0, 0);
  });
  const blocks: Block[] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const files = Math.min(bf, layout.files - i * bf);
      const ranks = Math.min(br, layout.ranks - j * br);
      const height = SLAB + y(i, j);
      blocks.push({
        x: x(i * bf) + (files - 1) / 2,
        y: y(i, j) - height / 2 - 0.01,
        z: z(j * br) - (ranks - 1) / 2,
        w: files + 0.1,
        h: height,
        d: ranks + 0.1,
        kind: 'slab',
        floor: 0,
      });
    }
  }
  return finish({
    form: 'raised',
    seats,
    labels: edgeNames(layout, x, z, () => 0),
    blocks,
    shades: [{ x: 0, y: -SLAB - 0.04, z: 0, w: width + 2.6, d: depth + 2.6 }],
    table: 0,
    floors: [],
    opacity: 1,
    piece: 1.05,
  });
}

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
function stack(layout: Layout, { explode }: ArrangeOptions): Arrangement {
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
function nested(layout: Layout, { explode, spread }: ArrangeOptions): Arrangement {
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

/** A ring on a table. Cells are numbered counterclockwise. */
function ring(layout: Layout, { explode, bottom }: ArrangeOptions): Arrangement {
  const n = layout.cells.length;
  const sectors = layout.sectors > 0 ? layout.sectors : 1;
  const per = n / sectors;
  const gap = sectors > 1 ? 0.16 : 0;
  const depth = 1.32;
  const radius = (n + sectors * gap) / (2 * Math.PI);
  const out = sectors > 1 ? explode * 2.2 : 0;
  const nearest = bottom?.white ?? (per - 1) / 2;
  const start = (cell: number): number => cell + (Math.floor(cell / per) + 0.5) * gap;
  const zero = start(Math.floor(nearest)) + (nearest - Math.floor(nearest)) + 0.5;
  const angle = (length: number): number => -Math.PI / 2 + (length - zero) / radius;
  const around = (sector: number): [number, number] => {
    const middle = angle(start(sector * per) + per / 2);
    return [out * Math.cos(middle), -out * Math.sin(middle)];
  };
  const at = (sector: number, r: number, a: number): [number, number] => {
    const [dx, dz] = around(sector);
    return [dx + r * Math.cos(a), dz - r * Math.sin(a)];
  };
  const labels: SpaceLabel[] = [];
  const seats = layout.cells.map((cell, i) => {
    const sector = Math.floor(i / per);
    const a = angle(start(i) + 0.5);
    const [x, z] = at(sector, radius, a);
    const name = layout.file_names[sector] ?? '';
    const [lx, lz] = at(sector, radius - depth / 2 - 0.4, a);
    const number = cell.name.startsWith(name) ? cell.name.slice(name.length) : cell.name;
    labels.push(label(number, lx, 0.05, lz, 0, 0.56));
    return {
      x,
      y: 0,
      z,
      width: 0.985,
      depth,
      taper: depth / radius,
      turn: Math.atan2(-Math.cos(a), Math.sin(a)),
      dark: cell.file % 2 === 0,
      floor: 0,
    };
  });
  if (sectors > 1) {
    for (let s = 0; s < sectors; s++) {
      const [x, z] = at(s, radius - depth / 2 - 1.35, angle(start(s * per) + per / 2));
      labels.push(label(layout.file_names[s] ?? '', x, 0.05, z, 0, 1.05, true));
    }
  }
  const table = radius + out + depth / 2 + 0.4;
  return finish({
    form: 'ring',
    seats,
    labels,
    blocks: [],
    shades: [{ x: 0, y: -0.62, z: 0, w: table * 2.2, d: table * 2.2 }],
    table,
    floors: [],
    opacity: 1,
    piece: 1.3,
  });
}

// What an arrangement of cells in space is made of, and what all forms share.
//
// A cell is one unit wide. x points right and z towards the viewer as White sees the board, y points up.

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

/** The middle of a cell. */
export function middleOf(seat: Seat | undefined): [number, number, number] {
  return seat ? [seat.x, seat.y, seat.z] : [0, 0, 0];
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

/** The thickness of a slab and of a rail. */
export const SLAB = 0.24;
export const RAIL = 0.07;

/** The arrangement with the points that the picture must hold. */
export function finish(part: Omit<Arrangement, 'extent' | 'outline'> & { outline?: string }): Arrangement {
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

export function square(x: number, y: number, z: number, dark: boolean, floor: number): Seat {
  return { x, y, z, width: 1, depth: 1, taper: 0, turn: 0, dark, floor };
}

export function label(
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
export function edgeNames(
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

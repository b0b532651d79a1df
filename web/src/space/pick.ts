// From cells to points of the picture, and back.

import { middleOf, type Arrangement, type Seat } from './arrange';
import { axes, dot, FIELD_OF_VIEW, type Vec, type View } from './camera';

/** What a picture is seen with. */
export interface Lens {
  eye: Vec;
  right: Vec;
  up: Vec;
  back: Vec;
  /** Half the height and the width of the picture at distance 1. */
  v: number;
  h: number;
  /** In pixels. */
  width: number;
  height: number;
}

export function lensOf(view: View, eye: Vec, size: { width: number; height: number }): Lens {
  const v = Math.tan(FIELD_OF_VIEW / 2);
  return { ...axes(view), ...size, eye, v, h: (v * size.width) / size.height };
}

/** A piece for the eye: where it stands, and on which cell. */
export interface Body {
  cell: number;
  at: Vec;
}

/** Where the middle of a cell is in the picture, in pixels, or a point that is `above` it on the screen. */
export function project(lens: Lens, seat: Seat, above: number): { x: number; y: number } {
  const middle = middleOf(seat);
  const to = [0, 1, 2].map((i) => (middle[i] ?? 0) + (lens.up[i] ?? 0) * above - (lens.eye[i] ?? 0)) as Vec;
  const depth = -dot(lens.back, to);
  return {
    x: ((dot(lens.right, to) / depth / lens.h + 1) / 2) * lens.width,
    y: ((1 - dot(lens.up, to) / depth / lens.v) / 2) * lens.height,
  };
}

export interface Pick {
  arrangement: Arrangement;
  bodies: Iterable<Body>;
  /** How far the middle of a piece is above its foot. */
  foot: number;
  /** The only floor that counts, or null. */
  focus: number | null;
}

/** The cell at a point of the picture. Of several that lie behind each other, the nearest that is wanted is taken. */
export function pick(
  lens: Lens,
  { arrangement: it, bodies, foot, focus }: Pick,
  at: { x: number; y: number },
  wanted: (cell: number) => boolean,
): number | null {
  const { eye, right, up, back } = lens;
  const nx = ((at.x / lens.width) * 2 - 1) * lens.h;
  const ny = (1 - (at.y / lens.height) * 2) * lens.v;
  const ray = [0, 1, 2].map((i) => (right[i] ?? 0) * nx + (up[i] ?? 0) * ny - (back[i] ?? 0)) as Vec;
  const hits: { cell: number; depth: number }[] = [];
  const shown = (seat: Seat | undefined): seat is Seat =>
    seat !== undefined && (focus === null || seat.floor === focus);
  it.seats.forEach((seat, cell) => {
    if (!shown(seat) || ray[1] > -1e-6) return;
    const t = (seat.y - eye[1]) / ray[1];
    if (t <= 0) return;
    const dx = eye[0] + ray[0] * t - seat.x;
    const dz = eye[2] + ray[2] * t - seat.z;
    const c = Math.cos(seat.turn);
    const s = Math.sin(seat.turn);
    const lx = c * dx - s * dz;
    const lz = s * dx + c * dz;
    if (Math.abs(lz) > seat.depth / 2) return;
    if (Math.abs(lx) > (seat.width / 2) * (1 - (seat.taper * lz) / seat.depth)) return;
    hits.push({ cell, depth: t });
  });
  for (const body of bodies) {
    if (!shown(it.seats[body.cell])) continue;
    const to: Vec = [body.at[0] - eye[0], body.at[1] - eye[1], body.at[2] - eye[2]];
    const depth = -dot(back, to);
    const px = (nx * depth - dot(right, to)) / it.piece;
    const py = (ny * depth - dot(up, to)) / it.piece - foot;
    // Pieces stand a little nearer than their cells.
    if (Math.abs(px) < 0.32 && py > -0.42 && py < 0.36) hits.push({ cell: body.cell, depth: depth - 0.45 });
  }
  hits.sort((a, b) => a.depth - b.depth);
  return (hits.find((hit) => wanted(hit.cell)) ?? hits[0])?.cell ?? null;
}

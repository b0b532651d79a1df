// Fingers on small cells: which cells a tap can mean, and how the board is enlarged to choose one of them.

import { CELL, type Box, type CellShape, type Picture, type Point } from './shape';
import { clamp, type Viewport } from './viewport';

/** Cells that are smaller than this, in pixels, are enlarged before a finger chooses one of them. */
export const FINGER_PX = 32;
/** The size of cells, in pixels, when the board is enlarged. */
const ENLARGED_PX = 48;
/** On screens narrower than this, in pixels, an enlarged board takes the whole width. */
export const NARROW_PX = 600;
/** How far beside a cell a finger may be, in pixels. */
const REACH_PX = 22;

/** The cells near a point that a finger can mean, nearest first. `px` is the size of a cell in pixels. */
export function nearCells(
  cells: CellShape[],
  at: Point,
  px: number,
  isMeant: (cell: number) => boolean,
): number[] {
  const reach = (REACH_PX / px) * CELL;
  const distance = (cell: CellShape): number => Math.hypot(cell.cx - at.x, cell.cy - at.y);
  return cells
    .map((cell, i) => ({ i, far: distance(cell) }))
    .filter(({ i, far }) => far <= reach && isMeant(i))
    .sort((a, b) => a.far - b.far)
    .map(({ i }) => i);
}

/**
 * Enlarges the part of the board that a cell belongs to, if it then fits, or else what is around a point. The cells get no
 * larger than a finger needs, so that as much as possible of what is around them can be seen.
 */
export function enlargedAt(
  picture: Picture,
  cell: number | null,
  at: Point,
  scale: number,
  frame = picture.box,
): Viewport {
  const zoom = ENLARGED_PX / (CELL * scale);
  const part = picture.slices.length > 1 ? picture.slices[picture.cells[cell ?? -1]?.slice ?? -1] : undefined;
  const fits =
    part !== undefined &&
    picture.centre === null &&
    part.box.w * zoom <= frame.w &&
    part.box.h * zoom <= frame.h;
  return clamp(picture.box, { zoom, ...(fits ? centreOf(part.box) : at) }, frame);
}

function centreOf(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

// Fingers on small cells: which cells a tap can mean, and how the board is enlarged to choose one of them.

import { CELL, type Box, type CellShape, type Picture, type Point } from './shape';
import { clamp, type Viewport } from './viewport';

/** Cells that are smaller than this, in pixels, are enlarged before a finger chooses one of them. */
export const FINGER_PX = 32;
/** The size of cells, in pixels, when the board is enlarged. */
const ENLARGED_PX = 48;
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

/** Enlarges the part of the board that a cell belongs to, if it then fits, or else what is around a point. */
export function enlargedAt(
  picture: Picture,
  cell: number | null,
  at: Point,
  scale: number,
  size: { width: number; height: number },
): Viewport {
  const zoom = ENLARGED_PX / (CELL * scale);
  const part = picture.slices.length > 1 ? picture.slices[picture.cells[cell ?? -1]?.slice ?? -1] : undefined;
  if (part && picture.centre === null) {
    // A small part of the board fills the space: its cells get as large as they can.
    const fits = Math.min(size.width / (part.box.w * scale), size.height / (part.box.h * scale)) * 0.96;
    if (fits >= zoom) return clamp(picture.box, { zoom: fits, ...centreOf(part.box) });
  }
  return clamp(picture.box, { zoom, ...at });
}

function centreOf(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

// The picture of a board: where cells are drawn, how they are grouped into slices, and where the labels are.
// Everything follows from the layout that the server sends. Nothing here depends on a game.
//
// Coordinates are in units of the picture: a cell is `CELL` units wide.

export const CELL = 100;
/** The side of the square that a piece is drawn in. Drawings leave a margin, which may be outside the cell. */
export const PIECE = 1.08 * CELL;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface CellShape {
  /** SVG path of the cell's area. */
  path: string;
  cx: number;
  cy: number;
  /** The side of the square that a piece is drawn in. */
  size: number;
  dark: boolean;
  /** On boards of hexagons: the third colour. */
  middle?: boolean;
  /** The index of its slice. */
  slice: number;
}

/** A part of the board that is one flat grid: an inner board, a level, a sector, or the whole board. */
export interface Slice {
  /** Its name for screen readers, such as `level x`. */
  label: string;
  /** Its cells in rows as they are drawn, from the top left; null for holes. */
  rows: (number | null)[][];
  box: Box;
  /** The centre of the badge that counts destinations. */
  badge: Point;
}

export interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
  anchor: 'start' | 'middle' | 'end';
  /** Names of slices are bold. */
  strong: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface Picture {
  box: Box;
  cells: CellShape[];
  slices: Slice[];
  labels: Label[];
  /** SVG paths of the holes: places of the grid that are not cells. */
  holes: string[];
  /** SVG paths of the outlines of slices. */
  panels: string[];
  /** The free space in the middle of a ring. */
  centre: { x: number; y: number; r: number } | null;
  /** The next cell in a direction, or null at the edge. */
  next(cell: number, direction: Direction): number | null;
  /** The cell on the opposite side of a ring, or null. */
  opposite(cell: number): number | null;
}

/** How to draw a board. */
export interface PictureOptions {
  /** The space in pixels. */
  width: number;
  height: number;
  /** Show the board from Black's side. */
  flip: boolean;
  /** Rotate the board by 90 degrees: ranks run from left to right. */
  turned: boolean;
  labels: boolean;
  /** On a ring, the cell at the bottom as seen from each side. A fraction is a point between two cells. */
  bottom?: { white: number; black: number };
}

/** Pixels per unit when a picture fills the space. */
export function scaleOf(box: Box, space: { width: number; height: number }): number {
  return Math.min(space.width / box.w, space.height / box.h);
}

export function rectPath(x: number, y: number, w: number, h: number): string {
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** The box around several cells, each as large as the piece drawn on it. */
export function around(shapes: CellShape[]): Box {
  const x0 = Math.min(...shapes.map((s) => s.cx - s.size / 2));
  const y0 = Math.min(...shapes.map((s) => s.cy - s.size / 2));
  const x1 = Math.max(...shapes.map((s) => s.cx + s.size / 2));
  const y1 = Math.max(...shapes.map((s) => s.cy + s.size / 2));
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

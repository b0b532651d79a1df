// The picture of a board: where its cells are drawn, how they are grouped into slices, where labels stand.
// Everything is computed from the layout that the server sends; nothing here knows a game.
//
// Lengths are in units of which a cell's side has `CELL`.

export const CELL = 100;

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
  /** Side of the square into which a piece is drawn. */
  size: number;
  dark: boolean;
  /** Number of the slice. */
  slice: number;
}

/** A part of the board that is read as one flat grid: an inner board, a level, a sector, or all of it. */
export interface Slice {
  /** For screen readers, such as `level x`. */
  label: string;
  /** Cells from the top left as drawn; null where there is none. */
  rows: (number | null)[][];
  box: Box;
  /** Centre of the count badge. */
  badge: Point;
}

export interface Label {
  text: string;
  x: number;
  y: number;
  size: number;
  anchor: 'start' | 'middle' | 'end';
  /** Heavier labels name slices. */
  strong: boolean;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

export interface Picture {
  box: Box;
  cells: CellShape[];
  slices: Slice[];
  labels: Label[];
  /** Paths of places that are no cells but lie between some. */
  missing: string[];
  /** Outlines of the slices, as paths. */
  panels: string[];
  /** Free room in the middle of a ring. */
  centre: { x: number; y: number; r: number } | null;
  /** The cell that an arrow key leads to, or null at the edge. */
  next(cell: number, direction: Direction): number | null;
  /** The cell across the middle of a ring, or null. */
  opposite(cell: number): number | null;
}

export interface Wish {
  /** Room in pixels. */
  width: number;
  height: number;
  /** Seen from Black's side. */
  flip: boolean;
  /** Lying on its side: ranks run from left to right. */
  turned: boolean;
  labels: boolean;
  /** On a ring, the place (a cell's number, perhaps between two) that is drawn at the bottom for each side. */
  bottom?: { white: number; black: number };
}

/** Pixels per unit when a picture fills the room. */
export function scaleOf(box: Box, wish: { width: number; height: number }): number {
  return Math.min(wish.width / box.w, wish.height / box.h);
}

export function rectPath(x: number, y: number, w: number, h: number): string {
  return `M${x} ${y}h${w}v${h}h${-w}z`;
}

/** The box around all of some cells, as large as the pieces on them are drawn. */
export function around(shapes: CellShape[]): Box {
  const x0 = Math.min(...shapes.map((s) => s.cx - s.size / 2));
  const y0 = Math.min(...shapes.map((s) => s.cy - s.size / 2));
  const x1 = Math.max(...shapes.map((s) => s.cx + s.size / 2));
  const y1 = Math.max(...shapes.map((s) => s.cy + s.size / 2));
  return { x: x0, y: y0, w: x1 - x0, h: y1 - y0 };
}

// Pictures of boards of hexagons.

import type { Layout } from '../lib/types';
import {
  CELL,
  PIECE,
  type CellShape,
  type Direction,
  type Label,
  type Picture,
  type PictureOptions,
  type Point,
} from './shape';

/** The distance between the middles of neighbouring cells. */
const DISTANCE = 1.12 * CELL;
/** The distance from the middle of a cell to its corners. */
const RADIUS = DISTANCE / Math.sqrt(3);

/** The middle of a place in units of the distance between neighbours, to the right and downwards. */
function middle(layout: Layout, options: PictureOptions, file: number, rank: number): Point {
  const height = Math.sqrt(0.75);
  const [x, y] =
    layout.shift === 'ranks' ? [file + rank / 2, rank * height] : [file * height, rank + file / 2];
  const sign = options.flip ? -1 : 1;
  return options.turned
    ? { x: sign * y * DISTANCE, y: sign * x * DISTANCE }
    : { x: sign * x * DISTANCE, y: -sign * y * DISTANCE };
}

function hexagon(at: Point, corner: number): string {
  const points = Array.from({ length: 6 }, (_, i) => {
    const angle = corner + (i * Math.PI) / 3;
    return `${(at.x + RADIUS * Math.cos(angle)).toFixed(2)} ${(at.y + RADIUS * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}z`;
}

const ways: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The cell that is nearest in a direction, or null. Cells that are more to the side than ahead do not count. */
function ahead(cells: CellShape[], from: number, direction: Direction): number | null {
  const here = cells[from];
  if (!here) return null;
  const way = ways[direction];
  let best: number | null = null;
  let least = Infinity;
  cells.forEach((cell, i) => {
    const along = (cell.cx - here.cx) * way.x + (cell.cy - here.cy) * way.y;
    const aside = Math.abs((cell.cx - here.cx) * way.y - (cell.cy - here.cy) * way.x);
    if (along < 1 || aside > along) return;
    const cost = along + aside;
    if (cost < least - 0.01) {
      best = i;
      least = cost;
    }
  });
  return best;
}

/** Cells have three colours, so that neighbours differ. */
export function hexPicture(layout: Layout, options: PictureOptions, font: number): Picture {
  // Shifted files have corners on the left and right, shifted ranks above and below.
  const corner = (layout.shift === 'ranks') === options.turned ? 0 : Math.PI / 6;
  const raw = layout.cells.map((cell) => middle(layout, options, cell.file, cell.rank));
  const edge = RADIUS + (options.labels ? font * 1.3 : 0) + 8;
  const left = Math.min(...raw.map((p) => p.x)) - edge;
  const top = Math.min(...raw.map((p) => p.y)) - edge;
  const right = Math.max(...raw.map((p) => p.x)) + edge;
  const bottom = Math.max(...raw.map((p) => p.y)) + edge;

  const cells: CellShape[] = layout.cells.map((info, i) => {
    const at = { x: (raw[i]?.x ?? 0) - left, y: (raw[i]?.y ?? 0) - top };
    const colour = (info.file + 2 * info.rank) % 3;
    return {
      path: hexagon(at, corner),
      cx: at.x,
      cy: at.y,
      size: PIECE,
      dark: colour === 0,
      middle: colour === 2,
      slice: 0,
    };
  });

  const rows: (number | null)[][] = Array.from({ length: layout.ranks }, () => []);
  layout.cells.forEach((info, cell) => rows[layout.ranks - 1 - info.rank]?.push(cell));
  for (const row of rows) row.sort((a, b) => (cells[a ?? 0]?.cx ?? 0) - (cells[b ?? 0]?.cx ?? 0));
  if (options.flip) rows.reverse();

  const labels: Label[] = [];
  /** Puts a name at the end of a line of cells, beyond the cell that is furthest in a direction. */
  const labelLine = (text: string, line: number[], dx: number, dy: number): void => {
    const shapes = line.flatMap((cell) => cells[cell] ?? []);
    const length = Math.hypot(dx, dy);
    shapes.sort((a, b) => b.cx * dx + b.cy * dy - (a.cx * dx + a.cy * dy));
    const end = shapes[0];
    if (!end) return;
    const far = DISTANCE / 2 + font * 0.7;
    labels.push({
      text,
      x: end.cx + (dx / length) * far,
      y: end.cy + (dy / length) * far + font * 0.35,
      size: font,
      anchor: 'middle',
      strong: false,
    });
  };
  if (options.labels) {
    const of = (key: 'file' | 'rank', value: number): number[] =>
      layout.cells.flatMap((info, cell) => (info[key] === value ? [cell] : []));
    // The names stand where the lines of cells end: those of files below, those of ranks on the left.
    const origin = middle(layout, options, 0, 0);
    const file = middle(layout, options, 1, 0);
    const rank = middle(layout, options, 0, 1);
    const back = (to: Point, sign: number): [number, number] => [
      sign * (to.x - origin.x),
      sign * (to.y - origin.y),
    ];
    // After flipping or turning, a line still ends on the same side of the picture.
    const down = rank.y - origin.y > 1 || (Math.abs(rank.y - origin.y) <= 1 && rank.x < origin.x) ? 1 : -1;
    const leftward = file.x - origin.x > 1 ? -1 : 1;
    layout.file_names.forEach((text, i) => labelLine(text, of('file', i), ...back(rank, down)));
    layout.rank_names.forEach((text, i) => labelLine(text, of('rank', i), ...back(file, leftward)));
  }

  return {
    box: { x: 0, y: 0, w: right - left, h: bottom - top },
    cells,
    slices: [
      {
        label: 'board',
        rows,
        box: { x: 0, y: 0, w: right - left, h: bottom - top },
        badge: { x: right - left, y: 0 },
      },
    ],
    labels,
    holes: [],
    // The outline of each cell: together, the outline of the board.
    panels: cells.map((cell) => cell.path),
    centre: null,
    next: (cell, direction) => ahead(cells, cell, direction),
    opposite: () => null,
  };
}

// The picture of a ring: cells are segments of an annulus, with gaps between sectors. All labels are inside, where there is
// space, so that the ring itself is as large as possible.

import type { Layout } from '../lib/types';
import { CELL, type CellShape, type Label, type Picture, type Slice, type PictureOptions } from './shape';

/** The gap between sectors, along the middle of the ring. */
const SECTOR_GAP = 16;
/** Cells of a ring are deeper than squares, so pieces can be a little larger. */
const PIECE_SIZE = 1.2 * CELL;
/** The distance from the inner to the outer edge. */
const DEPTH = 132;

function polar(r: number, angle: number): [number, number] {
  return [r * Math.cos(angle), -r * Math.sin(angle)];
}

function at(r: number, angle: number): string {
  const [x, y] = polar(r, angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** The area between two angles and two radii. Angles grow counterclockwise, and `to` is the larger one. */
function segment(inner: number, outer: number, from: number, to: number): string {
  return (
    `M${at(outer, from)}A${outer} ${outer} 0 0 0 ${at(outer, to)}` +
    `L${at(inner, to)}A${inner} ${inner} 0 0 1 ${at(inner, from)}z`
  );
}

/** Cells are numbered counterclockwise. `options.bottom` says which one is at the bottom. */
export function ringPicture(layout: Layout, options: PictureOptions, font: number): Picture {
  const n = layout.cells.length;
  const sectors = layout.sectors > 0 ? layout.sectors : 1;
  const per = n / sectors;
  const gap = sectors > 1 ? SECTOR_GAP : 0;
  const middle = (n * CELL + sectors * gap) / (2 * Math.PI);
  const inner = middle - DEPTH / 2;
  const outer = middle + DEPTH / 2;
  /** The distance to the start of a cell, along the middle of the ring. */
  const startOf = (cell: number): number => cell * CELL + (Math.floor(cell / per) + 0.5) * gap;
  const bottom = options.flip
    ? (options.bottom?.black ?? (per - 1) / 2 + n / 2)
    : (options.bottom?.white ?? (per - 1) / 2);
  const rotation = options.turned ? Math.PI / 2 : 0;
  const bottomLength = startOf(Math.floor(bottom)) + (bottom - Math.floor(bottom) + 0.5) * CELL;
  const angle = (length: number): number => -Math.PI / 2 - rotation + (length - bottomLength) / middle;

  const cells: CellShape[] = layout.cells.map((info, cell) => {
    const start = startOf(cell);
    const [cx, cy] = polar(middle, angle(start + CELL / 2));
    return {
      path: segment(inner, outer, angle(start), angle(start + CELL)),
      cx,
      cy,
      size: PIECE_SIZE,
      dark: info.file % 2 === 0,
      slice: Math.floor(cell / per),
    };
  });

  /** Space around the ring for its outline and the keyboard cursor. */
  const margin = 8;
  const nameRadius = inner - font * 2.35;
  const labels: Label[] = [];
  const slices: Slice[] = [];
  const panels: string[] = [];
  for (let s = 0; s < sectors; s++) {
    const members = layout.cells.map((_, cell) => cell).filter((cell) => Math.floor(cell / per) === s);
    const name = sectorName(layout, members);
    const from = startOf(s * per);
    const centre = angle(from + (per * CELL) / 2);
    const [x, y] = polar(nameRadius, centre);
    const [bx, by] = polar(nameRadius, centre + (font * 2.2) / nameRadius);
    slices.push({
      label: sectors > 1 ? `sector ${name}` : 'ring',
      rows: [members],
      box: { x: x - font, y: y - font, w: font * 2, h: font * 2 },
      badge: { x: bx, y: by },
    });
    panels.push(segment(inner, outer, angle(from), angle(from + per * CELL)));
    if (!options.labels) continue;
    if (sectors > 1) {
      labels.push({
        text: name,
        x,
        y: y + font * 0.45,
        size: font * 1.4,
        anchor: 'middle',
        strong: true,
      });
    }
    for (const cell of members) {
      const [lx, ly] = polar(inner - font * 0.75, angle(startOf(cell) + CELL / 2));
      const text = (layout.cells[cell]?.name ?? '').slice(name.length);
      labels.push({ text, x: lx, y: ly + font * 0.35, size: font, anchor: 'middle', strong: false });
    }
  }
  const radius = outer + margin;
  const free = inner - (options.labels ? font * 3.4 : 0);
  return {
    box: { x: -radius, y: -radius, w: 2 * radius, h: 2 * radius },
    cells,
    slices,
    labels,
    holes: [],
    panels,
    centre: { x: 0, y: 0, r: free },
    next: (cell, direction) => {
      switch (direction) {
        case 'right':
          return (cell + 1) % n;
        case 'left':
          return (cell + n - 1) % n;
        default:
          return n % 2 === 0 ? (cell + n / 2) % n : null;
      }
    },
    opposite: (cell) => (n % 2 === 0 ? (cell + n / 2) % n : null),
  };
}

/** The name of a sector: what the names of its cells begin with. */
function sectorName(layout: Layout, members: number[]): string {
  const names = members.map((cell) => layout.cells[cell]?.name ?? '');
  const first = names[0] ?? '';
  let length = first.length;
  for (const name of names) {
    while (length > 0 && !name.startsWith(first.slice(0, length))) length--;
  }
  // In a sector of one cell, the digits at the end are the number of the cell.
  return names.length === 1 ? first.replace(/\d+$/, '') : first.slice(0, length);
}

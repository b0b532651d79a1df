// Boards that are one surface: plain ones, other flat drawings, and boards with raised big squares.

import { picture } from '../board/picture';
import type { Layout } from '../lib/types';
import {
  edgeNames,
  finish,
  label,
  SLAB,
  square,
  type Arrangement,
  type ArrangeOptions,
  type Block,
} from './arrangement';

export function flat(layout: Layout): Arrangement {
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
export function drawn(layout: Layout): Arrangement {
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
export function raised(layout: Layout, { explode }: ArrangeOptions): Arrangement {
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

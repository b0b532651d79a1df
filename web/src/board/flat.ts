// Pictures of flat boards, with or without inner boards, and of stacks of levels.

import type { Layout } from '../lib/types';
import {
  CELL,
  PIECE,
  rectPath,
  type CellShape,
  type Direction,
  type Label,
  type Picture,
  type Slice,
  type PictureOptions,
} from './shape';

/** The gaps between inner boards and between levels. */
const BLOCK_GAP = 30;
const LEVEL_GAP = 26;

/** The margin without labels: a piece may be drawn a little larger than its cell. */
const EDGE = 8;

/** How the files and ranks of a board are drawn as columns and rows. */
interface Orientation {
  columns: number;
  rows: number;
  /** The column from the left and the row from the top. */
  place(file: number, rank: number): [number, number];
}

function orientation(layout: Layout, options: PictureOptions): Orientation {
  const { files, ranks } = layout;
  if (options.turned) {
    return {
      columns: ranks,
      rows: files,
      place: (f, r) => (options.flip ? [ranks - 1 - r, files - 1 - f] : [r, f]),
    };
  }
  return {
    columns: files,
    rows: ranks,
    place: (f, r) => (options.flip ? [files - 1 - f, r] : [f, ranks - 1 - r]),
  };
}

/** The names of columns and rows, in the order in which they are drawn. */
function names(layout: Layout, options: PictureOptions): { columns: string[]; rows: string[] } {
  const t = orientation(layout, options);
  const columns: string[] = new Array(t.columns).fill('');
  const rows: string[] = new Array(t.rows).fill('');
  const setNames = (file: number, rank: number): void => {
    const [c, r] = t.place(file, rank);
    const fileName = layout.file_names[file] ?? '';
    const rankName = layout.rank_names[rank] ?? '';
    columns[c] = options.turned ? rankName : fileName;
    rows[r] = options.turned ? fileName : rankName;
  };
  for (let f = 0; f < layout.files; f++) setNames(f, 0);
  for (let r = 0; r < layout.ranks; r++) setNames(0, r);
  return { columns, rows };
}

/** The space for the names of rows. */
function margin(layout: Layout, options: PictureOptions, font: number): number {
  const names = options.turned ? layout.file_names : layout.rank_names;
  return font * (0.75 + 0.62 * Math.max(1, ...names.map((name) => name.length)));
}

function stepOf(direction: Direction): [number, number] {
  switch (direction) {
    case 'up':
      return [0, -1];
    case 'down':
      return [0, 1];
    case 'left':
      return [-1, 0];
    case 'right':
      return [1, 0];
  }
}

/** Finds the next cell in a direction, past holes. */
function neighbourFinder(tables: (number | null)[][][], where: Map<number, [number, number, number]>) {
  return (cell: number, direction: Direction): number | null => {
    const at = where.get(cell);
    if (!at) return null;
    const [dx, dy] = stepOf(direction);
    const table = tables[at[0]] ?? [];
    let [, row, column] = at;
    for (;;) {
      row += dy;
      column += dx;
      const next = table[row]?.[column];
      if (next === undefined) return null;
      if (next !== null) return next;
    }
  };
}

function emptyTable(rows: number, columns: number): (number | null)[][] {
  return Array.from({ length: rows }, () => new Array<number | null>(columns).fill(null));
}

/** A flat board. With `layout.blocks` it consists of inner boards. */
export function gridPicture(layout: Layout, options: PictureOptions, font: number): Picture {
  const t = orientation(layout, options);
  const [bf = layout.files, br = layout.ranks] = layout.blocks ?? [];
  const [bc, bw] = options.turned ? [br, bf] : [bf, br];
  const gap = layout.blocks ? BLOCK_GAP : 0;
  // Space for the badges at the corners of inner boards.
  const head = layout.blocks && options.labels ? font * 0.8 : EDGE;
  const left = options.labels ? margin(layout, options, font) : EDGE;
  const foot = options.labels ? font * 1.5 : EDGE;
  const x = (column: number): number => left + column * CELL + Math.floor(column / bc) * gap;
  const y = (row: number): number => head + row * CELL + Math.floor(row / bw) * gap;

  const table = emptyTable(t.rows, t.columns);
  const where = new Map<number, [number, number, number]>();
  const across = Math.ceil(t.columns / bc);
  const down = Math.ceil(t.rows / bw);
  const cells: CellShape[] = layout.cells.map((info, cell) => {
    const [column, row] = t.place(info.file, info.rank);
    (table[row] as (number | null)[])[column] = cell;
    where.set(cell, [0, row, column]);
    return {
      path: rectPath(x(column), y(row), CELL, CELL),
      cx: x(column) + CELL / 2,
      cy: y(row) + CELL / 2,
      size: PIECE,
      dark: (info.file + info.rank) % 2 === 0,
      slice: Math.floor(row / bw) * across + Math.floor(column / bc),
    };
  });

  const slices: Slice[] = [];
  const panels: string[] = [];
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) {
      const rows = table.slice(j * bw, (j + 1) * bw).map((row) => row.slice(i * bc, (i + 1) * bc));
      const box = {
        x: x(i * bc),
        y: y(j * bw),
        w: (rows[0]?.length ?? 0) * CELL,
        h: rows.length * CELL,
      };
      panels.push(rectPath(box.x - 3, box.y - 3, box.w + 6, box.h + 6));
      slices.push({
        label: layout.blocks ? `inner board ${span(layout, rows)}` : 'board',
        rows,
        box,
        badge: { x: box.x + box.w - 4, y: box.y + 4 },
      });
    }
  }

  const labels: Label[] = [];
  const right = x(t.columns - 1) + CELL;
  const bottom = y(t.rows - 1) + CELL;
  if (options.labels) {
    const n = names(layout, options);
    n.columns.forEach((text, column) => {
      labels.push(label(text, x(column) + CELL / 2, bottom + font * 1.05, font, 'middle'));
    });
    n.rows.forEach((text, row) => {
      labels.push(label(text, left - font * 0.4, y(row) + CELL / 2 + font * 0.35, font, 'end'));
    });
  }
  return {
    box: { x: 0, y: 0, w: right + head, h: bottom + foot },
    cells,
    slices,
    labels,
    holes: holePaths(layout, (file, rank) => {
      const [column, row] = t.place(file, rank);
      return rectPath(x(column), y(row), CELL, CELL);
    }),
    panels,
    centre: null,
    next: neighbourFinder([table], where),
    opposite: () => null,
  };
}

/** The names of the first and last cell of a slice, such as `a1 to c3`. */
function span(layout: Layout, rows: (number | null)[][]): string {
  const cells = rows.flat().filter((c): c is number => c !== null);
  if (cells.length === 0) return '';
  const name = (c: number): string => layout.cells[c]?.name ?? '';
  return `${name(Math.min(...cells))} to ${name(Math.max(...cells))}`;
}

function label(text: string, x: number, y: number, size: number, anchor: Label['anchor']): Label {
  return { text, x, y, size, anchor, strong: false };
}

/** SVG paths of the places of a level that are not cells. */
function holePaths(layout: Layout, path: (file: number, rank: number) => string, level = 0): string[] {
  const cells = new Set(
    layout.cells.filter((c) => c.level === level).map((c) => c.rank * layout.files + c.file),
  );
  const paths: string[] = [];
  for (let rank = 0; rank < layout.ranks; rank++) {
    for (let file = 0; file < layout.files; file++) {
      if (!cells.has(rank * layout.files + file)) paths.push(path(file, rank));
    }
  }
  return paths;
}

/** How many levels to put side by side, so that cells are as large as possible. `w` and `h` are the size of a level. */
export function columnsFor(
  levels: number,
  w: number,
  h: number,
  space: { width: number; height: number },
): number {
  let best = 1;
  let bestScale = 0;
  for (let columns = 1; columns <= levels; columns++) {
    const rows = Math.ceil(levels / columns);
    const scale = Math.min(space.width / (columns * w), space.height / (rows * h));
    if (scale > bestScale * 1.0001) {
      best = columns;
      bestScale = scale;
    }
  }
  return best;
}

/** Levels side by side, in one or more rows. */
export function stackPicture(layout: Layout, options: PictureOptions, font: number): Picture {
  const t = orientation(layout, options);
  const levels = layout.levels.length;
  const left = options.labels ? margin(layout, options, font) : 0;
  const head = options.labels ? font * 1.9 : 0;
  const foot = options.labels ? font * 1.35 : 0;
  const w = left + t.columns * CELL + LEVEL_GAP;
  const h = head + t.rows * CELL + foot + (options.labels ? 12 : LEVEL_GAP);
  const columns = columnsFor(levels, w, h, options);
  const rows = Math.ceil(levels / columns);
  const n = names(layout, options);
  const origin = (level: number): [number, number] => {
    const row = Math.floor(level / columns);
    // A last row that is not full is centred.
    const inRow = row === rows - 1 ? levels - row * columns : columns;
    const indent = ((columns - inRow) * w) / 2;
    return [EDGE + indent + (level % columns) * w + left, EDGE + row * h + head];
  };

  const tables = layout.levels.map(() => emptyTable(t.rows, t.columns));
  const where = new Map<number, [number, number, number]>();
  const cells: CellShape[] = layout.cells.map((info, cell) => {
    const [column, row] = t.place(info.file, info.rank);
    const [ox, oy] = origin(info.level);
    const line = tables[info.level]?.[row];
    if (line) line[column] = cell;
    where.set(cell, [info.level, row, column]);
    return {
      path: rectPath(ox + column * CELL, oy + row * CELL, CELL, CELL),
      cx: ox + column * CELL + CELL / 2,
      cy: oy + row * CELL + CELL / 2,
      size: PIECE,
      dark: (info.file + info.rank + info.level) % 2 === 0,
      slice: info.level,
    };
  });

  const slices: Slice[] = [];
  const panels: string[] = [];
  const labels: Label[] = [];
  const holes: string[] = [];
  layout.levels.forEach((letter, level) => {
    const [ox, oy] = origin(level);
    const box = { x: ox, y: oy, w: t.columns * CELL, h: t.rows * CELL };
    panels.push(rectPath(box.x - 3, box.y - 3, box.w + 6, box.h + 6));
    slices.push({
      label: `level ${letter}`,
      rows: tables[level] ?? [],
      box,
      badge: {
        x: options.labels ? ox + box.w - font * 0.8 : ox + box.w - 10,
        y: options.labels ? oy - font * 0.95 : oy,
      },
    });
    holes.push(
      ...holePaths(
        layout,
        (file, rank) => {
          const [column, row] = t.place(file, rank);
          return rectPath(ox + column * CELL, oy + row * CELL, CELL, CELL);
        },
        level,
      ),
    );
    if (!options.labels) return;
    labels.push({
      text: letter,
      x: ox + box.w / 2,
      y: oy - font * 0.55,
      size: font * 1.3,
      anchor: 'middle',
      strong: true,
    });
    n.columns.forEach((text, column) => {
      labels.push(label(text, ox + column * CELL + CELL / 2, oy + box.h + font * 1.02, font, 'middle'));
    });
    n.rows.forEach((text, row) => {
      labels.push(label(text, ox - font * 0.35, oy + row * CELL + CELL / 2 + font * 0.35, font, 'end'));
    });
  });
  return {
    box: { x: 0, y: 0, w: columns * w - LEVEL_GAP + 2 * EDGE, h: rows * h + EDGE },
    cells,
    slices,
    labels,
    holes,
    panels,
    centre: null,
    next: neighbourFinder(tables, where),
    opposite: () => null,
  };
}

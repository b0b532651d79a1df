// How the cells of a board are related: the same cell of every part of it, and the neighbours of a cell along the axes of a
// chart. All of it follows from the layout.

import type { Layout } from '../lib/types';
import type { Mark } from './types';

export interface Relation {
  /** One word for people: `same`, `big`, `little`, `level`, `floor`, or the name of a chart. */
  name: string;
  role: Mark['role'];
  /** What it means, for a sentence: `4 neighbours on the big board`. */
  words(count: number): string;
  of(cell: number): number[];
}

export interface RelatedWords {
  role: Mark['role'];
  count: number;
  words: string;
}

/** What an axis of a chart goes along. */
type Along = 'big' | 'little' | 'level' | 'floor' | 'chart';

/** The colours of neighbours go by meaning, so that they are the same in all games. */
const ROLES: Record<Along, Mark['role'] | null> = {
  big: 'near1',
  level: 'near1',
  little: 'near2',
  floor: 'near2',
  // A chart of its own has a colour that is left.
  chart: null,
};
const LEFT = ['near1', 'near3', 'near2'] as const;

/** Whether the coordinate is a function of the key: cells with the same key have the same coordinate. */
function dependsOn(layout: Layout, coords: number[][], axis: number, key: (cell: number) => string): boolean {
  const values = new Map<string, number>();
  return layout.cells.every((_, cell) => {
    const value = coords[cell]?.[axis] ?? 0;
    const known = values.get(key(cell));
    if (known === undefined) values.set(key(cell), value);
    return known === undefined || known === value;
  });
}

function kindOf(layout: Layout, coords: number[][], axis: number): Along {
  const at = (cell: number) => layout.cells[cell] ?? { file: 0, rank: 0, level: 0 };
  if (layout.levels.length > 1) {
    return dependsOn(layout, coords, axis, (cell) => `${at(cell).level}`) ? 'level' : 'floor';
  }
  if (layout.blocks) {
    const [bf = 1, br = 1] = layout.blocks;
    const big = (cell: number): string =>
      `${Math.floor(at(cell).file / bf)} ${Math.floor(at(cell).rank / br)}`;
    const little = (cell: number): string => `${at(cell).file % bf} ${at(cell).rank % br}`;
    if (dependsOn(layout, coords, axis, big)) return 'big';
    if (dependsOn(layout, coords, axis, little)) return 'little';
  }
  return 'chart';
}

/** The place of a cell in its part of the board, which is the same in other parts. */
function placeInPart(layout: Layout, cell: number): string {
  const at = layout.cells[cell] ?? { file: 0, rank: 0, level: 0 };
  const [bf, br] = layout.blocks ?? [Infinity, Infinity];
  return `${at.file % (bf ?? 1)} ${at.rank % (br ?? 1)}`;
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The relations of a board that consists of parts; none for a plain board. */
export function relationsOf(layout: Layout): Relation[] {
  if (layout.kind === 'ring') return ringRelations(layout);
  const parts = layout.blocks !== null || layout.levels.length > 1;
  if (!parts) return [];
  const levels = layout.levels.length > 1;
  const byPlace = new Map<string, number[]>();
  layout.cells.forEach((_, cell) => {
    const place = placeInPart(layout, cell);
    byPlace.set(place, [...(byPlace.get(place) ?? []), cell]);
  });
  const relations: Relation[] = [
    {
      name: 'same',
      role: 'same',
      words: (count) => `the same cell on ${plural(count, levels ? 'more level' : 'more board')}`,
      of: (cell) => (byPlace.get(placeInPart(layout, cell)) ?? []).filter((other) => other !== cell),
    },
  ];
  const groups = new Map<string, { coords: number[][]; axes: number[]; along: Along }>();
  for (const chart of layout.charts) {
    chart.axes.forEach((_, axis) => {
      const along = kindOf(layout, chart.coords, axis);
      const name = along === 'chart' ? chart.name : along;
      const group = groups.get(name) ?? { coords: chart.coords, axes: [], along };
      if (group.coords === chart.coords) group.axes.push(axis);
      groups.set(name, group);
    });
  }
  const taken = new Set([...groups.values()].map((group) => ROLES[group.along]));
  for (const [name, { coords, axes, along }] of groups) {
    const cells = new Map(coords.map((at, cell) => [at.join(' '), cell]));
    const role = ROLES[along] ?? LEFT.find((it) => !taken.has(it)) ?? 'near3';
    taken.add(role);
    relations.push({
      name,
      role,
      words: (count) => `${plural(count, 'neighbour')} ${where(along, name)}`,
      of: (cell) => {
        const at = coords[cell] ?? [];
        return axes.flatMap((axis) =>
          [-1, 1].flatMap((step) => {
            const next = [...at];
            next[axis] = (at[axis] ?? 0) + step;
            return cells.get(next.join(' ')) ?? [];
          }),
        );
      },
    });
  }
  return relations;
}

function where(along: Along, name: string): string {
  switch (along) {
    case 'big':
      return 'on the big board';
    case 'little':
      return 'on the little board';
    case 'level':
      return 'above and below';
    case 'floor':
      return 'on its level';
    case 'chart':
      return `on the ${name} board`;
  }
}

/** On a ring, the neighbours and the cell across. */
function ringRelations(layout: Layout): Relation[] {
  const n = layout.cells.length;
  const relations: Relation[] = [
    {
      name: 'ring',
      role: 'near1',
      words: (count) => `${plural(count, 'neighbour')} on the ring`,
      of: (cell) => [(cell + 1) % n, (cell + n - 1) % n],
    },
  ];
  if (n % 2 === 0) {
    relations.push({
      name: 'across',
      role: 'same',
      words: () => 'the cell across',
      of: (cell) => [(cell + n / 2) % n],
    });
  }
  return relations;
}

/** The legend of the marks of a cell: what each colour means. Cells in the colour of neighbours count only as these. */
export function relatedWords(relations: Relation[], which: string, cell: number): RelatedWords[] {
  const marks = relatedMarks(relations, which, cell);
  return relations
    .filter((relation) => which === 'all' || which === relation.name)
    .map((relation) => {
      const count =
        relation.role === 'same'
          ? marks.filter((mark) => mark.role === 'same').length
          : relation.of(cell).length;
      return { role: relation.role, count, words: relation.words(count) };
    })
    .filter(({ count }) => count > 0);
}

/** The marks of the relations of a cell: of one relation by its name, or of all. */
export function relatedMarks(relations: Relation[], which: string, cell: number): Mark[] {
  const marks = new Map<number, Mark>();
  for (const relation of relations) {
    if (which !== 'all' && which !== relation.name) continue;
    // A neighbour is marked as one, even if it is also the same cell of another part.
    for (const other of relation.of(cell)) marks.set(other, { cell: other, role: relation.role });
  }
  return [...marks.values()];
}

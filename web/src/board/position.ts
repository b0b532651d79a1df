// Reads the men off a position's text, for boards that are only looked at. The server checks positions and
// knows the rules; this knows only how a text is laid out (see docs/texts.md).

import type { Layout, Man, PlacedMan } from '../lib/types';

/** The men of a position text; those that span cells are put together. Unknown letters are kept. */
export function menOf(layout: Layout, men: Man[], position: string): PlacedMan[] {
  const board = position.split(' ')[0] ?? '';
  const at = new Map<string, number>();
  layout.cells.forEach((cell, i) => at.set(`${cell.level} ${cell.rank} ${cell.file}`, i));
  const letters = new Map<number, string>();
  board.split('|').forEach((level_text, level) => {
    const ranks = level_text.split('/');
    ranks.forEach((rank_text, i) => {
      const rank = ranks.length - 1 - i;
      let file = 0;
      for (const token of rank_text.match(/\d+|\*|[A-Za-z]/g) ?? []) {
        if (/\d/.test(token)) {
          file += Number(token);
        } else {
          const cell = at.get(`${level} ${rank} ${file}`);
          if (token !== '*' && cell !== undefined) letters.set(cell, token);
          file += 1;
        }
      }
    });
  });
  const spanning = new Set(men.filter((man) => man.spans).map((man) => man.letter));
  const placed: PlacedMan[] = [];
  const spans = new Map<string, PlacedMan>();
  for (const [cell, token] of [...letters].sort((a, b) => a[0] - b[0])) {
    const letter = token.toUpperCase();
    const side = token === letter ? 'white' : 'black';
    const known = spans.get(token);
    if (spanning.has(letter) && known) {
      known.cells.push(cell);
      continue;
    }
    const man: PlacedMan = { cells: [cell], side, letter };
    if (spanning.has(letter)) spans.set(token, man);
    placed.push(man);
  }
  return placed;
}

/** Which side is to move by a position's text. */
export function sideOf(position: string): 'white' | 'black' {
  return position.split(' ')[1] === 'b' ? 'black' : 'white';
}

/**
 * Which place of a ring is drawn at the bottom for each side: the middle of the unbroken row of men in which
 * the side's royal man starts.
 */
export function ringBottom(
  layout: Layout,
  men: Man[],
  start: string,
): { white: number; black: number } | undefined {
  if (layout.kind !== 'ring') return undefined;
  const n = layout.cells.length;
  const royal = new Set(men.filter((man) => man.royal).map((man) => man.letter));
  const placed = menOf(layout, men, start);
  const middle = (side: 'white' | 'black'): number | undefined => {
    const own = new Set(placed.filter((man) => man.side === side).flatMap((man) => man.cells));
    const home = placed.find((man) => man.side === side && royal.has(man.letter))?.cells[0];
    if (home === undefined || own.size === n) return undefined;
    let before = 0;
    let after = 0;
    while (own.has((home - before - 1 + n) % n)) before++;
    while (own.has((home + after + 1) % n)) after++;
    return (((home + (after - before) / 2) % n) + n) % n;
  };
  const white = middle('white');
  const black = middle('black');
  return white === undefined || black === undefined ? undefined : { white, black };
}

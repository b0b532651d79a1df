// Reads and writes the board of a position text (see docs/texts.md), for small boards and the editor. The server checks
// positions and knows the rules.

import type { Layout, PieceInfo, PlacedPiece } from '../lib/types';

/** The pieces of a position text. The cells of a piece that spans several are put together. */
export function piecesOf(layout: Layout, pieces: PieceInfo[], position: string): PlacedPiece[] {
  const board = position.split(' ')[0] ?? '';
  const at = new Map<string, number>();
  layout.cells.forEach((cell, i) => at.set(`${cell.level} ${cell.rank} ${cell.file}`, i));
  const letters = new Map<number, string>();
  board.split('|').forEach((levelText, level) => {
    const ranks = levelText.split('/');
    ranks.forEach((rankText, i) => {
      const rank = ranks.length - 1 - i;
      let file = 0;
      for (const token of rankText.match(/\d+|\*|[A-Za-z]/g) ?? []) {
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
  const spanning = new Set(pieces.filter((piece) => piece.spans).map((piece) => piece.letter));
  const placed: PlacedPiece[] = [];
  const spans = new Map<string, PlacedPiece>();
  for (const [cell, token] of [...letters].sort((a, b) => a[0] - b[0])) {
    const letter = token.toUpperCase();
    const side = token === letter ? 'white' : 'black';
    const first = spans.get(token);
    if (spanning.has(letter) && first) {
      first.cells.push(cell);
      continue;
    }
    const piece: PlacedPiece = { cells: [cell], side, letter };
    if (spanning.has(letter)) spans.set(token, piece);
    placed.push(piece);
  }
  return placed;
}

/** The side to move in a position text. */
export function sideOf(position: string): 'white' | 'black' {
  return position.split(' ')[1] === 'b' ? 'black' : 'white';
}

/**
 * The cell of a ring that is drawn at the bottom for each side: the middle of the row of its own pieces around its royal
 * piece, at the start of the game.
 */
export function ringBottom(
  layout: Layout,
  pieces: PieceInfo[],
  start: string,
): { white: number; black: number } | undefined {
  if (layout.kind !== 'ring') return undefined;
  const n = layout.cells.length;
  const royal = new Set(pieces.filter((piece) => piece.royal).map((piece) => piece.letter));
  const placed = piecesOf(layout, pieces, start);
  const middle = (side: 'white' | 'black'): number | undefined => {
    const own = new Set(placed.filter((piece) => piece.side === side).flatMap((piece) => piece.cells));
    const home = placed.find((piece) => piece.side === side && royal.has(piece.letter))?.cells[0];
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

/** The steps from the first cell of a piece to each of its cells, as it stands at the start of the game. */
function spanSteps(
  layout: Layout,
  pieces: PieceInfo[],
  start: string,
  letter: string,
): [number, number, number][] {
  const model = piecesOf(layout, pieces, start).find((piece) => piece.letter === letter);
  const first = model ? layout.cells[model.cells[0] ?? 0] : undefined;
  if (!model || !first) return [[0, 0, 0]];
  return model.cells.flatMap((cell): [number, number, number][] => {
    const at = layout.cells[cell];
    return at ? [[at.file - first.file, at.rank - first.rank, at.level - first.level]] : [];
  });
}

/**
 * The cells that a piece occupies when it is put on a cell. A piece that spans several cells also needs the cells beside it,
 * and is shifted if some of them are off the board. Null if there is no space.
 */
export function standOn(
  layout: Layout,
  pieces: PieceInfo[],
  start: string,
  letter: string,
  cell: number,
): number[] | null {
  const piece = pieces.find((one) => one.letter === letter);
  if (!piece?.spans) return [cell];
  const at = layout.cells[cell];
  if (!at) return null;
  const steps = spanSteps(layout, pieces, start, letter);
  const find = (file: number, rank: number, level: number): number =>
    layout.cells.findIndex((c) => c.file === file && c.rank === rank && c.level === level);
  for (const [df, dr, dl] of steps) {
    const cells = steps.map(([f, r, l]) => find(at.file - df + f, at.rank - dr + r, at.level - dl + l));
    if (cells.every((c) => c >= 0)) return cells;
  }
  return null;
}

/**
 * The cells on which a piece of several cells stood before it became the piece of one cell on the last move's destination.
 * Empty for moves: there the destination is none of these cells, or the piece still spans several.
 */
export function cellsBeforeTransformation(
  info: { layout: Layout; pieces: PieceInfo[]; start: string },
  placed: PlacedPiece[],
  last: { from: number; to: number; short?: string } | null,
): number[] {
  const was = info.pieces.find((piece) => piece.spans && piece.letter === last?.short?.[0]);
  const now = placed.find((piece) => last && piece.cells.includes(last.to));
  if (!last || !was || now?.cells.length !== 1) return [];
  const cells = standOn(info.layout, info.pieces, info.start, was.letter, last.from) ?? [];
  return cells.includes(last.to) ? cells : [];
}

/** The first field of a position text: the board with the pieces on it. */
export function boardText(layout: Layout, placed: PlacedPiece[]): string {
  const letters = new Map<number, string>();
  for (const piece of placed) {
    for (const cell of piece.cells)
      letters.set(cell, piece.side === 'white' ? piece.letter : piece.letter.toLowerCase());
  }
  const cellAt = new Map<string, number>();
  layout.cells.forEach((cell, i) => cellAt.set(`${cell.level} ${cell.rank} ${cell.file}`, i));
  const files = layout.kind === 'ring' ? layout.cells.length : layout.files;
  const ranks = layout.kind === 'ring' ? 1 : layout.ranks;
  const levels = Math.max(1, layout.levels.length);
  const texts: string[] = [];
  for (let level = 0; level < levels; level++) {
    const lines: string[] = [];
    for (let rank = ranks - 1; rank >= 0; rank--) {
      let line = '';
      let empty = 0;
      const flush = (): void => {
        if (empty > 0) line += String(empty);
        empty = 0;
      };
      for (let file = 0; file < files; file++) {
        const cell = cellAt.get(`${level} ${rank} ${file}`);
        const letter = cell === undefined ? '*' : letters.get(cell);
        if (letter === undefined) {
          empty += 1;
        } else {
          flush();
          line += letter;
        }
      }
      flush();
      lines.push(line);
    }
    texts.push(lines.join('/'));
  }
  return texts.join('|');
}

// Writes what is in the picture, from the ground up and from far to near: shadows, cells, signs, pieces and names.

import type { Arrow } from '../board/types';
import type { Arrangement } from './arrange';
import { nameKey, OUTLINE_SIZE, pieceKey, type Atlas } from './atlas';
import { dot, type Vec } from './camera';
import { mix, type Colour, type Palette } from './colours';
import { NAME, PIECE, type Quads } from './quads';

const MOVE_MS = 230;

/** What is shown on cells besides pieces. */
export interface Marking {
  /** The colour laid over each cell, and how much of it. */
  tints: Map<number, { colour: Colour; amount: number }>;
  /** Signs that lie on cells. */
  signs: { cell: number; shape: 'disc' | 'ring' | 'frame' | 'dots'; size: number; colour: Colour }[];
  arrows: Arrow[];
  /** The cells of the selected piece, which is lifted. */
  lifted: number[];
}

/** A piece, or one of the cells of a piece that spans several. */
export interface Standing {
  letter: string;
  side: 'white' | 'black';
  part: number;
  cell: number;
  from: Vec | null;
  at: Vec;
  /** When the piece began to move. */
  since: number;
}

export interface Contents {
  arrangement: Arrangement;
  atlas: Atlas;
  palette: Palette;
  standing: Standing[];
  marking: Marking;
  /** The floor that is shown alone; null shows all. */
  focus: number | null;
  /** From the board to the camera. */
  back: Vec;
  now: number;
}

/** Writes all quads in the order in which they are drawn. Returns whether a piece is still moving. */
export function writeContents(quads: Quads, contents: Contents): boolean {
  const { arrangement: it, atlas, palette, standing, marking, focus, back, now } = contents;
  const most = it.shades.length + it.seats.length * 4 + it.labels.length + marking.signs.length + 64;
  quads.begin(most);
  let moving = false;
  const dark = document.documentElement.dataset.theme === 'dark';
  for (const shade of it.shades)
    quads.flat('ground', [shade.x, shade.y, shade.z], shade.w, shade.d, [0, 0, 0], dark ? 0.5 : 0.2);

  const light = palette.get('--cell-light');
  const deep = palette.get('--cell-dark');
  const floors = Math.max(1, it.floors.length);
  const order = Array.from({ length: floors }, (_, i) => i);
  // The chosen floor is drawn first. The others are seen through.
  if (focus !== null) order.sort((a, b) => Number(b === focus) - Number(a === focus));
  const lifted = new Set(marking.lifted);
  for (const floor of order) {
    const alone = focus === null || focus === floor;
    const opacity = focus === null ? it.opacity : alone ? 0.96 : 0.1;
    it.seats.forEach((seat, cell) => {
      if (seat.floor !== floor) return;
      const tint = marking.tints.get(cell);
      const base = seat.dark ? deep : light;
      quads.cell(
        'cell',
        seat,
        0,
        it.outline ? OUTLINE_SIZE / 100 : 1,
        tint ? mix(base, tint.colour, tint.amount) : base,
        tint && alone ? Math.max(opacity, 0.86) : opacity,
      );
    });
    const pieces = [...standing].filter((piece) => it.seats[piece.cell]?.floor === floor);
    const placed = pieces.map((piece) => {
      let at = piece.at;
      if (piece.from) {
        const t = Math.min(1, (now - piece.since) / MOVE_MS);
        const k = t * t * (3 - 2 * t);
        const from = piece.from;
        at = [
          from[0] + (at[0] - from[0]) * k,
          from[1] + (at[1] - from[1]) * k + Math.sin(Math.PI * k) * 0.5,
          from[2] + (at[2] - from[2]) * k,
        ];
        if (t >= 1) piece.from = null;
        else moving = true;
      }
      const raise = lifted.has(piece.cell) ? 0.2 : 0;
      return { piece, at, raise };
    });
    for (const { at, raise } of placed) {
      quads.flat(
        'shadow',
        [at[0] + 0.05, at[1] + 0.012, at[2] + 0.02],
        0.86,
        0.7,
        [0, 0, 0],
        alone ? 0.36 - raise : 0.06,
      );
    }
    for (const sign of marking.signs) {
      const seat = it.seats[sign.cell];
      if (seat?.floor === floor)
        quads.cell(sign.shape, seat, 0.022, sign.size, sign.colour, alone ? 0.92 : 0.2);
    }
    const upright: { depth: number; draw: () => void }[] = placed.map(({ piece, at, raise }) => ({
      depth: dot(back, at),
      draw: () =>
        quads.quad(
          pieceKey(piece.letter, piece.side, piece.part),
          [at[0], at[1] + 0.03 + raise, at[2]],
          it.piece,
          it.piece,
          0,
          0,
          [1, 1, 1],
          alone ? 1 : 0.3,
          PIECE,
        ),
    }));
    for (const label of it.labels) {
      if (label.floor !== floor || (label.minor && focus !== floor)) continue;
      const key = nameKey(label.text, label.strong);
      upright.push({
        depth: dot(back, [label.x, label.y, label.z]),
        draw: () =>
          quads.quad(
            key,
            [label.x, label.y, label.z],
            label.size * (atlas.ratios.get(key) ?? 1),
            label.size,
            0,
            0,
            [1, 1, 1],
            alone ? 1 : 0.25,
            NAME,
          ),
      });
    }
    upright.sort((a, b) => a.depth - b.depth);
    for (const one of upright) one.draw();
  }
  quads.end();
  return moving;
}

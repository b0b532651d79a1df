// One texture with everything that is flat: pieces, cells, names of cells, rings and shadows.

import type { PieceInfo, Side } from '../lib/types';
import type { Palette } from './colours';

/** A part of the texture: left, bottom, right and top, from 0 to 1. */
export type Sprite = [number, number, number, number];

const WIDTH = 2048;
const PAD = 6;
const PIECE_PX = 168;
const NAME_PX = 60;
const SHAPE_PX = 128;

interface Job {
  key: string;
  w: number;
  h: number;
  paint(pen: CanvasRenderingContext2D): void;
}

/** The texture and the places of its parts by their keys. */
export interface Atlas {
  canvas: HTMLCanvasElement;
  sprites: Map<string, Sprite>;
  /** The width of a text in units of its height. */
  ratios: Map<string, number>;
}

export const pieceKey = (letter: string, side: Side, part: number): string => `${side} ${letter} ${part}`;
export const nameKey = (text: string, strong: boolean): string => `${strong ? 'strong' : 'name'} ${text}`;

/** The squares of the drawing of a piece: one, or one for each cell of a piece that spans several. */
function squaresOf(piece: PieceInfo): [number, number, number][] {
  const [x = 0, y = 0, w = 100, h = 100] = piece.drawing.view_box.split(/\s+/).map(Number);
  const count = piece.spans ? Math.max(1, Math.round(w / h)) : 1;
  return Array.from({ length: count }, (_, i) => [x + i * h, y, h]);
}

function pieceJobs(pieces: PieceInfo[], palette: Palette): Job[] {
  return pieces.flatMap((piece) =>
    (['white', 'black'] as const).flatMap((side) =>
      squaresOf(piece).map(([x, y, size], part) => ({
        key: pieceKey(piece.letter, side, part),
        w: PIECE_PX,
        h: PIECE_PX,
        paint: (pen: CanvasRenderingContext2D) => paintPiece(pen, piece, side, x, y, size, palette),
      })),
    ),
  );
}

/** A piece as a solid figure: the outline with a dark edge below it, and light from the upper left. */
function paintPiece(
  pen: CanvasRenderingContext2D,
  piece: PieceInfo,
  side: Side,
  x: number,
  y: number,
  size: number,
  palette: Palette,
): void {
  const figure = document.createElement('canvas');
  figure.width = figure.height = PIECE_PX;
  const draw = figure.getContext('2d');
  if (!draw) return;
  const fill = palette.css(`--${side}-fill`, side === 'white' ? '#fffefa' : '#3a342e');
  const line = palette.css(`--${side}-line`, '#15120f');
  const detail = palette.css(side === 'white' ? '--white-line' : '--black-detail', '#f6f0e2');
  const scale = PIECE_PX / size;
  const place = (dx: number, dy: number): void =>
    draw.setTransform(scale, 0, 0, scale, (dx - x) * scale, (dy - y) * scale);
  const shapes = piece.drawing.shapes.map((shape) => ({ path: new Path2D(shape.d), role: shape.role }));
  draw.lineJoin = draw.lineCap = 'round';
  // A light edge keeps dark pieces apart from dark grounds.
  if (side === 'black') {
    place(0, 0);
    draw.lineWidth = 11;
    draw.strokeStyle = palette.css('--cell-light', '#f1ebdd');
    for (const shape of shapes) if (shape.role === 'body') draw.stroke(shape.path);
  }
  // The thickness of the figure.
  draw.fillStyle = draw.strokeStyle = side === 'white' ? '#8d8271' : '#000000';
  for (const shift of [3.2, 1.6]) {
    place(shift, shift * 0.45);
    draw.lineWidth = 4.6;
    for (const shape of shapes) {
      if (shape.role !== 'body') continue;
      draw.fill(shape.path);
      draw.stroke(shape.path);
    }
  }
  place(0, 0);
  for (const shape of shapes) {
    draw.lineWidth = 4.4;
    if (shape.role === 'body') {
      draw.fillStyle = fill;
      draw.fill(shape.path);
      draw.strokeStyle = line;
      draw.stroke(shape.path);
    } else {
      draw.strokeStyle = detail;
      draw.stroke(shape.path);
    }
  }
  const light = draw.createLinearGradient(x + size * 0.12, y + size * 0.1, x + size * 0.92, y + size * 0.8);
  light.addColorStop(0, side === 'white' ? 'rgba(255,255,255,0.35)' : 'rgba(255,255,255,0.22)');
  light.addColorStop(0.45, 'rgba(255,255,255,0)');
  light.addColorStop(1, side === 'white' ? 'rgba(70,45,10,0.30)' : 'rgba(0,0,0,0.45)');
  draw.globalCompositeOperation = 'source-atop';
  draw.fillStyle = light;
  draw.fillRect(x, y, size, size);
  pen.drawImage(figure, 0, 0);
}

function nameJobs(
  texts: { text: string; strong: boolean }[],
  palette: Palette,
  pen: CanvasRenderingContext2D,
) {
  const jobs: Job[] = [];
  const ratios = new Map<string, number>();
  for (const { text, strong } of texts) {
    const key = nameKey(text, strong);
    if (ratios.has(key)) continue;
    const font = `${strong ? 700 : 600} ${NAME_PX * 0.74}px system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif`;
    pen.font = font;
    const w = Math.ceil(pen.measureText(text).width + NAME_PX * 0.34);
    ratios.set(key, w / NAME_PX);
    jobs.push({
      key,
      w,
      h: NAME_PX,
      paint(to) {
        to.font = font;
        to.textAlign = 'center';
        to.textBaseline = 'middle';
        to.lineJoin = 'round';
        // A rim in the colour of the ground keeps names readable on everything.
        to.strokeStyle = palette.css('--bg', '#f5f3ee');
        to.lineWidth = 9;
        to.strokeText(text, w / 2, NAME_PX * 0.54);
        to.fillStyle = strong ? palette.css('--ink', '#24211c') : palette.css('--ink-soft', '#5c564b');
        to.fillText(text, w / 2, NAME_PX * 0.54);
      },
    });
  }
  return { jobs, ratios };
}

function shapeJobs(outline: string | null): Job[] {
  const s = SHAPE_PX;
  const round = (key: string, paint: (pen: CanvasRenderingContext2D) => void, size = s): Job => ({
    key,
    w: size,
    h: size,
    paint,
  });
  return [
    round('cell', (pen) => {
      if (outline) {
        const path = new Path2D(outline);
        pen.translate(s / 2, s / 2);
        pen.scale(s / OUTLINE_SIZE, s / OUTLINE_SIZE);
        pen.fillStyle = '#ffffff';
        pen.fill(path);
        pen.strokeStyle = '#9a9a9a';
        pen.lineWidth = 2.5;
        pen.stroke(path);
        return;
      }
      pen.fillStyle = '#a6a6a6';
      pen.fillRect(-PAD, -PAD, s + 2 * PAD, s + 2 * PAD);
      const light = pen.createLinearGradient(0, 0, s, s);
      light.addColorStop(0, '#ffffff');
      light.addColorStop(1, '#f1f1f1');
      pen.fillStyle = light;
      pen.fillRect(1.5, 1.5, s - 3, s - 3);
    }),
    round('frame', (pen) => {
      pen.strokeStyle = '#ffffff';
      pen.lineWidth = 12;
      pen.strokeRect(7, 7, s - 14, s - 14);
    }),
    round('disc', (pen) => {
      const at = s / 2;
      pen.fillStyle = '#ffffff';
      pen.beginPath();
      pen.arc(at, at, at - 4, 0, 2 * Math.PI);
      pen.fill();
    }),
    round('ring', (pen) => {
      pen.strokeStyle = '#ffffff';
      pen.lineWidth = 15;
      pen.beginPath();
      pen.arc(s / 2, s / 2, s / 2 - 11, 0, 2 * Math.PI);
      pen.stroke();
    }),
    round('dots', (pen) => {
      pen.strokeStyle = '#ffffff';
      pen.lineWidth = 11;
      pen.lineCap = 'round';
      pen.setLineDash([3, 20]);
      pen.strokeRect(9, 9, s - 18, s - 18);
    }),
    round('shadow', (pen) => {
      const soft = pen.createRadialGradient(s / 2, s / 2, 0, s / 2, s / 2, s / 2);
      soft.addColorStop(0, 'rgba(255,255,255,1)');
      soft.addColorStop(0.45, 'rgba(255,255,255,0.72)');
      soft.addColorStop(1, 'rgba(255,255,255,0)');
      pen.fillStyle = soft;
      pen.fillRect(0, 0, s, s);
    }),
    round('ground', (pen) => {
      // A rectangle with soft edges, made of many that lie on each other.
      for (let i = 0; i < 26; i++) {
        pen.fillStyle = 'rgba(255,255,255,0.06)';
        pen.beginPath();
        pen.roundRect(i * 1.25, i * 1.25, s - i * 2.5, s - i * 2.5, 24);
        pen.fill();
      }
    }),
  ];
}

/** How large the area around a cell with an outline of its own is, in the units of its path. */
export const OUTLINE_SIZE = 140;

/** Draws the texture. The parts lie in rows, the highest first. */
export function makeAtlas(
  pieces: PieceInfo[],
  texts: { text: string; strong: boolean }[],
  outline: string | null,
  palette: Palette,
): Atlas {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 64;
  const measure = canvas.getContext('2d');
  if (!measure) throw new Error('this browser draws no canvas');
  const names = nameJobs(texts, palette, measure);
  const jobs = [...pieceJobs(pieces, palette), ...shapeJobs(outline), ...names.jobs];
  const places: { job: Job; x: number; y: number }[] = [];
  let x = PAD;
  let y = PAD;
  let row = 0;
  for (const job of jobs.sort((a, b) => b.h - a.h)) {
    if (x + job.w + PAD > WIDTH) {
      x = PAD;
      y += row + 2 * PAD;
      row = 0;
    }
    places.push({ job, x, y });
    row = Math.max(row, job.h);
    x += job.w + 2 * PAD;
  }
  const height = 2 ** Math.ceil(Math.log2(y + row + PAD));
  canvas.height = height;
  const pen = canvas.getContext('2d');
  const sprites = new Map<string, Sprite>();
  for (const { job, x: left, y: top } of places) {
    if (pen) {
      pen.save();
      pen.translate(left, top);
      job.paint(pen);
      pen.restore();
    }
    sprites.set(job.key, [
      left / WIDTH,
      1 - (top + job.h) / height,
      (left + job.w) / WIDTH,
      1 - top / height,
    ]);
  }
  return { canvas, sprites, ratios: names.ratios };
}

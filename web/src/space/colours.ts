// The colours of the flat board, read from its style, so that both views have the same in every theme.

import type { Arrow, Mark } from '../board/types';

export type Colour = [number, number, number];

/** The colour and opacity of marks, as `board.css` has them: names of custom properties. */
export const MARKS: Partial<Record<Mark['role'], [string, number]>> = {
  attacker: ['--attack', 0.5],
  attack: ['--attack', 0.5],
  defend: ['--defend', 0.5],
  royal: ['--check', 0.5],
  blocker: ['--last', 0.5],
  held: ['--last', 0.5],
  hint: ['--last', 0.5],
  origin: ['--last', 0.5],
  escape: ['--on-board', 0.5],
  move: ['--on-board', 0.5],
  capture: ['--attack', 0.5],
  both: ['--on-board', 0.68],
  path: ['--on-board', 0.2],
  refuted: ['--attack', 0.28],
};

export const ARROWS: Partial<Record<Arrow['role'], string>> = {
  attack: '--attack',
  why: '--attack',
  refuted: '--attack',
  defend: '--defend',
  premove: '--defend',
  hint: '--last',
};

/** Reads colours from the style of an element. */
export class Palette {
  private readonly known = new Map<string, Colour>();
  private readonly style: CSSStyleDeclaration;
  private readonly pen: CanvasRenderingContext2D | null;

  constructor(element: Element) {
    this.style = getComputedStyle(element);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    this.pen = canvas.getContext('2d', { willReadFrequently: true });
  }

  /** The colour as CSS has it. */
  css(name: string, fallback = '#888888'): string {
    return this.style.getPropertyValue(name).trim() || fallback;
  }

  /** The colour as three numbers from 0 to 1. */
  get(name: string): Colour {
    const known = this.known.get(name);
    if (known) return known;
    let colour: Colour = [0.5, 0.5, 0.5];
    if (this.pen) {
      this.pen.fillStyle = this.css(name);
      this.pen.fillRect(0, 0, 1, 1);
      const [r = 128, g = 128, b = 128] = this.pen.getImageData(0, 0, 1, 1).data;
      colour = [r / 255, g / 255, b / 255];
    }
    this.known.set(name, colour);
    return colour;
  }
}

export function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

// The colours of the flat board, read from its style, so that both views have the same in every theme.

export type Colour = [number, number, number];

const SVG = 'http://www.w3.org/2000/svg';

/** How the style sheet draws something of the flat board. */
export interface Look {
  fill: Colour;
  stroke: Colour;
  amount: number;
}

/** Reads colours from the style of an element. */
export class Palette {
  private readonly known = new Map<string, Colour>();
  private readonly looks = new Map<string, Look>();
  private readonly style: CSSStyleDeclaration;
  private readonly pen: CanvasRenderingContext2D | null;

  constructor(private readonly element: Element) {
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
    return this.read(this.css(name));
  }

  /** How the style sheet draws a shape with these classes in a group with those. */
  look(group: string, shape: string): Look {
    const key = `${group}/${shape}`;
    const known = this.looks.get(key);
    if (known) return known;
    const drawing = document.createElementNS(SVG, 'svg');
    drawing.setAttribute('class', 'probe');
    const outer = document.createElementNS(SVG, 'g');
    outer.setAttribute('class', group);
    const inner = document.createElementNS(SVG, 'path');
    inner.setAttribute('class', shape);
    outer.append(inner);
    drawing.append(outer);
    this.element.append(drawing);
    const { fill, stroke, opacity } = getComputedStyle(inner);
    const look = { fill: this.read(fill), stroke: this.read(stroke), amount: Number(opacity) };
    drawing.remove();
    this.looks.set(key, look);
    return look;
  }

  /** A colour in the words of CSS. */
  private read(css: string): Colour {
    const known = this.known.get(css);
    if (known) return known;
    let colour: Colour = [0.5, 0.5, 0.5];
    if (this.pen && css !== 'none') {
      this.pen.clearRect(0, 0, 1, 1);
      this.pen.fillStyle = css;
      this.pen.fillRect(0, 0, 1, 1);
      const [r = 128, g = 128, b = 128] = this.pen.getImageData(0, 0, 1, 1).data;
      colour = [r / 255, g / 255, b / 255];
    }
    this.known.set(css, colour);
    return colour;
  }
}

export function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

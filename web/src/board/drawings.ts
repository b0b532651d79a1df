// Arrows and circles that a person draws on a board. Records keep them in comments, as `[%cal Ge2e4]` and `[%csl Rd4]`.

/** Green, red, blue or yellow, by the letters that records use. */
export type DrawingColour = 'G' | 'R' | 'B' | 'Y';

/** An arrow; a circle if it ends on the cell where it starts. */
export interface Drawing {
  colour: DrawingColour;
  from: number;
  to: number;
}

/** The most drawings of a position. */
export const MAX_DRAWINGS = 60;

/** The colour that the keys held during a gesture choose. */
export function colourOf(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): DrawingColour {
  const red = keys.shiftKey || keys.ctrlKey;
  if (red && keys.altKey) return 'Y';
  if (red) return 'R';
  return keys.altKey ? 'B' : 'G';
}

/** Adds a drawing. The same one in the same colour is removed, in another colour it is repainted. */
export function toggleDrawing(drawings: Drawing[], drawn: Drawing): Drawing[] {
  const others = drawings.filter((it) => it.from !== drawn.from || it.to !== drawn.to);
  const same = drawings.some(
    (it) => it.from === drawn.from && it.to === drawn.to && it.colour === drawn.colour,
  );
  return same ? others : [...others, drawn].slice(-MAX_DRAWINGS);
}

const COMMAND = /\[%(cal|csl)\s+([^\]]*)\]/g;
const COLOURS = 'GRBY';

/** Splits a comment of a record into what is said and what is drawn. `names` are the names of the cells. */
export function readComment(comment: string, names: string[]): { text: string; drawings: Drawing[] } {
  const cells = new Map(names.map((name, cell) => [name, cell]));
  const drawings: Drawing[] = [];
  const text = comment.replace(COMMAND, (whole: string, kind: string, list: string) => {
    const read = list
      .split(',')
      .filter((item) => item.trim() !== '')
      .map((item) => readDrawing(item.trim(), kind === 'cal', cells));
    // A list that does not fit this board stays as it is written.
    if (read.some((it) => it === null)) return whole;
    drawings.push(...read.filter((it) => it !== null));
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), drawings: drawings.slice(-MAX_DRAWINGS) };
}

function readDrawing(item: string, isArrow: boolean, cells: Map<string, number>): Drawing | null {
  const colour = item.charAt(0);
  if (colour === '' || !COLOURS.includes(colour)) return null;
  const rest = item.slice(1);
  const made = (from: number | undefined, to: number | undefined): Drawing | null =>
    from === undefined || to === undefined ? null : { colour: colour as DrawingColour, from, to };
  if (!isArrow) return made(cells.get(rest), cells.get(rest));
  const hyphen = rest.indexOf('-');
  if (hyphen >= 0) return made(cells.get(rest.slice(0, hyphen)), cells.get(rest.slice(hyphen + 1)));
  for (let i = 1; i < rest.length; i++) {
    const arrow = made(cells.get(rest.slice(0, i)), cells.get(rest.slice(i)));
    if (arrow) return arrow;
  }
  return null;
}

/** The comment of a record with what is said and what is drawn. */
export function writeComment(text: string, drawings: Drawing[], names: string[]): string {
  const cells = new Map(names.map((name, cell) => [name, cell]));
  const circles = drawings.filter((it) => it.from === it.to);
  const arrows = drawings.filter((it) => it.from !== it.to);
  const arrow = (it: Drawing): string => {
    const [from, to] = [names[it.from] ?? '', names[it.to] ?? ''];
    const plain = `${it.colour}${from}${to}`;
    const read = readDrawing(plain, true, cells);
    // Without a hyphen, names of several lengths could be read in two ways.
    return read?.from === it.from && read.to === it.to ? plain : `${it.colour}${from}-${to}`;
  };
  const parts = [
    circles.length > 0 ? `[%csl ${circles.map((it) => it.colour + (names[it.from] ?? '')).join(',')}]` : '',
    arrows.length > 0 ? `[%cal ${arrows.map(arrow).join(',')}]` : '',
    text.trim(),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

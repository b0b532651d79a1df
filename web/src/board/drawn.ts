// Arrows and circles that a player draws on a board.

export const DRAWN_COLOURS = ['green', 'red', 'blue', 'yellow'] as const;
export type DrawnColour = (typeof DRAWN_COLOURS)[number];

/** An arrow, or a circle if both cells are the same. */
export interface Drawn {
  from: number;
  to: number;
  colour: DrawnColour;
}

/** More than anyone draws. The oldest ones go first. */
const MAX_DRAWN = 64;

/** The colour by the keys held down: Shift or Ctrl red, Alt blue, both yellow. */
export function drawnColour(event: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean }): DrawnColour {
  const first = event.shiftKey || event.ctrlKey;
  if (first) return event.altKey ? 'yellow' : 'red';
  return event.altKey ? 'blue' : 'green';
}

/** Adds a drawing, recolours the one between the same cells, or removes it if it has this colour already. */
export function draw(drawn: Drawn[], next: Drawn): Drawn[] {
  const same = drawn.find((one) => one.from === next.from && one.to === next.to);
  const others = drawn.filter((one) => one !== same);
  if (same?.colour === next.colour) return others;
  return [...others, next].slice(-MAX_DRAWN);
}

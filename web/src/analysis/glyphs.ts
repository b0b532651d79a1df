// The marks of moves, by their numbers in records (numeric annotation glyphs).

export interface Glyph {
  nag: number;
  text: string;
  name: string;
}

export const GLYPHS: readonly Glyph[] = [
  { nag: 1, text: '!', name: 'good move' },
  { nag: 2, text: '?', name: 'mistake' },
  { nag: 3, text: '!!', name: 'excellent move' },
  { nag: 4, text: '??', name: 'blunder' },
  { nag: 5, text: '!?', name: 'interesting move' },
  { nag: 6, text: '?!', name: 'doubtful move' },
];

/** The marks of a move as they are written behind it; a number without a mark of its own as `$14`. */
export function glyphText(nags: number[]): string {
  return nags.map((nag) => GLYPHS.find((glyph) => glyph.nag === nag)?.text ?? ` $${nag}`).join('');
}

/** What the marks of a move mean: `blunder`. Numbers without a mark are left out. */
export function glyphWords(nags: number[]): string {
  const names = nags.map((nag) => GLYPHS.find((glyph) => glyph.nag === nag)?.name);
  return names.filter((name) => name !== undefined).join(', ');
}

import { describe, expect, it } from 'vitest';
import { GLYPHS, glyphText, glyphWords } from '../src/analysis/glyphs';

describe('marks of moves', () => {
  it('have a text and a meaning each', () => {
    expect(glyphText([4])).toBe('??');
    expect(glyphWords([4])).toBe('blunder');
    expect(new Set(GLYPHS.map((glyph) => glyph.text)).size).toBe(GLYPHS.length);
    expect(new Set(GLYPHS.map((glyph) => glyph.name)).size).toBe(GLYPHS.length);
  });

  it('stand side by side, and unknown ones keep their number', () => {
    expect(glyphText([1, 14])).toBe('! $14');
    expect(glyphWords([1, 14, 6])).toBe('good move, doubtful move');
    expect(glyphWords([])).toBe('');
  });
});

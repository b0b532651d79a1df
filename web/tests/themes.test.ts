// The colours of boards, computed from the style sheet.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BOARD_THEMES } from '../src/lib/settings.svelte';

const sheet = readFileSync(new URL('../src/styles/board.css', import.meta.url), 'utf8');

/** The custom properties that rules with exactly these selectors set; later rules win. */
function variables(...selectors: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const selector of selectors) {
    const escaped = selector.replace(/[.[\]]/g, '\\$&');
    for (const [, body = ''] of sheet.matchAll(new RegExp(`(?:^|\\n)${escaped} \\{([^}]*)\\}`, 'g'))) {
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found[name] = value;
    }
  }
  return found;
}

function luminance(colour: string): number {
  const hex = /^#([0-9a-f]{6})$/.exec(colour)?.[1];
  if (!hex) throw new Error(`not a colour: ${colour}`);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours as WCAG defines it. */
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The contrast of two colours, the second of which covers the first with an opacity. */
function tinted(base: string, cover: string, opacity: number): string {
  const part = (colour: string, at: number): number => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(part(base, at) * (1 - opacity) + part(cover, at) * opacity)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

describe.each(['light', 'dark'])('%s pages', (page) => {
  test.each(BOARD_THEMES)('%s', (theme) => {
    const selectors = ['.board', `.board-${theme}`];
    if (page === 'dark') selectors.push("[data-theme='dark'] .board", `[data-theme='dark'] .board-${theme}`);
    const found = variables(...selectors);
    const colour = (name: string): string => found[`--${name}`] ?? '';
    const cells = [colour('cell-light'), colour('cell-dark')] as const;
    expect(contrast(...cells)).toBeGreaterThanOrEqual(1.6);
    for (const cell of cells) {
      // White pieces have a dark outline, black pieces are dark.
      expect(contrast(colour('white-line'), cell), `outline of white on ${cell}`).toBeGreaterThan(3);
      expect(contrast(colour('black-fill'), cell), `black on ${cell}`).toBeGreaterThan(2.4);
      // The marks of the last move and of checks can be seen.
      for (const [mark, opacity] of [
        ['last', 0.55],
        ['check', 0.62],
      ] as const) {
        expect(tinted(cell, colour(mark), opacity)).not.toBe(cell);
      }
    }
    expect(contrast(colour('white-fill'), colour('black-fill'))).toBeGreaterThan(7);
  });
});

test('every theme of the settings has a light and a dark form', () => {
  for (const theme of BOARD_THEMES) {
    expect(variables(`.board-${theme}`)['--cell-light'], theme).toBeDefined();
    expect(variables(`[data-theme='dark'] .board-${theme}`)['--cell-light'], theme).toBeDefined();
  }
  expect(BOARD_THEMES).toContain('wood');
  expect(BOARD_THEMES).toContain('contrast');
});

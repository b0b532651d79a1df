import { expect, it } from 'vitest';

import { steps, stepsOf, withLinks } from '../src/inventors/tutorial';

it('builds the game of the tutorial step by step', () => {
  expect(steps.map((it) => it.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const text = (number: number): string => steps.find((it) => it.number === number)?.text ?? '';
  expect(text(1)).toContain('board = "r2k1r/6/6/6/6/R2K1R"\n');
  expect(text(2)).toBe(text(1));
  expect(text(3)).toContain('board = "r2k1r/pppppp/6/6/PPPPPP/R2K1R"\n');
  expect(text(4)).toContain('[pieces.L]\nname = "lantern"\nmoves = "F D"\n');
  expect(text(4)).toContain('to = "RL"\n');
  // The mistake of the fifth step is undone in it.
  expect(text(5)).toBe(text(4));
  expect(text(6)).toContain('axes = ["file, cyclic", "rank, forward"]\n');
  expect(text(8)).toContain('[[notes]]\nruling = true\n');
  expect(text(9)).toBe(text(8));
});

it('leaves out blocks that are not of the definition', () => {
  const page =
    '# T\n\n## 1. A\n\n```toml\na = 1\n```\n\n```console\n$ x\n```\n\n## Next\n\n```toml\nb = 1\n```\n';
  expect(stepsOf(page)).toEqual([{ number: 1, text: 'a = 1\n' }]);
});

it('links each step to the editor', () => {
  const html = '<h1>T</h1>\n<h2 id="a">1. A</h2>\n<p>…</p>\n<h2 id="b">More</h2>\n';
  const link = '<p><a class="button" href="/inventors?step=1">Open this step in the editor</a></p>\n';
  expect(withLinks(html)).toBe(`<h1>T</h1>\n<h2 id="a">1. A</h2>\n<p>…</p>\n${link}<h2 id="b">More</h2>\n`);
});

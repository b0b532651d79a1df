// The 3D view, related cells, and arrows along the cells that moves pass.

import type { Page } from '@playwright/test';
import { accessible, cell, expect, SLACK, test, watchErrors } from './help';

const MOST_CALLS = 60;
/** These two are promised for an idle machine. */
const SCRIPT_MS = 4;
const FRAMES_PER_SECOND = 10;

// WebGL without a graphics card.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
  trace: 'off',
  // Without a graphics card every pixel counts. What is measured has a window of its own.
  viewport: { width: 960, height: 640 },
});

/** What the canvas of the 3D view tells. */
interface Spatial {
  at(cell: number): { x: number; y: number } | null;
  stats: { calls: number; frames: number; script: number[] };
  turn(by: number): void;
}

async function openSpace(page: Page): Promise<void> {
  await page.getByRole('button', { name: '3D view', exact: true }).click();
  await page.waitForFunction(() => {
    const canvas = document.querySelector('.space canvas') as (Element & { spatial?: Spatial }) | null;
    return (canvas?.spatial?.stats.frames ?? 0) > 0;
  });
}

/** Where a cell, or the piece on it, is in the window. */
async function inSpace(page: Page, name: string): Promise<{ x: number; y: number }> {
  const number = Number(await cell(page, name).getAttribute('data-cell'));
  const at = await page.evaluate((which) => {
    const canvas = document.querySelector('.space canvas') as Element & { spatial: Spatial };
    const box = canvas.getBoundingClientRect();
    const found = canvas.spatial.at(which);
    return found && { x: box.x + found.x, y: box.y + found.y };
  }, number);
  if (!at) throw new Error(`no cell ${name} in space`);
  return at;
}

async function clickInSpace(page: Page, name: string): Promise<void> {
  const { x, y } = await inSpace(page, name);
  await page.mouse.click(x, y);
}

const stats = (page: Page): Promise<Spatial['stats']> =>
  page.evaluate(
    () => (document.querySelector('.space canvas') as Element & { spatial: Spatial }).spatial.stats,
  );

/** A first move of a game of each shape: from, to. */
const SHAPES: [string, string, string][] = [
  ['chess', 'e2', 'e4'],
  ['sesqui', 'b2', 'b4'],
  ['riftwalker', 'd4', 'd5'],
  ['gateway', 'zb4', 'zb5'],
];
/** The games whose shapes are like those: only with EVERY_GAME, as `make soak` sets it. */
const OTHERS: [string, string, string][] = [
  ['walkers', 'e7', 'e8'],
  ['raumschach', 'Ab2', 'Ab3'],
  ['hyperchess', 'b5', 'b6'],
  ['twoboards', 'b5', 'b6'],
];
const MOVES = [...SHAPES, ...(process.env.EVERY_GAME ? OTHERS : [])];

for (const [game, from, to] of MOVES)
  test(`a piece is chosen and moved in space: ${game}`, async ({ page }) => {
    // Each page compiles its shaders, which takes long on a busy machine without a graphics card.
    test.slow();
    const errors = watchErrors(page);
    await page.goto(`/analysis?game=${game}`);
    await openSpace(page);
    await clickInSpace(page, from);
    await expect(cell(page, from)).toHaveAttribute('aria-selected', 'true');
    await clickInSpace(page, to);
    await expect(cell(page, to)).toHaveAttribute('aria-label', /white .*last move to here/);
    const { calls } = await stats(page);
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(MOST_CALLS);
    expect(errors).toEqual([]);
  });

test('the largest board turns in space without stuttering', async ({ page }) => {
  test.slow();
  const errors = watchErrors(page);
  await page.goto('/analysis?game=twoboards');
  await openSpace(page);
  // It turns for a second.
  await page.setViewportSize({ width: 1280, height: 800 });
  const measured = await page.evaluate(async () => {
    const { spatial } = document.querySelector('.space canvas') as Element & { spatial: Spatial };
    spatial.stats.script.length = 0;
    const frames = spatial.stats.frames;
    const start = performance.now();
    while (performance.now() - start < 1000) {
      spatial.turn(0.03);
      await new Promise((next) => requestAnimationFrame(next));
    }
    const seconds = (performance.now() - start) / 1000;
    const script = [...spatial.stats.script].sort((a, b) => a - b);
    return {
      perSecond: (spatial.stats.frames - frames) / seconds,
      script: script[Math.floor(script.length / 2)] ?? Infinity,
    };
  });
  console.log(
    `  in space: ${measured.perSecond.toFixed(1)} frames a second, ${measured.script.toFixed(2)} ms of script`,
  );
  expect(measured.script).toBeLessThan(SCRIPT_MS * SLACK);
  expect(measured.perSecond).toBeGreaterThan(FRAMES_PER_SECOND / SLACK);
  expect(errors).toEqual([]);
});

test('the 3D view has points of view, floors and sliders, and closes', async ({ page }) => {
  await page.goto('/analysis?game=riftwalker');
  await openSpace(page);
  const before = await inSpace(page, 'e5');
  await page.keyboard.press('3');
  await expect(page.getByRole('button', { name: 'Above' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await inSpace(page, 'e5')).y).not.toBe(before.y);
  await page.getByRole('button', { name: '4–6' }).click();
  await expect(page.getByRole('button', { name: '4–6' })).toHaveAttribute('aria-pressed', 'true');
  const corner = await inSpace(page, 'a9');
  await page.getByLabel('Blend from flat slices to 3D').fill('0');
  await expect.poll(async () => (await inSpace(page, 'a9')).y).not.toBe(corner.y);
  await page.keyboard.press('0');
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await accessible(page);
  await page.getByRole('button', { name: 'Close the 3D view' }).click();
  await expect(page.locator('.space')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the 3D view takes the place of the flat board, and asks what a pawn becomes', async ({ page }) => {
    const position = encodeURIComponent('7k/P7/8/8/8/8/8/K7 w - - 0 1');
    await page.goto(`/analysis?game=chess&position=${position}`);
    await openSpace(page);
    for (const name of ['a7', 'a8']) {
      const { x, y } = await inSpace(page, name);
      await page.touchscreen.tap(x, y);
    }
    await page.getByRole('dialog').getByRole('button', { name: 'queen' }).click();
    await expect(cell(page, 'a8')).toHaveAttribute('aria-label', /white queen/);
  });
});

test('without WebGL the button says so', async ({ page }) => {
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : (get.call(this, kind, ...more) as unknown);
      },
    });
  });
  await page.goto('/analysis?game=chess');
  await page.getByRole('button', { name: '3D view', exact: true }).click();
  await expect(page.getByRole('button', { name: 'this browser has no WebGL' })).toBeDisabled();
  await expect(page.locator('.space')).toHaveCount(0);
});

test('related cells are marked by chart, and attacks go from board to board', async ({ page }) => {
  await page.goto('/analysis?game=twoboards');
  const button = page.getByRole('button', { name: /related cells/i });
  await button.click();
  await cell(page, 'f6').hover();
  // The same cell of 15 other boards, of which four are neighbours on the big board; four on the little one.
  await expect(page.locator('.mark.same')).toHaveCount(11);
  await expect(page.locator('.mark.near1')).toHaveCount(4);
  await expect(page.locator('.mark.near2')).toHaveCount(4);
  await expect(page.getByText('4 neighbours on the big board')).toBeVisible();
  for (const name of ['same', 'big', 'little']) {
    await button.click();
    await expect(button).toHaveAccessibleName(`Related cells: ${name}`);
  }
  await button.click();
  await expect(button).toHaveAccessibleName('Show related cells');
  // The wazir on b5 defends b1 of the next board: the line bends over the cells in between.
  await cell(page, 'b9').hover();
  await expect(page.locator('.arrow.defend .shaft').first()).toHaveAttribute('d', /Q/);
});

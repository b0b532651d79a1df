// Helpers of the browser tests.

import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { startServer } from '../scripts/server.mjs';
import type { GameState, PositionView } from '../src/lib/types';

export { expect };

/**
 * How many times longer than promised something may take: `make bench-web` sets it. Without it times are measured and
 * printed, but not judged, because a busy machine can be slower by any factor.
 */
export const SLACK = Number(process.env.SPEED_SLACK ?? Infinity);

/** A test with a server of its worker's own. */
export const test = base.extend<object, { server: string }>({
  server: [
    // Playwright reads the names of fixtures from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { url, stop } = await startServer();
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server),
});

/**
 * Begins a session before a page opens. The page asks for one, too: if a test asked at the same time, there would be two,
 * and the browser might keep the one whose CSRF token the test does not use.
 */
export async function beginSession(page: Page): Promise<void> {
  const answer = await page.request.get('/api/me');
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A cell of the board by its name. */
export function cell(page: Page, name: string): Locator {
  return page.locator(`.stage [data-name="${name}"]`);
}

/** Clicks the middle of a cell, as a player does. */
export async function click(page: Page, name: string): Promise<void> {
  const box = await cell(page, name).boundingBox();
  if (!box) throw new Error(`no cell ${name}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Makes a move by two clicks, and chooses what the piece becomes if asked. */
export async function move(page: Page, from: string, to: string, becomes?: string): Promise<void> {
  // On a busy machine the position after the last move may still be on its way.
  await expect(async () => {
    const dialog = page.getByRole('dialog');
    if (await dialog.isVisible()) await page.keyboard.press('Escape');
    await click(page, from);
    await expect(cell(page, from)).toHaveAttribute('aria-selected', 'true', { timeout: 1500 });
  }).toPass({ timeout: 20_000 });
  await click(page, to);
  if (becomes) await page.getByRole('dialog').getByRole('button', { name: becomes, exact: true }).click();
}

/** Drags a piece from a cell to another. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const a = await cell(page, from).boundingBox();
  const b = await cell(page, to).boundingBox();
  if (!a || !b) throw new Error(`no cells ${from} ${to}`);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2 - 3, b.y + b.height / 2, { steps: 6 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
  await page.mouse.up();
}

export interface NewGameOptions {
  game: string;
  options?: Record<string, string>;
  opponent?: 'engine' | 'link';
  level?: number;
  colour?: 'White' | 'Black';
  position?: string;
  minutes?: number;
}

/** Starts a game on the page for new games, and waits for its board. */
export async function newGame(page: Page, options: NewGameOptions): Promise<string> {
  const query = new URLSearchParams({ game: options.game, ...options.options });
  if (options.position) query.set('position', options.position);
  if (options.opponent === 'link') query.set('opponent', 'link');
  await page.goto(`/new?${query}`);
  const pick = (name: string): Promise<void> =>
    page.getByRole('radio', { name, exact: true }).check({ force: true });
  if (options.opponent !== 'link' && options.level) await pick(String(options.level));
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeVisible();
  // On a phone, the rest is folded.
  const fold = page.locator('details.fold:not([open]) > summary');
  if (await fold.count()) await fold.click();
  if (options.colour) await pick(options.colour);
  if (options.minutes) {
    await pick('Minutes');
    await page.getByLabel('Minutes each').fill(String(options.minutes));
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator('.stage')).toBeVisible();
  return page.url();
}

/** Delays the answers with positions, as a slow connection does, and counts what is asked. */
export async function delayPositions(page: Page, ms: number): Promise<() => number> {
  let asked = 0;
  await page.route('**/api/rules/view', async (route) => {
    asked += 1;
    await new Promise((done) => setTimeout(done, ms));
    await route.continue();
  });
  return () => asked;
}

/** The state of the game on a page, as the server has it. */
export async function state(page: Page): Promise<GameState> {
  const id = new URL(page.url()).pathname.split('/')[2] ?? '';
  const response = await page.request.get(`/api/play/${id}`);
  expect(response.ok()).toBe(true);
  return (await response.json()) as GameState;
}

/** Asks the server for a position. */
export async function view(
  page: Page,
  game: string,
  position: string,
  moves: string[] = [],
): Promise<PositionView> {
  const response = await page.request.post('/api/rules/view', {
    data: { game: { name: game }, position, moves },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as PositionView;
}

/** Checks the accessibility of a page, or only its contrasts. */
export async function accessible(page: Page, what: 'all' | 'contrast' = 'all'): Promise<void> {
  // What passes is not listed, and the page has no frames to ask: on boards of many cells this takes half of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (what === 'all') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  else axe.withRules(['color-contrast']);
  const result = await axe.analyze();
  const violations = result.violations.map(
    (fault) =>
      `${fault.id}: ${fault.help}\n${fault.nodes
        .slice(0, 3)
        .map((node) => `  ${node.html.slice(0, 160)}\n  ${node.failureSummary}`)
        .join('\n')}`,
  );
  expect(violations, violations.join('\n')).toEqual([]);
}

/** All rules in the light theme. In the dark one the page is the same but for its colours. */
export async function accessibleInBoth(page: Page): Promise<void> {
  await accessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await accessible(page, 'contrast');
}

/** Collects the errors of a page, and the breaches of its content security policy. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
  });
  return errors;
}

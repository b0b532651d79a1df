// Every page with a mouse and on a phone: nothing covers what can be clicked, and no page is wider than the screen.

import type { Page } from '@playwright/test';
import { expect, newGame, test, watchErrors } from './help';

const PAGES = [
  '/',
  '/new',
  '/new?game=gateway&opponent=seek',
  '/lobby',
  '/games',
  '/analysis',
  '/analysis?game=walkers&moves=e7e8',
  '/analysis?game=sesqui',
  '/editor?game=gateway',
  '/learn',
  '/learn/riftwalker',
  '/inventors',
  '/invented',
  '/docs/definitions',
  '/docs/invent',
  '/docs/playtesting',
  '/settings',
  '/about',
  '/privacy',
  '/nowhere',
  '/play/nothing',
  '/learn/nothing',
  '/user/nobody-of-this-name',
];

/**
 * The visible controls whose centre is covered by something else. Each is scrolled into view first. An input may be under
 * its own label.
 */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(button:enabled, a[href], input:enabled, select, textarea, summary), header :is(button:enabled, a[href])',
    );
    for (const it of controls) {
      if (it.closest('[aria-hidden="true"]') || !it.checkVisibility({ checkOpacity: true })) continue;
      it.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      // A link may have two lines: each has a centre.
      const boxes = [...it.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
      for (const box of boxes) {
        const x = box.x + box.width / 2;
        const y = box.y + box.height / 2;
        const hit = document.elementFromPoint(x, y);
        const label = it.closest('label');
        if (hit && (it.contains(hit) || label?.contains(hit))) continue;
        const name = it.getAttribute('aria-label') ?? it.textContent?.trim() ?? '';
        found.push(
          `${it.tagName} "${name}" at ${Math.round(x)},${Math.round(y)}: ${hit?.outerHTML.slice(0, 100)}`,
        );
      }
    }
    return found;
  });
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
}

for (const [name, viewport] of [
  ['with a mouse', { width: 1280, height: 800 }],
  ['on a phone', { width: 360, height: 740 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport });

    test('every control can be clicked', async ({ page }) => {
      test.slow();
      const errors = watchErrors(page);
      for (const path of PAGES) {
        await page.goto(path);
        await settled(page);
        expect(await covered(page), path).toEqual([]);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over, `${path} is too wide`).toBeLessThanOrEqual(0);
      }
      expect(errors).toEqual([]);
    });

    test('every control of a game can be clicked, before its start and after its end', async ({ page }) => {
      await newGame(page, { game: 'gateway', opponent: 'link', colour: 'White' });
      await settled(page);
      expect(await covered(page)).toEqual([]);
      await newGame(page, { game: 'sesqui', level: 1, colour: 'White' });
      await settled(page);
      expect(await covered(page)).toEqual([]);
      await page.getByRole('button', { name: 'Abort' }).click();
      await expect(page.getByRole('link', { name: 'New game', exact: true })).toBeVisible();
      expect(await covered(page)).toEqual([]);
    });
  });
}

test('an accepted seek opens the game, whatever page is shown', async ({ page, browser }) => {
  await page.goto('/new?game=riftwalker&opponent=seek');
  await page.getByRole('button', { name: 'Find an opponent' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  const me = (await page.locator('header .name span').textContent()) ?? '';
  await page.getByRole('link', { name: 'Learn' }).click();
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await other.goto('/lobby');
  await other.getByRole('button', { name: `Play Riftwalker Chess with ${me}` }).click();
  await expect(other).toHaveURL(/\/play\//);
  await expect(page).toHaveURL(/\/play\//);
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);
  await other.context().close();
});

test('the rules of an inventor’s game are linked from the game', async ({ page }) => {
  await page.goto('/inventors');
  await page.getByRole('button', { name: 'Save this version' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await page.getByRole('link', { name: 'Mini', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Mini', exact: true })).toBeVisible();
});

test('an address without a page is answered with 404, and the page leads home', async ({ page }) => {
  for (const path of ['/nonsense', '/play/x/bogus/x']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  for (const path of ['/learn/chess', '/user/J.Doe'])
    expect((await page.goto(path))?.status(), path).toBe(200);
  await page.goto('/nonsense');
  await page.getByRole('link', { name: 'Home page' }).click();
  await expect(page).toHaveURL(/\/$/);
});

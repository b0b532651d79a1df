// The home page, links that are shared, boards of hexagons, and what tells a player that it is their move.

import type { BrowserContext, Route } from '@playwright/test';
import { beginSession, cell, expect, move, newGame, test } from './help';

test('the home page has a living board, and leads to a first game by what one likes', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const living = page.locator('.living .board-room');
  await expect(living.locator('svg').first()).toBeVisible();
  await expect(living).toHaveAttribute('data-ply', '0');
  await page.clock.runFor(2300);
  await expect(living).not.toHaveAttribute('data-ply', '0');
  await page.getByRole('button', { name: 'Stop the moves' }).click();
  // On a busy machine, more than one move was made until then.
  const stopped = (await living.getAttribute('data-ply')) ?? '';
  await page.clock.runFor(5000);
  await expect(living).toHaveAttribute('data-ply', stopped);
  const shown = page.locator('.living .name');
  const first = await shown.textContent();
  await page.getByRole('button', { name: 'Another game' }).click();
  await expect(shown).not.toHaveText(first ?? '');

  for (const name of ['About', 'Settings', 'API', 'Privacy'])
    await expect(page.locator('footer').getByRole('link', { name })).toBeVisible();

  const start = page.getByRole('region', { name: /Start here/ });
  for (const taste of ['A flat board', 'A ring', 'Three dimensions', 'Four dimensions'])
    await expect(start.getByRole('heading', { name: taste })).toBeVisible();
  const ring = start.getByRole('listitem').filter({ hasText: 'A ring' }).getByRole('link').first();
  await expect(ring).toHaveAttribute('href', '/lesson/sesqui');
  await ring.click();
  await expect(page.getByRole('heading', { name: 'The goal' })).toBeVisible();
});

test('whoever has games sees them first, also after a lost connection', async ({ page }) => {
  const play = new URL(await newGame(page, { game: 'chess', level: 1, colour: 'White' })).pathname;
  await page.goto('/learn');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Hyperrook' }).click();
  await expect(page.getByText('Your games cannot be loaded.')).toBeVisible();
  await page.context().setOffline(false);
  const mine = page.getByRole('region', { name: 'Your games' });
  await expect(mine.locator(`a[href="${play}"]`)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Your games cannot be loaded.')).toHaveCount(0);
  const [games, hero] = [
    await mine.boundingBox(),
    await page.getByRole('heading', { name: 'Chess on boards of any dimension' }).boundingBox(),
  ];
  expect(games?.y).toBeLessThan(hero?.y ?? 0);
});

test('while the server restarts, pages say so and can be tried again', async ({ page }) => {
  const restarting = (route: Route): Promise<void> =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  for (const [path, heading] of [
    ['/learn/chess', 'Chess'],
    ['/analysis?game=chess', 'Chess: analysis'],
    ['/editor?game=chess', 'Set up a position'],
    ['/leaders', 'Leaderboard'],
  ] as const) {
    await page.route('**/api/games**', restarting);
    await page.goto(path);
    const retry = page.getByRole('button', { name: 'Try again' }).first();
    await expect(retry, path).toBeVisible();
    await expect(page.getByText('The server cannot be reached at the moment.').first(), path).toBeVisible();
    await page.unroute('**/api/games**', restarting);
    await retry.click();
    await expect(page.getByRole('heading', { name: heading, exact: true }), path).toBeAttached();
    await expect(retry, path).toHaveCount(0);
  }
});

test('a page that failed begins anew when the connection is back', async ({ page }) => {
  await page.route('**/api/games/chess**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.goto('/analysis?game=chess');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.context().setOffline(true);
  await page.unroute('**/api/games/chess**');
  await page.context().setOffline(false);
  await expect(page.locator('.stage')).toBeVisible({ timeout: 20_000 });
});

test('a long name on a card ends with an ellipsis', async ({ page }) => {
  await newGame(page, { game: 'chess', level: 1, colour: 'White' });
  await page.route('**/api/mine**', async (route) => {
    const answer = await route.fetch();
    const games = (await answer.json()) as { black: { name: string } }[];
    await route.fulfill({
      response: answer,
      json: games.map((it) => ({ ...it, black: { kind: 'person', name: 'W'.repeat(60) } })),
    });
  });
  await page.goto('/');
  const name = page.getByRole('region', { name: 'Your games' }).getByText('WWWW');
  await expect(name).toHaveCSS('text-overflow', 'ellipsis');
  const [width, whole] = await name.evaluate((it) => [it.clientWidth, it.scrollWidth]);
  expect(width).toBeLessThan(whole ?? 0);
  expect(width).toBeGreaterThan(100);
});

test('sets of pieces are shown large enough to be told apart', async ({ page }) => {
  await page.goto('/settings');
  const piece = page.getByRole('group', { name: 'Pieces' }).locator('svg').first().locator('.cell').first();
  await expect.poll(async () => (await piece.boundingBox())?.width).toBeGreaterThan(24);
});

test('with reduced motion the living board stands still until one starts it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  const living = page.locator('.living .board-room');
  await expect(living.locator('svg').first()).toBeVisible();
  await page.clock.runFor(9000);
  await expect(living).toHaveAttribute('data-ply', '0');
  await page.getByRole('button', { name: 'Play the moves' }).click();
  await page.clock.runFor(2300);
  await expect(living).not.toHaveAttribute('data-ply', '0');
});

test('an address without a game opens the first one of the list', async ({ page }) => {
  const games = (await (await page.request.get('/api/games')).json()) as { name: string; title: string }[];
  const title = games[0]?.title ?? '';
  await page.goto('/new');
  await expect(page.getByRole('radio', { name: title, exact: true })).toBeChecked();
  await expect(page.getByRole('link', { name: /^Take the lesson/ })).toBeVisible();
  await page.goto('/editor');
  await expect(page.getByLabel('Game')).toHaveValue(games[0]?.name ?? '');
  await expect(page.locator('.stage [data-cell]').first()).toBeVisible();
});

test('a shared link has a title, a description and a picture of the position', async ({ page, baseURL }) => {
  const head = async (path: string): Promise<Map<string, string>> => {
    const html = await (await page.request.get(path)).text();
    const tags = html.matchAll(/<meta property="(og:\w+)" content="([^"]*)"/g);
    return new Map([...tags].map(([, name = '', content = '']) => [name, content.replaceAll('&amp;', '&')]));
  };
  const start = await head('/analysis?game=gateway');
  const later = await head('/analysis?game=gateway&moves=vb4vb5');
  expect(later.get('og:title')).toContain('Gateway Chess');
  expect(later.get('og:description')).not.toBe('');
  const picture = async (tags: Map<string, string>): Promise<Buffer> => {
    const address = tags.get('og:image') ?? '';
    expect(address).toContain(baseURL ?? 'no server');
    const answer = await page.request.get(address);
    expect(answer.headers()['content-type']).toBe('image/png');
    return answer.body();
  };
  expect((await picture(start)).equals(await picture(later))).toBe(false);
  expect((await head('/learn/walkers')).get('og:title')).toContain('Walkers');
});

const HEXAGONS = `
format = 1
name = "honeycomb"
title = "Honeycomb"
credit = "a test"
about = "Kings and rooks on hexagons."
[board]
drawn = "hex"
files = 5
ranks = 5
[charts.board]
axes = ["file, forward", "rank, forward"]
[pieces.K]
name = "king"
royal = true
moves = "<0.1> <1.0> <1.-1> <0.-1> <-1.0> <-1.1>"
[pieces.R]
name = "rook"
moves = "<0.1>0 <1.0>0 <1.-1>0 <0.-1>0 <-1.0>0 <-1.1>0"
[start]
board = "2r1k/5/5/5/KR3"
`;

test('a board of hexagons is drawn as such, and played on', async ({ page }) => {
  await page.goto('/inventors');
  await page.getByLabel('The definition').fill(HEXAGONS);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator('.stage [data-cell]')).toHaveCount(25);
  // Six corners, and neighbours that are half a cell higher.
  const corners = await cell(page, 'a1').locator('path').first().getAttribute('d');
  expect(corners?.match(/-?[\d.]+[ ,]-?[\d.]+/g)).toHaveLength(6);
  const [a, b] = [await cell(page, 'a1').boundingBox(), await cell(page, 'b1').boundingBox()];
  expect(Math.abs((a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThan((a?.height ?? 0) * 0.4);
  await move(page, 'b1', 'b3');
  await expect(cell(page, 'b3')).toHaveAttribute('aria-label', /white rook/);
});

test('a move in a game by correspondence is told by the browser, and counted in the title', async ({
  page,
  browser,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ notify: true }));
    const told: string[] = [];
    class Told {
      static permission = 'granted';
      onclick: (() => void) | null = null;
      constructor(title: string, options: { body: string }) {
        told.push(`${title}. ${options.body}`);
      }
      close(): void {
        // There is nothing to close.
      }
    }
    Object.assign(window, { Notification: Told, told });
  });
  await page.clock.install();
  await beginSession(page);
  await page.goto('/settings');
  const other = await browser.newContext();
  const post = async (who: BrowserContext, path: string, data: unknown): Promise<{ id: string }> => {
    const origin = new URL(page.url()).origin;
    const { csrf } = (await (await who.request.get(`${origin}/api/me`)).json()) as { csrf: string };
    const headers = { 'X-CSRF': csrf, Origin: origin };
    const answer = await who.request.post(`${origin}${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json().catch(() => ({ id: '' }))) as { id: string };
  };
  const mine = page.context();
  const { id } = await post(mine, '/api/play', {
    game: { name: 'chess' },
    colour: 'black',
    clock: { kind: 'days', days: 3 },
    rated: false,
    opponent: { kind: 'link' },
  });
  await post(other, `/api/play/${id}/join`, {});
  await page.goto('/settings');
  await expect(page).toHaveTitle('Settings · Hyperrook');
  // The page is in the background when the opponent moves.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await post(other, `/api/play/${id}/actions`, { t: 'move', seq: 0, move: 'e2e4' });
  await expect
    .poll(async () => {
      await page.clock.runFor(61_000);
      return page.title();
    })
    .toBe('(1) Settings · Hyperrook');
  // The browser may tell it a moment after the title has changed.
  const told = (): Promise<string[]> => page.evaluate(() => (window as unknown as { told: string[] }).told);
  await expect.poll(async () => (await told()).length).toBe(1);
  expect((await told())[0]).toMatch(/^Your move: Chess\. Against Guest/);
  await other.close();
});

// Accessibility of every page, in light and dark, and the policy on what pages may load.

import { accessibleInBoth, expect, newGame, test, watchErrors } from './help';

const PAGES = [
  '/',
  '/new',
  '/lobby',
  '/games',
  '/analysis',
  '/analysis?game=gateway',
  '/analysis?game=sesqui',
  '/editor?game=twoboards',
  '/learn',
  '/learn/walkers',
  '/inventors',
  '/invented',
  '/docs/definitions',
  '/docs/invent',
  '/docs/playtesting',
  '/settings',
  '/about',
  '/privacy',
  '/live',
  '/leaders/chess',
  '/puzzles',
  '/nowhere',
];

test.use({ colorScheme: 'light' });

for (const path of PAGES) {
  test(`${path} is accessible, light and dark`, async ({ page }) => {
    const errors = watchErrors(page);
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    await accessibleInBoth(page);
    expect(errors).toEqual([]);
  });
}

test('a game is accessible, light and dark', async ({ page }) => {
  const errors = watchErrors(page);
  await newGame(page, { game: 'riftwalker', level: 1, colour: 'White' });
  await accessibleInBoth(page);
  expect(errors).toEqual([]);
});

test('the dialog for signing in is accessible, light and dark', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await accessibleInBoth(page);
});

test('pages load nothing from other hosts', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  for (const path of ['/', '/learn/gateway', '/analysis?game=chess']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect([...hosts].filter((host) => host !== new URL(page.url()).host && host !== '')).toEqual([]);
});

test('the first page is small', async ({ page }) => {
  let bytes = 0;
  page.on('response', (response) => {
    void response
      .request()
      .sizes()
      .then((sizes) => {
        if (!response.url().includes('/api/')) bytes += sizes.responseBodySize;
      })
      .catch(() => undefined);
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThan(200_000);
});

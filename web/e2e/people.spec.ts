// The life of an account, and touches on a phone.

import type { CDPSession, Page } from '@playwright/test';
import { cell, expect, newGame, test } from './help';

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('header .name')).toContainText(name);
}

test('a user changes the password, creates a token, signs out everywhere and deletes the account', async ({
  page,
  browser,
}) => {
  test.slow();
  const name = `leaver${Date.now() % 1_000_000}`;
  await page.goto('/settings');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Password').fill('too short'.slice(0, 5));
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog.getByText('at least 8 characters')).toBeVisible();
  await dialog.getByLabel('Password').fill('the first long password');
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.locator('header .name')).toContainText(name);

  await page.getByText('Password', { exact: true }).first().click();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('the second long password');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Current password').fill('the first long password');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  await page.getByText('Tokens for bots').click();
  await page.getByLabel('Name of the bot or program').fill('a bot');
  await page.getByRole('button', { name: 'Create a token' }).click();
  const token = (await page.locator('main code').textContent()) ?? '';
  const mine = await page.request.fetch('/api/mine', { headers: { Authorization: `Bearer ${token}` } });
  expect(mine.status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('You have no tokens.')).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto('/');
  await signIn(elsewhere, name, 'the second long password');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.locator('header').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.locator('header').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.context().close();

  await signIn(page, name, 'the second long password');
  await page.getByText('Delete the account').first().click();
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill('the second long password');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.locator('header').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto(`/user/${name}`);
  await expect(page.getByRole('heading', { name: 'This page cannot be shown' })).toBeVisible();
});

test('a guest reads before signing in that running games stay behind, and can look at the password', async ({
  page,
}) => {
  await newGame(page, { game: 'chess', level: 1, colour: 'White' });
  await page.goto('/');
  await page.locator('header .name').click();
  await page.locator('#person-menu').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/You play a game as Guest/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.getByText(/You play a game as Guest/)).toHaveCount(0);
  await expect(dialog.getByText('2 to 20 letters, digits, hyphens and underscores.')).toBeVisible();
  await expect(dialog.getByText(/nobody can reset your\s+password/)).toBeVisible();
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show the password' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAttribute('type', 'text');
});

test.describe('touches', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  async function touch(fingers: CDPSession, type: string, ...at: [number, number][]): Promise<void> {
    await fingers.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: at.map(([x, y], id) => ({ x, y, id })),
    });
  }

  test('two fingers zoom the board, one moves it, and one drags a piece', async ({ page }) => {
    await newGame(page, { game: 'twoboards', level: 1, colour: 'White' });
    const fingers = await page.context().newCDPSession(page);
    const box = async (name: string): Promise<{ x: number; y: number; width: number }> =>
      (await cell(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const before = await box('h8');
    await touch(fingers, 'touchStart', [140, 250], [220, 250]);
    for (let i = 1; i <= 8; i++) await touch(fingers, 'touchMove', [140 - 8 * i, 250], [220 + 8 * i, 250]);
    await touch(fingers, 'touchEnd');
    await expect.poll(async () => (await box('h8')).width).toBeGreaterThan(before.width * 1.8);

    // The top left corner has no pieces: a finger there moves the board.
    const zoomed = await box('h8');
    await touch(fingers, 'touchStart', [180, 300]);
    for (let i = 1; i <= 6; i++) await touch(fingers, 'touchMove', [180 - 10 * i, 300]);
    await touch(fingers, 'touchEnd');
    await expect.poll(async () => (await box('h8')).x).toBeLessThan(zoomed.x - 30);

    // The browser takes a tap right after a quick movement for its end.
    await page.waitForTimeout(800);
    await expect
      .poll(
        async () => {
          const { width } = await box('h8');
          if (width >= before.width * 1.1)
            await page.getByRole('button', { name: 'Show the whole board' }).tap();
          return width;
        },
        // On a busy machine the tap can still belong to the movement, so it is repeated.
        { intervals: [1_000] },
      )
      .toBeLessThan(before.width * 1.1);
    const a = await box('b5');
    const b = await box('b6');
    const half = a.width / 2;
    await touch(fingers, 'touchStart', [a.x + half, a.y + half]);
    for (let i = 1; i <= 6; i++)
      await touch(fingers, 'touchMove', [a.x + half, a.y + half + ((b.y - a.y) * i) / 6]);
    await touch(fingers, 'touchEnd');
    await expect(cell(page, 'b6')).toHaveAttribute('aria-label', /white wazir/);
  });

  test('a finger on no piece scrolls the page', async ({ page }) => {
    await page.goto('/analysis?game=walkers');
    await expect(page.locator('.stage')).toBeVisible();
    const fingers = await page.context().newCDPSession(page);
    // A cell between the two sides' pieces.
    const at = await cell(page, 'e11').boundingBox();
    if (!at) throw new Error('no cell');
    await touch(fingers, 'touchStart', [at.x + 5, at.y + 5]);
    for (let i = 1; i <= 8; i++) await touch(fingers, 'touchMove', [at.x + 5, at.y + 5 - 15 * i]);
    await touch(fingers, 'touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  });
});

// Lessons and puzzles: tasks that the rules check, progress, the keyboard, phones.

import { accessibleInBoth, cell, click, expect, move, test, view, watchErrors } from './help';
import type { PuzzleInfo } from '../src/lib/types';

test('a lesson is taken step by step, and the rules say what is wrong', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/lesson/walkers');
  const task = page.getByRole('region', { name: 'Task' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The goal');
  await click(page, 'd1');
  await expect(task.locator('.feedback')).toHaveText('This is d1 · 1211, the white queen.');
  await click(page, 'e1');
  await expect(task.locator('.feedback')).toContainText('Right.');
  // Screen readers are told once.
  await expect(page.locator('[aria-live]', { hasText: 'Right.' })).toHaveCount(1);
  await expect(page.locator('[role=status]', { hasText: 'Right.' })).toHaveCount(0);
  await task.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One board, two maps');
  await expect(page.getByRole('button', { name: 'Step 1, The goal, done' })).toBeVisible();

  // A legal move that is not asked for, and one that is not legal.
  await page.getByRole('button', { name: /^Step 4/ }).click();
  await move(page, 'e6', 'g7');
  await expect(task.locator('.feedback')).toContainText('This move captures nothing. Capture the rook.');
  await move(page, 'e6', 'g8');
  await expect(task.getByRole('region', { name: 'Why not' })).toContainText('knight');
  await move(page, 'e6', 'd8');
  await expect(task.locator('.feedback')).toContainText('Right.');

  // The browser keeps the progress of a guest.
  await page.reload();
  await expect(page.getByText('2 of', { exact: false }).first()).toBeVisible();
  await page.goto('/learn/walkers');
  await expect(page.getByRole('link', { name: /Continue the lesson \(2 of/ })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a task with several cells, and a question, by keyboard alone', async ({ page }) => {
  await page.goto('/lesson/gateway?step=goal');
  const task = page.getByRole('region', { name: 'Task' });
  for (const name of ['xa1', 'xb1', 'xc1']) await click(page, name);
  await task.getByRole('button', { name: 'Check 3 cells' }).press('Enter');
  await expect(task.locator('.feedback')).toContainText('1 cell is still missing');
  await cell(page, 'xd1').focus();
  await page.keyboard.press('Enter');
  await task.getByRole('button', { name: 'Check 4 cells' }).press('Enter');
  await expect(task.locator('.feedback')).toContainText('Right.');
  await page.goto('/lesson/gateway?step=corner');
  await task.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(task.locator('.feedback')).toContainText('No.');
  await task.getByRole('button', { name: 'No' }).press('Enter');
  await expect(task.getByRole('region', { name: 'Why not' })).toBeVisible();
});

test('a lesson ends with a game against the weakest level', async ({ page }) => {
  await page.goto('/lesson/chess?step=game');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.getByText('level 1').first()).toBeVisible();
});

test('a puzzle is solved, explained, and counted', async ({ page }) => {
  const errors = watchErrors(page);
  const puzzles = (await (await page.request.get('/api/learn/sesqui/puzzles')).json()) as PuzzleInfo[];
  const puzzle = puzzles.find((it) => it.solution.length === 1);
  if (!puzzle) throw new Error('no puzzle of one move');
  const at = await view(page, 'sesqui', puzzle.position);
  const right = at.moves.find((it) => it.text === puzzle.solution[0]?.[0]);
  const wrong = at.moves.find((it) => it.text !== right?.text);
  if (!right || !wrong) throw new Error('no moves');
  await page.goto(`/puzzles/sesqui?puzzle=${puzzle.id}`);
  const field = page.getByLabel('Type a move');
  await field.fill(wrong.text);
  await field.press('Enter');
  await expect(page.locator('main .feedback')).toContainText('not the best');
  // A hint names the piece, in words and on the board.
  await page.getByRole('button', { name: 'Hint' }).click();
  const from = await page.locator(`.stage [data-cell="${right.from}"]`).getAttribute('data-name');
  await expect(page.getByText(new RegExp(`^Look at the .* on ${from}\\.$`)).first()).toBeVisible();
  await expect(page.locator('.stage .mark.hint')).toHaveCount(1);
  // Captures look like other destinations.
  await expect(page.locator('.stage [aria-label*="can be captured"]')).toHaveCount(0);
  await field.fill(right.text);
  await field.press('Enter');
  await expect(page.locator('main .feedback')).toContainText('Solved, but not on the first try.');
  await page.getByRole('button', { name: 'Show me why' }).click();
  await expect(page.getByRole('list', { name: 'The solution' })).toBeVisible();
  await expect(page.getByText(`1 of ${puzzles.length}`)).toBeVisible();
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.getByRole('button', { name: 'Show the solution' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('after an answer the card of a piece and the endgame table are of the position on the board', async ({
  page,
}) => {
  // The tables are built after all other work of the machine.
  test.setTimeout(150_000);
  await page.goto('/lesson/riftwalker?step=promotion');
  const task = page.getByRole('region', { name: 'Task' });
  await move(page, 'e6', 'e9', 'wizard');
  await expect(task.locator('.feedback')).toContainText('Right.');
  await expect(page.getByText('is being built')).toHaveCount(0);
  await click(page, 'i7');
  const card = page.getByRole('dialog', { name: 'About the black king' });
  await expect(card.locator('dd').first()).toHaveText('nothing');
  await page.keyboard.press('Escape');
  await click(page, 'e9');
  // The pawn that defended this cell is the wizard itself now.
  const wizard = page.getByRole('dialog', { name: 'About the white wizard' });
  await expect(wizard.locator('dd').nth(1)).toHaveText('nothing');
  await expect(task.getByRole('region', { name: 'Endgame table' })).toContainText(/White wins in \d+ moves/, {
    timeout: 120_000,
  });
});

test('the solution of a puzzle with few pieces has the verdict of the endgame table', async ({ page }) => {
  test.setTimeout(150_000);
  const puzzles = (await (await page.request.get('/api/learn/sesqui/puzzles')).json()) as PuzzleInfo[];
  const puzzle = puzzles.find((it) => it.position.split(' ')[0]?.match(/[a-z]/gi)?.length === 3);
  if (!puzzle) throw new Error('no puzzle of three pieces');
  await page.goto(`/puzzles/sesqui?puzzle=${puzzle.id}`);
  const table = page.getByRole('region', { name: 'Endgame table' });
  await expect(page.locator('.stage .piece')).toHaveCount(3);
  await expect(table).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(table).toContainText(/(White|Black) wins in \d+ moves? with best play/, { timeout: 120_000 });
});

test('an account keeps the progress of the guest', async ({ page }) => {
  await page.goto('/lesson/chess?step=goal');
  await click(page, 'e1');
  await expect(page.locator('main .feedback')).toContainText('Right.');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(`learner${Date.now() % 1_000_000}`);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).first().click();
  await expect
    .poll(async () =>
      (await (await page.request.get('/api/me/progress')).text()).includes('lesson/chess/goal'),
    )
    .toBe(true);
});

test('where there is no lesson, the page says so and leads on', async ({ page }) => {
  await page.goto('/lesson/nosuch');
  await expect(page.getByRole('heading', { name: 'There is no such game' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gateway Chess' })).toHaveAttribute('href', '/lesson/gateway');
  await page.goto('/lesson/sesqui?array=court');
  await expect(page.getByRole('heading', { name: 'No lesson' })).toBeVisible();
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(page).toHaveURL(/\/learn\/sesqui\?array=court/);
});

test.describe('in the light', () => {
  test.use({ colorScheme: 'light' });
  for (const path of ['/lesson/twoboards?step=big', '/puzzles/sesqui']) {
    test(`${path} is accessible, light and dark`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await accessibleInBoth(page);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('a lesson fits, and a tap answers', async ({ page }) => {
    await page.goto('/lesson/sesqui');
    await expect(page.locator('.stage')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await cell(page, 'a4').scrollIntoViewIfNeeded();
    // Cells are smaller than a finger: the first tap enlarges the board, the second one answers.
    for (let taps = 0; taps < 2; taps++) {
      const box = await cell(page, 'a4').boundingBox();
      if (!box) throw new Error('no cell');
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    }
    await expect(page.locator('main .feedback')).toContainText('Right.');
  });
});

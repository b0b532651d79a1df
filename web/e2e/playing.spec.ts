// What one sees and does during a game, and the pages around it.

import type { Page } from '@playwright/test';
import {
  accessible,
  cell,
  click,
  delayPositions,
  drag,
  expect,
  move,
  newGame,
  state,
  test,
  watchErrors,
} from './help';
import { PROMOTION, TRANSFORM } from './positions';

const announced = (page: Page) => page.locator('div.hidden[aria-live="polite"]').last();

/** Draws with the right button. */
async function rightDrag(page: Page, from: string, to: string): Promise<void> {
  const a = await cell(page, from).boundingBox();
  const b = await cell(page, to).boundingBox();
  if (!a || !b) throw new Error(`no cells ${from} ${to}`);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
  await page.mouse.up({ button: 'right' });
}

test('an explanation goes with Escape and with a new drag, and a late one does not come', async ({
  page,
}) => {
  await page.goto('/analysis?game=chess');
  const why = page.getByRole('region', { name: /is not possible/ });
  await drag(page, 'g1', 'g4');
  await expect(why).toBeVisible();
  await expect(page.locator('.arrow.why, .arrow.hint').first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await expect(page.locator('.arrow.why, .arrow.hint')).toHaveCount(0);
  await drag(page, 'g1', 'g4');
  await expect(why).toBeVisible();
  await click(page, 'b1');
  await expect(why).toHaveCount(0);

  // One that comes when the position is another one is not shown.
  await page.keyboard.press('Escape');
  let answer: (() => void) | undefined;
  await page.route('**/api/rules/refusal', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await drag(page, 'b1', 'b5');
  await expect.poll(() => answer !== undefined).toBe(true);
  await move(page, 'e2', 'e4');
  const came = page.waitForResponse('**/api/rules/refusal');
  answer?.();
  await came;
  await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /white pawn/);
  await expect(why).toHaveCount(0);
});

test('a move pasted on the page of a game is read by its rules', async ({ page }) => {
  await page.goto('/analysis?game=gateway');
  await expect(page.locator('.stage')).toBeVisible();
  await page.getByText('Import and export').click();
  const paste = page.getByLabel(/Paste a record/);
  await paste.fill('Nzb3');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Moves' })).toContainText('Nzb3');
  // What is wrong is said in the words of this game.
  await page.getByLabel(/Paste a record/).fill('Nzb9');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.locator('.note.bad')).toContainText('Nzb9');
});

test('a piece that is picked up is announced with where it can go', async ({ page }) => {
  await page.goto('/analysis?game=chess');
  await click(page, 'g1');
  await expect(announced(page)).toContainText('white knight g1 picked up. 2 destinations: f3, h3');
  await click(page, 'a1');
  await expect(announced(page)).toContainText('white rook a1 picked up. It has no move.');
});

test('a royal piece is named apart from what it is', async ({ page }) => {
  await page.goto('/learn/gateway');
  await page
    .getByRole('group', { name: 'Pieces' })
    .getByRole('button', { name: /quantum king/i })
    .click();
  await expect(page.getByRole('heading', { name: /quantum king · royal/i })).toBeVisible();
});

test('the right button and the keyboard draw arrows and circles', async ({ page }) => {
  await page.goto('/analysis?game=chess');
  await expect(page.locator('.stage')).toBeVisible();
  await rightDrag(page, 'e2', 'e4');
  await rightDrag(page, 'd4', 'd4');
  await expect(page.locator('.drawing.g .head')).toHaveCount(1);
  await expect(page.locator('.drawing.g circle')).toHaveCount(1);
  await rightDrag(page, 'e2', 'e4');
  await expect(page.locator('.drawing .head')).toHaveCount(0);
  await rightDrag(page, 'd4', 'd4');
  await expect(page.locator('.drawing circle')).toHaveCount(0);
  // The same without a mouse.
  await cell(page, 'e5').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('m');
  await expect(page.locator('.drawing .head')).toHaveCount(1);
});

test('a question mark lists the keys', async ({ page }) => {
  await page.goto('/analysis?game=chess');
  await expect(page.locator('.stage')).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('flip the board')).toBeVisible();
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('the chooser names the pieces, the strongest first', async ({ page }) => {
  await page.goto('/analysis?game=chess&position=7k%2FP7%2F8%2F8%2F8%2F8%2F8%2FK7 w - - 0 1');
  await move(page, 'a7', 'a8');
  const buttons = page.getByRole('group', { name: 'What does it become?' }).getByRole('button');
  await expect(buttons).toHaveText(['queen', 'rook', 'bishop', 'knight']);
  await buttons.first().click();
  await expect(cell(page, 'a8')).toHaveAttribute('aria-label', /white queen/);

  // With the keyboard one goes on at the destination.
  await page.goto('/analysis?game=chess&position=7k%2F1P6%2F8%2F8%2F8%2F8%2F8%2FK7 w - - 0 1');
  await cell(page, 'b7').focus();
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await expect(buttons.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'b8')).toHaveAttribute('aria-label', /white queen/);
  await expect(cell(page, 'b8')).toBeFocused();
});

test('the chooser lies in the window, below the header, and a click beside it cancels', async ({ page }) => {
  await page.goto(`/analysis?game=gateway&position=${encodeURIComponent(PROMOTION)}`);
  await move(page, 'ya9', 'ya10');
  const chooser = page.getByRole('dialog', { name: 'What does it become?' });
  await expect(chooser.getByRole('heading')).toBeInViewport({ ratio: 1 });
  await expect(chooser).toBeInViewport({ ratio: 1 });
  const [header, box] = [await page.getByRole('banner').boundingBox(), await chooser.boundingBox()];
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await page.mouse.click(5, 400);
  await expect(chooser).toHaveCount(0);
  await expect(cell(page, 'ya9')).toHaveAttribute('aria-label', /white pawn/);
});

test('a check is named, and what the royal piece must become', async ({ page }) => {
  await newGame(page, { game: 'gateway', position: TRANSFORM, level: 1, colour: 'White' });
  await expect(page.getByTestId('status')).toContainText('Check. Your move');
  await expect(
    page.getByText('Your quantum king must become an emperor: choose one of its cells.'),
  ).toBeVisible();
  // The cells that can be chosen, and the one that is attacked.
  await click(page, 'xa1');
  await expect(page.locator('.targets .keep')).toHaveCount(3);
  await expect(page.locator('.targets .lost')).toHaveCount(1);
  await page.goto(`/analysis?game=gateway&position=${encodeURIComponent(TRANSFORM)}`);
  await expect(page.getByText('White is in check')).toBeVisible();
  await expect(page.getByText('White’s quantum king must become an emperor')).toBeVisible();
  // The cells are marked on which the king stood. Nothing moved, so there is no arrow.
  await move(page, 'xa1', 'xc1');
  await expect(cell(page, 'xc1')).toHaveAttribute('aria-label', /white emperor.*last move to here/);
  await expect(page.locator('.mark.former')).toHaveCount(4);
  await expect(page.locator('.arrow.last')).toHaveCount(0);
});

test('against the computer: captures, the reply, a hint, playing on from an earlier position', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await newGame(page, {
    game: 'chess',
    // A pawn move is the best one with and without endgame tables, which the server builds meanwhile.
    position: '7k/2K5/8/3p4/4P3/8/8/8 w - - 0 1',
    level: 1,
    colour: 'White',
  });
  const hint = page.getByRole('button', { name: /Hint|Show the move/ });
  await hint.click();
  await expect(page.locator('.mark.hint')).toHaveCount(1, { timeout: 15_000 });
  await expect(page.getByTestId('status')).toContainText('Hint: look at your pawn on e4');
  await hint.click();
  await expect(page.locator('.arrow.hint')).toBeVisible();

  // On a slow machine, the reply has its time while the clicks of the move are still reported.
  const moved = Date.now();
  await move(page, 'e4', 'd5');
  await expect(page.getByTestId('captured-by-white')).toContainText('1 pawn');
  await expect(page.getByTestId('captured-by-white').locator('.lead')).toContainText('+');
  await expect(page.locator('.arrow.hint')).toHaveCount(0);
  // The reply is there, but it is not shown before one can see it happen.
  await expect.poll(async () => (await state(page)).seq, { intervals: [30] }).toBe(2);
  await expect(page.getByTestId('status')).toContainText('Your move');
  expect(Date.now() - moved).toBeGreaterThanOrEqual(400);
  await expect(page.locator('.arrow.last')).toBeVisible();

  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /white pawn/);
  await move(page, 'e4', 'e5');
  await expect(page.getByTestId('status')).toContainText('Their move');
  await expect(page.getByTestId('status')).toContainText('Your move', { timeout: 15_000 });
  const url = page.url();
  // One cannot play on from a position that is still on its way.
  await delayPositions(page, 500);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page).not.toHaveURL(url);
  await expect(page.getByTestId('status')).toContainText('Your move');
  // The address can change before the page has the new game.
  await expect.poll(async () => (await state(page)).view.position).toContain('7k/2K5/8/3p4/4P3/8/8/8 w');
  expect(errors).toEqual([]);
});

test('a held king is said beside the board', async ({ page }) => {
  await newGame(page, {
    game: 'twoboards',
    position: '16/16/16/16/16/16/16/16/16/16/16/16/16/16/3k11w/K14W w b 0 1',
    level: 1,
    colour: 'White',
  });
  await expect(page.locator('.restriction')).toContainText('White is held: the king');
});

test('a premove shows where the piece may go', async ({ browser, page }) => {
  const url = await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(other.getByTestId('status')).toContainText('Their move');
  await click(other, 'g8');
  await expect(other.locator('.targets .ahead')).toHaveCount(3);
  await other.context().close();
});

test('quick pairing brings two together, whose game is listed, and the sides of a seek are clear', async ({
  browser,
  page,
}) => {
  await page.goto('/lobby');
  await page.getByRole('radio', { name: 'Raumschach' }).check({ force: true });
  await page.getByRole('button', { name: /^10 \+ 5.*: find a game of Raumschach/ }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto('/lobby');
  await expect(other.getByRole('list', { name: 'Open games' })).toContainText('sides are chosen at random');
  await other.getByRole('radio', { name: 'Raumschach' }).check({ force: true });
  await other.getByRole('button', { name: /10 \+ 5, 1 waiting/ }).click();
  await expect(other).toHaveURL(/\/play\//);
  await expect(page).toHaveURL(/\/play\//);
  expect(page.url()).toBe(other.url());
  await other.goto('/live');
  await expect(other.getByRole('link', { name: 'Watch the best game' })).toBeVisible();
  await accessible(other);
  await other.context().close();
});

test('clocks are chosen from presets; the leaderboard and the calendar open', async ({ page }) => {
  await page.goto('/new?game=chess');
  await page.getByRole('button', { name: '15 + 10, Rapid' }).click();
  await expect(page.getByLabel('Minutes each')).toHaveValue('15');
  await page.getByRole('button', { name: '3 days, Correspondence' }).click();
  await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await page.goto('/leaders/chess');
  await expect(page.getByText('Nobody has played five rated games yet.')).toBeVisible();
  // A player can be found by name.
  await page.getByLabel('Find a player').fill('nobody');
  await page.getByRole('button', { name: 'Open the page' }).click();
  await expect(page).toHaveURL(/\/user\/nobody$/);
  await page.goBack();
  // The keyboard goes from game to game.
  const chosen = page.getByRole('radio', { checked: true });
  await chosen.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft']) {
    const before = page.url();
    await page.keyboard.press(key);
    await expect(page).not.toHaveURL(before);
    await expect(chosen).toBeFocused();
  }
  await page.goto('/games');
  // A game by correspondence waits, and the title says so.
  await expect.poll(() => page.title()).toMatch(/^\(1\) My games/);
  await page.getByRole('radio', { name: 'Calendar' }).check({ force: true });
  await expect(
    page
      .getByRole('button', { name: /1 move due/ })
      .or(page.getByText('No games on this day.'))
      .first(),
  ).toBeVisible();
  await accessible(page);
});

test('the options of a game are shown while it is played, to who is invited, and in analysis', async ({
  page,
  browser,
}) => {
  const words = 'Black setup: mirrored';
  const options = { black_setup: 'mirrored' };
  const url = await newGame(page, { game: 'riftwalker', options, opponent: 'link' });
  await expect(page.getByText(words)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await expect(other.locator('.invitation').getByText(words)).toBeVisible();
  await expect(other.locator('.invitation')).toContainText(
    / invites you to Riftwalker Chess\..*You play (White|Black)/s,
  );
  await expect(other.getByRole('button', { name: /^Join the game as (White|Black)$/ })).toBeVisible();
  await other.context().close();
  await page.goto('/games');
  await expect(page.getByText(words)).toBeVisible();
  await page.goto('/analysis?game=riftwalker&black_setup=mirrored');
  await expect(page.getByText(words)).toBeVisible();
});

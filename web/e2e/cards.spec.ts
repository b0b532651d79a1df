// The card of a piece, by pointer, finger and key, and the rules page.

import { accessible, cell, click, expect, newGame, test, watchErrors } from './help';

const START = 'rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2';

test('a click on an enemy piece opens its card', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(`/analysis?game=chess&position=${encodeURIComponent(START)}`);
  await expect(page.locator('.stage')).toBeVisible();
  await click(page, 'e5');
  const card = page.getByRole('dialog', { name: 'About the black pawn' });
  await expect(card).toContainText('captures one cell diagonally ahead');
  await expect(card.getByText('least valuable piece')).toBeVisible();
  await expect(card.locator('dd').first()).toHaveText('knight on f3');
  await expect(card.locator('dd').nth(1)).toHaveText('nothing');
  // A black pawn goes down the board.
  await expect(card.getByRole('img', { name: /on an empty board: .*e4/ })).toBeVisible();
  await click(page, 'b8');
  // Its value was measured, and has an error.
  const knight = page.getByRole('dialog', { name: 'About the black knight' });
  await expect(knight).toContainText(
    /Worth about \d\.\d pawns \(\d\.\d to \d\.\d\), measured in games in which one side lacked pieces/,
  );
  await accessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a key opens the card of the piece under the cursor', async ({ page }) => {
  await page.goto('/analysis?game=gateway');
  await expect(page.locator('.stage')).toBeVisible();
  await cell(page, 'xa1').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('i');
  const card = page.getByRole('dialog', { name: 'About the white quantum king' });
  await expect(card).toContainText('Fills a row of four cells');
  await expect(card).toBeFocused();
  await expect(page.locator('[aria-live="polite"]').first()).toContainText('Fills a row');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(page.locator('.stage :focus')).toHaveCount(1);
});

test.describe('on touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('taps tell what a piece is and who attacks it, and a long press opens the card', async ({ page }) => {
    await newGame(page, { game: 'riftwalker', level: 1, colour: 'White' });
    const tap = async (name: string): Promise<void> => {
      const box = await cell(page, name).boundingBox();
      if (!box) throw new Error(`no cell ${name}`);
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    };
    await tap('e4');
    await expect(page.locator('.cell-info')).toContainText('white pawn');
    // The eye is on: the attackers and defenders are told beside how the piece moves, and its name opens the card.
    await expect(page.locator('.cell-info')).toContainText('Defended by');
    await expect(page.locator('.cell-info')).toContainText('Steps one cell any way');
    await page.locator('.cell-info').tap();
    await expect(page.getByRole('dialog', { name: 'About the white pawn' })).toBeVisible();
    await page.getByRole('button', { name: 'Close the card' }).tap();
    await page.getByRole('button', { name: 'Show attackers' }).tap();
    await expect(page.locator('.cell-info')).not.toContainText('Defended by');
    await expect(page.locator('.cell-info')).toContainText('Steps one cell any way');
    await page.getByRole('button', { name: 'About the white pawn' }).tap();
    await expect(page.getByRole('dialog', { name: 'About the white pawn' })).toBeVisible();
    await page.getByRole('button', { name: 'Close the card' }).tap();
    // The pawn is put down first: with a piece in hand, a tap on an enemy is a try to capture it.
    await tap('e4');
    await tap('e9');
    await expect(page.getByRole('dialog', { name: /About the black/ })).toBeVisible();
    await page.getByRole('button', { name: 'Close the card' }).tap();
    const box = await cell(page, 'e1').boundingBox();
    if (!box) throw new Error('no cell');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(page.getByRole('dialog', { name: 'About the white queen' })).toBeVisible();
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByRole('dialog', { name: 'About the white queen' })).toBeVisible();
    await accessible(page);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test('the card of a piece lies below the board', async ({ page }) => {
    await newGame(page, { game: 'gateway', level: 1, colour: 'White' });
    const enemy = await cell(page, 'zd10').boundingBox();
    if (!enemy) throw new Error('no cell');
    await page.touchscreen.tap(enemy.x + enemy.width / 2, enemy.y + enemy.height / 2);
    const card = page.getByRole('dialog', { name: /About the black/ });
    await expect(card.locator('dl')).toBeVisible();
    const last = await cell(page, 'zd1').boundingBox();
    const place = await card.boundingBox();
    if (!last || !place) throw new Error('no place');
    expect(place.y).toBeGreaterThanOrEqual(last.y + last.height - 1);
    expect(place.height).toBeGreaterThanOrEqual(190);
    await accessible(page);
  });
});

test('the rules page has its parts in order, and folds what one need not read', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/learn/twoboards');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Goal',
    'Board and starting position',
    'Pieces',
    'Try the pieces',
    'Special rules',
    'End of the game',
    'Tips for your first games',
    'Options',
    'Our decisions, and why',
    'Puzzles and exercises',
  ]);
  await expect(page.getByText('Checkmate the enemy king. You also win')).toBeVisible();
  const link = page.getByRole('link', { name: 'Read the published rules' });
  await expect(link).toHaveAttribute('href', 'https://www.chessvariants.com/rules/chess-on-two-boards');
  const rulings = await (await page.request.get('/api/games/twoboards')).json();
  await expect(page.locator('dt')).toHaveText(rulings.rulings.map((one: { title: string }) => one.title));
  await expect(page.locator('dt').first()).toBeHidden();
  await page.getByText('4 decisions with reasons').click();
  await expect(page.locator('dt').first()).toBeVisible();
  // On paper: the text and the decisions, without buttons and exercises.
  await page.getByText('4 decisions with reasons').click();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('dt').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Puzzles and exercises' })).toBeHidden();
  await expect(page.locator('header').first()).toBeHidden();
  expect(errors).toEqual([]);
});

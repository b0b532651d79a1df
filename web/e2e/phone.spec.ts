// On a phone: whole games by touch, small cells, swipes, the bar at the bottom, and the page for a new game.

import type { Page } from '@playwright/test';
import { cell, expect, newGame, state, test, view, watchErrors } from './help';
import { FORCED, PROMOTION, TRANSFORM } from './positions';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Taps a cell as a finger does: a second time if the board was enlarged first, and the piece not selected with it. */
async function tap(page: Page, name: string): Promise<void> {
  const isEnlarged = (): Promise<boolean> =>
    page.getByRole('button', { name: 'Show the whole board' }).isVisible();
  const before = await isEnlarged();
  const touch = async (): Promise<void> => {
    const box = await cell(page, name).boundingBox();
    if (!box) throw new Error(`no cell ${name}`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await cell(page, name).scrollIntoViewIfNeeded();
  await touch();
  const isSelected = (await cell(page, name).getAttribute('aria-selected')) === 'true';
  if (!before && !isSelected && (await isEnlarged())) await touch();
}

/** Makes the legal move with this text by touch. */
async function tapMove(page: Page, game: string, position: string, text: string): Promise<void> {
  const now = await view(page, game, position);
  const legal = now.moves.find((m) => m.text === text);
  if (!legal) throw new Error(`${text} is not legal in ${position}`);
  const name = async (at: number): Promise<string> =>
    (await page.locator(`.stage [data-cell="${at}"]`).getAttribute('data-name')) ?? '';
  const from = await name(legal.from);
  await tap(page, from);
  await expect(cell(page, from)).toHaveAttribute('aria-selected', 'true');
  await tap(page, await name(legal.to));
  const several = now.moves.filter((m) => m.from === legal.from && m.to === legal.to).length > 1;
  if (several)
    await page
      .getByRole('dialog', { name: 'What does it become?' })
      .getByRole('button')
      .nth(0)
      .press(legal.promotion ?? 'Enter');
}

for (const { game, position, first } of FORCED) {
  test(`${game}: a game to its end by touch`, async ({ page }) => {
    const errors = watchErrors(page);
    await newGame(page, {
      game,
      position,
      level: 1,
      colour: position.split(' ')[1] === 'w' ? 'White' : 'Black',
    });
    await expect(page.locator('header')).toHaveCount(0);
    await tapMove(page, game, position, first);
    await expect.poll(async () => (await state(page)).seq, { timeout: 20_000 }).toBe(2);
    const now = await state(page);
    const mate = now.view.moves.find((m) => m.short.endsWith('#'));
    await expect(page.getByTestId('status')).toContainText('Your move');
    await tapMove(page, game, now.view.position, mate?.text ?? '');
    await expect(page.getByTestId('status')).toContainText(/won|wins|checkmate|mate/i);
    await expect(page.getByRole('button', { name: 'Rematch' })).toBeInViewport();
    // Nothing is wider than the screen, and the answer to a tap needs no scrolling.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Why?' }).tap();
    await expect(page.getByRole('region', { name: 'Why the game is over' })).toBeInViewport({ ratio: 1 });
    expect(errors).toEqual([]);
  });
}

test('the bar stays at the bottom, with steps, offers and resigning', async ({ browser, page }) => {
  await newGame(page, { game: 'twoboards', opponent: 'link', colour: 'White' });
  const opponent = await (await browser.newContext()).newPage();
  await opponent.goto(page.url());
  await opponent.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  // The first tap enlarges the little board, the second one chooses.
  const stage = page.locator('.stage');
  const whole = await stage.getAttribute('viewBox');
  await tapMove(page, 'twoboards', (await state(page)).view.position, 'b5b6');
  expect(await stage.getAttribute('viewBox')).toBe(whole);
  await expect(page.getByRole('button', { name: 'Previous move' })).toBeInViewport();
  await opponent.getByLabel('Type a move').fill('c12c11');
  await opponent.getByLabel('Type a move').press('Enter');
  await expect(page.getByTestId('status')).toContainText('Your move');
  await opponent.getByRole('button', { name: 'Offer draw' }).click();
  await opponent.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(opponent.getByRole('button', { name: 'Draw offered' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept the draw' })).toBeInViewport();
  // The question whether to resign stays when an offer is declined, and goes away with a move.
  await page.getByRole('button', { name: 'Resign' }).tap();
  await page.getByRole('button', { name: 'Decline' }).tap();
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  const question = page.getByText('Resign this game?');
  await expect(question).toBeInViewport();
  await tapMove(page, 'twoboards', (await state(page)).view.position, 'c5c6');
  await expect(page.getByTestId('status')).not.toContainText('Your move');
  await expect(question).toHaveCount(0);
  // It stays when the opponent moves: the second tap resigns.
  await page.getByRole('button', { name: 'Resign' }).tap();
  await opponent.getByLabel('Type a move').fill('c11c10');
  await opponent.getByLabel('Type a move').press('Enter');
  await expect(page.getByTestId('status')).toContainText('Your move');
  await expect(question).toBeInViewport();
  await page.getByRole('button', { name: 'Resign' }).tap();
  await expect(page.getByTestId('status')).toContainText(/resign/i);
  await opponent.context().close();
});

test('without a connection, what becomes of the move is said at once', async ({ page }) => {
  await newGame(page, { game: 'chess', level: 1, colour: 'White' });
  await page.context().setOffline(true);
  const bar = page.locator('.phone-bar');
  await expect(bar.getByText('No connection. Trying again…')).toBeVisible({ timeout: 3000 });
  await tap(page, 'e2');
  await tap(page, 'e4');
  await expect(
    bar.getByText('No connection. Your move will be sent when the connection is back.'),
  ).toBeVisible();
  await expect(page.getByTestId('status')).toContainText('Sending your move…');
  await page.context().setOffline(false);
  await expect.poll(async () => (await state(page)).seq, { timeout: 20_000 }).toBe(2);
  await expect(bar.getByText('No connection')).toHaveCount(0);
});

test('a premove is told in words, and a button cancels it', async ({ page }) => {
  await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await page.context().browser()?.newContext();
  const opponent = await other?.newPage();
  await opponent?.goto(page.url());
  await opponent?.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  await tap(page, 'e2');
  await tap(page, 'e4');
  await expect.poll(async () => (await state(page)).seq).toBe(1);
  await expect(page.getByTestId('status')).toHaveText('Their move');
  await tap(page, 'd2');
  await tap(page, 'd4');
  await expect(page.getByTestId('status')).toContainText('Premove: pawn to d4');
  await expect(page.getByText('Premove: pawn to d4')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Cancel the premove' }).tap();
  await expect(page.getByTestId('status')).toHaveText('Their move');
  await opponent?.getByLabel('Type a move').fill('e7e5');
  await opponent?.getByLabel('Type a move').press('Enter');
  await expect(page.getByTestId('status')).toContainText('Your move');
  expect((await state(page)).seq).toBe(2);
  await other?.close();
});

test('a message leaves the bar at the bottom free', async ({ page }) => {
  await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  await page.getByRole('button', { name: 'Copy' }).tap();
  const message = page.locator('.notice');
  await expect(message).toBeVisible();
  const bar = await page.locator('.phone-bar').boundingBox();
  await expect
    .poll(async () => {
      const box = await message.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(bar?.y ?? 0);
});

test('without a connection, the button of the menu stays on the screen', async ({ page }) => {
  await page.goto('/learn');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connecting…');
  await expect(page.getByRole('button', { name: 'Pages' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the pieces of the editor are in sight with the board', async ({ page }) => {
  await page.goto('/editor?game=chess');
  await expect(page.locator('.stage')).toBeInViewport({ ratio: 1 });
  const queen = page.getByRole('button', { name: 'white queen' });
  await expect(queen).toBeInViewport({ ratio: 1 });
  await queen.tap();
  await tap(page, 'e5');
  await expect(cell(page, 'e5')).toHaveAttribute('aria-label', /white queen/);
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('cells are large enough to see what stands there', async ({ page }) => {
    const play = new URL(await newGame(page, { game: 'gateway', level: 1, colour: 'White' })).pathname;
    for (const path of [play, '/puzzles/walkers', '/lesson/walkers', '/lesson/gateway']) {
      await page.goto(path);
      await expect(page.locator('.stage'), path).toBeVisible();
      await expect
        .poll(async () => (await page.locator('.stage [data-cell]').first().boundingBox())?.width, path)
        .toBeGreaterThan(16.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
    // The page scrolls, and the task stays in sight.
    const task = page.getByRole('region', { name: 'Task' });
    await expect(task).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => window.scrollTo(0, 10_000));
    await expect(task).toBeInViewport({ ratio: 1 });
  });
});

test.describe('held sideways', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('the whole board, the buttons and both players are in sight', async ({ page }) => {
    await newGame(page, { game: 'chess', level: 1, colour: 'White' });
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.locator('.stage')).toBeInViewport({ ratio: 1 });
    for (const name of ['Hint', 'Previous move', 'Flip the board'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('(you)')).toBeInViewport({ ratio: 1 });
    await tap(page, 'e2');
    await tap(page, 'e4');
    await expect.poll(async () => (await state(page)).seq, { timeout: 20_000 }).toBe(2);
    await page.getByRole('link', { name: 'Leave the board' }).tap();
    await expect(page.getByRole('banner')).toBeVisible();
  });

  test('analysis, puzzles and the editor have the board beside everything else', async ({ page }) => {
    const pages = [
      { path: '/analysis?game=gateway', button: 'Previous move', out: 'Leave the board' },
      { path: '/puzzles/walkers', button: 'Hint', out: 'Puzzles' },
      { path: '/editor?game=chess', button: 'white queen', out: 'Leave the board' },
    ];
    for (const { path, button, out } of pages) {
      await page.goto(path);
      await expect(page.locator('.stage'), path).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('banner'), path).toHaveCount(0);
      await expect(page.getByRole('button', { name: button }), path).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: out }), path).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(844);
    }
  });

  test('the words, the board and the task of a lesson are in sight at once', async ({ page }) => {
    for (const path of ['/lesson/gateway', '/lesson/walkers?step=pawn', '/lesson/chess']) {
      await page.goto(path);
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.locator('.stage'), path).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('heading', { level: 1 }), path).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('region', { name: 'Task' }), path).toBeInViewport({ ratio: 1 });
      const over = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      });
      expect(over, path).toEqual([0, 0]);
    }
    await page.getByRole('link', { name: 'Leave the lesson' }).tap();
    await expect(page.getByRole('banner')).toBeVisible();
  });
});

test('the chooser is a sheet at the bottom, with its title and all choices in sight', async ({ page }) => {
  await newGame(page, { game: 'gateway', position: PROMOTION, level: 1, colour: 'White' });
  await tap(page, 'ya9');
  await tap(page, 'ya10');
  const chooser = page.getByRole('dialog', { name: 'What does it become?' });
  await expect(chooser.getByRole('heading')).toBeInViewport({ ratio: 1 });
  for (const button of await chooser.getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  await chooser.getByRole('button', { name: 'queen' }).tap();
  await expect.poll(async () => (await state(page)).seq).toBeGreaterThan(0);
});

test('why a move is not legal leaves the board in sight, and the next tap on it counts', async ({ page }) => {
  await newGame(page, { game: 'gateway', position: TRANSFORM, level: 1, colour: 'White' });
  await expect(page.getByTestId('status')).toContainText('Your quantum king must become an emperor');
  await tap(page, 'wb2');
  await tap(page, 'wb9');
  const why = page.getByRole('region', { name: /is not possible/ });
  await expect(why).toBeVisible();
  await expect
    .poll(async () => {
      const [board, panel] = [await page.locator('.stage').boundingBox(), await why.boundingBox()];
      return (panel?.y ?? 0) - (board?.y ?? 0) - (board?.height ?? 0);
    })
    .toBeGreaterThanOrEqual(0);
  // One tap closes the panel, enlarges the board and chooses the king, because all that it can do is in sight.
  const box = await cell(page, 'xd1').boundingBox();
  await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await expect(why).toHaveCount(0);
  await expect(page.locator('.cell-info')).toHaveText('Enlarged. Now tap a cell for the quantum king.');
  await expect(cell(page, 'xd1')).toHaveAttribute('aria-selected', 'true');
  await tap(page, 'xc1');
  await expect.poll(async () => (await state(page)).seq).toBeGreaterThan(0);
});

test('a swipe that starts on a piece scrolls, unless it ends on a destination', async ({ page }) => {
  await newGame(page, { game: 'chess', level: 1, colour: 'White' });
  const swipe = async (from: string, to: string): Promise<void> => {
    const a = await cell(page, from).boundingBox();
    const b = await cell(page, to).boundingBox();
    if (!a || !b) throw new Error('no cells');
    const client = await page.context().newCDPSession(page);
    const at = (share: number): { x: number; y: number }[] => [
      {
        x: a.x + a.width / 2 + (b.x - a.x) * share,
        y: a.y + a.height / 2 + (b.y - a.y) * share,
      },
    ];
    // The events say that they came 50 ms apart: on a slow machine a quick swipe would become a drag.
    let timestamp = Date.now() / 1000;
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number): Promise<void> => {
      const touchPoints = share === undefined ? [] : at(share);
      await client.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
      timestamp += 0.05;
    };
    await send('touchStart', 0);
    for (const share of [0.3, 0.7, 1]) await send('touchMove', share);
    await send('touchEnd');
  };
  // Something to scroll to.
  await page.setViewportSize({ width: 390, height: 620 });
  await swipe('a1', 'a7');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(page.getByRole('region', { name: /is not possible/ })).toHaveCount(0);
  expect((await state(page)).seq).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await swipe('e2', 'e4');
  await expect.poll(async () => (await state(page)).seq).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a new game can be started without scrolling', async ({ page }) => {
  await page.goto('/new?game=walkers');
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'The computer' })).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'White', exact: true })).toBeHidden();
  const fold = page.getByText('Colour, clock and options of the rules');
  await expect(fold).toContainText('White or Black · no clock · usual rules');
  await fold.tap();
  await expect(page.getByRole('group', { name: 'You play', exact: true })).toBeVisible();
});

test('a step of a lesson is seen whole, and its task is answered by taps', async ({ page }) => {
  await page.goto('/lesson/gateway');
  const board = page.locator('.stage');
  const task = page.getByRole('region', { name: 'Task' });
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(board).toBeInViewport({ ratio: 1 });
  await expect(task).toBeInViewport({ ratio: 1 });
  const [above, below] = [await board.boundingBox(), await task.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  // The first tap enlarges; the taps after it choose, and open no card.
  const touch = async (name: string): Promise<void> => {
    const box = await cell(page, name).boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  await touch('xb1');
  for (const name of ['xa1', 'xb1', 'xc1', 'xd1']) await touch(name);
  await expect(page.getByRole('dialog', { name: /^About the/ })).toHaveCount(0);
  await task.getByRole('button', { name: 'Check 4 cells' }).tap();
  await expect(task.getByText('Right.')).toBeInViewport({ ratio: 1 });
  await expect(task.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
});

test('cells in several parts of a long board are chosen, one after the other', async ({ page }) => {
  await page.goto('/lesson/walkers?step=pawn');
  const task = page.getByRole('region', { name: 'Task' });
  const stage = page.locator('.stage');
  const whole = page.getByRole('button', { name: 'Show the whole board' });
  const touch = async (name: string): Promise<void> => {
    const box = await cell(page, name).boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  await expect(stage).toBeVisible();
  // The enlarged board fills the width, and what is one big square away can be seen.
  await touch('e5');
  await expect(whole).toBeVisible();
  expect((await stage.boundingBox())?.width).toBeGreaterThan(350);
  for (const name of ['d5', 'f5', 'b5', 'h5']) await touch(name);
  await task.getByRole('button', { name: 'Check 4 cells' }).tap();
  await expect(task.locator('.feedback')).toHaveText('All correct so far. 2 cells are still missing.');
  // The others may be anywhere.
  await expect(whole).toHaveCount(0);
  await touch('e6');
  for (const name of ['e6', 'e8']) await touch(name);
  await task.getByRole('button', { name: 'Check 6 cells' }).tap();
  await expect(task.locator('.feedback')).toContainText('Right.');
});

test('words of any length fit on every page of an invented game', async ({ page }) => {
  test.slow();
  const name = `long${Date.now() % 1_000_000}`;
  await page.goto('/inventors');
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).tap();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).first().tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const text = page.getByLabel('The definition');
  const title = 'T'.repeat(80);
  const definition = (await text.inputValue())
    .replace(/^title = .*$/m, `title = "${title}"`)
    .replace(/^about = .*$/m, `about = "${'about'.repeat(60)}"`)
    .replace('name = "rook"', `name = "${'r'.repeat(60)}"`);
  await text.fill(`# By ${name}.\n${definition}`);
  const fits = async (): Promise<void> => {
    await page.waitForLoadState('networkidle');
    const wide = await page.evaluate((width) => {
      const all = [...document.querySelectorAll('main *')].filter(
        (it) => it.getBoundingClientRect().right > width + 1 && it.checkVisibility(),
      );
      return {
        by: document.documentElement.scrollWidth - width,
        what: all.slice(0, 5).map((it) => it.outerHTML.slice(0, 120)),
      };
    }, 390);
    expect(wide.by, `${page.url()} is too wide: ${wide.what.join('\n')}`).toBeLessThanOrEqual(0);
  };
  const fine = page.getByText('No errors: this game can be played.');
  await expect(fine).toBeVisible();
  await fits();
  await text.evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('[pieces.R]') + 4;
    area.focus();
    area.setSelectionRange(at, at);
  });
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('The cursor is in the definition of this piece')).toBeVisible();
  await fits();
  await page.getByRole('button', { name: 'Save this version' }).tap();
  await expect(page).toHaveURL(/definition=/);
  await page.getByRole('button', { name: 'Your versions' }).tap();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  await fits();
  const main = page.getByRole('main');
  const addresses: string[] = [];
  for (const link of ['Play', 'Analyse', 'Rules', 'Preview of its page'])
    addresses.push(
      (await main.getByRole('link', { name: link, exact: true }).getAttribute('href')) ?? '/nowhere',
    );
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Publish' }).tap();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await page.getByRole('button', { name: 'Playtest' }).tap();
  await expect(page.getByRole('heading', { name: /^Playtest of T/ })).toBeVisible();
  await fits();
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible({ timeout: 60_000 });
  await fits();
  for (const path of ['/playtests', '/invented', ...addresses]) {
    await page.goto(path);
    await expect(page.getByText(title).first()).toBeAttached();
    await fits();
  }
  await page.goto(addresses[0] ?? '');
  await page.getByRole('button', { name: 'Start the game' }).tap();
  await page.waitForURL(/\/play\//);
  await expect(page.locator('.stage')).toBeVisible();
  await fits();
});

test('what is wrong in a definition stays in sight, and a tap leads to it', async ({ page }) => {
  await page.goto('/inventors');
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  const text = page.getByLabel('The definition');
  const definition = await text.inputValue();
  const wrong = definition.replace('moves = "R"', 'moves = "R%"');
  await text.fill(wrong);
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
  await page.evaluate(() => window.scrollTo(0, 0));
  const error = page.getByRole('button', { name: /^1 error: on line \d+$/ });
  await expect(error).toBeInViewport();
  await error.tap();
  const line = wrong.slice(0, wrong.indexOf('R%')).split('\n').length;
  await expect(error).toHaveText(`1 error: on line ${line}`);
  await expect
    .poll(() =>
      text.evaluate(
        (area: HTMLTextAreaElement) => area.value.slice(0, area.selectionStart).split('\n').length,
      ),
    )
    .toBe(line);
  await page.getByRole('button', { name: 'Read more' }).tap();
  await expect(page.getByRole('heading', { name: '1 error' })).toBeInViewport();
  // A long line scrolls in its box.
  await text.fill(definition.replace(/^about = .*$/m, `about = "${'long '.repeat(60)}`));
  await expect(page.locator('.faults pre').first()).toContainText('long long');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

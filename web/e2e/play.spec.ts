// Whole games on the board: against the computer, and between two browsers.

import type { Page } from '@playwright/test';
import { cell, click, drag, expect, move, newGame, state, test, view, watchErrors } from './help';
import { FORCED } from './positions';

/** Makes the legal move with this text. */
async function playText(page: Page, game: string, position: string, text: string): Promise<void> {
  const now = await view(page, game, position);
  const legal = now.moves.find((m) => m.text === text);
  if (!legal) throw new Error(`${text} is not legal in ${position}`);
  const stage = page.locator('.stage [data-cell]');
  const name = async (at: number): Promise<string> =>
    (await stage.and(page.locator(`[data-cell="${at}"]`)).getAttribute('data-name')) ?? '';
  await click(page, await name(legal.from));
  await click(page, await name(legal.to));
  const chooser = page.getByRole('dialog', { name: 'What does it become?' });
  const several = now.moves.filter((m) => m.from === legal.from && m.to === legal.to).length > 1;
  if (several)
    await chooser
      .getByRole('button')
      .nth(0)
      .press(legal.promotion ?? 'Enter');
}

test.describe('against the computer', () => {
  for (const { game, position, first } of FORCED) {
    test(`${game}: to the end`, async ({ page }) => {
      const errors = watchErrors(page);
      await newGame(page, {
        game,
        position,
        level: 2,
        colour: position.split(' ')[1] === 'w' ? 'White' : 'Black',
      });
      await playText(page, game, position, first);
      // The computer answers, and there is a mate.
      await expect.poll(async () => (await state(page)).seq, { timeout: 20_000 }).toBe(2);
      const now = await state(page);
      const mate = now.view.moves.find((m) => m.short.endsWith('#'));
      expect(mate, `a mate after ${now.moves.map((m) => m.text).join(' ')}`).toBeDefined();
      await expect(page.getByTestId('status')).toContainText('Your move');
      await playText(page, game, now.view.position, mate?.text ?? '');
      await expect(page.getByTestId('status')).toContainText(/won|wins|checkmate|mate/i);
      await page.getByRole('button', { name: 'Why?' }).click();
      await expect(page.getByRole('region', { name: 'Why the game is over' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
      expect(errors).toEqual([]);
    });
  }
});

test.describe('between two browsers', () => {
  for (const { game, position, first, reply, mate } of FORCED) {
    test(`${game}: to the end`, async ({ browser, page }) => {
      const url = await newGame(page, { game, position, opponent: 'link', colour: 'White' });
      await expect(page.getByText('Send this link')).toBeVisible();
      const other = await (await browser.newContext()).newPage();
      await other.goto(url);
      await other.getByRole('button', { name: 'Join the game' }).click();
      let now = position;
      for (const [i, text] of [first, reply, mate].entries()) {
        const [mover, waiter] = i % 2 === 0 ? [page, other] : [other, page];
        await expect(mover.getByTestId('status')).toContainText('Your move');
        await expect(waiter.getByTestId('status')).toContainText('Their move');
        await playText(mover, game, now, text);
        now = (await view(page, game, now, [text])).position;
      }
      for (const each of [page, other]) {
        await expect(each.getByRole('button', { name: 'Why?' })).toBeVisible();
        await expect(each.getByRole('button', { name: 'Rematch' })).toBeVisible();
        expect((await state(each)).outcome?.result).toBe('1-0');
      }
      await other.context().close();
    });
  }
});

test('offers, takebacks and resigning between two browsers', async ({ browser, page }) => {
  const url = await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  await drag(page, 'e2', 'e4');
  await expect(other.getByTestId('status')).toContainText('Your move');
  await expect(cell(other, 'e4')).toHaveAttribute('aria-label', /white pawn/);
  await move(other, 'e7', 'e5');
  await expect(page.getByTestId('status')).toContainText('Your move');

  await other.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(other.getByTestId('status')).toContainText('Your move');
  await expect(cell(page, 'e5')).not.toHaveAttribute('aria-label', /pawn/);
  await move(other, 'd7', 'd5');

  // The question stays when somebody comes to watch, and the offer when the player moves.
  await other.getByRole('button', { name: 'Offer draw' }).click();
  await expect(other.getByText('Offer a draw?')).toBeFocused();
  const spectator = await (await browser.newContext()).newPage();
  await spectator.goto(url);
  await expect(other.getByText('1 watching')).toBeVisible();
  await expect(other.getByText('Offer a draw?')).toBeFocused();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await spectator.context().close();

  await page.getByRole('button', { name: 'Offer draw' }).click();
  await expect(page.getByText('Offer a draw?')).toBeFocused();
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Draw offered' })).toBeVisible();
  await move(page, 'e4', 'd5');
  await expect(other.getByTestId('status')).toContainText('Your move');
  await expect(page.getByRole('button', { name: 'Draw offered' })).toBeVisible();
  await other.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The draw was declined.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Offer draw' })).toBeEnabled();

  await other.getByRole('button', { name: 'Resign' }).click();
  await expect(other.getByText('Resign this game?')).toBeFocused();
  await other.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByTestId('status')).toContainText(/resign/i);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(other.getByRole('main').getByText('Your opponent offers a rematch.')).toBeVisible();
  await other.getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(page).not.toHaveURL(url);
  await expect(other).not.toHaveURL(url);
  const rematch = page.url();

  // The game that is over can be opened again.
  await page.goto(url);
  await expect(page.getByRole('link', { name: 'Open the rematch' })).toBeVisible();
  await expect(page).toHaveURL(url);
  await page.getByRole('link', { name: 'Open the rematch' }).click();
  await expect(page).toHaveURL(rematch);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Open the rematch' })).toBeVisible();
  await other.context().close();
});

test('a seek in the lobby is found and accepted', async ({ browser, page }) => {
  await page.goto('/new?game=sesqui&opponent=seek');
  await page.getByRole('button', { name: 'Find an opponent' }).click();
  await expect(page).toHaveURL(/\/lobby/);
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await other.goto('/lobby');
  await other.getByRole('button', { name: /^Play Sesqui/ }).click();
  await expect(other).toHaveURL(/\/play\//);
  await expect(page).toHaveURL(/\/play\//);
  await other.context().close();
});

test('a move is shown at once, and an illegal move is explained', async ({ page }) => {
  await newGame(page, { game: 'chess', level: 1, colour: 'White' });
  await move(page, 'e2', 'e4');
  // It is shown before the server confirms it.
  await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /white pawn/, { timeout: 500 });
  await expect(page.getByTestId('status')).toContainText('Your move', { timeout: 20_000 });
  // The computer's reply may arrive between the two clicks, and ends the choice of a piece.
  await expect(async () => {
    await click(page, 'g1');
    await expect(cell(page, 'g1')).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
    await click(page, 'g4');
    await expect(page.getByRole('region', { name: /g1 to g4 is not possible/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 20_000 });
});

test('a lost connection neither loses nor repeats a move', async ({ page, context }) => {
  let armed = false;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    let dead = false;
    socket.onMessage((message) => {
      server.send(message);
      // The server gets the move, but the connection breaks before its acknowledgement.
      if (armed && String(message).includes('"t":"move"')) {
        armed = false;
        dead = true;
        void socket.close();
      }
    });
    server.onMessage((message) => {
      if (!dead) socket.send(message);
    });
  });
  const url = await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await (await context.browser()?.newContext())?.newPage();
  if (!other) throw new Error('no second browser');
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  armed = true;
  await move(page, 'e2', 'e4');
  await expect(other.getByTestId('status')).toContainText('Your move');
  await expect.poll(async () => (await state(page)).moves.map((m) => m.text)).toEqual(['e2e4']);
  await move(other, 'e7', 'e5');
  await expect(page.getByTestId('status')).toContainText('Your move');
  await move(page, 'g1', 'f3');
  await expect
    .poll(async () => (await state(page)).moves.map((m) => m.text))
    .toEqual(['e2e4', 'e7e5', 'g1f3']);
  await other.context().close();
});

test('a game goes on after its page was closed and opened again', async ({ page, context }) => {
  const url = await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await (await context.browser()?.newContext())?.newPage();
  if (!other) throw new Error('no second browser');
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  await page.close();
  const again = await context.newPage();
  await again.goto(url);
  await expect(again.getByTestId('status')).toContainText('Your move');
  await move(again, 'd2', 'd4');
  await expect(other.getByTestId('status')).toContainText('Your move');
  await other.context().close();
});

test('a premove that matches several moves opens the chooser', async ({ browser, page }) => {
  const url = await newGame(page, {
    game: 'chess',
    position: '7k/8/8/8/8/8/K3p3/8 w - - 0 1',
    opponent: 'link',
    colour: 'White',
  });
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(other.getByTestId('status')).toContainText('Their move');
  await move(other, 'e2', 'e1');
  await expect(other.locator('.marks .premove').first()).toBeVisible();
  await move(page, 'a2', 'b2');
  await other.getByRole('dialog').getByRole('button', { name: 'rook', exact: true }).click();
  await expect.poll(async () => (await state(page)).moves.map((m) => m.text)).toEqual(['a2b2', 'e2e1r']);
  await expect(other.locator('.marks .premove')).toHaveCount(0);
  await other.context().close();
});

test('premoves are played, and moves wait for confirmation', async ({ browser, page }) => {
  const url = await newGame(page, { game: 'chess', opponent: 'link', colour: 'White' });
  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Join the game' }).click();
  await expect(page.getByTestId('status')).toContainText('Your move');
  await expect(other.getByTestId('status')).toContainText('Their move');
  // Black moves before it is Black's turn.
  await move(other, 'e7', 'e5');
  await expect(other.locator('.marks .premove').first()).toBeVisible();
  await move(page, 'e2', 'e4');
  await expect.poll(async () => (await state(page)).moves.map((m) => m.text)).toEqual(['e2e4', 'e7e5']);

  await page.goto('/settings');
  await page.getByLabel('Confirm each move').check();
  await page.goto(url);
  await move(page, 'g1', 'f3');
  await expect(page.getByRole('button', { name: 'Make the move' })).toBeVisible();
  expect((await state(page)).seq).toBe(2);
  await page.getByRole('button', { name: 'Make the move' }).click();
  await expect.poll(async () => (await state(page)).seq).toBe(3);
  await other.context().close();
});

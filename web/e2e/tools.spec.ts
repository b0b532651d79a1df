// Analysis, editor, learning, inventing, accounts, phones, the keyboard.

import { accessible, cell, click, drag, expect, move, newGame, state, test, watchErrors } from './help';

test('the tutorial for a first game leads to the editor', async ({ page }) => {
  await page.goto('/docs/invent');
  await page.getByRole('main').getByRole('link', { name: 'Inventors' }).click();
  await expect(page.getByRole('heading', { name: 'Invent a game', exact: true })).toBeVisible();
});

test('each step of the tutorial opens in the editor, and a reload keeps what is changed', async ({
  page,
}) => {
  await page.goto('/docs/invent');
  const links = page.getByRole('link', { name: 'Open this step in the editor' });
  await expect(links).toHaveCount(9);
  await links.nth(3).click();
  await expect(page).toHaveURL(/\/inventors$/);
  const text = page.getByLabel('The definition');
  await expect(text).toHaveValue(/name = "lantern"\nmoves = "F D"/);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await text.press('Control+End');
  await text.pressSequentially('# mine');
  await page.reload();
  await expect(text).toHaveValue(/# mine$/);
});

test.describe('analysis', () => {
  test('shows lines of the engine, moves and variations', async ({ page }) => {
    const errors = watchErrors(page);
    await page.goto('/analysis?game=chess');
    await move(page, 'e2', 'e4');
    await move(page, 'e7', 'e5');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Previous move' }).click();
    await move(page, 'd2', 'd4');
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('1.e4');
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('(1.d4)');

    await page.getByRole('button', { name: 'Engine' }).click();
    await expect(page.getByRole('region', { name: 'Engine' }).getByRole('listitem').first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('img', { name: /^Evaluation: [+−#0]/ })).toBeVisible();
    await expect(
      page.getByRole('img', { name: /^White wins \d+ %, draw \d+ %, Black wins \d+ %$/ }),
    ).toBeVisible();
    await expect(page.locator('.arrow.best')).toBeVisible();
    await page.getByRole('button', { name: 'Engine' }).click();

    await page.getByText('Comments', { exact: true }).click();
    await page.getByLabel(/^After/).fill('Also good.');
    await page.getByLabel(/^After/).blur();
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('Also good.');
    await expect(page.getByText('Comments (1)')).toBeVisible();
    await page.getByText('Import and export').click();
    const [record] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the record' }).click(),
    ]);
    expect(record.suggestedFilename()).toBe('chess.pgn');
    expect(errors).toEqual([]);
  });

  test('reads a pasted record, and opens what its link names', async ({ page }) => {
    await page.goto('/analysis');
    await page
      .getByLabel(/Paste a record/)
      .fill('[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5 {Sicily.}) 2. Nf3 *');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('1.e4e5');
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('Sicily.');
    await page.goto('/analysis?game=chess&moves=e2e4,c7c5');
    await expect(page.getByRole('region', { name: 'Moves' })).toContainText('c5');
    await expect(cell(page, 'c5')).toHaveAttribute('aria-label', /black pawn/);
    await page.goto('/analysis?game=chess&position=nonsense');
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test('opens a pasted position in the game that has it', async ({ page }) => {
    const paste = async (text: string): Promise<void> => {
      await page.getByLabel(/Paste a record or a position/).fill(text);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    };
    await page.goto('/analysis');
    await paste('rnbqkbnr/pppppppp/9/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
    await expect(page.getByRole('alert')).toContainText('No game here has this position. In Chess: ');
    await paste('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1');
    await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /white pawn/);
    await expect(page).toHaveURL(/game=chess/);
    // On the page of a game, too.
    await page.getByText('Import and export').click();
    await paste('PPNKRBPP4ppbrknpp4PPBRQNPP4ppnqrbpp4 w - 0 1');
    await expect(page).toHaveURL(/game=sesqui/);
  });

  test('opens a record up to a move that cannot be made', async ({ page }) => {
    await page.goto('/analysis');
    await page.getByLabel(/Paste a record/).fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 Nf6 5. d4 *');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const moves = page.getByRole('region', { name: 'Moves' });
    await expect(moves).toContainText('a6');
    await expect(moves).not.toContainText('Nf6');
    await expect(page.getByRole('alert')).toContainText('Move 4 of White, Bxc7');
    await expect(cell(page, 'a6')).toHaveAttribute('aria-label', /black pawn/);
  });

  test('draws the position as SVG and PNG', async ({ page }) => {
    await page.goto('/analysis?game=gateway');
    await page.getByText('Import and export').click();
    for (const kind of ['SVG', 'PNG']) {
      const href = await page.getByRole('link', { name: kind, exact: true }).getAttribute('href');
      const response = await page.request.get(href ?? '');
      expect(response.status(), await response.text()).toBe(200);
      expect(response.headers()['content-type']).toContain(kind.toLowerCase());
    }
  });
});

test('the editor names errors, and valid positions can be played', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/editor?game=chess');
  await expect(page.getByText('This position can be played.')).toBeVisible();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await expect(page.locator('.verdict li').first()).toBeVisible();
  await page.getByRole('button', { name: 'white king', exact: true }).click();
  await click(page, 'e1');
  await page.getByRole('button', { name: 'black king', exact: true }).click();
  await click(page, 'e2');
  await expect(page.locator('.verdict li').first()).toBeVisible();
  await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
  await drag(page, 'e2', 'e8');
  await page.getByRole('button', { name: 'white queen', exact: true }).click();
  await click(page, 'd1');
  await expect(page.getByText('This position can be played.')).toBeVisible();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveURL(/\/play\//);
  expect((await state(page)).view.pieces).toHaveLength(3);
  expect(errors).toEqual([]);
});

test('the learning pages explain pieces and offer exercises', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/learn/twoboards');
  await page.getByRole('button', { name: /^hero/ }).click();
  await expect(page.getByRole('heading', { name: /hero/ })).toBeVisible();
  await expect(page.locator('.mark.both').first()).toBeVisible();
  // Rules without puzzles.
  await page.goto('/learn/riftwalker?black_setup=mirrored');
  await page.getByRole('button', { name: 'Find exercises' }).click();
  await expect(page.getByRole('button', { name: 'Show the solution' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByText('This is the solution.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('an inventor sees errors and warnings with their lines, and plays the game', async ({ page }) => {
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  const definition = await text.inputValue();
  await text.fill(definition.replace('moves = "R"', 'moves = "R%"'));
  await expect(page.getByRole('heading', { name: '1 error' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Line \d+/ })).toHaveCount(1);
  await text.fill(definition.replace(/^about = .*\n/m, ''));
  await expect(page.getByRole('heading', { name: '1 warning' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Line \d+/ })).toHaveCount(1);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await text.fill(definition);
  await expect(page.getByRole('heading', { name: /warning/ })).toHaveCount(0);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(page.locator('.stage [data-cell]')).toHaveCount(20);
});

test('an inventor plays a text without saving it, and opens it again', async ({ page }) => {
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  const main = page.getByRole('main');
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  // An empty text has no errors.
  const definition = await text.inputValue();
  await text.fill('hello');
  await expect(page.getByRole('heading', { name: '1 error' })).toBeVisible();
  await text.fill('');
  await expect(page.getByText('Write a definition, or start from an example.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /error/ })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Play', exact: true })).toBeDisabled();
  // A hold is a rule that no note tells.
  const holds = definition
    .replace(/^axes = .*$/m, '$&\ngroups = { row = "rank" }')
    .replace('[start]', '[hold]\nrow = "G"\n\n[start]');
  await text.fill(holds.replace(/^title = .*$/m, 'title = "Clasp"'));
  await main.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Clasp' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /holds that king/ })).toBeVisible();
  await page.goBack();
  // The version that was opened can be played at once.
  await expect(page).toHaveURL(/definition=/);
  await main.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.getByText('Clasp was invented by a user.')).toBeVisible();
});

test('people register, sign out and in, and have a profile', async ({ page }) => {
  const name = `tester${Date.now() % 1_000_000}`;
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).first().click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await page.goto(`/user/${name}`);
  await expect(page.getByText('0 won, 0 drawn, 0 lost.')).toBeVisible();
  // Others can challenge one there.
  const challenge = page.getByRole('link', { name: `Challenge ${name}` });
  await expect(challenge).toHaveCount(0);
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(challenge).toHaveAttribute('href', '/new?opponent=link');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const game of ['walkers', 'sesqui', 'riftwalker', 'twoboards', 'gateway', 'chess']) {
    test(`${game} fits, and pieces move by tapping`, async ({ page }) => {
      await newGame(page, { game, level: 1, colour: 'White' });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      const first = (await state(page)).view.moves[0];
      if (!first) throw new Error('no moves');
      // On small cells the first tap enlarges a part of the board, and the second one chooses.
      const tap = async (place: number): Promise<void> => {
        const it = page.locator(`.stage [data-cell="${place}"]`);
        await it.tap();
        if (await page.getByRole('button', { name: 'Show the whole board' }).isVisible()) await it.tap();
      };
      await tap(first.from);
      await expect(page.locator('.targets circle').first()).toBeVisible();
      await tap(first.to);
      await expect.poll(async () => (await state(page)).seq, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
    });
  }

  test('the board zooms in and out', async ({ page }) => {
    await newGame(page, { game: 'twoboards', level: 1, colour: 'White' });
    const before = (await cell(page, 'h8').boundingBox())?.width ?? 0;
    await page.getByRole('button', { name: 'Zoom in' }).tap();
    await expect
      .poll(async () => (await cell(page, 'h8').boundingBox())?.width ?? 0)
      .toBeGreaterThan(before * 1.4);
    await page.getByRole('button', { name: 'Show the whole board' }).tap();
    await expect
      .poll(async () => (await cell(page, 'h8').boundingBox())?.width ?? 0)
      .toBeLessThan(before * 1.1);
  });
});

test.describe('by keyboard alone', () => {
  test('a game is started and a move is made', async ({ page }) => {
    await page.goto('/new?game=gateway');
    await page.getByRole('radio', { name: 'White', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Start the game' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/play\//);
    await expect(page.locator('.stage')).toBeVisible();
    // The Tab key leads to one cell of the board.
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) break;
    }
    const here = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-name') ?? null);
    const at = await here();
    expect(at).not.toBeNull();
    await page.keyboard.press(']');
    expect((await here())?.slice(1)).toBe(at?.slice(1));
    await page.keyboard.press('[');
    expect(await here()).toBe(at);

    // To a pawn, and with it one rank forward.
    const pawn = 'vb4';
    await cell(page, pawn).focus();
    await page.keyboard.press('Enter');
    await expect(cell(page, pawn)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(cell(page, pawn)).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    expect(await here()).toBe('vb5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await state(page)).moves[0]?.text).toBe('vb4vb5');
  });

  test('moves are typed in several notations, and refusals are announced', async ({ page }) => {
    await newGame(page, { game: 'walkers', level: 1, colour: 'White' });
    const field = page.getByLabel('Type a move');
    await field.fill('e7e9');
    await field.press('Enter');
    await expect(page.locator('form .shown')).toBeVisible();
    // By addresses: a4 to a5.
    await field.fill('21112121');
    await field.press('Enter');
    await expect.poll(async () => (await state(page)).moves[0]?.text).toBe('a4a5');
    await expect(page.locator('[aria-live="polite"].hidden').first()).toContainText(/./);
  });

  test('the boards are grids with names for screen readers', async ({ page }) => {
    await page.goto('/analysis?game=riftwalker');
    await expect(page.getByRole('grid')).toHaveCount(9);
    await expect(page.getByRole('grid', { name: 'inner board a1 to c3' })).toBeAttached();
    await expect(page.getByRole('gridcell', { name: 'd1, white king' })).toBeAttached();
    await accessible(page);
  });
});

// Analysis that loses nothing, reports, openings, drawings, and the inventors' page.

import {
  accessible,
  accessibleInBoth,
  beginSession,
  cell,
  click,
  delayPositions,
  expect,
  move,
  test,
  watchErrors,
} from './help';
import type { Locator, Page } from '@playwright/test';

const moves = (page: Page): Locator => page.getByRole('region', { name: 'Moves' });

/** Draws with the right button, from one cell to another. */
async function rightDrag(page: Page, from: string, to: string): Promise<void> {
  const a = await cell(page, from).boundingBox();
  const b = await cell(page, to).boundingBox();
  if (!a || !b) throw new Error(`no cells ${from} ${to}`);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

/** A game that two people have played to its end: the shortest mate. */
async function finishedGame(page: Page): Promise<string> {
  await beginSession(page);
  await page.goto('/about');
  const me = async (): Promise<string> =>
    ((await (await page.request.get('/api/me')).json()) as { csrf: string }).csrf;
  const post = async (path: string, data: unknown, csrf: string): Promise<Record<string, string>> => {
    const answer = await page.request.post(path, {
      data,
      headers: { 'X-CSRF': csrf, Origin: new URL(page.url()).origin },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const begun = await post(
    '/api/play',
    {
      game: { name: 'chess' },
      colour: 'white',
      clock: { kind: 'none' },
      rated: false,
      opponent: { kind: 'link' },
    },
    await me(),
  );
  const id = begun.id ?? '';
  const other = await page.context().browser()?.newContext();
  if (!other) throw new Error('no browser');
  const origin = new URL(page.url()).origin;
  const csrf = async (): Promise<string> =>
    ((await (await other.request.get(`${origin}/api/me`)).json()) as { csrf: string }).csrf;
  const act = async (path: string, data: unknown): Promise<void> => {
    const headers = { 'X-CSRF': await csrf(), Origin: origin };
    const answer = await other.request.post(`${origin}${path}`, { data, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await act(`/api/play/${id}/join`, {});
  for (const [seq, text] of ['f2f3', 'e7e5', 'g2g4', 'd8h4'].entries()) {
    const action = { t: 'move', seq, move: text };
    if (seq % 2 === 0) await post(`/api/play/${id}/actions`, action, await me());
    else await act(`/api/play/${id}/actions`, action);
  }
  await other.close();
  return id;
}

test('a tree with variations, its place, comments and drawings survive a reload', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/analysis?game=chess');
  await move(page, 'e2', 'e4');
  await move(page, 'e7', 'e5');
  await page.getByRole('button', { name: 'First position' }).click();
  await move(page, 'd2', 'd4');
  await expect(page).toHaveURL(/moves=e2e4,\(d2d4\),e7e5&at=2/);
  await page.reload();
  await expect(moves(page)).toContainText('1.e4(1.d4)1…e5');
  await expect(moves(page).getByRole('button', { name: '1.d4' })).toHaveAttribute('aria-current', 'step');
  await expect(cell(page, 'd4')).toHaveAttribute('aria-label', /white pawn/);

  // Arrows and circles stay with their position, and in the record.
  await rightDrag(page, 'd4', 'd5');
  await expect(page.locator('.drawing.g')).toHaveCount(1);
  await cell(page, 'c2').focus();
  await page.keyboard.press('Shift+M');
  await page.keyboard.press('Shift+M');
  await expect(page.locator('.drawing.r')).toHaveCount(1);
  await page.getByText('Comments').click();
  await page.getByLabel(/^After/).fill('A plan.');
  await page.getByLabel(/^After/).blur();
  await expect(moves(page)).toContainText('A plan.');
  await expect(moves(page)).not.toContainText('%c');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.drawing')).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('drawings and comments are found again after a reload, and written into the record', async ({
  page,
}) => {
  await page.goto('/analysis?game=chess&moves=e2e4');
  await expect(moves(page)).toContainText('e4');
  await rightDrag(page, 'e4', 'e5');
  await expect(page.locator('.drawing')).toHaveCount(1);
  await expect(page).toHaveURL(/draft=/);
  await page.reload();
  await expect(page.locator('.drawing')).toHaveCount(1);
  await page.getByText('Import and export').click();
  const [record] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the record' }).click(),
  ]);
  const stream = await record.createReadStream();
  let text = '';
  for await (const part of stream) text += String(part);
  expect(text).toContain('[%cal Ge4e5]');
  // Drawn again, it is erased.
  await rightDrag(page, 'e4', 'e5');
  await expect(page.locator('.drawing')).toHaveCount(0);
  const file = {
    name: 'game.pgn',
    mimeType: 'application/x-chess-pgn',
    buffer: Buffer.from('1. d4 { [%clk 0:03:00] } *'),
  };
  await page.getByLabel('File with a record').setInputFiles(file);
  await expect(moves(page)).toContainText('d4');
  await expect(moves(page)).not.toContainText('clk');
});

test('a record without a game is read as one of the game of the page, and a refusal says why', async ({
  page,
}) => {
  await page.goto('/analysis?game=riftwalker');
  await page.getByText('Import and export').click();
  await page.getByLabel(/Paste a record/).fill('1. Nzz9 *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/move 1/i);
  await expect(page.getByRole('alert')).not.toContainText('Some fields');
  await expect(page.getByRole('alert')).toContainText(
    'Is this a record of a game other than Riftwalker Chess?',
  );
  await page.getByLabel(/Paste a record/).fill('1. e2e3 *');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(moves(page)).toContainText('e3');
  await expect(page).toHaveURL(/game=riftwalker/);
});

test('the lines of the engine are of one depth, sorted, each with another first move, and can be clicked', async ({
  page,
}) => {
  await page.goto('/analysis?game=chess&moves=e2e4,e7e5');
  await expect(moves(page)).toContainText('e5');
  const seen: { depth: number; rank: number; moves: string[]; score: { cp?: number } }[][] = [];
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string' && payload.includes('"analysis"')) frames.push(payload);
    }),
  );
  await page.reload();
  await expect(moves(page)).toContainText('e5');
  await page.getByRole('button', { name: 'Engine' }).click();
  await expect(page.getByRole('region', { name: 'Engine' }).getByRole('listitem')).toHaveCount(3);
  await expect.poll(() => frames.length).toBeGreaterThan(5);
  for (const frame of frames) {
    const { lines } = JSON.parse(frame) as { lines?: (typeof seen)[number] };
    if (lines && lines.length > 0) seen.push(lines);
  }
  expect(seen.length).toBeGreaterThan(0);
  for (const lines of seen) {
    expect(new Set(lines.map((line) => line.depth)).size).toBe(1);
    expect(new Set(lines.map((line) => line.moves[0])).size).toBe(lines.length);
    expect(lines.map((line) => line.rank)).toEqual(lines.map((_, i) => i + 1));
  }
  // The second move of a line leads to the position after it.
  const line = page.getByRole('region', { name: 'Engine' }).getByRole('listitem').first();
  await line.getByRole('button').nth(1).click();
  await expect(page).toHaveURL(/moves=e2e4,e7e5,\w+,\w+$/);
  await expect(moves(page).locator('[aria-current]')).toBeVisible();
  // A reload does not stop the engine, and the number of lines is kept.
  await page.getByLabel('Lines').selectOption('2');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Engine' }).getByRole('listitem')).toHaveCount(2);
});

test('a finished game keeps its place, gets a report, and is in the tree of openings', async ({ page }) => {
  const errors = watchErrors(page);
  const id = await finishedGame(page);
  await page.goto(`/play/${id}`);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/analysis/${id}\\?at=3`));
  await expect(moves(page).locator('[aria-current]')).toContainText('g4');
  await page.reload();
  await expect(moves(page).locator('[aria-current]')).toContainText('g4');

  await page.getByText('Report of the game').click();
  await page.getByRole('button', { name: 'Make a report' }).click();
  const graph = page.getByRole('slider', { name: 'Evaluation of the game' });
  await expect(graph).toBeVisible({ timeout: 20_000 });
  await expect(graph).toHaveAttribute('aria-valuetext', /2\. g4, #−1/);
  await expect(page.getByText(/blunder, a turning point/)).toBeVisible();
  await expect(page.getByText('Better was')).toBeVisible();
  await graph.focus();
  await page.keyboard.press('End');
  await expect(moves(page).locator('[aria-current]')).toContainText('Qh4');
  // The reasons keep their room in the panel.
  await page.getByRole('button', { name: 'Why?' }).click();
  const why = page.getByRole('region', { name: /Why the game is over/ });
  expect((await why.boundingBox())?.height).toBeGreaterThan(70);

  await page.keyboard.press('Escape');
  // What was better is added as a variation, also from another place.
  const better = page
    .getByRole('listitem')
    .filter({ hasText: 'Better was' })
    .first()
    .getByRole('button')
    .last();
  const name = (await better.textContent()) ?? '';
  await better.click();
  await expect(moves(page).locator('[aria-current]')).toContainText(name);
  await page.getByText('Openings').click();
  await page.goto('/analysis?game=chess');
  await page.getByText('Openings').click();
  // What the engine plays comes with the program, apart from what people have played.
  await expect(page.getByRole('heading', { name: 'Games on this server' })).toBeVisible();
  const engines = page.getByRole('heading', { name: 'Games between engines' });
  await expect(engines).toBeVisible();
  await expect(engines.locator('+ ul > li').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'f3', exact: true })).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'f3', exact: true }).click();
  await expect(moves(page)).toContainText('1.f3');
  expect(errors).toEqual([]);
});

test('a definition is checked while it is written, beside its board, pieces and reference', async ({
  page,
}) => {
  const errors = watchErrors(page);
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await expect(page.locator('.stage [data-cell]')).toHaveCount(20);
  const definition = await text.inputValue();
  await text.fill(definition.replace('moves = "R"', 'moves = "R%"'));
  await expect(page.getByRole('heading', { name: '1 error' })).toBeVisible();
  // The fault leads to its line, and the piece that the cursor is in is shown.
  await page.getByRole('button', { name: /^Line \d+/ }).click();
  await text.fill(definition);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await text.evaluate((area: HTMLTextAreaElement) => {
    const at = area.value.indexOf('[pieces.R]') + 4;
    area.focus();
    area.setSelectionRange(at, at);
  });
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'rook' })).toBeVisible();
  await expect(page.locator('.mark.both').first()).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Reference' }).click();
  await expect(page.getByRole('region', { name: 'Reference' })).toContainText('Definition files');
  await page.getByRole('button', { name: 'The game', exact: true }).click();
  await page.getByText('Start from an example').click();
  for (const name of ['Roundabout', 'Tower', 'Leapers', 'Gateway Chess']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
    await expect(page.getByRole('heading', { name: /warning/ })).toHaveCount(0);
  }
  // Playtests are kept with an account: the page says so, and goes on when there is one.
  await page.getByRole('button', { name: 'Mini', exact: true }).click();
  await expect(page.getByText('It needs an account')).toBeVisible();
  await page.getByRole('button', { name: 'Playtest' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('A playtest needs an account');
  await dialog.getByLabel('Name').fill(`maker${Date.now() % 1_000_000}`);
  await dialog.getByLabel('Password').fill('long enough');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Playtest of Mini' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('an inventor saves versions, publishes one, and others find its page', async ({
  page,
  browser,
  server,
}) => {
  // A text belongs to whoever saved it first: the example is somebody else's version.
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${server}/inventors`);
  await expect(other.getByText('No errors: this game can be played.')).toBeVisible();
  await other.getByRole('button', { name: 'Save this version' }).click();
  await expect(other.getByRole('main').getByRole('link', { name: 'Play', exact: true })).toBeVisible();
  await page.goto('/inventors');
  const name = `inventor${Date.now() % 1_000_000}`;
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).first().click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  // Saved unchanged, it becomes a version of one's own by a comment, and the page says so.
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('Somebody else has saved the same text')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.getByLabel('The definition')).toHaveValue(new RegExp(`\\n# A copy by ${name}, .*\\n$`));
  await page.getByRole('button', { name: 'Your versions' }).click();
  // Publishing asks first, and says what becomes public.
  const publish = page.getByRole('button', { name: 'Publish' });
  for (const isWanted of [false, true]) {
    page.once('dialog', (dialog) => {
      expect(dialog.message()).toMatch(
        /^Publish “Mini”, version [0-9a-f]{6}\?[^]*your name[^]*definition[^]*playtests[^]*games/,
      );
      void (isWanted ? dialog.accept() : dialog.dismiss());
    });
    await publish.click();
    await expect(publish).toHaveCount(isWanted ? 0 : 1);
  }
  const address = await page.getByRole('link', { name: 'Public page' }).getAttribute('href');
  // Others find it in the list.
  await other.goto(`${server}/new`);
  await other.getByRole('link', { name: 'Games by inventors' }).click();
  const tile = other.getByRole('article').filter({ hasText: `By ${name}` });
  await expect(tile.getByRole('link', { name: 'Mini' })).toBeVisible();
  await expect(tile.locator('svg')).toBeAttached();
  await accessibleInBoth(other);
  await tile.getByRole('link', { name: 'Mini' }).click();
  await expect(other).toHaveURL(new URL(address ?? '', page.url()).href);
  await expect(other.getByRole('heading', { name: 'Mini', exact: true })).toBeVisible();
  await expect(other.getByText(`A game by ${name}`)).toBeVisible();
  await expect(other.getByText('Nobody has played it yet.')).toBeVisible();
  await accessible(other);
  await context.close();
});

test('an unsaved text is never lost: it comes back in its tab, and gives way to another only for a while', async ({
  page,
  context,
}) => {
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  const fine = page.getByText('No errors: this game can be played.');
  await expect(fine).toBeVisible();
  const mine = (await text.inputValue()).replace(/^title = .*$/m, 'title = "My own"');
  await text.fill(mine);
  // Another tab begins with this text, and then has one of its own.
  const other = await context.newPage();
  await other.goto('/inventors');
  await expect(other.getByLabel('The definition')).toHaveValue(mine);
  await other.getByLabel('The definition').fill(mine.replace('My own', 'Another'));
  await page.reload();
  await expect(text).toHaveValue(mine);
  await other.close();
  // An example puts it aside.
  await page.getByText('Start from an example').click();
  await page.getByRole('button', { name: 'Roundabout', exact: true }).click();
  await expect(page.getByText('Your unsaved text “My own” was put aside.')).toBeVisible();
  await accessible(page);
  await page.reload();
  await expect(text).toHaveValue(/Roundabout/);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(text).toHaveValue(mine);
  await expect(page.getByRole('button', { name: 'Bring it back' })).toHaveCount(0);
  // So does a link to a stored version; what is changed of a stored version comes back when the page is loaded again.
  await expect(fine).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).click();
  await expect(page).toHaveURL(/definition=/);
  const stored = page.url();
  await text.fill(`${mine}\n# Changed.\n`);
  await page.reload();
  await expect(text).toHaveValue(/# Changed/);
  await page.goto('/inventors');
  await text.fill(`${mine}\n# Changed again.\n`);
  await page.getByText('Start from an example').click();
  await page.getByRole('button', { name: 'Tower', exact: true }).click();
  await page.goto(stored);
  await expect(text).toHaveValue(mine);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(text).toHaveValue(/# Changed again/);
});

test('a second click on a button of the editor sends nothing twice', async ({ page }) => {
  let sent = 0;
  await page.route('**/api/definitions', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  await text.fill(`# Clicked twice, ${Date.now()}.\n${await text.inputValue()}`);
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await page.getByRole('button', { name: 'Save this version' }).dblclick({ force: true });
  await expect(page.getByRole('button', { name: 'Playtest' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Playtest' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  expect(sent).toBe(1);
});

test('an inventor playtests two versions, reads the report and compares them', async ({ page }) => {
  // Playtests give way to everything else on the machine.
  test.slow();
  const errors = watchErrors(page);
  await page.goto('/inventors');
  const name = `tester${Date.now() % 1_000_000}`;
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long enough password');
  await page.getByRole('dialog').getByRole('button', { name: 'Register', exact: true }).first().click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  const text = page.getByLabel('The definition');
  const original = await text.inputValue();
  const option = `
[options.pawn_moves]
about = "How pawns move."
values = ["slow", "fast"]
[[when]]
options = { pawn_moves = "fast" }
set.pieces.P.moves = "fK"
`;
  for (const version of [1, 2]) {
    await page.goto('/inventors');
    await text.fill(`${original}\n# Version ${version} by ${name}\n${version === 2 ? option : ''}`);
    await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
    if (version === 2) {
      await page.getByText('Options of the playtest').click();
      await page.getByLabel('fast').check();
    }
    await page.getByRole('button', { name: 'Playtest' }).click();
    const title = version === 1 ? 'Playtest of Mini' : 'Playtest of Mini (pawn moves: fast)';
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeVisible();
    if (version === 1) await accessible(page);
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^12 games, [\d,]+ positions searched/)).toBeVisible();
  }
  // The two are told apart by their versions.
  await expect(page.getByRole('link', { name: 'Inventors' })).toHaveAttribute('aria-current', 'page');
  const version =
    /ersion [0-9a-f]{6}/.exec((await page.getByText(/^Version /).textContent()) ?? '')?.[0] ?? '';
  await expect(page.locator('optgroup')).toHaveAttribute('label', 'Versions of this game');
  await expect(page.locator('optgroup option')).not.toContainText(version);
  await expect(page.locator('ol.says li')).toHaveCount(10);
  await accessibleInBoth(page);
  // Nothing is wider than a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await page.getByLabel('With another playtest').selectOption({ index: 1 });
  for (const link of ['Open the full report', 'Show what differs']) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: link }).click();
    const report = await opened;
    await expect(report.getByRole('heading', { level: 1 })).toContainText('Mini');
    await report.close();
  }
  await page.goto('/playtests');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText(version);
  await expect(list.last()).not.toContainText(version);
  // From the list of versions one comes to those of one version.
  await page.goto('/inventors');
  await page.getByRole('button', { name: 'Your versions' }).click();
  const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: version });
  await entry.getByRole('link', { name: '1 playtest' }).click();
  await expect(list).toHaveCount(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(list).toHaveCount(2);
  await accessible(page);
  await list.first().getByRole('link').click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toHaveCount(1);
  expect(errors).toEqual([]);
});

test('what was measured of a game is shown, with its board', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/learn/riftwalker');
  await page.getByRole('link', { name: 'Measurements' }).click();
  await expect(page.getByRole('heading', { name: /: measurements$/, level: 1 })).toBeVisible();
  await expect(page.getByRole('img', { name: /Most often:/ })).toHaveCount(3);
  await expect(page.getByRole('row', { name: /^Draws/ })).toContainText('%');
  await expect(page.getByRole('row', { name: /^Length \(plies\)/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^KQK / })).toBeVisible();
  await accessibleInBoth(page);
  // The many endgames are found by the pieces of a side, in any order.
  const find = page.getByLabel('Find a side with these pieces');
  await find.fill('qw');
  await expect(page.getByRole('row', { name: /^KQWK / })).toBeVisible();
  await expect(page.getByRole('row', { name: /^KQK / })).toHaveCount(0);
  await find.fill('');
  await expect(page.getByRole('row', { name: /^KQK / })).toBeVisible();
  // What is looked for in one game does not hide the endgames of the next.
  await find.fill('qw');
  await page.evaluate(() => {
    history.pushState(null, '', '/measured/chess');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('row', { name: /^KQK / })).toBeVisible();
  await page.goBack();
  await expect(find).toHaveValue('');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'The full report' }).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto('/measured/chess');
  await expect(page.getByRole('row', { name: /^knight/ })).toContainText(' to ');
  expect(errors).toEqual([]);
});

test('an explanation does not outlive its position', async ({ page }) => {
  await page.goto('/analysis?game=chess&moves=f2f3,e7e5,g2g4,d8h4');
  const why = page.getByRole('region', { name: 'Why the game is over' });
  const ask = page.getByRole('button', { name: 'Why?' });
  await ask.click();
  await expect(why).toBeVisible();
  await page.reload();
  await expect(ask).toBeVisible();
  await expect(why).toHaveCount(0);
  await ask.click();
  await expect(why).toBeVisible();
  // Another game, and back.
  await page.evaluate(() => {
    history.pushState(null, '', '/analysis?game=sesqui');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(cell(page, 'h6')).toBeVisible();
  await expect(why).toHaveCount(0);
  await page.goBack();
  await expect(ask).toBeVisible();
  await expect(why).toHaveCount(0);
});

test('a move played while another position is on its way is not taken for one of it', async ({ page }) => {
  await page.goto('/analysis?game=chess&moves=e2e4');
  await expect(cell(page, 'e4')).toHaveAttribute('aria-label', /white pawn/);
  const asked = await delayPositions(page, 1000);
  await page.getByRole('button', { name: 'Previous move' }).click();
  await move(page, 'e7', 'e5');
  await expect(cell(page, 'e2')).toHaveAttribute('aria-label', /white pawn/);
  await expect(cell(page, 'e7')).toHaveAttribute('aria-label', /black pawn/);
  expect(asked()).toBe(1);
  await expect(moves(page)).not.toContainText('e5');
  await expect(page.getByText('is not possible')).toHaveCount(0);
});

test('the endgame table says what each move does', async ({ page }) => {
  // The tables are built after all other work of the machine.
  test.setTimeout(150_000);
  const errors = watchErrors(page);
  const position = '8/8/8/8/8/8/2R5/1k5K w - - 0 1';
  await page.goto(`/analysis?game=chess&position=${encodeURIComponent(position)}`);
  const table = page.getByRole('region', { name: 'Endgame table' });
  // The tables of three pieces are built when the first one asks.
  await expect(table).toContainText(/White wins in \d+ moves with best play\./, { timeout: 120_000 });
  const rows = table.getByRole('listitem');
  await expect(rows.first()).toContainText(/White wins in \d+/);
  await expect(rows).toHaveCount(6);
  const all = table.getByRole('button', { name: /^Show all \d+ moves$/ });
  await accessible(page);
  await all.click();
  await expect(rows.last()).toContainText('draw');
  await rows.first().getByRole('button').click();
  await expect(table).toContainText('best defence');
  await expect(rows.first()).toContainText('best defence');
  // All moves that last as long as the best one are marked.
  const words = await rows.allInnerTexts();
  const length = /in \d+/.exec(words[0] ?? '')?.[0] ?? 'none';
  for (const it of words) expect(it.includes('best defence'), it).toBe(it.includes(`${length}\n`));
  // With more pieces there is no table, and nothing is said.
  await page.goto('/analysis?game=chess');
  await expect(page.getByRole('region', { name: 'Engine' })).toBeVisible();
  await expect(table).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('an endgame of an invented game has no table, and the page says why', async ({ page }) => {
  await page.goto('/inventors');
  const text = page.getByLabel('The definition');
  const definition = await text.inputValue();
  await text.fill(definition.replace(/^board = "{3}[^]*?"{3}/m, 'board = "k3/4/4/4/KR2"'));
  await expect(page.getByText('No errors: this game can be played.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Analyse', exact: true }).click();
  await expect(page.getByText('There is no endgame table for this position')).toBeVisible();
});

test('the cells where pieces promote are marked: on a ring always, else for a chosen pawn', async ({
  page,
}) => {
  await page.goto('/analysis?game=sesqui');
  await expect(page.locator('.mark.promotion')).toHaveCount(8);
  await expect(cell(page, 'a4')).toHaveAttribute('aria-label', /pieces promote here/);
  await page.goto('/analysis?game=chess');
  await expect(cell(page, 'e2')).toBeVisible();
  await expect(page.locator('.mark.promotion')).toHaveCount(0);
  await click(page, 'e2');
  await expect(page.locator('.mark.promotion')).toHaveCount(8);
  await expect(cell(page, 'a8')).toHaveAttribute('aria-label', /pieces promote here/);
  await click(page, 'b1');
  await expect(page.locator('.mark.promotion')).toHaveCount(0);
});

test('the worth of each piece stands on the board when asked for', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('/analysis?game=chess');
  const worths = page.locator('.worths text');
  await expect(worths).toHaveCount(0);
  await page.getByRole('button', { name: 'Worth of pieces' }).click();
  await expect(worths).toHaveCount(30);
  await accessible(page);
  await move(page, 'e2', 'e4');
  await expect(worths).toHaveCount(30);
  await page.getByRole('button', { name: 'Worth of pieces' }).click();
  await expect(worths).toHaveCount(0);
  expect(errors).toEqual([]);
});

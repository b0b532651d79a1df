// Takes the screenshots of the README, or of every page to look at.
//
//     node scripts/screenshots.mjs readme            docs/images/*.png
//     node scripts/screenshots.mjs pages DIR [FILTER]  every page, at five sizes, light and dark; FILTER is a part
//                                                      of a name such as play-chess-390-dark
import { chromium } from '@playwright/test';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.mjs';

const GAMES = [
  'walkers',
  'sesqui',
  'riftwalker',
  'twoboards',
  'gateway',
  'chess',
  'hyperchess',
  'raumschach',
];

// The first moves of each game, and a piece to select.
const LINES = {
  walkers: { moves: ['e7e8', 'e15e14', 'f4e5', 'g15f13'], select: 'd1' },
  sesqui: { moves: ['b2b4', 'c1b6', 'e6f3'], select: 'c3' },
  riftwalker: { moves: ['d4d5'], select: 'e1' },
  twoboards: { moves: ['b5b6', 'c12c11', 'f1h3'], select: 'k16' },
  gateway: { moves: ['vb4vb5'], select: 'wb9' },
  chess: { moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'], select: 'b5' },
  hyperchess: { moves: ['b5b6', 'c12c11'], select: 'g1' },
  raumschach: { moves: ['Ab1Ac3', 'Eb5Ec3'], select: 'Bc1' },
};

const [what = 'readme', directory = '/tmp/hyperrook-pages', filter = ''] = process.argv.slice(2);
const { url, stop } = await startServer();
const launch = (...args) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...args],
  });
const browser = await launch();

/** A page in a browser context of its own. */
async function open(width, height, theme, scale = 1, from = browser) {
  const context = await from.newContext({
    viewport: { width, height },
    colorScheme: theme,
    deviceScaleFactor: scale,
    hasTouch: width < 500,
    isMobile: width < 500,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`  page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`  console: ${message.text().slice(0, 300)}`);
  });
  return page;
}

async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(350);
}

/** The address of the analysis of a game after its first moves. */
function analysis(game) {
  const { moves } = LINES[game];
  return `/analysis?game=${game}${moves.length > 0 ? `&moves=${moves.join(',')}` : ''}`;
}

async function click(page, name) {
  const box = await page.locator(`.stage [data-name="${name}"]`).boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Opens the 3D view, and waits for its first picture. */
async function openSpace(page) {
  await page.getByRole('button', { name: '3D view', exact: true }).click();
  await page.waitForFunction(() => (document.querySelector('.space canvas')?.spatial?.stats.frames ?? 0) > 0);
}

/** Starts a game against the computer and plays its first move. */
async function play(page, game) {
  await page.goto(`${url}/new?game=${game}`);
  await page.getByRole('button', { name: 'Start the game' }).waitFor();
  const fold = page.locator('details.fold:not([open]) > summary');
  if (await fold.count()) await fold.click();
  await page.getByRole('radio', { name: 'White', exact: true }).check({ force: true });
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForURL(/\/play\//);
  await page.locator('.stage').waitFor();
  const first = LINES[game].moves[0];
  if (first) {
    await page.getByLabel('Type a move').fill(first);
    await page.getByLabel('Type a move').press('Enter');
    await page.waitForTimeout(2500);
  }
}

try {
  if (what === 'readme') {
    const images = new URL('../../docs/images/', import.meta.url).pathname;
    const keep = async (page, name, look = {}) => {
      const path = join(images, `web-${name}.${look.type ?? 'png'}`);
      // A busy machine without a graphics card takes its time.
      await page.screenshot({ path, timeout: 120_000, ...look });
      console.log(path, `${Math.round(statSync(path).size / 1000)} kB`);
      await page.context().close();
    };
    for (const [game, theme] of [
      ['walkers', 'light'],
      ['sesqui', 'dark'],
      ['gateway', 'light'],
    ]) {
      const page = await open(1100, 690, theme);
      await page.goto(`${url}${analysis(game)}`);
      await settle(page);
      await click(page, LINES[game].select);
      await page.waitForTimeout(300);
      await keep(page, game);
    }
    const phone = await open(390, 844, 'light');
    await play(phone, 'riftwalker');
    await settle(phone);
    await click(phone, LINES.riftwalker.select);
    await phone.waitForTimeout(300);
    await keep(phone, 'phone');
    // WebGL without a graphics card.
    const drawing = await launch('--use-angle=swiftshader', '--enable-unsafe-swiftshader');
    const page = await open(1280, 760, 'light', 1, drawing);
    await page.goto(`${url}${analysis('gateway')}`);
    await settle(page);
    await openSpace(page);
    await click(page, LINES.gateway.select);
    await page.waitForTimeout(800);
    // Shades take much room in a PNG.
    await keep(page, 'space', { type: 'jpeg', quality: 85 });
    await drawing.close();
  } else {
    mkdirSync(directory, { recursive: true });
    const pages = [
      ['home', '/'],
      ['new', '/new?game=gateway'],
      ['lobby', '/lobby'],
      ['live', '/live'],
      ['leaders', '/leaders'],
      ['puzzles', '/puzzles'],
      ['offline', '/offline.html'],
      ['games', '/games'],
      ['analysis-choose', '/analysis'],
      ['editor', '/editor?game=twoboards'],
      ['learn', '/learn'],
      ...GAMES.map((game) => [`learn-${game}`, `/learn/${game}`]),
      ...GAMES.map((game) => [`lesson-${game}`, `/lesson/${game}`]),
      ...GAMES.map((game) => [`puzzles-${game}`, `/puzzles/${game}`]),
      ['inventors', '/inventors'],
      ['settings', '/settings'],
      ['about', '/about'],
      ['missing', '/nowhere'],
      ['missing-game', '/play/nothing'],
      ...GAMES.map((game) => [`analysis-${game}`, analysis(game)]),
    ];
    for (const [w, h] of [
      [1440, 900],
      [820, 1180],
      [390, 844],
      [360, 740],
      [1920, 1080],
    ]) {
      for (const theme of ['light', 'dark']) {
        const page = await open(w, h, theme);
        for (const [name, path] of pages) {
          const file = `${name}-${w}-${theme}`;
          if (!file.includes(filter)) continue;
          console.log(file);
          await page.goto(`${url}${path}`);
          await settle(page);
          const game = name.startsWith('analysis-') ? name.slice(9) : '';
          if (LINES[game]?.select) await click(page, LINES[game].select);
          await page.waitForTimeout(200);
          await page.screenshot({
            path: join(directory, `${file}.png`),
            fullPage: !name.startsWith('analysis-'),
          });
        }
        for (const game of GAMES) {
          const file = `play-${game}-${w}-${theme}`;
          if (!file.includes(filter)) continue;
          console.log(file);
          await play(page, game);
          await settle(page);
          await page.screenshot({ path: join(directory, `${file}.png`), fullPage: w < 500 });
        }
        await page.context().close();
      }
    }
  }
} finally {
  await browser.close();
  await stop();
}

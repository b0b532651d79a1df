// How long users wait. The measured times are printed; `make bench-web` also compares them with what is promised.

import type { Page } from '@playwright/test';
import { cell, expect, newGame, SLACK, state, test } from './help';

/** How often each game is tried. */
const RUNS = Number(process.env.SPEED_RUNS ?? 2);
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

// A trace takes screenshots all the time, which is slow.
test.use({ trace: 'off' });

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

interface Times {
  /** When the button was released, and when the piece was painted on its new cell. */
  up?: number;
  shown?: number;
  /** When the server's acknowledgement came. */
  acked?: number;
}

/** Makes a page record times. The test sets `armed` and the name of the destination. */
async function instrument(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: { armed: boolean; up?: number; shown?: number; acked?: number; name: string } = {
      armed: false,
      name: '',
    };
    Object.assign(window, { times });
    addEventListener(
      'pointerup',
      () => {
        if (!times.armed || times.up !== undefined) return;
        times.up = performance.now();
        const look = (): void => {
          const to = document.querySelector(`.stage [data-name="${times.name}"]`);
          if (!/white/.test(to?.getAttribute('aria-label') ?? '')) {
            requestAnimationFrame(look);
            return;
          }
          // A message is delivered after the frame has been laid out and painted.
          requestAnimationFrame(() => {
            const after = new MessageChannel();
            after.port1.onmessage = () => (times.shown = performance.now());
            after.port2.postMessage(null);
          });
        };
        requestAnimationFrame(look);
      },
      true,
    );
    const Native = WebSocket;
    window.WebSocket = class extends Native {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', (event) => {
          if (times.up !== undefined && times.acked === undefined && String(event.data).includes('"ack"'))
            times.acked = performance.now();
        });
      }
    };
  });
}

test('a move is shown at once and confirmed soon', async ({ page }) => {
  test.setTimeout(300_000);
  await instrument(page);
  const shown: number[] = [];
  const acked: number[] = [];
  for (const game of GAMES) {
    const here: { shown: number[]; acked: number[] } = { shown: [], acked: [] };
    for (let run = 0; run < RUNS; run++) {
      await newGame(page, { game, level: 1, colour: 'White' });
      const { view } = await state(page);
      const move = view.moves.find((it) => it.captures.length === 0 && it.kind === 'move' && !it.promotion);
      if (!move) throw new Error(`no quiet move in ${game}`);
      const from = page.locator(`.stage [data-cell="${move.from}"]`);
      const name = await page.locator(`.stage [data-cell="${move.to}"]`).getAttribute('data-name');
      const a = await from.boundingBox();
      const b = await cell(page, name ?? '').boundingBox();
      if (!a || !b) throw new Error('the board is not drawn');
      await page.mouse.click(a.x + a.width / 2, a.y + a.height / 2);
      await expect(from).toHaveAttribute('aria-selected', 'true');
      await page.evaluate((to) => {
        const times = (window as unknown as { times: Record<string, unknown> }).times;
        times.name = to;
        times.armed = true;
      }, name);
      await page.mouse.click(b.x + b.width / 2, b.y + b.height / 2);
      const read = (): Promise<Times> =>
        page.evaluate(() => ({ ...(window as unknown as { times: Times }).times }));
      await expect
        .poll(async () => {
          const times = await read();
          return times.shown !== undefined && times.acked !== undefined;
        })
        .toBe(true);
      const times = await read();
      here.shown.push((times.shown ?? 0) - (times.up ?? 0));
      here.acked.push((times.acked ?? 0) - (times.up ?? 0));
    }
    console.log(
      `${game}: shown after ${median(here.shown).toFixed(0)} ms, confirmed after ${median(here.acked).toFixed(0)} ms`,
    );
    shown.push(...here.shown);
    acked.push(...here.acked);
  }
  console.log(
    `all: shown after ${median(shown).toFixed(0)} ms, confirmed after ${median(acked).toFixed(0)} ms`,
  );
  expect(median(shown)).toBeLessThan(50 * SLACK);
  expect(median(acked)).toBeLessThan(100 * SLACK);
});

test('the home page is small and loads fast', async ({ browser }) => {
  test.setTimeout(120_000);
  const ready: number[] = [];
  let own = 0;
  let answers = 0;
  for (let run = 0; run < 5; run++) {
    // Each time with an empty cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const urls = new Map<string, string>();
    own = answers = 0;
    network.on('Network.responseReceived', (event) => urls.set(event.requestId, event.response.url));
    network.on('Network.loadingFinished', (event) => {
      if (urls.get(event.requestId)?.includes('/api/')) answers += event.encodedDataLength;
      else own += event.encodedDataLength;
    });
    await page.addInitScript(() => {
      const marks = { there: 0, busy: 0 };
      Object.assign(window, { marks });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          marks.busy = Math.max(marks.busy, entry.startTime + entry.duration);
      }).observe({ type: 'longtask', buffered: true });
      const look = (): void => {
        if (document.querySelector('main a[href="/new"]')) marks.there = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/', { waitUntil: 'load' });
    // Its board is drawn. Those of the games are drawn when they come into view.
    await expect(page.locator('main .board').first()).toBeVisible();
    await page.waitForTimeout(500);
    // Interactive: the page is there, and no long task blocks it.
    const marks = await page.evaluate(
      () => (window as unknown as { marks: { there: number; busy: number } }).marks,
    );
    expect(marks.there).toBeGreaterThan(0);
    ready.push(Math.max(marks.there, marks.busy));
    await context.close();
  }
  console.log(
    `first page: ${(own / 1000).toFixed(0)} kB, answers of the server ${(answers / 1000).toFixed(0)} kB, ` +
      `interactive after ${median(ready).toFixed(0)} ms`,
  );
  expect(own).toBeGreaterThan(1000);
  // `npm run dev` serves sources; the program serves what was built, compressed.
  if (!process.env.SPEED_SOURCES) expect(own + answers).toBeLessThan(120_000);
  expect(median(ready)).toBeLessThan(1000 * SLACK);
});

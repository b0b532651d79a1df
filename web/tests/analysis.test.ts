// What an analysis keeps in the address and in the browser, and what it leaves alone.

import { beforeEach, expect, it, vi } from 'vitest';
import type { GameInfo, GameRef, PositionView, Tree } from '../src/lib/types';

/** What each position is answered with: at once, unless a test holds the answers back. */
let hold: Promise<void> | null = null;
const views = vi.fn();

vi.mock('../src/lib/rules', async (original) => ({
  ...(await original<typeof import('../src/lib/rules')>()),
  gameInfo: async (game: GameRef) => {
    await hold;
    return { game, title: game.name, start: '8/8 w - 0 1', layout: { cells: [] } } as unknown as GameInfo;
  },
  view: async () => {
    views();
    await hold;
    const fields = { pieces: [], moves: [], check: [], bound: [], last: null, outcome: null, side: 'white' };
    return fields as unknown as PositionView;
  },
  writeRecord: async (tree: Tree) => Promise.resolve({ text: JSON.stringify(tree) }),
  readRecord: async (text: string) => {
    await hold;
    return JSON.parse(text) as Tree;
  },
}));
vi.mock('../src/lib/sound', () => ({ playSound: vi.fn() }));

let stored: Map<string, string>;
let addresses: string[];
const shown = (): URLSearchParams => new URL(addresses.at(-1) ?? '', 'http://here').searchParams;
const query = (text: string): URLSearchParams => new URLSearchParams(text);

async function analysis() {
  const { Analysis } = await import('../src/analysis/analysis.svelte');
  const { socket } = await import('../src/lib/live.svelte');
  const it = new Analysis();
  return { it, sent: vi.spyOn(socket, 'send').mockReturnValue(true) };
}

/** Holds the answers of the server back, until what is returned is called. */
function holdAnswers(): () => Promise<void> {
  let release = (): void => undefined;
  hold = new Promise((resolve) => (release = resolve));
  return async () => {
    release();
    hold = null;
    await new Promise((resolve) => setTimeout(resolve));
  };
}

beforeEach(() => {
  hold = null;
  views.mockClear();
  stored = new Map();
  addresses = [];
  vi.stubGlobal('location', { pathname: '/analysis', search: '', protocol: 'http:', host: 'here' });
  vi.stubGlobal('history', { replaceState: (_: unknown, __: string, url: string) => addresses.push(url) });
  vi.stubGlobal('WebSocket', vi.fn());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  // As over plain HTTP, where browsers have no `randomUUID`.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
});

it('keeps the notes of two games apart', async () => {
  const { draft } = await import('../src/analysis/address');
  const { it: page } = await analysis();
  await page.open(null, query('game=chess'));
  page.comment('About chess.');
  const first = shown().get('draft') ?? '';
  await page.open(null, query('game=gateway'));
  expect(shown().get('draft')).toBeNull();
  page.comment('About gateway.');
  const second = shown().get('draft') ?? '';
  expect(second).not.toBe(first);
  expect([draft(first)?.comment, draft(second)?.comment]).toEqual(['About chess.', 'About gateway.']);

  // An address with a draft goes on with it.
  await page.open(null, query(`game=chess&draft=${first}`));
  expect(page.said).toBe('About chess.');
  page.comment('More about chess.');
  expect(draft(first)?.comment).toBe('More about chess.');
});

it('shares the place in a stored tree and the side from which the board is seen', async () => {
  const { it: page } = await analysis();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"id":"s1"}', { status: 200 })));
  await page.open(null, query('game=chess&moves=e2e4,e7e5&at=1'));
  page.comment('Best by test.');
  expect(await page.share()).toBe('/analysis/s1?at=1');
  page.flip = true;
  expect(await page.share()).toBe('/analysis/s1?at=1&flip=true');
});

it('shows a game from the side of whoever played Black, unless the address says otherwise', async () => {
  const { it: page } = await analysis();
  let you: string | null = 'black';
  const record = JSON.stringify({ game: { name: 'chess' }, nodes: [], tags: [], start: null, comment: '' });
  vi.stubGlobal('fetch', (path: string) => {
    if (path.startsWith('/api/analyses/')) return Promise.resolve(new Response('{}', { status: 404 }));
    return Promise.resolve(new Response(path.endsWith('/record') ? record : JSON.stringify({ you })));
  });
  await page.open('g1', query(''));
  expect(page.flip).toBe(true);
  page.flip = false;
  expect(page.link()).toBe('/analysis/g1?flip=false');
  await page.open('g1', query('flip=false'));
  expect(page.flip).toBe(false);
  for (you of ['white', null]) {
    await page.open('g1', query(''));
    expect(page.flip).toBe(false);
  }
  expect(page.link()).toBe('/analysis/g1');
  await page.open('g1', query('flip'));
  expect(page.flip).toBe(true);
});

it('does not take over the draft of what is still to come', async () => {
  const { draft, keepDraft } = await import('../src/analysis/address');
  const { newTree } = await import('../src/analysis/tree');
  keepDraft('k', { ...newTree({ name: 'gateway' }, null), comment: 'About gateway.' });
  const { it: page } = await analysis();
  await page.open(null, query('game=chess'));
  const answer = holdAnswers();
  void page.open(null, query('game=gateway&draft=k'));
  page.comment('About chess.');
  expect(draft('k')?.comment).toBe('About gateway.');
  await answer();
  expect(page.said).toBe('About gateway.');
});

it('ends with its page', async () => {
  const { it: page, sent } = await analysis();
  const answer = holdAnswers();
  void page.open(null, query('game=chess'));
  page.close();
  await answer();
  expect(addresses).toEqual([]);

  const { it: other } = await analysis();
  await other.open(null, query('game=chess'));
  other.engine.setOn(true);
  const answerAgain = holdAnswers();
  other.make({ text: 'e2e4', short: 'e4', captures: [] } as never);
  const pasted = other.paste('{"game":{"name":"chess"},"nodes":[],"tags":[],"start":null,"comment":""}');
  other.close();
  addresses = [];
  sent.mockClear();
  await answerAgain();
  await pasted;
  expect(sent).not.toHaveBeenCalled();
  expect(addresses).toEqual([]);
});

it('makes no report of what is left', async () => {
  const { it: page } = await analysis();
  await page.open(null, query('game=chess'));
  let answer = (_: Response): void => undefined;
  const asked = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal('fetch', asked);
  const report = page.report();
  page.close();
  answer(new Response('{"id":"1"}'));
  await report;
  expect(asked).toHaveBeenCalledOnce();
});

it('drops the game for a choice, and stops the engine', async () => {
  const { it: page, sent } = await analysis();
  await page.open(null, query('game=chess&moves=e2e4'));
  page.engine.setOn(true);
  const req = (sent.mock.lastCall?.[0] as { req: number }).req;
  await page.open(null, query(''));
  expect(page.choosing).toBe(true);
  expect([page.tree, page.info, page.view]).toEqual([null, null, null]);
  expect(sent.mock.lastCall?.[0]).toEqual({ t: 'stop', req });
  const count = addresses.length;
  page.back();
  page.toEnd();
  page.goto(null);
  expect(addresses).toHaveLength(count);

  // The next game goes on with the engine.
  await page.open(null, query('game=gateway'));
  expect(page.loading).toBe(false);
  expect(sent.mock.lastCall?.[0]).toMatchObject({ t: 'analyse', game: { name: 'gateway' } });
});

it('tells positions from records', async () => {
  const { isPosition } = await import('../src/analysis/pasted');
  const positions = [
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR',
    'PPNKRBPP4ppbrknpp4PPBRQNPP4ppnqrbpp4 w - 0 1',
  ];
  const records = ['1. e4 e5 *', 'Nzb3', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4', '1. e4 e5 1/2-1/2'];
  expect(positions.filter((text) => !isPosition(text))).toEqual([]);
  expect(records.filter((text) => isPosition(text))).toEqual([]);
});

it('cuts a record off at a move that cannot be made', async () => {
  const { faultyMove, textsWithout } = await import('../src/analysis/pasted');
  const cut = (text: string, fault: string): string[] => {
    const faulty = faultyMove(fault);
    return faulty ? textsWithout(text, faulty) : [];
  };
  const fault = 'Move 2 of White, Bxc7+: `Bxc7+` is not a legal move.';
  expect(cut('1. e4 {Bxc7+} e5 2.Bxc7+!? Nc6 *', fault)).toEqual(['1. e4 {Bxc7+} e5 ']);
  expect(cut('[Event "Bxc7+ (x"]\n\n1. e4 e5 (1... c5 2. Bxc7+) 2. Bxc7+ *', fault)).toEqual([
    '[Event "Bxc7+ (x"]\n\n1. e4 e5 (1... c5 2. Bxc7+) 2. ',
  ]);
  // The longest text first.
  expect(cut('1. Nf3 Nf6 2. Nf3 *', 'Move 2 of White, Nf3: no.')).toEqual(['1. Nf3 Nf6 2. ', '1. ']);
  // A variation ends before its mistake, and the game goes on.
  expect(
    cut('1. e4 e5 (1... c5 2. Nf9 (2. d4) d6) 2. Nf3 *', 'Move 2 of White, Nf9, in a variation: no.'),
  ).toEqual(['1. e4 e5 (1... c5 2. ) 2. Nf3 *']);
  expect(cut('1. e4 {', 'Line 1, column 7: this comment has no `}`.')).toEqual([]);
});

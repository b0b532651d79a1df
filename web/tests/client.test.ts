import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addMove,
  change,
  childrenOf,
  endOf,
  newTree,
  pathTo,
  promote,
  readable,
  remove,
  tokens,
} from '../src/analysis/tree';
import { judge } from '../src/learn/judge';
import { Cache } from '../src/lib/cache';
import { ago, clockName, clockSpoken, clockText, markPassed, remainingMs } from '../src/lib/clock';
import { firstMove, lastMoves, moveNumber } from '../src/lib/numbering';
import { match, isInternalLink } from '../src/lib/router';
import { gameFromQuery, gameKey, gameQuery, withOption } from '../src/lib/rules';
import { Socket, type SocketEvent, type WebSocketLike } from '../src/lib/socket';
import type { Exercise } from '../src/lib/types';
import {
  attackWords,
  chancesText,
  countWords,
  endgameVerdict,
  endgameWords,
  scoreText,
  whiteShare,
  worthText,
} from '../src/lib/words';
import { linesOf } from '../src/play/lines';
import { parts, plain, sentence } from '../src/lib/prose';
import { fixture } from './fixtures';

describe('the router', () => {
  const patterns = [
    { name: 'home' as const, path: '/' },
    { name: 'play' as const, path: '/play/:id' },
    { name: 'analysis' as const, path: '/analysis/:id?' },
  ];

  it('finds pages and their parameters', () => {
    expect(match(patterns, '/')).toEqual({ name: 'home', params: {} });
    expect(match(patterns, '/play/a%20b/')).toEqual({ name: 'play', params: { id: 'a b' } });
    expect(match(patterns, '/analysis')).toEqual({ name: 'analysis', params: {} });
    expect(match(patterns, '/analysis/x')).toEqual({ name: 'analysis', params: { id: 'x' } });
  });

  it('finds no page at other addresses', () => {
    expect(match(patterns, '/play')).toBeNull();
    expect(match(patterns, '/play/a/b')).toBeNull();
    expect(match(patterns, '/play/%E0%A4%A')).toBeNull();
  });

  it('leaves other links to the browser', () => {
    const click = {
      defaultPrevented: false,
      button: 0,
      metaKey: false,
      ctrlKey: false,
      shiftKey: false,
      altKey: false,
    };
    const link = (path: string, more: object = {}): HTMLAnchorElement =>
      ({
        target: '',
        origin: 'http://here',
        pathname: path,
        search: '',
        hash: '',
        hasAttribute: () => false,
        ...more,
      }) as unknown as HTMLAnchorElement;
    const test = (l: HTMLAnchorElement, c: object = click): boolean =>
      isInternalLink(c as MouseEvent, l, { origin: 'http://here', pathname: '/docs/invent', search: '' });
    expect(test(link('/play/1'))).toBe(true);
    expect(test(link('/api/play/1/record'))).toBe(false);
    expect(test(link('/api-docs'))).toBe(false);
    expect(test(link('/docs/definitions', { hash: '#charts' }))).toBe(true);
    expect(test(link('/docs/invent', { hash: '#3-pawns' }))).toBe(false);
    expect(test(link('/play/1', { origin: 'http://there' }))).toBe(false);
    expect(test(link('/play/1', { target: '_blank' }))).toBe(false);
    expect(test(link('/play/1'), { ...click, ctrlKey: true })).toBe(false);
  });
});

describe('games in addresses', () => {
  it('are read as they were written', () => {
    const game = {
      name: 'walkers',
      options: { kinging: 'mixed', promotion_zones: 'true' },
      definition: 'ab',
    };
    expect(gameFromQuery('walkers', gameQuery(game))).toEqual(game);
    expect(
      gameFromQuery('x', new URLSearchParams('game=x&position=p&length=8'), ['game', 'position']),
    ).toEqual({
      name: 'x',
      options: { length: '8' },
    });
    expect(gameKey({ name: 'a', options: { b: '1', a: '2' } })).toBe(
      gameKey({ name: 'a', options: { a: '2', b: '1' } }),
    );
  });

  it('leave out options at their defaults', () => {
    const option = { name: 'length', title: '', default: '10', values: [] };
    expect(withOption({ other: 'x' }, option, '8')).toEqual({ other: 'x', length: '8' });
    expect(withOption({ length: '8' }, option, '10')).toEqual({});
  });
});

describe('clocks', () => {
  const clocks = {
    white_ms: 60_000,
    black_ms: 5_000,
    running: 'black' as const,
    as_of: '2026-01-01T00:00:00Z',
  };
  const t = Date.parse(clocks.as_of);

  it('run for the side to move, and stop at zero', () => {
    expect(remainingMs(clocks, 'white', t + 3_000)).toBe(60_000);
    expect(remainingMs(clocks, 'black', t + 3_000)).toBe(2_000);
    expect(remainingMs(clocks, 'black', t + 9_000)).toBe(0);
    expect(remainingMs(clocks, 'black', t - 9_000)).toBe(5_000);
  });

  it('are shown in a short form', () => {
    expect(clockText(9_449)).toBe('9.4');
    expect(clockText(10_000)).toBe('0:10');
    expect(clockText(725_000)).toBe('12:05');
    expect(clockText(3_723_000)).toBe('1:02:03');
    expect(clockText(183_600_000)).toBe('2 days 3 h');
    expect(clockSpoken(61_000)).toBe('1 minute 1 second');
    expect(clockSpoken(0)).toBe('no time');
    expect(clockName({ kind: 'live', initial_ms: 300_000, increment_ms: 3_000 })).toBe('5 + 3');
    expect(clockName({ kind: 'days', days: 1 })).toBe('1 day per move');
  });

  it('are announced once at each mark', () => {
    expect(markPassed(60_100, 59_900)).toBe(60_000);
    expect(markPassed(59_900, 59_800)).toBeNull();
    expect(markPassed(10_001, 10_000)).toBe(10_000);
  });

  it('show how long ago something was', () => {
    expect(ago('2026-01-01T00:00:00Z', t + 5_000)).toBe('just now');
    expect(ago('2026-01-01T00:00:00Z', t + 60_000)).toBe('1 minute ago');
    expect(ago('2026-01-01T00:00:00Z', t + 8 * 86_400_000)).toBe('on 1 January 2026');
  });
});

describe('numbers of moves', () => {
  it('follow the position text', () => {
    expect(firstMove('8/8 b - 3 7')).toEqual({ side: 'black', number: 7 });
    expect(moveNumber({ side: 'white', number: 1 }, 2)).toBe('1…');
    expect(moveNumber({ side: 'black', number: 7 }, 1)).toBe('7…');
    expect(moveNumber({ side: 'black', number: 7 }, 2)).toBe('8.');
  });

  it('stand before the last moves', () => {
    const moves = ['e4', 'e5', 'Nf3'].map((short) => ({ short }));
    const last = (count: number, side: 'white' | 'black'): string =>
      lastMoves(moves.slice(0, count), { side, number: 1 });
    expect([0, 1, 2, 3].map((count) => last(count, 'white'))).toEqual(['', '1. e4', '1. e4 e5', '2. Nf3']);
    expect([1, 2, 3].map((count) => last(count, 'black'))).toEqual(['1… e4', '2. e5', '2. e5 Nf3']);
  });
});

describe('scores', () => {
  it('are shown from White’s side', () => {
    expect(scoreText({ cp: 130 })).toBe('+1.3');
    expect(scoreText({ cp: -40 })).toBe('−0.4');
    expect(scoreText({ cp: 3 })).toBe('0.0');
    expect([320, -40, -3, 0].map(worthText)).toEqual(['3.2', '−0.4', '0.0', '0.0']);
    expect([countWords(1, 'pawn'), countWords(4, 'pawn')]).toEqual(['1 pawn', '4 pawns']);
    expect(scoreText({ mate: -3 })).toBe('#−3');
    expect(whiteShare({ white: 0, draw: 1000, black: 0 })).toBe(0.5);
    expect(whiteShare({ white: 390, draw: 420, black: 190 })).toBe(0.6);
    expect(chancesText({ white: 390, draw: 419, black: 191 })).toBe(
      'White wins 39 %, draw 42 %, Black wins 19 %',
    );
    expect(chancesText({ white: 997, draw: 3, black: 0 })).toBe(
      'White wins above 99 %, draw below 1 %, Black wins 0 %',
    );
  });
});

describe('attacked cells', () => {
  const { info, view } = fixture('chess');
  const cell = (name: string): number => info.layout.cells.findIndex((it) => it.name === name);
  const from = (name: string): { from: number; via: number[] } => ({ from: cell(name), via: [] });
  const words = (at: string, white: string[], black: string[]): string =>
    attackWords(info, view.pieces, { cell: cell(at), white: white.map(from), black: black.map(from) });

  it('are told so that the attackers do not seem to stand there', () => {
    expect(words('e3', ['d2'], [])).toBe('attacked by White’s pawn d2');
    expect(words('e4', ['d1', 'f1'], ['d8'])).toBe(
      'attacked by White’s queen d1, bishop f1; by Black’s queen d8',
    );
    expect(words('d2', ['d1'], ['d8'])).toBe('defended by queen d1; attacked by queen d8');
    expect(words('e4', [], [])).toBe('not attacked');
  });
});

describe('trees of moves', () => {
  const move = (text: string): { text: string; short: string } => ({ text, short: text });
  let tree = newTree({ name: 'chess' }, null);
  let a: number, b: number, c: number, d: number;

  beforeEach(() => {
    tree = newTree({ name: 'chess' }, null);
    ({ tree, id: a } = addMove(tree, null, move('e4')));
    ({ tree, id: b } = addMove(tree, a, move('e5')));
    ({ tree, id: c } = addMove(tree, a, move('c5')));
    ({ tree, id: d } = addMove(tree, c, move('Nf3')));
  });

  it('grow, and have paths and ends', () => {
    expect(addMove(tree, a, move('e5'))).toEqual({ tree, id: b });
    expect(pathTo(tree, d).map((node) => node.move)).toEqual(['e4', 'c5', 'Nf3']);
    expect(endOf(tree, null)).toBe(b);
    expect(linesOf(tree.nodes).map((line) => line.map((node) => node.move))).toEqual([
      ['e4', 'e5'],
      ['e4', 'c5', 'Nf3'],
    ]);
  });

  it('lose nodes, and get another main line', () => {
    expect(remove(tree, c).nodes.map((node) => node.move)).toEqual(['e4', 'e5']);
    expect(childrenOf(promote(tree, d), a).map((node) => node.move)).toEqual(['c5', 'e5']);
    expect(promote(tree, b)).toBe(tree);
  });

  it('have variations after the move that they replace', () => {
    const { tree: more } = addMove(tree, null, move('d4'));
    const text = tokens({ ...more, comment: 'first' }, { side: 'white', number: 1 })
      .map((t) =>
        t.kind === 'move'
          ? `${t.number ?? ''}${t.node.short}`
          : t.kind === 'comment'
            ? `{${t.text}}`
            : t.kind === 'open'
              ? '('
              : ')',
      )
      .join(' ');
    expect(text).toBe('{first} 1.e4 ( 1.d4 ) 1…e5 ( 1…c5 2.Nf3 )');
  });

  it('show nothing of the clock times, evaluations and drawings in comments', () => {
    expect(readable('[%clk 0:03:00] Slow, [%eval -0.2]  but good. [%csl Ge4]')).toBe('Slow, but good.');
    const timed = change(tree, a, { comment: '[%clk 0:03:00] [%eval 0.2]' });
    expect(tokens(timed, { side: 'white', number: 1 }).some((it) => it.kind === 'comment')).toBe(false);
  });
});

describe('exercises', () => {
  const task: Exercise = {
    id: '1',
    kind: 'mate',
    title: '',
    position: '',
    goal: '',
    solutions: [['a', 'b', 'c'], ['x']],
    moves_to_win: 2,
  };

  it('are judged move by move', () => {
    expect(judge(task, [], 'q')).toEqual({ correct: false, solved: false, reply: null });
    expect(judge(task, [], 'a')).toEqual({ correct: true, solved: false, reply: 'b' });
    expect(judge(task, ['a', 'b'], 'c')).toEqual({ correct: true, solved: true, reply: null });
    expect(judge(task, [], 'x')).toEqual({ correct: true, solved: true, reply: null });
  });
});

describe('the cache', () => {
  it('sends a request once, drops the oldest entry, and caches no failures', async () => {
    const cache = new Cache<number>(2);
    const ask = vi.fn((n: number) => () => Promise.resolve(n));
    expect(await cache.get('a', ask(1))).toBe(1);
    expect(await cache.get('a', ask(2))).toBe(1);
    await cache.get('b', ask(3));
    await cache.get('c', ask(4));
    expect(await cache.get('a', ask(5))).toBe(5);
    await expect(cache.get('d', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.get('d', ask(6))).toBe(6);
  });
});

describe('the socket', () => {
  class Fake implements WebSocketLike {
    static all: Fake[] = [];
    readyState = 0;
    sent: string[] = [];
    onopen: (() => void) | null = null;
    onclose: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      Fake.all.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.readyState = 3;
      this.onclose?.();
    }
    up(): void {
      this.readyState = 1;
      this.onopen?.();
    }
  }

  beforeEach(() => {
    vi.useFakeTimers();
    Fake.all = [];
  });
  afterEach(() => vi.useRealTimers());

  it('reconnects, and tells its listeners', () => {
    const events: string[] = [];
    const socket = new Socket(() => new Fake());
    socket.listen((message: SocketEvent) => events.push(message.t));
    Fake.all[0]?.up();
    Fake.all[0]?.onmessage?.({ data: '{"t":"error","code":"x","message":"y"}' });
    Fake.all[0]?.onmessage?.({ data: 'nonsense' });
    Fake.all[0]?.close();
    expect(socket.send({ t: 'lobby' })).toBe(false);
    vi.advanceTimersByTime(500);
    Fake.all[1]?.up();
    expect(socket.send({ t: 'lobby' })).toBe(true);
    expect(events).toEqual(['open', 'error', 'closed', 'open']);
  });

  it('waits longer after each failure', () => {
    const socket = new Socket(() => new Fake());
    socket.listen(() => undefined);
    for (let i = 0; i < 4; i++) {
      Fake.all.at(-1)?.close();
      vi.advanceTimersByTime(10_001);
    }
    expect(Fake.all).toHaveLength(5);
    Fake.all.at(-1)?.close();
    vi.advanceTimersByTime(5_000);
    expect(Fake.all).toHaveLength(5);
    socket.connectNow();
    expect(Fake.all).toHaveLength(6);
  });

  it('closes a silent connection', () => {
    const events: string[] = [];
    const socket = new Socket(() => new Fake());
    socket.listen((message) => events.push(message.t));
    Fake.all[0]?.up();
    vi.advanceTimersByTime(20_000);
    expect(events).toContain('closed');
    expect(Fake.all.length).toBeGreaterThan(1);
  });

  it('drops a connection at once when the network is gone, and connects again', () => {
    const events: string[] = [];
    const socket = new Socket(() => new Fake());
    socket.listen((message) => events.push(message.t));
    Fake.all[0]?.up();
    socket.drop();
    expect(events).toEqual(['open', 'closed']);
    socket.connectNow();
    Fake.all[1]?.up();
    expect(events).toEqual(['open', 'closed', 'open']);
  });

  it('measures the lag and the server’s time', () => {
    const socket = new Socket(() => new Fake());
    socket.listen(() => undefined);
    const wire = Fake.all[0];
    wire?.up();
    const { n } = JSON.parse(wire?.sent[0] ?? '{}') as { n: number };
    vi.advanceTimersByTime(40);
    const now = new Date(Date.now() + 5_000).toISOString();
    wire?.onmessage?.({ data: JSON.stringify({ t: 'pong', n, now }) });
    expect(socket.lagMs).toBe(40);
    expect(socket.offsetMs).toBe(5_020);
  });
});

describe('texts of the server', () => {
  it('become sentences', () => {
    expect(sentence('at least 8 characters')).toBe('At least 8 characters.');
    expect(sentence('`light` or `dark`')).toBe('`light` or `dark`.');
    expect(sentence('This game is over.')).toBe('This game is over.');
    expect(sentence('  ')).toBe('');
  });

  it('show code instead of backticks', () => {
    expect(parts('use `kinging=mixed` here')).toEqual([
      { text: 'use ', code: false },
      { text: 'kinging=mixed', code: true },
      { text: ' here', code: false },
    ]);
    expect(plain('use `kinging=mixed` here')).toBe('use kinging=mixed here');
  });
});

describe('endgame tables', () => {
  const win = { winner: 'white' as const, plies: 21, moves: 11 };

  it('say whether the move count lets a win be won', () => {
    const stands = { ...win, within_count: true, count: 'stands' as const };
    expect(endgameWords(stands)).toBe('White wins in 11');
    expect(endgameVerdict(stands)).toBe('White wins in 11 moves with best play.');
    const spoiled = { ...win, within_count: false, count: 'spoiled' as const };
    expect(endgameWords(spoiled)).toBe('draw: too many moves (else White wins in 11)');
    expect(endgameVerdict(spoiled)).toBe(
      'A draw after too many moves without progress, which is a capture or, in most games, a pawn move. Without this rule, White would win in 11 moves with best play.',
    );
    const unknown = { ...win, within_count: false, count: 'unknown' as const };
    expect(endgameVerdict(unknown)).toBe(
      'White wins in 11 moves with best play, perhaps too many: a game without progress ends in a draw.',
    );
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../src/lib/api';
import type { SocketEvent, SocketListener } from '../src/lib/socket';
import type { ClientMessage, GameState, MoveInfo } from '../src/lib/types';
import { fixture } from './fixtures';

const { info, view } = fixture('chess');
const sent: ClientMessage[] = [];
let hear: SocketListener = () => undefined;
const gameInfo = vi.fn();
const navigate = vi.fn();

vi.mock('../src/lib/live.svelte', () => ({
  socket: { lagMs: 0, send: (message: ClientMessage) => sent.push(message) },
  listen: (listener: SocketListener) => {
    hear = listener;
    return () => undefined;
  },
}));
vi.mock('../src/lib/navigation.svelte', () => ({ navigate: (...args: unknown[]) => navigate(...args) }));
vi.mock('../src/lib/rules', () => ({ gameInfo: (...args: unknown[]) => gameInfo(...args) }));
vi.mock('../src/lib/sound', () => ({ playSound: () => undefined }));

const { PlayGame } = await import('../src/play/game.svelte');
const { announcement } = await import('../src/lib/announce.svelte');
const { ui } = await import('../src/lib/ui.svelte');
const { settings } = await import('../src/lib/settings.svelte');

function state(more: Partial<GameState> = {}): GameState {
  return {
    id: 'g',
    game: { name: 'chess' },
    title: 'Chess',
    white: null,
    black: null,
    clock: { kind: 'none' },
    rated: false,
    you: 'white',
    seq: 0,
    view,
    start: null,
    moves: [],
    clocks: null,
    offer: { draw: null, takeback: null },
    outcome: null,
    rematch: { offered: null, id: null },
    watchers: 0,
    conditional: null,
    ...more,
  };
}

const arrives = (more: Partial<GameState> = {}): void => hear({ t: 'state', id: 'g', state: state(more) });
const error = (code: string): SocketEvent => ({ t: 'error', code, id: 'g', message: 'No.' });
const watches = (): number => sent.filter((message) => message.t === 'watch').length;

beforeEach(() => {
  sent.length = 0;
  gameInfo.mockReset().mockResolvedValue(info);
  navigate.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('watches again while the server cannot send the game', () => {
  const game = new PlayGame('g');
  hear({ t: 'open' });
  expect(game.isLive).toBe(true);
  hear(error('try_again'));
  expect(game).toMatchObject({ failed: null, isLive: false });
  expect(watches()).toBe(1);
  vi.advanceTimersByTime(1_300);
  expect(watches()).toBe(2);
  hear(error('try_again'));
  vi.advanceTimersByTime(1_300);
  expect(watches()).toBe(2);
  vi.advanceTimersByTime(1_300);
  expect(watches()).toBe(3);
  arrives();
  expect(game.isLive).toBe(true);
  hear(error('try_again'));
  game.close();
  vi.advanceTimersByTime(60_000);
  expect(watches()).toBe(3);
});

it('tells a player without a connection what becomes of the move', () => {
  const game = new PlayGame('g');
  hear({ t: 'open' });
  arrives();
  expect(game.connectionWords).toBe('');
  hear({ t: 'closed' });
  expect(game.connectionWords).toBe('No connection. Trying again…');
  game.make(view.moves[0] as MoveInfo);
  expect(game.connectionWords).toBe('No connection. Your move will be sent when the connection is back.');
  hear({ t: 'open' });
  expect(game.connectionWords).toBe('');
  game.close();
});

it('shows that an offer was declined', () => {
  const game = new PlayGame('g');
  arrives({ offer: { draw: 'white', takeback: null } });
  hear({ t: 'event', id: 'g', kind: 'draw_declined', state: state() });
  expect(ui.notice?.text).toBe('The draw was declined.');
  game.close();
});

it('shows a game that arrives after all', () => {
  const game = new PlayGame('g');
  hear(error('unknown'));
  expect(game.failed).toBe('No.');
  arrives();
  expect(game.failed).toBeNull();
  game.close();
});

it('asks for the rules again, unless they cannot be had', async () => {
  gameInfo.mockRejectedValueOnce(new ApiError(503, 'unavailable', 'Busy.'));
  const game = new PlayGame('g');
  arrives();
  await vi.advanceTimersByTimeAsync(0);
  expect(game).toMatchObject({ failed: null, info: null });
  await vi.advanceTimersByTimeAsync(1_300);
  expect(game.info).toBe(info);
  game.close();

  gameInfo.mockRejectedValueOnce(new ApiError(404, 'unknown', 'Gone.'));
  const other = new PlayGame('g');
  arrives();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other).toMatchObject({ failed: 'Gone.', info: null });
  other.close();
});

it('opens a rematch in place of the game', () => {
  const game = new PlayGame('g');
  const outcome = { result: '1-0', reason: 'resignation', text: 'Black resigned.' } as const;
  const rematch = { offered: 'black', id: 'h' } as const;
  arrives({ outcome, rematch });
  expect(navigate).not.toHaveBeenCalled();
  arrives({ outcome });
  arrives({ outcome, rematch });
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/play/h', 'replace');
  game.close();
});

it('announces the offer of a rematch', async () => {
  const game = new PlayGame('g');
  const outcome = { result: '1-0', reason: 'resignation', text: 'Black resigned.' } as const;
  arrives({ outcome });
  await vi.advanceTimersByTimeAsync(0);
  const offered = state({ outcome, rematch: { offered: 'black', id: null } });
  hear({ t: 'event', id: 'g', kind: 'rematch', state: offered });
  await vi.advanceTimersByTimeAsync(0);
  expect(announcement.text.trim()).toBe('Your opponent offers a rematch.');
  game.close();
});

it('announces no offers to spectators, who cannot answer them', async () => {
  const game = new PlayGame('g');
  arrives({ you: null });
  await vi.advanceTimersByTimeAsync(0);
  const before = announcement.text;
  const offers = [
    ['draw_offer', { offer: { draw: 'black', takeback: null } }],
    ['takeback_offer', { offer: { draw: null, takeback: 'white' } }],
  ] as const;
  for (const [kind, changes] of offers) {
    hear({ t: 'event', id: 'g', kind, state: state({ you: null, ...changes }) });
    await vi.advanceTimersByTimeAsync(0);
    expect(announcement.text).toBe(before);
  }
  game.close();
});

it('announces the last move and the end, and a move that waits', async () => {
  const game = new PlayGame('g');
  arrives();
  await vi.advanceTimersByTimeAsync(0);
  hear({
    t: 'move',
    id: 'g',
    seq: 1,
    move: { text: 'f3f7', short: 'Qxf7#', at: '', spent_ms: 0 },
    view: { ...view, side: 'black', ply: 1 },
    clocks: null,
    outcome: { result: '1-0', reason: 'checkmate', text: 'White has won by checkmate.' },
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(announcement.text.trim()).toBe('Your move: queen takes f7. White has won by checkmate.');

  settings.confirm = true;
  game.make({ ...(view.moves[0] as MoveInfo), short: 'Nf3' });
  settings.confirm = false;
  await vi.advanceTimersByTimeAsync(0);
  expect(announcement.text).toContain('knight f3. “Make the move” confirms it');
  game.close();
});

import { afterEach, expect, it, vi } from 'vitest';
import type { SocketListener } from '../src/lib/socket';
import { Channel } from './fixtures';

afterEach(() => {
  Channel.all = [];
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

it('follows the other tabs of the browser', async () => {
  let user: { id: string; name: string; guest: boolean } | null = { id: '1', name: 'ada', guest: false };
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('document', { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/logout') user = null;
    return Promise.resolve(
      new Response(path === '/api/me' ? JSON.stringify({ csrf: 'x', user, settings: {} }) : ''),
    );
  });
  const { socket } = await import('../src/lib/live.svelte');
  const reopen = vi.spyOn(socket, 'reopen').mockReturnValue();
  vi.spyOn(socket, 'listen').mockReturnValue(() => undefined);
  const { accountId, followSession, loadMe, logout, session } = await import('../src/lib/session.svelte');
  await loadMe();
  expect(accountId()).toBe('1');

  const stop = followSession();
  const other = new Channel('hyperrook-session');
  const heard = vi.fn();
  other.onmessage = heard;
  user = null;
  other.postMessage('changed');
  await vi.waitFor(() => expect(session.user).toBeNull());
  expect(accountId()).toBeNull();
  expect(reopen).toHaveBeenCalledOnce();
  expect(heard).not.toHaveBeenCalled();

  await logout();
  expect(heard).toHaveBeenCalledOnce();
  stop();
  expect(Channel.all).toEqual([other]);
});

it('asks again who is signed in, and does not take silence for an answer', async () => {
  let isUp = false;
  const asked: string[] = [];
  const user = { id: '1', name: 'ada', guest: false, ratings: { chess: { rating: 1500 } } };
  vi.stubGlobal('document', { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(
      isUp
        ? new Response(JSON.stringify({ csrf: 'x', user, settings: {} }))
        : new Response('', { status: 503 }),
    );
  });
  const { socket } = await import('../src/lib/live.svelte');
  let hear: SocketListener = () => undefined;
  vi.spyOn(socket, 'listen').mockImplementation((listener) => {
    hear = listener;
    return () => undefined;
  });
  const { ensureUser, followSession, isUserUnknown, loadMe, session } =
    await import('../src/lib/session.svelte');
  const stop = followSession();
  await loadMe();
  expect(session.loaded && isUserUnknown()).toBe(true);
  // A guest would take the place of whoever is signed in.
  await expect(ensureUser()).rejects.toThrow('cannot be reached');
  expect(asked).not.toContain('/api/guest');

  isUp = true;
  hear({ t: 'open' });
  await vi.waitFor(() => expect(session.user?.name).toBe('ada'));
  expect(isUserUnknown()).toBe(false);

  // The same user is the same object, so that pages stay as they are.
  const before = session.user;
  await loadMe();
  expect(session.user).toBe(before);
  user.ratings.chess.rating = 1510;
  await loadMe();
  expect(session.user).not.toBe(before);

  isUp = false;
  await loadMe();
  expect(session.user?.name).toBe('ada');
  expect(isUserUnknown()).toBe(false);
  stop();
});

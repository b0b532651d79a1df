import { afterEach, expect, it, vi } from 'vitest';

/** A channel that tells all channels of its name but itself. */
class Channel {
  static all: Channel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const it of Channel.all) if (it !== this && it.name === this.name) it.onmessage?.({ data });
  }
  close(): void {
    Channel.all = Channel.all.filter((it) => it !== this);
  }
}

afterEach(() => vi.unstubAllGlobals());

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

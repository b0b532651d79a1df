// The service worker, with the browser around it replaced.

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tellPath } from '../src/app/install';

const source = readFileSync(new URL('../src/app/service-worker.js', import.meta.url), 'utf8');

type Handler = (event: object) => void;
let handlers: Record<string, Handler>;
let network: () => Promise<Response>;
let stored: Map<string, Response>;
let broken: boolean;
let windows: object[];
const openWindow = vi.fn();

const full = (): Promise<never> => Promise.reject(new DOMException('full', 'QuotaExceededError'));
const caches = {
  match: (key: Request | string) =>
    broken ? full() : Promise.resolve(stored.get(typeof key === 'string' ? key : key.url)),
  open: () =>
    broken
      ? full()
      : Promise.resolve({
          put: (key: string, answer: Response) => (stored.set(key, answer), Promise.resolve()),
          keys: () => Promise.resolve([...stored.keys()]),
          delete: (key: string) => Promise.resolve(stored.delete(key)),
        }),
};

beforeEach(() => {
  handlers = {};
  stored = new Map();
  broken = false;
  windows = [];
  openWindow.mockReset();
  network = () => Promise.resolve(new Response('new'));
  const self = {
    addEventListener: (name: string, handler: Handler) => (handlers[name] = handler),
    location: { origin: 'http://here' },
    clients: { matchAll: () => Promise.resolve(windows), openWindow },
  };

  const run = new Function('self', 'location', 'caches', 'fetch', 'VERSION', 'FILES', source);
  run(self, self.location, caches, () => network(), '1', []);
});

/** What a page gets for a path. */
async function get(path: string, mode = 'cors'): Promise<string> {
  let answer: Promise<Response> | undefined;
  handlers.fetch?.({
    request: { url: `http://here${path}`, mode, method: 'GET' },
    respondWith: (it: Promise<Response>) => (answer = it),
  });
  return (await answer)?.text() ?? 'not answered';
}

describe('an answer of the server', () => {
  it('is kept, and read without a connection', async () => {
    expect(await get('/api/games')).toBe('new');
    network = () => Promise.reject(new TypeError('offline'));
    expect(await get('/api/games')).toBe('new');
    await expect(get('/api/lessons')).rejects.toThrow('offline');
  });

  it('arrives although the storage is full', async () => {
    stored.set('http://here/api/games', new Response('old'));
    broken = true;
    expect(await get('/api/games')).toBe('new');
    expect(await get('/assets/main.js')).toBe('new');
    network = () => Promise.reject(new TypeError('offline'));
    await expect(get('/api/games')).rejects.toThrow('offline');
  });
});

describe('a notice', () => {
  /** A window that shows a page, and may have been opened with another one. */
  function window(path: string | null): { focus: ReturnType<typeof vi.fn> } {
    const it = {
      focus: vi.fn(),
      postMessage: (data: string, [port]: [MessagePort]) => {
        if (path === null) return;
        vi.stubGlobal('location', { pathname: path });
        const page = new EventTarget();
        tellPath(page as ServiceWorkerContainer);
        page.dispatchEvent(new MessageEvent('message', { data, ports: [port] }));
      },
    };
    windows.push(it);
    return it;
  }
  async function click(): Promise<void> {
    let done: Promise<unknown> | undefined;
    handlers.notificationclick?.({
      notification: { close: vi.fn(), data: '/play/2' },
      waitUntil: (it: Promise<unknown>) => (done = it),
    });
    await done;
  }

  it('leads to the window that shows its game', async () => {
    const others = [window('/play/1'), window(null)];
    const right = window('/play/2');
    await click();
    expect(right.focus).toHaveBeenCalledOnce();
    for (const other of others) expect(other.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('leads to a new window if none shows it', async () => {
    const other = window('/play/1');
    await click();
    expect(other.focus).not.toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledWith('http://here/play/2');
  });
});

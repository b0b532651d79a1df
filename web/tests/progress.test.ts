import { beforeEach, expect, it, vi } from 'vitest';

let stored: Map<string, string>;
const kept = (): string[] => Object.keys(JSON.parse(stored.get('progress') ?? '{}') as object).sort();

/** A tab: modules of its own, and the storage of the browser. */
async function tab() {
  vi.resetModules();
  const { session } = await import('../src/lib/session.svelte');
  return { session, ...(await import('../src/lib/progress.svelte')) };
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

it('of a guest is that of all tabs', async () => {
  const [one, other] = [await tab(), await tab()];
  one.markDone('lesson/chess/a', true);
  other.markDone('lesson/chess/b', true);
  one.markDone('lesson/chess/c', true);
  expect(kept()).toEqual(['lesson/chess/a', 'lesson/chess/b', 'lesson/chess/c']);
  expect(one.progress.items['lesson/chess/b']?.first_try).toBe(true);
  // What was done first stays.
  other.markDone('lesson/chess/c', false);
  expect(other.progress.items['lesson/chess/c']?.first_try).toBe(true);
});

it('is not lost while that of another tab is sent', async () => {
  const [one, other] = [await tab(), await tab()];
  one.session.user = { id: '1', name: 'ada', guest: false } as never;
  let answer = (_: Response): void => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  one.markDone('lesson/chess/a', true);
  other.markDone('lesson/chess/b', true);
  answer(new Response(null, { status: 204 }));
  await vi.waitFor(() => expect(kept()).toEqual(['lesson/chess/b']));
});

it('holds until the page is closed if nothing can be stored', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  const one = await tab();
  one.markDone('lesson/chess/a', true);
  one.markDone('lesson/chess/b', false);
  expect(Object.keys(one.progress.items)).toHaveLength(2);
});

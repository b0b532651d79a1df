import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { match } from '../src/lib/router';
import addresses from './fixtures/addresses.json';

const address = { pathname: '/leaders/chess', search: '' };
const go = (_: unknown, __: string, url: string): void => {
  const { pathname, search } = new URL(url, 'http://here');
  Object.assign(address, { pathname, search });
};
const history = { pushState: vi.fn(go), replaceState: vi.fn(go) };

beforeEach(() => {
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', history);
  vi.stubGlobal('window', { scrollTo: vi.fn() });
});
afterEach(() => vi.unstubAllGlobals());

it('opens pages, also in place of others, but not where something is chosen on a page', async () => {
  const { currentLocation, navigate } = await import('../src/lib/navigation.svelte');
  navigate('/leaders/gateway', 'adjust');
  expect(currentLocation).toMatchObject({ path: '/leaders/gateway', opened: 0 });
  navigate('/leaders/gateway?from=101');
  expect(currentLocation.opened).toBe(0);
  navigate('/play/one');
  expect(currentLocation).toMatchObject({ route: { name: 'play', params: { id: 'one' } }, opened: 1 });
  navigate('/play/two', 'replace');
  expect(currentLocation).toMatchObject({ route: { params: { id: 'two' } }, opened: 2 });
  expect(history.pushState).toHaveBeenCalledTimes(2);
});

// The server has the same test (`crates/server/src/web_pages.rs`), so that it knows the pages that the client knows.
it('knows the addresses of its pages', async () => {
  const { patterns } = await import('../src/lib/navigation.svelte');
  const names = (paths: string[]) => paths.map((path) => match(patterns, path)?.name);
  expect(names(addresses.pages)).not.toContain(undefined);
  expect(names(addresses.none)).toEqual(addresses.none.map(() => undefined));
});

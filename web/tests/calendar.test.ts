import { expect, it, vi } from 'vitest';
import { gamesOf } from '../src/lib/calendar';

const game = (id: number, updated: string): { id: string; updated: string } => ({ id: String(id), updated });

it('gets the games of a month page by page, up to a limit', async () => {
  const asked: string[] = [];
  let pages: { id: string; updated: string }[][] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const found = path.includes('state=current') ? [game(0, '2026-03-31T00:00:00Z')] : (pages.shift() ?? []);
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
  const full = (updated: string) => Array.from({ length: 50 }, (_, i) => game(i + 1, updated));
  const month = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')] as const;

  pages = [full('2026-03-20T00:00:00Z'), full('2026-02-20T00:00:00Z'), full('2026-01-20T00:00:00Z')];
  const found = await gamesOf(...month);
  expect([found.games.length, found.more]).toEqual([101, false]);
  expect(asked[1]).toContain('before=2026-04-01');
  expect(asked[2]).toMatch(/before=2026-03-20.*&before_id=50$/);

  pages = Array.from({ length: 9 }, () => full('2026-03-20T00:00:00Z'));
  expect(await gamesOf(...month)).toMatchObject({ more: true, games: { length: 301 } });
  expect(pages).toHaveLength(3);
});

// A client generated from the description of the API plays a game: the types are those of `openapi-typescript`, the
// requests are made by `openapi-fetch`.

import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../src/lib/openapi';
import { expect, test } from './help';

type Move = components['schemas']['MoveInfo'];

/** Registers a user as a browser would, and makes a token. */
async function makeToken(url: string): Promise<string> {
  let cookie = '';
  let csrf = '';
  const browser = createClient<paths>({ baseUrl: url });
  browser.use({
    onRequest: ({ request }) => {
      request.headers.set('Cookie', cookie);
      request.headers.set('Origin', url);
      request.headers.set('X-CSRF', csrf);
      return request;
    },
    onResponse: ({ response }) => {
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      csrf = response.headers.get('X-CSRF') ?? csrf;
    },
  });
  csrf = (await browser.GET('/api/me')).data?.csrf ?? '';
  const name = `bot-${Date.now() % 1_000_000}`;
  const user = await browser.POST('/api/register', { body: { name, password: 'a long enough password' } });
  expect(user.error).toBeUndefined();
  expect(user.data?.name).toBe(name);
  const { data, error } = await browser.POST('/api/me/tokens', { body: { label: 'generated client' } });
  expect(error).toBeUndefined();
  return data?.token ?? '';
}

/** Mates if it can, else captures if it can, else plays some move that depends on `seq`. */
function choose(moves: Move[], seq: number): Move | undefined {
  const captures = moves.filter((move) => move.captures.length > 0);
  const candidates = captures.length > 0 ? captures : moves;
  return moves.find((move) => move.short.endsWith('#')) ?? candidates[(seq * 7) % candidates.length];
}

/** Plays a game of chess against level 1 to its end, and returns the number of moves and the result. */
async function play(client: Client<paths>): Promise<{ seq: number; result: string }> {
  const begun = await client.POST('/api/play', {
    body: {
      game: { name: 'chess' },
      colour: 'white',
      clock: { kind: 'none' },
      rated: false,
      opponent: { kind: 'engine', level: 1 },
    },
  });
  expect(begun.error).toBeUndefined();
  const params = { path: { id: begun.data?.id ?? '' } };
  for (;;) {
    const { data: game, error } = await client.GET('/api/play/{id}', { params });
    if (!game) throw new Error(error?.error.message);
    if (game.outcome) return { seq: game.seq, result: game.outcome.result };
    const move = game.view.side === game.you ? choose(game.view.moves, game.seq) : undefined;
    if (!move) {
      await new Promise((done) => setTimeout(done, 50));
      continue;
    }
    const done = await client.POST('/api/play/{id}/actions', {
      params,
      body: { t: 'move', key: `m${game.seq}`, seq: game.seq, move: move.text },
    });
    if (done.error) throw new Error(done.error.error.message);
  }
}

test('a generated client plays a game to its end', async ({ server }) => {
  test.slow();
  const token = await makeToken(server);
  const client = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${token}` } });
  const { seq, result } = await play(client);
  expect(['1-0', '0-1', '1/2-1/2']).toContain(result);
  const { data } = await client.GET('/api/mine', { params: { query: { state: 'over' } } });
  expect(data?.map((game) => game.seq)).toEqual([seq]);
});

test('errors have the type that the description gives them', async ({ server }) => {
  const client = createClient<paths>({ baseUrl: server });
  const { error, response } = await client.GET('/api/games/{name}', {
    params: { path: { name: 'no-such-game' } },
  });
  expect(response.status).toBe(404);
  expect(error?.error.code).toBe('not_found');
});

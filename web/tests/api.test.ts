import { afterEach, expect, it, vi } from 'vitest';
import { api, isTemporary } from '../src/lib/api';

afterEach(() => vi.unstubAllGlobals());

const fails = (body: string, status: number): Promise<unknown> => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  return api('/api/games').catch((error: unknown) => error);
};

it.each([502, 503, 504])(
  'a proxy that answers %i stands for a server that cannot be reached',
  async (status) => {
    const error = await fails('<h1>Bad gateway</h1>', status);
    expect(error).toMatchObject({
      status: 0,
      message: expect.stringContaining('cannot be reached') as string,
    });
    expect(isTemporary(error)).toBe(true);
  },
);

it('what the server itself says is kept', async () => {
  const body = JSON.stringify({ error: { code: 'unavailable', message: 'Too many tables wait.' } });
  expect(await fails(body, 503)).toMatchObject({ status: 503, message: 'Too many tables wait.' });
  expect(await fails('', 500)).toMatchObject({ status: 500 });
});

// The installed app: what is read without a connection, and what happens when the server has a newer client.

import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test as base } from './help';

/** A server between the browser and the program, which can go away, and can serve another version of the client. */
interface Relay {
  url: string;
  /** No connection is answered any more. */
  down(): void;
  /** Serves a client that says so in its head, and closes all connections, as a server does that is replaced. */
  replaceClient(): void;
}

const test = base.extend<{ relay: Relay }>({
  relay: async ({ server }, use) => {
    const { hostname, port } = new URL(server);
    const sockets = new Set<Socket>();
    let reachable = true;
    let newer = false;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const headers = { ...request.headers, 'accept-encoding': 'identity' };
      // What the browser has is of the old version.
      if (newer) delete headers['if-none-match'];
      const { method = 'GET', url: path = '/' } = request;
      const onward = ask({ hostname, port, method, path, headers }, (from) => {
        const changed = newer && (path === '/service-worker.js' || path === '/about' || path === '/');
        if (!changed) {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(response);
          return;
        }
        const parts: Buffer[] = [];
        from.on('data', (part: Buffer) => parts.push(part));
        from.on('end', () => {
          const text = Buffer.concat(parts)
            .toString()
            .replace(/const VERSION = '\w+'/, "const VERSION = 'next'")
            .replace('<title>', '<meta name="test-version" content="next" /><title>');
          const changedHeaders = { ...from.headers };
          delete changedHeaders['content-length'];
          delete changedHeaders.etag;
          response.writeHead(from.statusCode ?? 502, changedHeaders);
          response.end(text);
        });
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    };
    const relay = createServer(answer);
    relay.on('connection', (socket) => {
      if (!reachable) socket.destroy();
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    relay.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      const onward = connect(Number(port), hostname, () => {
        const lines = request.rawHeaders.flatMap((value, i, all) =>
          i % 2 === 0 ? [`${value}: ${all[i + 1]}`] : [],
        );
        onward.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.on('close', () => onward.destroy());
    });
    await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
    const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
    await use({
      url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
      down() {
        reachable = false;
        dropAll();
      },
      replaceClient() {
        newer = true;
        dropAll();
      },
    });
    dropAll();
    relay.close();
  },
});

test.use({ serviceWorkers: 'allow' });

/** Opens a page, and waits until the service worker controls it and keeps what is read without a connection. */
async function openInstalled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const ready = (): Promise<boolean> =>
    page.evaluate(async () => {
      if (!navigator.serviceWorker.controller) return false;
      const kept = await caches.match('/api/learn/raumschach/lesson', { ignoreVary: true });
      return kept !== undefined;
    });
  await expect.poll(ready, { timeout: 20_000 }).toBe(true);
}

test('a new version replaces the installed app, which is read without a connection', async ({
  page,
  relay,
}) => {
  const clients = (): Promise<string[]> =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('client-')));
  await openInstalled(page, `${relay.url}/about`);

  await test.step('an open page is told to reload when the server has a new version', async () => {
    const before = await clients();
    expect(before).toHaveLength(1);
    expect(before).not.toEqual(['client-next']);
    relay.replaceClient();
    await expect(page.getByText('There is a new version of Hyperrook.')).toBeVisible();
    await expect.poll(clients).toEqual(['client-next']);
  });

  await test.step('the reloaded page is the new one, from the cache as well', async () => {
    relay.down();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('There is a new version of Hyperrook.')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'About Hyperrook' })).toBeVisible();
    await expect(page.locator('meta[name="test-version"]')).toHaveAttribute('content', 'next');
  });

  await test.step('pages that need the server say what can be read without it', async () => {
    await page.goto(`${relay.url}/play/somewhere`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.getByRole('link', { name: 'Rules and lessons' }).click();
  });

  await test.step('rules and lessons that were never opened are read', async () => {
    await page.getByRole('link', { name: 'Gateway Chess', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Goal' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pieces', exact: true })).toBeVisible();
    await expect(page.locator('.stage .piece').first()).toBeVisible();
    await page.getByRole('link', { name: /^Take the lesson/ }).click();
    await expect(page.getByRole('heading', { name: 'The goal' })).toBeVisible();
    await expect(page.locator('.stage .piece').first()).toBeVisible();
  });
});

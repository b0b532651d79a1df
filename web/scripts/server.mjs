// Starts the program for browser tests and pictures, on a free port and with an empty database, or uses the server
// that TEST_URL names.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const RELEASE = new URL('../../target/release/hyperrook', import.meta.url).pathname;

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
export async function startServer() {
  if (process.env.TEST_URL) return { url: process.env.TEST_URL, stop: async () => undefined };
  const data = mkdtempSync(join(tmpdir(), 'hyperrook-'));
  const program = process.env.PROGRAM_UNDER_TEST ?? RELEASE;
  const child = spawn(program, ['serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      HYPERROOK_LOG: 'warn',
      // All browsers of a test have one address.
      HYPERROOK_LIMITS__REQUESTS_PER_SECOND: '1000',
      HYPERROOK_LIMITS__HEAVY_REQUESTS_PER_SECOND: '200',
      HYPERROOK_LIMITS__WRITES_PER_SECOND: '200',
      HYPERROOK_LIMITS__SIGN_INS_PER_MINUTE: '1000',
      HYPERROOK_LIMITS__GAMES_PER_MINUTE: '1000',
      HYPERROOK_PLAYTEST_GAMES: '12',
      HYPERROOK_PLAYTEST_NODES: '30',
    },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  // The first line of output has the address.
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[^/\s]+/.exec(line)?.[0];
    if (url) {
      child.stdout.resume();
      return { url, stop };
    }
  }
  await stop();
  throw new Error(`${program} does not start; its messages are above`);
}

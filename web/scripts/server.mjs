// Starts the program for scripts, or uses the one that TEST_URL names.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns {Promise<{ url: string, stop: () => void }>} */
export async function server() {
  if (process.env.TEST_URL) return { url: process.env.TEST_URL, stop: () => undefined };
  const port = Number(process.env.TEST_PORT ?? 8652);
  const program =
    process.env.PROGRAM_UNDER_TEST ?? new URL('../../target/release/hyperrook', import.meta.url).pathname;
  const data = mkdtempSync(join(tmpdir(), 'hyperrook-'));
  const child = spawn(program, ['serve', '--port', String(port), '--data', data], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HYPERROOK_LIMITS__REQUESTS_PER_SECOND: '1000',
      HYPERROOK_LIMITS__HEAVY_REQUESTS_PER_SECOND: '200',
      HYPERROOK_LIMITS__WRITES_PER_SECOND: '200',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; ; i++) {
    try {
      if ((await fetch(`${url}/api/games`)).ok) break;
    } catch {
      // It is not up yet.
    }
    if (i > 100) throw new Error('the server does not start');
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    stop: () => {
      child.kill();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

import { defineConfig } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The program to test: built with the client in it. TEST_URL tests one that runs already.
const port = Number(process.env.TEST_PORT ?? 8651);
const url = process.env.TEST_URL ?? `http://127.0.0.1:${port}`;
const program = process.env.PROGRAM_UNDER_TEST ?? '../target/release/hyperrook';

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
    trace: 'retain-on-failure',
  },
  ...(process.env.TEST_URL
    ? {}
    : {
        webServer: {
          command: `${program} serve --port ${port} --data ${mkdtempSync(join(tmpdir(), 'hyperrook-e2e-'))}`,
          url: `${url}/api/games`,
          timeout: 30_000,
          env: {
            // All browsers come from one address here.
            HYPERROOK_LIMITS__REQUESTS_PER_SECOND: '1000',
            HYPERROOK_LIMITS__HEAVY_REQUESTS_PER_SECOND: '200',
            HYPERROOK_LIMITS__WRITES_PER_SECOND: '200',
            HYPERROOK_LIMITS__SIGN_INS_PER_MINUTE: '1000',
          },
        },
      }),
});

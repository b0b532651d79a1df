import { defineConfig } from '@playwright/test';

// Each worker starts a program of its own (`e2e/help.ts`), so tests of different workers do not meet.
// PROGRAM_UNDER_TEST names the program, TEST_URL a server that runs already, TEST_WORKERS the number of workers.
// EVERY_GAME=1 moves pieces in space in every game, not only in one of each shape.
// TRACE=1 records what failing tests did, which makes all of them slower.
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: Number(process.env.TEST_WORKERS ?? 3),
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    // The tests of the installed app allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'pages', testIgnore: 'speed.spec.ts' },
    // Times are measured when nothing else runs.
    { name: 'speed', testMatch: 'speed.spec.ts', fullyParallel: false, dependencies: ['pages'] },
  ],
});

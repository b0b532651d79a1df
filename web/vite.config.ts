import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { app } from './app.ts';
import { documents } from './documents.ts';

// The server that `npm run dev` passes questions on to.
const server = process.env.HYPERROOK ?? 'http://127.0.0.1:8640';

export default defineConfig({
  plugins: [documents(), svelte(), app()],
  build: {
    target: 'es2022',
    // The served pages allow no `data:` scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    // The client shows documents of the folder `docs`.
    fs: { allow: ['.', '../docs'] },
    proxy: {
      '/api': { target: server, ws: true },
    },
  },
  preview: {
    // The program's own policy, so that what breaks it breaks here as well.
    headers: {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: 'node',
  },
});

// Makes tests/fixtures again: each game as the server describes it, and its starting position.
import { writeFileSync } from 'node:fs';
import { startServer } from './server.mjs';

const { url, stop } = await startServer();
try {
  for (const { name } of await (await fetch(`${url}/api/games`)).json()) {
    const info = await (await fetch(`${url}/api/games/${name}`)).json();
    const response = await fetch(`${url}/api/rules/view`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: { name } }),
    });
    const file = new URL(`../tests/fixtures/${name}.json`, import.meta.url);
    writeFileSync(file, `${JSON.stringify({ info, view: await response.json() })}\n`);
  }
} finally {
  await stop();
}

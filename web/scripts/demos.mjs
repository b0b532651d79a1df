// Makes the games that the home page plays through, from records of the engine against itself.
//
//     hyperrook match GAME … --out GAME     a record of a game, GAME.pgn
//     node scripts/demos.mjs DIR            src/home/demos/*.json from the records in a folder
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startServer } from './server.mjs';

const MOST_PLIES = 24;

const [directory] = process.argv.slice(2);
if (!directory) throw new Error('name the folder with the records');
const target = new URL('../src/home/demos/', import.meta.url).pathname;
mkdirSync(target, { recursive: true });
const { url, stop } = await startServer();

async function post(path, body) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

try {
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.pgn'))) {
    // The first game of the file.
    const text = readFileSync(join(directory, file), 'utf8').split(/\n\n(?=\[)/)[0];
    const { tree } = { tree: await post('/api/records/read', { text }) };
    const moves = tree.nodes.slice(0, MOST_PLIES).map((node) => node.move);
    const positions = [];
    for (let n = 0; n <= moves.length; n++) {
      const view = await post('/api/rules/view', {
        game: tree.game,
        ...(tree.start ? { position: tree.start } : {}),
        moves: moves.slice(0, n),
      });
      positions.push([view.position, view.last?.from ?? null, view.last?.to ?? null]);
    }
    const path = join(target, `${basename(file, '.pgn')}.json`);
    writeFileSync(path, `${JSON.stringify({ positions }, null, 1)}\n`);
    console.log(path, moves.length, 'moves');
  }
} finally {
  await stop();
}

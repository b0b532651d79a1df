// Writes the service worker when the client is built: its version is a hash of all files, and with it come the names of
// those that it keeps.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = 'src/app/service-worker.js';
/** Files that are not needed without a connection. */
const LEFT_OUT = /^assets\/(Play|Editor|Inventors|Lobby|Games|UserPage|Space|three)[-.]|\.map$/;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export function app(): Plugin {
  let root = '';
  return {
    name: 'app',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const hash = createHash('sha256');
      const files: string[] = [];
      const add = (name: string, content: string | Uint8Array): void => {
        hash.update(name).update(content);
        if (!LEFT_OUT.test(name)) files.push(name === 'index.html' ? '/' : `/${name}`);
      };
      for (const [name, item] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)))
        add(name, item.type === 'chunk' ? item.code : item.source);
      const shared = join(root, 'public');
      for (const name of filesOf(shared)) add(name, readFileSync(join(shared, name)));
      const worker = readFileSync(join(root, SOURCE), 'utf8');
      hash.update(worker);
      const version = hash.digest('hex').slice(0, 16);
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: `const VERSION = '${version}';\nconst FILES = ${JSON.stringify(files)};\n${worker}`,
      });
    },
  };
}

// Usage: node packaging/third-party.mjs > THIRD-PARTY.txt
// Writes the names, versions and licences of everything that the program contains, with
// the texts of the licences: the crates that `hyperrook-cli` is built from on Linux, and the
// packages in the web client.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The texts of the licences in a folder. */
function licences(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name));
  return files
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && !path.endsWith('.rs'))
    .map((path) => {
      try {
        return readFileSync(path, 'utf8').replace(/\r/g, '').trim();
      } catch {
        // A folder of licences: its files.
        return readdirSync(path)
          .sort()
          .map((name) => readFileSync(join(path, name), 'utf8').replace(/\r/g, '').trim())
          .join('\n\n');
      }
    });
}

/** The crates that a package is built from, without those that only its build or its tests use. */
function crates(name) {
  const target = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu`;
  const metadata = JSON.parse(
    execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', '--filter-platform', target], {
      cwd: root,
      maxBuffer: 1 << 28,
    }),
  );
  const packages = new Map(metadata.packages.map((entry) => [entry.id, entry]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id)) return;
    found.add(id);
    for (const dependency of nodes.get(id).deps)
      if (dependency.dep_kinds.some((kind) => kind.kind === null)) visit(dependency.pkg);
  };
  visit(metadata.packages.find((entry) => entry.name === name && entry.source === null).id);
  return [...found]
    .map((id) => packages.get(id))
    .filter((entry) => entry.source !== null)
    .map((entry) => ({
      name: entry.name,
      version: entry.version,
      licence: entry.license ?? 'see its text',
      texts: licences(dirname(entry.manifest_path)),
    }));
}

/** The packages of npm that the client contains: what its sources import, and Svelte's runtime. */
function clientPackages() {
  const lock = JSON.parse(readFileSync(join(root, 'web/package-lock.json'), 'utf8'));
  const own = lock.packages[''];
  const names = new Set(['svelte', 'esm-env', 'clsx', ...Object.keys(own.dependencies ?? {})]);
  return [...names]
    .filter((name) => lock.packages[`node_modules/${name}`])
    .map((name) => {
      const entry = lock.packages[`node_modules/${name}`];
      return {
        name,
        version: entry.version,
        licence: entry.license,
        texts: licences(join(root, 'web/node_modules', name)),
      };
    });
}

const all = [...crates('hyperrook-cli'), ...clientPackages()];
all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
const lines = ['Hyperrook contains the work of others, under these licences.', ''];
for (const { name, version, licence } of all) lines.push(`${name} ${version}: ${licence}`);
const users = new Map();
for (const { name, version, texts } of all)
  for (const text of texts) users.set(text, [...(users.get(text) ?? []), `${name} ${version}`]);
for (const [text, names] of users) lines.push('', '-'.repeat(80), '', `Of ${names.join(', ')}:`, '', text);
process.stdout.write(`${lines.join('\n')}\n`);

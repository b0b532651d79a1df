// Writes the client's types of the API, from the description in `openapi.json`. With `--check` it writes nothing, and
// fails if the committed types are out of date.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../openapi.json', import.meta.url);
const target = new URL('../src/lib/openapi.d.ts', import.meta.url);

const head = '// Generated from openapi.json by `npm run api`. Do not edit.\n\n';
const types = head + astToString(await openapiTS(source, { silent: true }));

if (!process.argv.includes('--check')) {
  await writeFile(target, types);
} else if ((await readFile(target, 'utf8').catch(() => '')) !== types) {
  console.error('src/lib/openapi.d.ts is out of date: run `make api`');
  process.exit(1);
}

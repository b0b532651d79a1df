// The beginnings of games that the home page plays through. `scripts/demos.mjs` makes the files: for each position its
// text, and the cells of the move before it.

export interface DemoStep {
  position: string;
  last: { from: number; to: number } | null;
}
export type Demo = DemoStep[];

type File = { positions: [text: string, from: number | null, to: number | null][] };

const files = import.meta.glob<File>('./demos/*.json', { import: 'default' });

/** The names of the games that can be shown. */
export function demoNames(): string[] {
  return Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ''));
}

export async function loadDemo(name: string): Promise<Demo> {
  const load = files[`./demos/${name}.json`];
  if (!load) throw new Error(`there is no game to show of ${name}`);
  const { positions } = await load();
  return positions.map(([position, from, to]) => ({
    position,
    last: from === null || to === null ? null : { from, to },
  }));
}

// The games as the server describes them, and their starting positions.

import { readFileSync } from 'node:fs';
import type { GameInfo, PositionView } from '../src/lib/types';

export const NAMES = [
  'walkers',
  'sesqui',
  'riftwalker',
  'twoboards',
  'gateway',
  'chess',
  'hyperchess',
  'raumschach',
] as const;

export function fixture(name: string): { info: GameInfo; view: PositionView } {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as {
    info: GameInfo;
    view: PositionView;
  };
}

/** A channel between the tabs of a browser, which tells all of its name but itself. */
export class Channel {
  static all: Channel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const it of Channel.all) if (it !== this && it.name === this.name) it.onmessage?.({ data });
  }
  close(): void {
    Channel.all = Channel.all.filter((it) => it !== this);
  }
}

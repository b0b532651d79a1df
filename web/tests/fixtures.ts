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

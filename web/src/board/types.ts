// What a page can show on a board besides pieces and moves.

import type { MarkRole } from '../lib/types';

export interface Mark {
  cell: number;
  role:
    | MarkRole
    | 'attack'
    | 'defend'
    | 'hint'
    | 'path'
    | 'move'
    | 'capture'
    | 'both'
    | 'origin'
    | 'former'
    | 'same'
    | 'near1'
    | 'near2'
    | 'near3'
    | 'promotion';
}

export interface Arrow {
  /** The cells of the path, from the first to the last. */
  path: number[];
  role: 'best' | 'line' | 'attack' | 'defend' | 'why' | 'escape' | 'refuted' | 'premove' | 'hint' | 'last';
}

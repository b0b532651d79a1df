// What hosts tell a board to show beside pieces and moves.

import type { MarkRole } from '../lib/types';

export interface Mark {
  cell: number;
  role: MarkRole | 'attack' | 'defend' | 'hint' | 'way' | 'move' | 'capture' | 'both' | 'origin';
}

export interface Arrow {
  /** Cells from the first to the last; those between are passed over. */
  path: number[];
  role: 'best' | 'line' | 'attack' | 'defend' | 'why' | 'escape' | 'refuted' | 'premove' | 'hint';
}

// The marks and arrows of an explanation, for a board.

import type { Arrow, Mark } from '../board/types';
import type { Reasons } from './types';

export function marksOf(why: Reasons | null): Mark[] {
  return why?.marks.map((mark) => ({ cell: mark.cell, role: mark.role })) ?? [];
}

export function arrowsOf(why: Reasons | null): Arrow[] {
  return (
    why?.arrows.map((arrow) => ({
      path: arrow.path,
      role: arrow.role === 'wanted' ? 'hint' : arrow.role === 'possible' ? 'line' : 'why',
    })) ?? []
  );
}

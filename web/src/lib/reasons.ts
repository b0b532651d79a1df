// The marks and arrows of an explanation, for a board.

import type { Arrow, Mark } from '../board/types';
import type { Why } from './types';

export function marksOf(why: Why | null): Mark[] {
  return why?.marks.map((mark) => ({ cell: mark.cell, role: mark.role })) ?? [];
}

export function arrowsOf(why: Why | null): Arrow[] {
  return (
    why?.arrows.map((arrow) => ({
      path: arrow.path,
      role: arrow.role === 'wanted' ? 'hint' : arrow.role === 'possible' ? 'line' : 'why',
    })) ?? []
  );
}

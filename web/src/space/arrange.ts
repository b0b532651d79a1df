// Where the cells of a board are in space. Everything follows from the layout: its drawing, its blocks and its charts.
// Nothing here depends on a game or on how it is drawn on the screen.

import type { Layout } from '../lib/types';
import type { Arrangement, ArrangeOptions, Form } from './arrangement';
import { nested, stack } from './floors';
import { ring } from './round';
import { drawn, flat, raised } from './surfaces';

export * from './arrangement';

/** Whether some chart of the board has just its files and ranks: then the board is one surface, blocks or not. */
export function hasFlatChart(layout: Layout): boolean {
  return layout.charts.some(
    (chart) =>
      chart.axes.length === 2 &&
      layout.cells.every((cell, i) => {
        const at = chart.coords[i];
        return (
          (at?.[0] === cell.file && at[1] === cell.rank) || (at?.[0] === cell.rank && at[1] === cell.file)
        );
      }),
  );
}

/** The form in which a board stands in space. */
export function formOf(layout: Layout): Form {
  if (layout.kind === 'ring') return 'ring';
  if (layout.kind === 'stack') return 'stack';
  if (layout.blocks) return hasFlatChart(layout) ? 'raised' : 'nested';
  return 'flat';
}

export function arrange(layout: Layout, options: ArrangeOptions): Arrangement {
  switch (formOf(layout)) {
    case 'ring':
      return ring(layout, options);
    case 'stack':
      return stack(layout, options);
    case 'raised':
      return raised(layout, options);
    case 'nested':
      return nested(layout, options);
    case 'flat':
      return layout.kind === 'grid' ? flat(layout) : drawn(layout);
  }
}

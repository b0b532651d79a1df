// Chooses and makes the picture of a board.

import type { Layout } from '../lib/types';
import { gridPicture, stackPicture } from './flat';
import { ringPicture } from './ring';
import { scaleOf, type Picture, type Wish } from './shape';

export * from './shape';

/** Labels are drawn at least this high, in pixels. */
const LABEL_PX = 11;

type Build = (layout: Layout, wish: Wish, font: number) => Picture;

const builders: Record<Layout['kind'], Build> = {
  grid: gridPicture,
  stack: stackPicture,
  ring: ringPicture,
};

/** Computes the picture that makes the most of the room, with labels that can be read. */
export function picture(layout: Layout, wish: Wish): Picture {
  const build = builders[layout.kind];
  let font = 24;
  // The size of labels and that of cells depend on each other; this settles at once for all but tiny rooms.
  for (let round = 0; round < 2; round++) {
    const scale = scaleOf(build(layout, wish, font).box, wish);
    font = Math.min(Math.max(LABEL_PX / scale, 16), 80);
  }
  return build(layout, wish, font);
}

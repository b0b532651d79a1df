// Chooses and makes the picture of a board.

import type { Layout } from '../lib/types';
import { gridPicture, stackPicture } from './flat';
import { ringPicture } from './ring';
import { scaleOf, type Picture, type Wish } from './shape';

export * from './shape';

/** Labels are drawn at least this high, in pixels: on phones, and where there is more room. */
const LABEL_PX = { small: 11, large: 13 };
const SMALL_PX = 500;

type Build = (layout: Layout, wish: Wish, font: number) => Picture;

const builders: Record<Layout['kind'], Build> = {
  grid: gridPicture,
  stack: stackPicture,
  ring: ringPicture,
};

/** Computes the picture that makes the most of the room, with labels that can be read. */
export function picture(layout: Layout, wish: Wish): Picture {
  const build = builders[layout.kind];
  const least = wish.width < SMALL_PX ? LABEL_PX.small : LABEL_PX.large;
  let font = 24;
  // The size of labels and that of cells depend on each other; this settles at once for all but tiny rooms.
  for (let round = 0; round < 2; round++) {
    const scale = scaleOf(build(layout, wish, font).box, wish);
    font = Math.min(Math.max(least / scale, 16), 80);
  }
  return build(layout, wish, font);
}

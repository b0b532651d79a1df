// Computes the picture of a board, by the kind of its layout.

import type { Layout } from '../lib/types';
import { gridPicture, stackPicture } from './flat';
import { hexPicture } from './hex';
import { ringPicture } from './ring';
import { CELL, scaleOf, type Picture, type PictureOptions } from './shape';

export * from './shape';

/** The smallest height of labels in pixels, on phones and on larger screens. */
const LABEL_PX = { small: 11, large: 13 };
const SMALL_PX = 500;

type Build = (layout: Layout, options: PictureOptions, font: number) => Picture;

const builders: Record<Layout['kind'], Build> = {
  grid: gridPicture,
  stack: stackPicture,
  ring: ringPicture,
  hex: hexPicture,
};

/** Computes the picture that fills the space best, with labels that are large enough to read. */
export function picture(layout: Layout, options: PictureOptions): Picture {
  const build = builders[layout.kind];
  const minPx = options.width < SMALL_PX ? LABEL_PX.small : LABEL_PX.large;
  let font = 24;
  // The sizes of labels and cells depend on each other. Two rounds are enough.
  for (let round = 0; round < 2; round++) {
    const scale = scaleOf(build(layout, options, font).box, options);
    font = Math.min(Math.max(minPx / scale, 16), 80);
  }
  return build(layout, options, font);
}

/** How much larger the cells must become for a board to lie on its side by itself. */
const WORTH_TURNING = 1.15;
/** A board that is hardly longer than wide stands upright: it is read that way. */
const LONG = 1.5;

/** Whether a board of one level shows larger cells when it lies on its side. */
export function liesBetter(layout: Layout, size: { width: number; height: number }): boolean {
  if (layout.kind !== 'grid' || layout.ranks < layout.files * LONG) return false;
  const [upright, lying] = [false, true].map((turned) =>
    scaleOf(picture(layout, { ...size, flip: false, turned, labels: true }).box, size),
  );
  return (lying ?? 0) > (upright ?? 0) * WORTH_TURNING;
}

/**
 * The smallest height, from that of the space on, at which cells are this many pixels wide, upright or lying as allowed. Where no
 * height reaches it, because the width limits the board, it is the one with the largest cells.
 */
export function readableHeight(
  layout: Layout,
  space: { width: number; height: number },
  ways: boolean[],
  cellPx: number,
): number {
  const cellAt = (height: number): number =>
    Math.max(
      ...ways.map((turned) => {
        const size = { width: space.width, height };
        return scaleOf(picture(layout, { ...size, flip: false, turned, labels: true }).box, size) * CELL;
      }),
    );
  const STEP_PX = 8;
  let best = { height: space.height, cell: cellAt(space.height) };
  // More than twice as high as wide, a board would need too much scrolling.
  for (let height = space.height; height <= space.width * 2 && best.cell < cellPx; height += STEP_PX) {
    const cell = cellAt(height);
    if (cell > best.cell * 1.001) best = { height, cell };
  }
  return best.height;
}

/** Whether a board can be this many pixels lower without smaller cells: its width limits it. */
export function hasRoomBelow(
  layout: Layout,
  size: { width: number; height: number },
  turned: boolean,
  px: number,
): boolean {
  const scale = (height: number): number => {
    const room = { width: size.width, height };
    return scaleOf(picture(layout, { ...room, flip: false, turned, labels: true }).box, room);
  };
  return scale(size.height - px) >= scale(size.height) * 0.999;
}

// Zooming and panning: which part of the picture is visible.

import type { Box, Point } from './shape';

/** A part of the picture; `zoom` 1 shows all of it. */
export interface Viewport {
  zoom: number;
  /** The centre, in units of the picture. */
  x: number;
  y: number;
}

export const MAX_ZOOM = 6;

export function whole(box: Box): Viewport {
  return { zoom: 1, x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/** The picture with what is beside it: an enlarged part of a slender board fills the width of the screen. */
export function widened(box: Box, aspect: number): Box {
  const w = Math.max(box.w, box.h * aspect);
  return { ...box, x: box.x - (w - box.w) / 2, w };
}

/**
 * Keeps a viewport inside the picture, and its zoom within the limits. `frame` is what zoom 1 shows: the picture, or more
 * than that.
 */
export function clamp(box: Box, view: Viewport, frame = box): Viewport {
  const zoom = Math.min(Math.max(view.zoom, 1), MAX_ZOOM);
  const within = (at: number, start: number, length: number, half: number): number =>
    half * 2 >= length ? start + length / 2 : Math.min(Math.max(at, start + half), start + length - half);
  return {
    zoom,
    x: within(view.x, box.x, box.w, frame.w / zoom / 2),
    y: within(view.y, box.y, box.h, frame.h / zoom / 2),
  };
}

/** Zooms by a factor. The given point stays where it is on the screen. */
export function zoomAt(box: Box, view: Viewport, factor: number, at: Point, frame = box): Viewport {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), MAX_ZOOM);
  const k = view.zoom / zoom;
  return clamp(box, { zoom, x: at.x + (view.x - at.x) * k, y: at.y + (view.y - at.y) * k }, frame);
}

export function pan(box: Box, view: Viewport, dx: number, dy: number, frame = box): Viewport {
  return clamp(box, { ...view, x: view.x + dx, y: view.y + dy }, frame);
}

/** Moves the viewport, if necessary, so that a cell is visible. */
export function reveal(box: Box, view: Viewport, at: Point, margin: number, frame = box): Viewport {
  const halfW = frame.w / view.zoom / 2 - margin;
  const halfH = frame.h / view.zoom / 2 - margin;
  const x = Math.min(Math.max(view.x, at.x - halfW), at.x + halfW);
  const y = Math.min(Math.max(view.y, at.y - halfH), at.y + halfH);
  return clamp(box, { zoom: view.zoom, x, y }, frame);
}

/** Moves the viewport to the point nearest to `from`, if none of the points is in view. */
export function revealNearest(
  box: Box,
  view: Viewport,
  from: Point,
  points: Point[],
  margin: number,
  frame = box,
): Viewport {
  if (points.some((at) => isInView(frame, view, at))) return view;
  const distance = (at: Point): number => Math.hypot(at.x - from.x, at.y - from.y);
  const [nearest] = [...points].sort((a, b) => distance(a) - distance(b));
  return nearest ? reveal(box, view, nearest, margin, frame) : view;
}

/** Whether a point is in view. */
export function isInView(frame: Box, view: Viewport, at: Point): boolean {
  return (
    Math.abs(at.x - view.x) <= frame.w / view.zoom / 2 && Math.abs(at.y - view.y) <= frame.h / view.zoom / 2
  );
}

export function viewBox(frame: Box, view: Viewport): string {
  const w = frame.w / view.zoom;
  const h = frame.h / view.zoom;
  return `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`;
}

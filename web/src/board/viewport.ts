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

/** Keeps a viewport inside the picture, and its zoom within the limits. */
export function clamp(box: Box, view: Viewport): Viewport {
  const zoom = Math.min(Math.max(view.zoom, 1), MAX_ZOOM);
  const halfW = box.w / zoom / 2;
  const halfH = box.h / zoom / 2;
  return {
    zoom,
    x: Math.min(Math.max(view.x, box.x + halfW), box.x + box.w - halfW),
    y: Math.min(Math.max(view.y, box.y + halfH), box.y + box.h - halfH),
  };
}

/** Zooms by a factor. The given point stays where it is on the screen. */
export function zoomAt(box: Box, view: Viewport, factor: number, at: Point): Viewport {
  const zoom = Math.min(Math.max(view.zoom * factor, 1), MAX_ZOOM);
  const k = view.zoom / zoom;
  return clamp(box, { zoom, x: at.x + (view.x - at.x) * k, y: at.y + (view.y - at.y) * k });
}

export function pan(box: Box, view: Viewport, dx: number, dy: number): Viewport {
  return clamp(box, { ...view, x: view.x + dx, y: view.y + dy });
}

/** Moves the viewport, if necessary, so that a cell is visible. */
export function reveal(box: Box, view: Viewport, at: Point, margin: number): Viewport {
  const halfW = box.w / view.zoom / 2 - margin;
  const halfH = box.h / view.zoom / 2 - margin;
  const x = Math.min(Math.max(view.x, at.x - halfW), at.x + halfW);
  const y = Math.min(Math.max(view.y, at.y - halfH), at.y + halfH);
  return clamp(box, { zoom: view.zoom, x, y });
}

export function viewBox(box: Box, view: Viewport): string {
  const w = box.w / view.zoom;
  const h = box.h / view.zoom;
  return `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`;
}

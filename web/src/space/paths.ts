// The lines of arrows in space: along the cells that they pass, above the pieces where they leave a board.

import type { Vec } from './camera';

const LIFT = 0.16;
const STEPS = 10;

/** A smooth line through points above cells. Between cells that are not neighbours it rises in an arc. */
export function arrowLine(points: Vec[]): Vec[] {
  const line: Vec[] = [];
  points.forEach((to, i) => {
    const from = points[i - 1];
    if (!from) {
      line.push([to[0], to[1] + LIFT, to[2]]);
      return;
    }
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    const rise = length > 1.6 ? Math.min(0.9, 0.24 * length) : 0;
    const steps = rise > 0 ? STEPS : 1;
    for (let k = 1; k <= steps; k++) {
      const t = k / steps;
      line.push([
        from[0] + (to[0] - from[0]) * t,
        from[1] + (to[1] - from[1]) * t + LIFT + rise * 4 * t * (1 - t),
        from[2] + (to[2] - from[2]) * t,
      ]);
    }
  });
  return line;
}

const SIDES = 5;

const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(a: Vec): Vec {
  const length = Math.hypot(a[0], a[1], a[2]) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** Adds the triangles of a tube along a line, with a cone at its end. Positions and shades go to the lists. */
export function tube(line: Vec[], radius: number, positions: number[], shades: number[]): void {
  const last = line.at(-1);
  const before = line.at(-2);
  if (!last || !before) return;
  const direction = unit(minus(last, before));
  const headLength = Math.min(radius * 5.5, 0.6);
  const neck: Vec = [
    last[0] - direction[0] * headLength,
    last[1] - direction[1] * headLength,
    last[2] - direction[2] * headLength,
  ];
  const points = line.slice(0, -1);
  // The tube ends where the cone begins, however short the last steps of the line are.
  while (points.length > 1) {
    const end = points.at(-1);
    if (!end || Math.hypot(...minus(last, end)) > headLength) break;
    points.pop();
  }
  points.push(neck);
  const rings = points.map((point, i) => {
    const next = points[i + 1] ?? last;
    const back = points[i - 1] ?? point;
    return ringAround(point, unit(minus(next, back)), radius);
  });
  for (let i = 0; i + 1 < rings.length; i++) join(rings[i] ?? [], rings[i + 1] ?? [], positions, shades);
  const wide = ringAround(neck, direction, radius * 2.6);
  join(rings.at(-1) ?? [], wide, positions, shades);
  const tip = { at: last, shade: 1 };
  join(
    wide,
    wide.map(() => tip),
    positions,
    shades,
  );
}

interface Corner {
  at: Vec;
  shade: number;
}

function ringAround(centre: Vec, direction: Vec, radius: number): Corner[] {
  const side = unit(cross(Math.abs(direction[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0], direction));
  const up = cross(direction, side);
  return Array.from({ length: SIDES }, (_, i) => {
    const a = (i / SIDES) * 2 * Math.PI;
    const c = Math.cos(a);
    const s = Math.sin(a);
    const normal: Vec = [side[0] * c + up[0] * s, side[1] * c + up[1] * s, side[2] * c + up[2] * s];
    return {
      at: [centre[0] + normal[0] * radius, centre[1] + normal[1] * radius, centre[2] + normal[2] * radius],
      shade: 0.86 + 0.24 * Math.max(0, normal[1]),
    };
  });
}

function join(a: Corner[], b: Corner[], positions: number[], shades: number[]): void {
  for (let i = 0; i < a.length; i++) {
    const j = (i + 1) % a.length;
    for (const corner of [a[i], b[i], b[j], a[i], b[j], a[j]]) {
      if (!corner) continue;
      positions.push(...corner.at);
      shades.push(corner.shade);
    }
  }
}
